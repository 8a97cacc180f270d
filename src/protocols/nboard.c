/* SPDX-License-Identifier: MIT
 *
 * The NBoard protocol, versions 1 and 2, by which NBoard and other Othello programs ask for hints and moves.
 *
 * `set depth N` is level N without its slips: N plies ahead, and the end of the game from a number of empties that
 * fits. In version 2 a move (not a hint) also keeps to the clock of the game; what the clock shows is in its GGF text.
 * A `ping` ends what is being thought about in silence, because an answer would belong to a position that is gone.
 *
 * Sources: weltyc/ntest, instructions/Protocol.htm; weltyc's Java sources for what analysis lines mean (values are for
 * the side to move); abulmo/edax-reversi, src/nboard.c.
 */
#include "protocols/protocol_session.h"
#include "protocols/protocol_text.h"

#include "core/error.h"
#include "core/disc_text.h"
#include "games/othello/othello.h"

#include <flank/formats.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_SLIPPING_LEVEL = 5, MOVES_MAX = 64, CONTEMPT_MAX = 100 };

static const double day_s = 86400, grace_s = 120 /* GGS gives it to those whose first clock has run out */;

/* The clock of a game: what GGF calls TI. */
typedef struct nboard_clock {
    bool running;
    double initial_s, increment_s, grace_s;
} nboard_clock;

typedef struct nboard_state {
    int version;
    int depth;    /* 0: not set */
    int contempt; /* hundredths of a disc: what a draw is worth to black */
    nboard_clock clock;
    double used_s[2]; /* by flank_color, in the game so far */
    int moves[2];
} nboard_state;

static nboard_state *state_of(const protocol_session *session) { return session->state; }

static void open_state(protocol_session *session) { state_of(session)->version = 2; }

/* ---- Settings ---- */

static void run_nboard(protocol_session *session, char *arguments)
{
    int64_t version;
    if (protocol_integer(protocol_word(&arguments), 1, 2, &version))
        state_of(session)->version = (int)version;
    else
        protocol_say(session, "status nboard: expected a number from 1 on");
}

static void run_set_depth(protocol_session *session, char *arguments)
{
    int64_t depth;
    if (!protocol_integer(protocol_word(&arguments), 1, FLANK_LEVEL_MAX, &depth)) {
        protocol_say(session, "status set depth: expected a number from 1 on");
        return;
    }
    state_of(session)->depth = (int)depth;
    protocol_reserve(session);
    protocol_say(session, "set myname Flank%d", (int)depth);
}

static void run_set_contempt(protocol_session *session, char *arguments)
{
    double discs;
    if (protocol_decimal(protocol_word(&arguments), -INFINITY, CONTEMPT_MAX, &discs))
        state_of(session)->contempt = (int)lround(100 * fmax(discs, -CONTEMPT_MAX));
    else
        protocol_say(session, "status set contempt: not a number");
}

/* ---- The game ---- */

/* A time at **text, "05:00", "1:30:00" or seconds, moving on behind it; 0 if there is none. */
static double take_time(const char **text)
{
    double sum = 0;
    for (;;) {
        char *end;
        const double number = **text >= '0' && **text <= '9' ? strtod(*text, &end) : -1;
        if (number < 0)
            return 0;
        sum = 60 * sum + number;
        *text = end;
        if (**text != ':')
            return sum < day_s ? sum : day_s;
        ++*text;
    }
}

/* "05:00/00:02/01:00": for the game, for every move, and when the first has run out. Conditions after a comma are for
 * other games. Without any time there is no clock. */
static nboard_clock read_clock(const char *text)
{
    nboard_clock clock = {.grace_s = -1};
    double *const parts[] = {&clock.initial_s, &clock.increment_s, &clock.grace_s};
    for (int i = 0; text && i < 3; i++) {
        if (*text && *text != '/')
            *parts[i] = take_time(&text);
        text += strcspn(text, "/");
        text += *text == '/';
    }
    clock.running = clock.initial_s > 0 || clock.increment_s > 0 || clock.grace_s > 0;
    if (clock.grace_s < 0)
        clock.grace_s = grace_s;
    return clock;
}

/* A forced pass gives no increment: nobody is asked for it. */
static void note_move(protocol_session *session, flank_color color, bool passes, double seconds)
{
    state_of(session)->used_s[color] += seconds;
    state_of(session)->moves[color] += !passes;
}

