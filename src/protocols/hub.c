/* SPDX-License-Identifier: MIT
 *
 * Hub 2, the protocol of Scan for draughts, here Turkish draughts.
 *
 * The protocol numbers the squares of a board as its game does and gives no order for a board on which all 64 squares
 * are played on: here it is that of the numbers 1..64, row by row from a8 to h8 down to h1, which is also the order of
 * the 65-character position (side to move first). Moves are `41-33`, and `46x10x38x29` for captures: from, to, then
 * what is captured, in any order.
 *
 * A ponder search has no limit. A hit ends it in silence and begins a search with the limits of `level`; what it has
 * found is in the table.
 *
 * Source: rhalbersma/scan, protocol.txt (version 2 of 2017-07-11).
 */
#include "protocols/protocol_session.h"
#include "core/error.h"
#include "protocols/protocol_text.h"
#include "games/draughts/draughts.h"

#include <stdarg.h>
#include <string.h>

enum { POSITION_LENGTH = 65, MIB = 1 << 20, HASH_MAX = 65536, MOVES_MAX = 1000 };

static const double day_s = 86400;

typedef struct hub_state {
    flank_limits limits; /* of `level` */
    bool endless;        /* level infinite */
    bool searched;       /* since the last `level`: the next one begins anew */
    bool pondering;      /* go ponder has not answered yet */
} hub_state;

static hub_state *state_of(const protocol_session *session) { return session->state; }

__attribute__((format(printf, 2, 3))) static void write_error(protocol_session *session, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *at = text; (at = strchr(at, '"'));)
        *at = '\'';
    protocol_say(session, "error message=\"%s\"", text);
}

/* ---- Arguments ---- */

typedef struct hub_argument {
    char *name, *value; /* value is "" for a flag */
} hub_argument;

/* Take the next NAME=VALUE, NAME="VALUE" or NAME off `*text`; false at the end. */
static bool next_argument(char **text, hub_argument *argument)
{
    char *at = *text + strspn(*text, " ");
    if (!*at)
        return false;
    argument->name = at;
    at += strcspn(at, " =");
    argument->value = at + strlen(at);
    if (*at == '=') {
        *at++ = '\0';
        const char *ends = *at == '"' ? "\"" : " ";
        at += *at == '"';
        argument->value = at;
        at += strcspn(at, ends);
    }
    *text = at;
    if (*at) {
        *at = '\0';
        *text = at + 1;
    }
    return true;
}

/* ---- Beginning ---- */

static void run_hub(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_game *game = protocol_game(session);
    protocol_say(session, "id name=Flank version=%s author=\"the authors of Flank\"", flank_version());
    protocol_say(session, "param name=variant value=turkish type=enum values=turkish");
    protocol_say(session, "param name=level value=%d type=int min=0 max=%d", session->level, FLANK_LEVEL_MAX);
    protocol_say(session, "param name=hash value=%zu type=int min=1 max=%d", session->engine_options.hash_bytes / MIB,
                 HASH_MAX);
    const flank_param *param;
    for (size_t i = 0; (param = flank_game_param(game, i)); i++) {
        if (param->counting)
            continue;
        FILE *out = protocol_say_begin(session);
        fprintf(out, "param name=%s value=%s type=enum values=\"", param->name,
                param->values[flank_record_rules(session->record)->value[i]]);
        for (size_t v = 0; param->values[v]; v++)
            fprintf(out, "%s%s", v ? " " : "", param->values[v]);
        fputc('"', out);
        protocol_say_end(session);
    }
    protocol_say(session, "wait");
}

static bool set_rule(protocol_session *session, const char *name, const char *value)
{
    char text[FLANK_RULES_TEXT_SIZE];
    flank_rules rules = *flank_record_rules(session->record);
    const int length = snprintf(text, sizeof text, "%s=%s", name, value);
    if (length >= (int)sizeof text || strchr(value, ',') ||
        flank_rules_parse(protocol_game(session), text, &rules, NULL))
        return false;
    return protocol_set_record(session, flank_record_create(protocol_game(session), &rules, NULL));
}

static flank_status set_hash(protocol_session *session, int64_t number)
{
    flank_engine_options options = session->engine_options;
    options.hash_bytes = (size_t)number * MIB;
    return protocol_set_engine(session, &options) ? FLANK_OK : FLANK_NO_MEMORY;
}

/* FLANK_BAD_ARGUMENT if there is no such parameter, or no such value of it. */
static flank_status set_param(protocol_session *session, const char *name, const char *value)
{
    int64_t number;
    bool good;
    if (strcmp(name, "variant") == 0) {
        good = strcmp(value, "turkish") == 0;
    } else if (strcmp(name, "level") == 0) {
        good = protocol_integer_within(value, 0, FLANK_LEVEL_MAX, &number);
        session->level = good ? (int)number : session->level;
    } else if (strcmp(name, "hash") == 0) {
        if (protocol_integer_within(value, 1, HASH_MAX, &number))
            return set_hash(session, number);
        good = false;
    } else {
        good = set_rule(session, name, value);
    }
    return good ? FLANK_OK : FLANK_BAD_ARGUMENT;
}

