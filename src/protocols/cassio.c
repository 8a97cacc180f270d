/* SPDX-License-Identifier: MIT
 *
 * The protocol by which Cassio asks an Othello engine about positions: "ENGINE-PROTOCOL" before every command, and
 * `ready.` after each that is done.
 *
 * The window alpha..beta is a permission to know less, not an order: flank always searches for the value itself, so
 * both bounds of a result are that value, in hundredths of a disc. Results that say the same but for nodes and time are
 * sent once. `feed-hash` is taken note of by doing nothing: what flank has searched it knows.
 *
 * Sources: Cassio's "Othello Engine Protocol", by way of a digest; abulmo/edax-reversi, src/cassio.c for what a real
 * engine answers.
 */
#include "protocols/protocol_session.h"
#include "protocols/protocol_text.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/text_buffer.h"
#include "games/othello/othello.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_SIZE = 512 };

static const char prefix[] = "ENGINE-PROTOCOL";

typedef struct cassio_state {
    char said[RESULT_SIZE]; /* the last result of this search, without nodes and time */
    bool stopped;           /* the search that a `stop` behind it has ended */
} cassio_state;

static cassio_state *state_of(const protocol_session *session) { return session->state; }

static const char *find_command(const char *line)
{
    const char *text = line + strspn(line, " ");
    if (!*text)
        return text;
    if (strncmp(text, prefix, strlen(prefix)) != 0)
        return NULL;
    text += strlen(prefix);
    return *text == ' ' || !*text ? text : NULL;
}

/* ---- Small talk ---- */

static void run_ready(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_say(session, "ready.");
}

static void run_init(protocol_session *session, char *arguments)
{
    protocol_reserve(session);
    run_ready(session, arguments);
}

static void run_version(protocol_session *session, char *arguments)
{
    protocol_say(session, "version: Flank %s", flank_version());
    run_ready(session, arguments);
}

static void run_empty_line(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_say(session, "%s", atomic_load(&session->searching) ? "ok." : "ready.");
}

static void run_infos(protocol_session *session, char *arguments)
{
    if (atomic_load(&session->searching))
        protocol_say(session, "node %llu, time %.3f", (unsigned long long)atomic_load(&session->search_nodes),
                     clock_now_s() - session->search_start_s);
    else
        run_ready(session, arguments);
}

static void run_stop(protocol_session *session, char *arguments)
{
    cassio_state *state = state_of(session);
    if (!state->stopped)
        run_ready(session, arguments);
    state->stopped = false;
}

static void run_empty_hash(protocol_session *session, char *arguments)
{
    (void)arguments;
    flank_engine_clear(session->engine);
}

static void run_quit(protocol_session *session, char *arguments)
{
    protocol_say(session, "bye bye.");
    protocol_run_quit(session, arguments);
}

/* ---- Searching ---- */

/* A value with the letter of the side whose it is: "B+3.25". */
static void write_value(text_buffer *out, char color, int score) { text_addf(out, "%c%+.2f", color, score / 100.0); }

static flank_reply say_result(void *user, const flank_report *report)
{
    protocol_session *session = user;
    cassio_state *state = state_of(session);
    const flank_line *line = &report->lines[0];
    char result[RESULT_SIZE], move[FLANK_MOVE_TEXT_SIZE], board[FLANK_POSITION_TEXT_SIZE];
    const flank_position *position = protocol_position(session);
    const flank_rules *rules = flank_record_rules(session->record);
    const char color = position->color == FLANK_BLACK ? 'B' : 'W';
    text_buffer out = {NULL};
    flank_position_format(protocol_game(session), position, "board", board);
    flank_move_format(protocol_game(session), rules, position, line->moves[0], NULL, move);
    text_addf(&out, "%.64s%c, move %s, depth %d, @%d%%, ", board, board[65],
              flank_move_is_pass(line->moves[0]) ? "ps" : move, line->depth_plies,
              line->exact ? 100 : line->selectivity);
    write_value(&out, color, line->score);
    text_add(&out, " <= v <= ");
    write_value(&out, color, line->score);
    text_add(&out, ", ");
    flank_position next = *position;
    for (int i = 0; i < line->length; i++) {
        flank_move_format(protocol_game(session), rules, &next, line->moves[i], NULL, move);
        text_add(&out, flank_move_is_pass(line->moves[i]) ? "ps" : move);
        next = flank_game_play(protocol_game(session), rules, &next, line->moves[i]);
    }
    snprintf(result, sizeof result, "%s", out.bytes ? out.bytes : "");
    const bool failed = out.failed;
    text_free(&out);
    if (failed || strcmp(result, state->said) == 0)
        return FLANK_GO_ON;
    strcpy(state->said, result);
    protocol_say(session, "%s, node %llu, time %.3f", result, (unsigned long long)report->nodes, report->time_s);
    return FLANK_GO_ON;
}