static void take_times(protocol_session *session, const flank_sheet *sheet)
{
    nboard_state *state = state_of(session);
    state->clock = read_clock(flank_node_tag(flank_sheet_root(sheet), "TimeControl"));
    if (state->clock.running)
        protocol_prepare(session);
    memset(state->used_s, 0, sizeof state->used_s);
    memset(state->moves, 0, sizeof state->moves);
    for (const flank_node *node = flank_sheet_root(sheet)->child; node; node = node->child)
        note_move(session, (flank_color)!node->position.color, flank_move_is_pass(node->move),
                  node->has_time ? (double)node->time_ms / 1000 : 0);
}

static void run_set_game(protocol_session *session, char *arguments)
{
    const flank_reader_options options = {.format = flank_format_find("ggf"), .game = protocol_game(session)};
    flank_error error = {.code = FLANK_ERROR_NBOARD_NO_GAME};
    flank_sheet *sheet = NULL;
    flank_reader *reader = flank_reader_open_bytes(arguments, strlen(arguments), &options, NULL, &error);
    if (reader)
        flank_reader_next(reader, &sheet, &error);
    flank_record *record = sheet ? flank_sheet_record(sheet, NULL) : NULL;
    if (record && flank_record_game(record) == protocol_game(session)) {
        protocol_set_record(session, record);
        take_times(session, sheet);
    } else {
        flank_record_destroy(record);
        protocol_say(session, "status set game: %s; the one before stays", error_english(&error));
    }
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
}

/* Play a move, and before it a pass that was left out. */
static bool play(protocol_session *session, const char *text)
{
    flank_move move, moves[FLANK_MOVES_MAX];
    const flank_rules *rules = flank_record_rules(session->record);
    if (protocol_read_move(session->record, text, &move, NULL) == FLANK_OK)
        return flank_record_play(session->record, move) == FLANK_OK;
    const size_t count = flank_game_moves(protocol_game(session), rules, protocol_position(session), moves);
    if (count != 1 || !flank_move_is_pass(moves[0]) || flank_record_play(session->record, moves[0]))
        return false;
    if (protocol_read_move(session->record, text, &move, NULL) == FLANK_OK)
        return flank_record_play(session->record, move) == FLANK_OK;
    flank_record_undo(session->record);
    return false;
}

static void run_move(protocol_session *session, char *arguments)
{
    char *const move = protocol_word(&arguments);
    char *value = strchr(move, '/'), *time = value ? strchr(value + 1, '/') : NULL;
    double seconds = 0;
    if (value)
        *value = '\0';
    if (time && time[1] && !protocol_decimal(time + 1, 0, day_s, &seconds))
        protocol_say(session, "status move: %.16s is not a time", time + 1);
    if (play(session, move))
        note_move(session, (flank_color)!protocol_position(session)->color,
                  flank_move_is_pass(flank_record_move_at(session->record, flank_record_ply(session->record) - 1)),
                  seconds);
    else
        protocol_say(session, "status move: %.16s is not legal here", move);
}

/* ---- Values ---- */

/* A score of the book for the side to move, a draw being worth what `set contempt` says. */
static double book_value(const protocol_session *session, int score)
{
    const int contempt = state_of(session)->contempt;
    const bool black = protocol_position(session)->color == FLANK_BLACK;
    return (score != 0 ? score : black ? contempt : -contempt) / 100.0;
}

/* The first line of the book that is best now; false if it does not know the position. */
static bool book_choice(const protocol_session *session, flank_book_move *choice)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count;
    if (!protocol_book_move(session, choice))
        return false;
    if (state_of(session)->contempt == 0 ||
        flank_book_here(session->options->book, session->record, moves, &count, NULL) != FLANK_OK)
        return true;
    *choice = moves[0];
    for (size_t i = 1; i < count; i++)
        if (book_value(session, moves[i].score) > book_value(session, choice->score))
            *choice = moves[i];
    return true;
}

/* The book's lines about the best `most` moves; returns how many, and the moves. */
static size_t say_book(protocol_session *session, size_t most, flank_book_move *moves)
{
    size_t count = 0;
    if (!session->uses_book ||
        flank_book_here(session->options->book, session->record, moves, &count, NULL) != FLANK_OK)
        return 0;
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(protocol_game(session), flank_record_rules(session->record), protocol_position(session),
                          moves[i].move, "upper", move);
        protocol_say(session, "book %s %.2f %u %d", move, book_value(session, moves[i].score), moves[i].lines,
                     moves[i].depth_plies);
    }
    return count;
}