static void run_set_param(protocol_session *session, char *arguments)
{
    const char *name = "", *value = "";
    for (hub_argument argument; next_argument(&arguments, &argument);) {
        if (strcmp(argument.name, "name") == 0)
            name = argument.value;
        else if (strcmp(argument.name, "value") == 0)
            value = argument.value;
    }
    const flank_status status = set_param(session, name, value);
    if (status == FLANK_NO_MEMORY)
        write_error(session, "set-param: %s=%s: %s", name, value, flank_status_text(status));
    else if (status)
        write_error(session, "set-param: no parameter %.32s with the value %.32s", name, value);
}

static void run_init(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_status status = protocol_prepare(session);
    if (status)
        write_error(session, "init: %s", flank_status_text(status));
    protocol_say(session, "ready");
}

static void run_ping(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_say(session, "pong");
}

/* ---- Position and time of a search ---- */

static void run_pos(protocol_session *session, char *arguments)
{
    flank_position start = flank_game_start(protocol_game(session));
    flank_error error = {.code = FLANK_ERROR_HUB_EXPECTED_POSITION};
    char none[] = "", *moves = none;
    const char *position = NULL;
    for (hub_argument argument; next_argument(&arguments, &argument);) {
        if (strcmp(argument.name, "pos") == 0)
            position = argument.value;
        else if (strcmp(argument.name, "moves") == 0)
            moves = argument.value;
    }
    if (!position || (strlen(position) == POSITION_LENGTH &&
                      flank_position_parse(protocol_game(session), position, &start, &error) == FLANK_OK))
        if (protocol_set_record(session, protocol_record_of(session, &start, moves, &error)))
            return;
    write_error(session, "pos: %s; the one before stays", error_english(&error));
}

/* The limits that `level` adds to the limits before it is known that all of it is right. */
typedef struct hub_level {
    flank_limits limits;
    bool endless;
    int64_t moves; /* that `time` is for; 0: all */
} hub_level;

static bool read_seconds(const char *text, int64_t *time_ms)
{
    double seconds;
    if (!protocol_decimal(text, 0, day_s, &seconds))
        return false;
    *time_ms = (int64_t)(1000 * seconds);
    return true;
}

/* One argument of `level`; false if its value is wrong. */
static bool read_level(hub_level *level, const hub_argument *argument)
{
    flank_clock *clock = &level->limits.clock;
    const char *name = argument->name, *value = argument->value;
    int64_t number;
    bool good = true;
    if (strcmp(name, "infinite") == 0) {
        level->endless = true;
    } else if (strcmp(name, "depth") == 0) {
        if ((good = protocol_integer(value, 1, FLANK_LINE_PLIES_MAX, &number)))
            level->limits.depth_plies = (int)number;
    } else if (strcmp(name, "nodes") == 0) {
        if ((good = protocol_integer(value, 1, INT64_MAX, &number)))
            level->limits.nodes = (uint64_t)number;
    } else if (strcmp(name, "moves") == 0) {
        good = protocol_integer(value, 1, MOVES_MAX, &level->moves);
    } else if (strcmp(name, "time") == 0) {
        if ((good = clock->running = read_seconds(value, &number)))
            clock->left_ms = number > 0 ? number : 1;
    } else if (strcmp(name, "move-time") == 0) {
        if ((good = clock->running = read_seconds(value, &number)))
            clock->move_ms = number > 0 ? number : 1;
    } else if (strcmp(name, "inc") == 0) {
        good = clock->running = read_seconds(value, &clock->increment_ms);
    } /* unknown words are ignored */
    return good;
}

static void run_level(protocol_session *session, char *arguments)
{
    hub_state *state = state_of(session);
    hub_level level = {.limits = state->limits, .endless = state->endless};
    if (state->searched)
        level = (hub_level){.moves = 0};
    for (hub_argument argument; next_argument(&arguments, &argument);) {
        if (!read_level(&level, &argument)) {
            write_error(session, "level: %.32s=%.32s is no limit", argument.name, argument.value);
            return;
        }
    }
    flank_clock *clock = &level.limits.clock;
    if (level.moves > 0 && clock->left_ms == 0) {
        write_error(session, "level: moves without time is no limit");
        return;
    }
    if (level.moves > 0) { /* so many moves in this time: an equal share for each */
        clock->move_ms = clock->left_ms / level.moves > 0 ? clock->left_ms / level.moves : 1;
        clock->left_ms = 0;
    }
    *state = (hub_state){.limits = level.limits, .endless = level.endless, .pondering = state->pondering};
}

/* ---- Thinking ---- */