/* Read 64 squares and the side to move, in one word or more, and move `*text` on behind them. */
static bool read_position(protocol_session *session, char **text)
{
    char board[66];
    size_t length = 0;
    char *at = *text;
    for (; length < 65 && *at; at++)
        if (*at != ' ')
            board[length++] = *at;
    board[length] = '\0';
    flank_position position;
    *text = at;
    if (length < 65 || flank_position_parse(protocol_game(session), board, &position, NULL))
        return false;
    return protocol_set_record(session, flank_record_create(protocol_game(session), NULL, &position));
}

/* `depth` 0: to the end of the game. */
static void search(protocol_session *session, int depth, int precision)
{
    const flank_position *position = protocol_position(session);
    const int empties = 64 - (int)bit_count(position->own | position->other);
    flank_report report;
    cassio_state *state = state_of(session);
    *state = (cassio_state){.stopped = false};
    const flank_limits limits = {.depth_plies = depth > 0 && depth < empties ? depth
                                                : empties > 0                ? empties
                                                                             : 1,
                                 .selectivity = precision};
    const flank_status status = protocol_search(session, limits, false, say_result, session, &report);
    if (status == FLANK_OK && !protocol_stopped(session, false))
        say_result(session, &report); /* if it is not the last that was said */
    else if (status)
        protocol_say(session, "ERROR: %s", flank_status_text(status));
    const protocol_command *stopper = protocol_stopper(session);
    state->stopped = stopper && stopper->run == run_stop;
}

/* The numbers behind a position: alpha, beta, for the midgame the depth, the precision. Those at the end may be
 * missing. */
static void run_search(protocol_session *session, char *arguments, bool midgame)
{
    double bound; /* read only: see above */
    int64_t depth = 0, precision = 100;
    const char *wrong = NULL;
    if (!read_position(session, &arguments))
        wrong = "position";
    for (int i = 0; !wrong && i < 2; i++) {
        const char *word = protocol_word(&arguments);
        if (*word && !protocol_decimal(word, -INFINITY, INFINITY, &bound))
            wrong = i ? "beta" : "alpha";
    }
    if (!wrong && midgame) {
        const char *word = protocol_word(&arguments);
        if (*word && !protocol_integer(word, 1, FLANK_LINE_PLIES_MAX, &depth))
            wrong = "depth";
    }
    const char *word = wrong ? "" : protocol_word(&arguments);
    if (*word && !protocol_integer(word, 1, 100, &precision))
        wrong = "precision";
    if (!wrong && protocol_word_count(arguments) > 0)
        wrong = "end";
    if (wrong)
        protocol_say(session, "ERROR: %s-search cannot read the %s.", midgame ? "midgame" : "endgame", wrong);
    else
        search(session, (int)depth, (int)precision);
    protocol_say(session, "ready.");
}

static void run_midgame_search(protocol_session *session, char *arguments) { run_search(session, arguments, true); }
static void run_endgame_search(protocol_session *session, char *arguments) { run_search(session, arguments, false); }

static void refuse(protocol_session *session, const char *line, protocol_fault fault)
{
    const char *command = find_command(line);
    if (fault == PROTOCOL_TOO_LONG)
        protocol_say(session, "ERROR: line too long");
    else if (command)
        protocol_say(session, "ERROR: unknown command %.40s", command + strspn(command, " "));
    else
        protocol_say(session, "ERROR: unknown protocol \"%.40s\"", line);
    if (command)
        protocol_say(session, "ready.");
}

static const protocol_command commands[] = {
    {"init", PROTOCOL_IN_TURN, run_init, "", "ready."},
    {"get-version", PROTOCOL_IN_TURN, run_version, "", "version: …, ready."},
    {"midgame-search", PROTOCOL_IN_TURN, run_midgame_search, "POS ALPHA BETA DEPTH PRECISION", "results, then ready."},
    {"endgame-search", PROTOCOL_IN_TURN, run_endgame_search, "POS ALPHA BETA PRECISION",
     "the same, to the end of the game"},
    {"get-search-infos", PROTOCOL_AT_ONCE, run_infos, "", "node N, time S, or ready."},
    {"stop", PROTOCOL_DROPS, run_stop, "", "end the search, forget what waits; ready."},
    {"new-position", PROTOCOL_IN_TURN, run_ready, "", "ready."},
    {"empty-hash", PROTOCOL_IN_TURN, run_empty_hash, "", "forget earlier searches"},
    {"feed-hash", PROTOCOL_IN_TURN, protocol_run_nothing, "POS LOWER UPPER DEPTH PRECISION PV", "read and not used"},
    {"quit", PROTOCOL_STOPS, run_quit, "", "bye bye."},
    {"", PROTOCOL_AT_ONCE, run_empty_line, "", "ok. during a search, else ready."},
    {NULL, PROTOCOL_IN_TURN, NULL, NULL, NULL},
};

const protocol protocol_cassio = {
    .name = "cassio",
    .title = "Cassio's engine protocol",
    .game = &othello_game,
    .commands = commands,
    .end_command = "ENGINE-PROTOCOL quit",
    .state_size = sizeof(cassio_state),
    .find_command = find_command,
    .refuse = refuse,
};