/* The output of a search: the lines about moves that the book has not told of. */
typedef struct nboard_view {
    protocol_session *session;
    const flank_book_move *known;
    size_t known_count;
} nboard_view;

static bool is_known(const nboard_view *view, flank_move move)
{
    for (size_t i = 0; i < view->known_count; i++)
        if (flank_move_equal(view->known[i].move, move))
            return true;
    return false;
}

static void write_depth(FILE *out, const flank_line *line)
{
    if (line->exact)
        fputs("100%", out);
    else if (line->selectivity < 100)
        fprintf(out, "%d@%d%%", line->depth_plies, line->selectivity);
    else
        fprintf(out, "%d", line->depth_plies);
}

static flank_reply say_search(void *user, const flank_report *report)
{
    const nboard_view *view = user;
    for (int i = 0; i < report->line_count; i++) {
        const flank_line *line = &report->lines[i];
        if (is_known(view, line->moves[0]))
            continue;
        FILE *out = protocol_say_begin(view->session);
        fputs("search ", out);
        protocol_write_line(view->session, line, "upper", "", 0);
        fprintf(out, " %.2f 0 ", line->score / 100.0);
        write_depth(out, line);
        protocol_say_end(view->session);
    }
    protocol_say(view->session, "nodestats %llu %.3f", (unsigned long long)report->nodes, report->time_s);
    return FLANK_GO_ON;
}

/* As deep as `set depth` says. */
static flank_limits depth_limits(const nboard_state *state)
{
    if (state->depth > LAST_SLIPPING_LEVEL)
        return (flank_limits){.level = state->depth, .depth_plies = FLANK_LINE_PLIES_MAX, .lines = 1};
    return (flank_limits){.depth_plies = state->depth, .lines = 1};
}

static bool game_is_over(protocol_session *session)
{
    const flank_outcome outcome = flank_record_outcome(session->record);
    if (outcome.over)
        protocol_say(session, "status the game is over");
    return outcome.over;
}

/* True if a ping, which wants no answer to what was before it, has ended the thinking. */
static bool is_pinged(const protocol_session *session)
{
    const protocol_command *stopper = protocol_stopper(session);
    return stopper && strcmp(stopper->name, "ping") == 0;
}

/* ---- Thinking ---- */

static void run_hint(protocol_session *session, char *arguments)
{
    int64_t most = 1;
    flank_book_move known[FLANK_BOOK_MOVES_MAX];
    flank_report report;
    const char *word = protocol_word(&arguments);
    if (*word && !protocol_integer(word, 1, MOVES_MAX, &most)) {
        protocol_say(session, "status hint: expected a number from 1 on");
        return;
    }
    if (game_is_over(session))
        return;
    protocol_say(session, "status thinking");
    const nboard_view view = {session, known, say_book(session, (size_t)most, known)};
    if (view.known_count < (size_t)most) {
        flank_limits limits = depth_limits(state_of(session));
        limits.lines = (int)most;
        const flank_status status = protocol_search(session, limits, false, say_search, (void *)&view, &report);
        if (status) {
            protocol_say(session, "status hint: %s", flank_status_text(status));
            return;
        }
    }
    protocol_say(session, "status");
}

/* The time on the clock of the side to move, from the times of the game's moves. If there are increments alone, the
 * first move has one, too. */
static flank_clock clock_now(const nboard_state *state, flank_color color)
{
    const nboard_clock *clock = &state->clock;
    if (!clock->running)
        return (flank_clock){.running = false};
    const int increments = state->moves[color] + (clock->initial_s <= 0);
    double left_s = clock->initial_s + clock->increment_s * increments - state->used_s[color];
    if (left_s <= 0)
        left_s += clock->grace_s;
    return (flank_clock){.running = true,
                         .left_ms = left_s > 0.001 ? (int64_t)(1000 * left_s) : 1,
                         .increment_ms = (int64_t)(1000 * clock->increment_s)};
}