static flank_reply say_info(void *user, const flank_report *report)
{
    protocol_session *session = user;
    const flank_line *line = &report->lines[0];
    const double rate = report->time_s > 0.001 ? (double)report->nodes / report->time_s / 1e6 : 0;
    FILE *out = protocol_say_begin(session);
    fprintf(out, "info depth=%d score=%.2f nodes=%llu time=%.3f nps=%.2f pv=\"", line->depth_plies, line->score / 100.0,
            (unsigned long long)report->nodes, report->time_s, rate);
    protocol_write_line(session, line, "hub", " ", 0);
    fputc('"', out);
    protocol_say_end(session);
    return FLANK_GO_ON;
}

static void say_done(protocol_session *session, const flank_line *line)
{
    const flank_game *game = protocol_game(session);
    const flank_rules *rules = flank_record_rules(session->record);
    const flank_position *position = protocol_position(session);
    char move[FLANK_MOVE_TEXT_SIZE], answer[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(game, rules, position, line->moves[0], "hub", move);
    if (line->length < 2) {
        protocol_say(session, "done move=%s", move);
        return;
    }
    const flank_position next = flank_game_play(game, rules, position, line->moves[0]);
    flank_move_format(game, rules, &next, line->moves[1], "hub", answer);
    protocol_say(session, "done move=%s ponder=%s", move, answer);
}

/* Search and answer; a ponder search that a hit ends keeps silent. */
static void think(protocol_session *session, flank_limits limits, bool endless)
{
    hub_state *state = state_of(session);
    flank_report report;
    state->searched = true;
    const flank_status status = protocol_search(session, limits, endless, say_info, session, &report);
    if (status) {
        write_error(session, "go: %s", flank_status_text(status));
        state->pondering = false;
        return;
    }
    const protocol_command *stopper = state->pondering ? protocol_stopper(session) : NULL;
    if (stopper && strcmp(stopper->name, "ponder-hit") == 0)
        return;
    state->pondering = false;
    say_done(session, &report.lines[0]);
}

/* Answer from the book. Without one move there is nothing to ponder on: a move of the book comes at once, too. */
static bool answer_from_book(protocol_session *session)
{
    flank_book_move choice;
    if (state_of(session)->endless || !protocol_book_move(session, &choice))
        return false;
    const flank_line line = {.moves = {choice.move}, .length = 1};
    say_done(session, &line);
    return true;
}

static void run_go(protocol_session *session, char *arguments)
{
    hub_state *state = state_of(session);
    const char *mode = protocol_word(&arguments);
    const bool thinks = strcmp(mode, "think") == 0;
    state->pondering = strcmp(mode, "ponder") == 0;
    if (state->pondering)
        think(session, (flank_limits){.lines = 1}, true);
    else if (!thinks || !answer_from_book(session))
        think(session, state->limits, state->endless);
}

static void run_ponder_hit(protocol_session *session, char *arguments)
{
    (void)arguments;
    hub_state *state = state_of(session);
    if (!state->pondering)
        return;
    state->pondering = false;
    think(session, state->limits, state->endless);
}

/* The protocol wants commands ignored that are not understood. */
static void refuse(protocol_session *session, const char *line, protocol_fault fault)
{
    if (fault == PROTOCOL_TOO_LONG)
        write_error(session, "line too long: %.20s", line);
}

static const protocol_command commands[] = {
    {"hub", PROTOCOL_IN_TURN, run_hub, "", "name, parameters, wait"},
    {"set-param", PROTOCOL_IN_TURN, run_set_param, "name=N value=V", "level, hash, rules of the game"},
    {"init", PROTOCOL_IN_TURN, run_init, "", "ready"},
    {"new-game", PROTOCOL_IN_TURN, protocol_run_new_game, "", "forget earlier searches"},
    {"pos", PROTOCOL_IN_TURN, run_pos, "pos=P [moves=\"M …\"]", "set up a position of 65 characters"},
    {"level", PROTOCOL_IN_TURN, run_level, "depth=N|nodes=N|move-time=S|[moves=N] time=S [inc=S]|infinite",
     "how long to think"},
    {"go", PROTOCOL_IN_TURN, run_go, "think|ponder|analyze", "think; info lines, then done"},
    {"ponder-hit", PROTOCOL_STOPS, run_ponder_hit, "", "the expected move was played: think as level says"},
    {"stop", PROTOCOL_STOPS, protocol_run_nothing, "", "end the search with the best so far"},
    {"ping", PROTOCOL_AT_ONCE, run_ping, "", "pong, also during a search"},
    {"quit", PROTOCOL_STOPS, protocol_run_quit, "", "the end"},
    {NULL, PROTOCOL_IN_TURN, NULL, NULL, NULL},
};

const protocol protocol_hub = {
    .name = "hub",
    .title = "the Hub protocol",
    .game = &draughts_game,
    .commands = commands,
    .end_command = "quit", /* protocol.txt wants an engine to quit at once when its input is closed */
    .state_size = sizeof(hub_state),
    .refuse = refuse,
};
