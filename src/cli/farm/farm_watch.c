/* SPDX-License-Identifier: MIT
 *
 * flank farm watch: the state of a store, once a second, until nothing waits and nothing is in work.
 *
 * On a terminal the table of flank farm status renews itself in its place; elsewhere each second is a line. Workers
 * tell of their nodes when they beat, once a minute or so, and of tasks when they bring them back: the pace is that of
 * the last ten minutes. A store that does not answer is asked again, since a server may restart.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/interrupt.h"
#include "core/clock.h"
#include "core/error.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum {
    LOOKS_MAX = 600, /* of which the first and the last give the pace */
    LOOK_MS = 1000,
    TRIES = 300,   /* of a store that does not answer */
    RUNS_MAX = 18, /* in the table on a terminal: the newest */
};

typedef struct look {
    double time_s;
    uint64_t nodes;
    int64_t done;
} look;

typedef struct watching {
    const farm_given *given;
    bool json, on_terminal;
    interrupt_watch *interrupt;
    bool has_keys, reads_keys; /* the terminal was changed; it still gives some */
    struct termios keys;       /* as they were */
    look looks[LOOKS_MAX];
    size_t look_count; /* of all; the newest LOOKS_MAX are kept */
    double start_s;
    int lines; /* on the terminal, above the cursor */
} watching;

/* ---- The pace ---------------------------------------------------------------------------------------------------- */

static int64_t sum_done(const farm_state *state)
{
    int64_t sum = 0;
    for (size_t i = 0; i < state->count; i++)
        sum += state->runs[i].done;
    return sum;
}

/* Tasks that are not done: of open runs, or of paused ones too. */
static int64_t sum_left(const farm_state *state, bool paused_too)
{
    int64_t sum = 0;
    for (size_t i = 0; i < state->count; i++)
        if (state->runs[i].state == FARM_OPEN || paused_too)
            sum += state->runs[i].waiting + state->runs[i].leased;
    return sum;
}

static farm_pace pace_of(watching *of, const farm_state *state)
{
    const look now = {clock_now_s(), state->counts.nodes, sum_done(state)};
    of->looks[of->look_count++ % LOOKS_MAX] = now;
    const look *first = &of->looks[of->look_count > LOOKS_MAX ? of->look_count % LOOKS_MAX : 0];
    const double seconds = now.time_s - first->time_s;
    farm_pace pace = {.known = seconds > 0, .left_s = -1};
    if (!pace.known)
        return pace;
    pace.nodes_per_s = now.nodes > first->nodes ? (double)(now.nodes - first->nodes) / seconds : 0;
    pace.tasks_per_s = now.done > first->done ? (double)(now.done - first->done) / seconds : 0;
    if (pace.tasks_per_s > 0)
        pace.left_s = (double)sum_left(state, false) / pace.tasks_per_s;
    return pace;
}

static void add_pace(text_buffer *out, const farm_pace *pace)
{
    const unsigned long left = pace->left_s > 0 ? (unsigned long)(pace->left_s + 0.5) : 0;
    if (!pace->known)
        return;
    text_addf(out, "; %.1f M nodes/s, %.1f tasks/s", pace->nodes_per_s / 1e6, pace->tasks_per_s);
    if (pace->left_s >= 0)
        text_addf(out, ", %lu:%02lu:%02lu left", left / 3600, left / 60 % 60, left % 60);
}

/* ---- Showing ----------------------------------------------------------------------------------------------------- */

/* Print the text over that of the look before. Lines that are too long for the terminal are cut, not wrapped. */
static void draw(watching *of, const char *text)
{
    printf("\033[?7l");
    if (of->lines)
        printf("\033[%dA", of->lines);
    of->lines = 0;
    for (const char *end; *text; text = end + 1, of->lines++) {
        end = strchr(text, '\n');
        printf("\r%.*s\033[K\n", (int)(end - text), text);
    }
    printf("\033[J\033[?7h");
}

/* A look as one line: sums over the runs that are open. */
static void add_line(text_buffer *out, const watching *of, const farm_state *state, const farm_pace *pace)
{
    int64_t waiting = 0, leased = 0, parked = 0;
    for (size_t i = 0; i < state->count; i++) {
        waiting += state->runs[i].waiting;
        leased += state->runs[i].leased;
        parked += state->runs[i].parked;
    }
    text_addf(out, "%.0f s: %" PRId64 " waiting, %" PRId64 " in work, %" PRId64 " done, %" PRId64 " parked, ",
              clock_now_s() - of->start_s, waiting, leased, sum_done(state), parked);
    farm_add_count(out, state->counts.conflicts, "conflict");
    text_add(out, "; ");
    farm_add_count(out, state->counts.alive, "worker");
    text_add(out, " alive");
    add_pace(out, pace);
    text_add(out, "\n");
}