static void say_move(protocol_session *session, flank_move best, double value, double seconds)
{
    char move[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(protocol_game(session), flank_record_rules(session->record), protocol_position(session), best,
                      "upper", move);
    protocol_say(session, "=== %s/%.2f/%.2f", move, value, seconds);
}

static void run_go(protocol_session *session, char *arguments)
{
    (void)arguments;
    nboard_state *state = state_of(session);
    flank_book_move choice;
    flank_report report;
    if (game_is_over(session))
        return;
    if (book_choice(session, &choice)) {
        say_move(session, choice.move, book_value(session, choice.score), 0);
        return;
    }
    const nboard_view view = {session, NULL, 0};
    flank_limits limits = depth_limits(state);
    if (state->version >= 2)
        limits.clock = clock_now(state, (flank_color)protocol_position(session)->color);
    const flank_status status = protocol_search(session, limits, false, say_search, (void *)&view, &report);
    if (status)
        protocol_say(session, "status go: %s", flank_status_text(status));
    else if (!is_pinged(session))
        say_move(session, report.lines[0].moves[0], report.lines[0].score / 100.0, report.time_s);
}

/* The value of the record's position for the side to move; false if the thinking was ended. */
static bool value_of_position(protocol_session *session, double *value)
{
    const flank_outcome outcome = flank_record_outcome(session->record);
    flank_report report;
    *value = outcome.discs;
    if (outcome.over)
        return true;
    if (protocol_search(session, depth_limits(state_of(session)), false, NULL, NULL, &report))
        return false;
    *value = report.lines[0].score / 100.0;
    return !protocol_stopped(session, false);
}

/* From the end to the start, so that what was found about a position helps with the one before it. */
static void run_analyze(protocol_session *session, char *arguments)
{
    (void)arguments;
    const size_t end = flank_record_ply(session->record);
    double value;
    protocol_say(session, "status analyzing");
    for (bool more = true; more && value_of_position(session, &value); more = flank_record_undo(session->record))
        protocol_say(session, "analysis %zu %.2f", flank_record_ply(session->record), value);
    while (flank_record_ply(session->record) < end)
        flank_record_redo(session->record);
    protocol_say(session, "status");
}

static void run_ping(protocol_session *session, char *arguments)
{
    protocol_say(session, "pong %s", protocol_word(&arguments));
}

static void run_learn(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_say(session, "learned");
}

/* Version 1 sends moves without a word before them. Everything else is ignored, as the protocol wants it. */
static void refuse(protocol_session *session, const char *line, protocol_fault fault)
{
    const char *text = line + strspn(line, " ");
    char move[8];
    if (fault == PROTOCOL_TOO_LONG) {
        protocol_say(session, "status line too long");
    } else if (disc_text_word_length(text) == 2 && text[2 + strspn(text + 2, " ")] == '\0' &&
               (disc_text_square(text) >= 0 || protocol_same_word(text, "PA"))) {
        snprintf(move, sizeof move, "%.2s", text);
        run_move(session, move);
    }
}

static const protocol_command commands[] = {
    {"nboard", PROTOCOL_IN_TURN, run_nboard, "N", "the version: 1 or 2"},
    {"set depth", PROTOCOL_IN_TURN, run_set_depth, "N", "look N plies ahead; set myname …"},
    {"set game", PROTOCOL_IN_TURN, run_set_game, "GGF", "the game, and its clocks"},
    {"set contempt", PROTOCOL_IN_TURN, run_set_contempt, "N", "what a draw in the book is worth to black, in discs"},
    {"move", PROTOCOL_IN_TURN, run_move, "MOVE[/VALUE[/TIME]]", "make a move"},
    {"hint", PROTOCOL_IN_TURN, run_hint, "N", "the best N moves: book and search lines"},
    {"go", PROTOCOL_IN_TURN, run_go, "", "choose a move: === MOVE/VALUE/TIME"},
    {"analyze", PROTOCOL_IN_TURN, run_analyze, "", "analysis PLY VALUE for every position, last first"},
    {"learn", PROTOCOL_IN_TURN, run_learn, "", "learned (nothing is kept)"},
    {"ping", PROTOCOL_STOPS, run_ping, "N", "end all thinking; pong N"},
    {"quit", PROTOCOL_STOPS, protocol_run_quit, "", "the end"},
    {NULL, PROTOCOL_IN_TURN, NULL, NULL, NULL},
};

const protocol protocol_nboard = {
    .name = "nboard",
    .title = "the NBoard protocol",
    .game = &othello_game,
    .commands = commands,
    .state_size = sizeof(nboard_state),
    .open = open_state,
    .refuse = refuse,
};