static void add_table(text_buffer *out, const farm_state *state, const farm_pace *pace)
{
    const size_t from = state->count > RUNS_MAX ? state->count - RUNS_MAX : 0;
    farm_status_text(out, state, from);
    if (out->length)
        out->length--; /* its last line goes on */
    add_pace(out, pace);
    if (from)
        text_addf(out, "; %zu older run%s", from, from == 1 ? "" : "s");
    text_add(out, "\nq or Ctrl-C ends\n");
}

static int show(watching *of, const farm_state *state)
{
    text_buffer out = {NULL};
    const farm_pace pace = pace_of(of, state);
    if (of->json)
        farm_status_json(&out, of->given, state, &pace);
    else if (of->on_terminal)
        add_table(&out, state, &pace);
    else
        add_line(&out, of, state, &pace);
    const bool failed = out.failed;
    if (!failed && of->on_terminal)
        draw(of, out.bytes);
    else if (!failed)
        fputs(out.bytes, stdout);
    text_free(&out);
    return failed ? complain(CLI_INTERNAL, "not enough memory") : output_flush();
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------- */

/* Keys come one by one and are not shown. */
static void take_keys(watching *of)
{
    of->has_keys = of->on_terminal && isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &of->keys) == 0;
    if (!of->has_keys)
        return;
    struct termios raw = of->keys;
    of->reads_keys = true;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

static void give_keys_back(const watching *of)
{
    if (of->has_keys)
        tcsetattr(STDIN_FILENO, TCSANOW, &of->keys);
}

/* Wait for the next look. False if there is to be none; `*status` is that of the command. */
static bool wait_for_next(watching *of, int *status)
{
    const double until_s = clock_now_s() + LOOK_MS / 1000.0;
    for (double left_s; (left_s = until_s - clock_now_s()) > 0;) {
        struct pollfd from[] = {{.fd = interrupt_watch_descriptor(of->interrupt), .events = POLLIN},
                                {.fd = of->reads_keys ? STDIN_FILENO : -1, .events = POLLIN}};
        poll(from, 2, (int)(left_s * 1000) + 1);
        if (from[0].revents) {
            *status = CLI_INTERRUPTED;
            return false;
        }
        char key = 0;
        if (from[1].revents && read(STDIN_FILENO, &key, 1) < 1)
            of->reads_keys = false;
        if (key == 'q' || key == 'Q')
            return false;
    }
    return true;
}

static void ignore(void *user) { (void)user; }

/* One look. `*done` is true if nothing is left to do. */
static int look_once(watching *of, int *tries, bool *done)
{
    farm_state state = {.count = 0};
    flank_error error = {0};
    const flank_status failed = farm_read_state(of->given, &state, &error);
    const bool may_pass = failed == FLANK_CANNOT_READ || failed == FLANK_CANNOT_WRITE;
    int status = CLI_DONE;
    if (!failed) {
        *tries = 0;
        *done = sum_left(&state, true) == 0;
        status = show(of, &state);
    } else if (!may_pass || of->look_count == 0 || ++*tries > TRIES)
        status = farm_complain(of->given, failed, &error);
    else if (*tries == 1 && !of->json) {
        farm_complain(of->given, failed, &error);
        of->lines = 0; /* the next table goes below */
    }
    farm_close_state(&state);
    return status;
}

static int watch(watching *of)
{
    int status, tries = 0;
    bool done = false;
    do
        status = look_once(of, &tries, &done);
    while (!status && !done && wait_for_next(of, &status));
    return status;
}

int farm_watch(const farm_given *given, const cli_arguments *arguments)
{
    const char *terminal = getenv("TERM");
    watching *of = calloc(1, sizeof *of);
    if (!of)
        return complain(CLI_INTERNAL, "not enough memory");
    of->given = given;
    of->json = arguments->option[OPTION_JSON].given;
    of->on_terminal = !of->json && isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
    of->start_s = clock_now_s();
    of->interrupt = interrupt_watch_start(INTERRUPT_ENDING, ignore, NULL);
    int status;
    if (of->interrupt) {
        take_keys(of);
        status = watch(of);
        give_keys_back(of);
        interrupt_watch_stop(of->interrupt);
    } else
        status = complain(CLI_INTERNAL, "no thread can be started");
    free(of);
    return status;
}
