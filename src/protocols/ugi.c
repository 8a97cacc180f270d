/* SPDX-License-Identifier: MIT
 *
 * UGI, the Universal Game Interface: UCI made general, for all games.
 *
 * The protocol leaves open what positions and moves look like: here they are in the notations of the game
 * (docs/rules/), and a pass is `pass`, or `0000` as in UCI. The first player, p1, is the one who begins in the initial
 * position.
 *
 * Source: kz04px/cutegames, ugi.md and src/engine/engine_ugi.cpp (whose reader splits at blanks and wants two words in
 * `bestmove`).
 */
#include "protocols/protocol_session.h"
#include "core/error.h"
#include "protocols/protocol_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MIN = 1, HASH_MAX = 65536, THREADS_MAX = 256, LINES_MAX = 256, DAY_MS = 86400000, MIB = 1 << 20 };

typedef struct ugi_state {
    int lines; /* MultiPV */
} ugi_state;

static ugi_state *state_of(const protocol_session *session) { return session->state; }

static void open_state(protocol_session *session) { state_of(session)->lines = 1; }

/* ---- Options ---- */

static void say_options(protocol_session *session)
{
    const flank_engine_options *engine = &session->engine_options;
    FILE *out = protocol_say_begin(session);
    fprintf(out, "option name Game type combo default %s", flank_game_name(protocol_game(session)));
    for (size_t i = 0; i < flank_game_count(); i++)
        fprintf(out, " var %s", flank_game_name(flank_game_at(i)));
    protocol_say_end(session);
    char rules[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(protocol_game(session), flank_record_rules(session->record), rules);
    protocol_say(session, "option name Rules type string default %s", *rules ? rules : "<empty>");
    protocol_say(session, "option name Hash type spin default %zu min %d max %d", engine->hash_bytes / MIB, HASH_MIN,
                 HASH_MAX);
    protocol_say(session, "option name Threads type spin default %d min 1 max %d",
                 engine->threads > 1 ? engine->threads : 1, THREADS_MAX);
    protocol_say(session, "option name Level type spin default %d min 0 max %d", session->level, FLANK_LEVEL_MAX);
    protocol_say(session, "option name MultiPV type spin default 1 min 1 max %d", LINES_MAX);
    if (session->options->book)
        protocol_say(session, "option name OwnBook type check default true");
}

static const char *set_game(protocol_session *session, const char *value)
{
    const flank_game *game = flank_game_find(value);
    if (!game)
        return "no such game";
    const flank_rules rules = *flank_record_rules(session->record);
    const bool same = game == protocol_game(session); /* then its rules stay */
    return protocol_set_record(session, flank_record_create(game, same ? &rules : NULL, NULL)) ? NULL
                                                                                               : "not enough memory";
}

static const char *set_rules(protocol_session *session, const char *value)
{
    flank_rules rules = {{0}};
    const bool none = protocol_same_word(value, "<empty>");
    if (flank_rules_parse(protocol_game(session), none ? "" : value, &rules, NULL))
        return "no such rules";
    flank_record *record = flank_record_create(protocol_game(session), &rules, NULL);
    return protocol_set_record(session, record) ? NULL : "not enough memory";
}

static const char out_of_range[] = "not a number of the option's range";

static const char *set_memory(protocol_session *session, const char *name, const char *value)
{
    flank_engine_options options = session->engine_options;
    int64_t number;
    if (protocol_same_word(name, "hash")) {
        if (!protocol_integer_within(value, HASH_MIN, HASH_MAX, &number))
            return out_of_range;
        options.hash_bytes = (size_t)number * MIB;
    } else {
        if (!protocol_integer_within(value, 1, THREADS_MAX, &number))
            return out_of_range;
        options.threads = (int)number;
    }
    return protocol_set_engine(session, &options) ? NULL : "not enough memory";
}

/* The fault, or NULL. */
static const char *set_option(protocol_session *session, const char *name, const char *value)
{
    int64_t number;
    if (protocol_same_word(name, "game"))
        return set_game(session, value);
    if (protocol_same_word(name, "rules"))
        return set_rules(session, value);
    if (protocol_same_word(name, "hash") || protocol_same_word(name, "threads"))
        return set_memory(session, name, value);
    if (protocol_same_word(name, "level")) {
        if (!protocol_integer_within(value, 0, FLANK_LEVEL_MAX, &number))
            return out_of_range;
        session->level = (int)number;
    } else if (protocol_same_word(name, "multipv")) {
        if (!protocol_integer_within(value, 1, LINES_MAX, &number))
            return out_of_range;
        state_of(session)->lines = (int)number;
    } else if (protocol_same_word(name, "ownbook")) {
        if (!protocol_same_word(value, "true") && !protocol_same_word(value, "false"))
            return "expected true or false";
        session->uses_book = session->options->book && protocol_same_word(value, "true");
    } else {
        return "no such option";
    }
    return NULL;
}

static void run_setoption(protocol_session *session, char *arguments)
{
    const char *wrong = "expected name NAME value VALUE";
    char *value = strstr(arguments, " value ");
    if (value && strcmp(protocol_word(&arguments), "name") == 0 && arguments <= value) {
        *value = '\0';
        value += strlen(" value ");
        value += strspn(value, " ");
        wrong = set_option(session, protocol_word(&arguments), value);
    }
    if (wrong)
        protocol_say(session, "info string setoption: %s", wrong);
}

/* ---- The game ---- */

static void run_ugi(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_say(session, "id name Flank %s", flank_version());
    protocol_say(session, "id author the authors of Flank");
    say_options(session);
    protocol_say(session, "ugiok");
}

static void run_isready(protocol_session *session, char *arguments)
{
    (void)arguments;
    protocol_prepare(session);
    protocol_say(session, "readyok");
}

/* The place where the word `moves` begins in `text`, or the end. */
static char *find_moves(char *text)
{
    for (char *at = text; (at = strstr(at, "moves")); at++)
        if ((at == text || at[-1] == ' ') && (at[5] == ' ' || at[5] == '\0'))
            return at;
    return text + strlen(text);
}

static void run_position(protocol_session *session, char *arguments)
{
    char *moves = find_moves(arguments);
    if (*moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    char *kind = protocol_word(&arguments), *text = arguments;
    flank_position start = flank_game_start(protocol_game(session));
    flank_error error = {.code = FLANK_ERROR_UGI_EXPECTED_POSITION};
    const bool is_start = strcmp(kind, "startpos") == 0 && !text[strspn(text, " ")], is_fen = strcmp(kind, "fen") == 0;
    if (is_start || (is_fen && flank_position_parse(protocol_game(session), text, &start, &error) == FLANK_OK))
        if (protocol_set_record(session, protocol_record_of(session, &start, moves, &error)))
            return;
    protocol_say(session, "info string position: %s; the one before stays", error_english(&error));
}

static bool first_player_moves(const protocol_session *session)
{
    return protocol_position(session)->color == flank_game_start(protocol_game(session)).color;
}

static const char *result_word(const protocol_session *session)
{
    const flank_outcome outcome = flank_record_outcome(session->record);
    if (!outcome.over)
        return "none";
    if (outcome.sign == 0)
        return "draw";
    return (outcome.sign > 0) == first_player_moves(session) ? "p1win" : "p2win";
}

static void run_query(protocol_session *session, char *arguments)
{
    const char *question = protocol_word(&arguments), *answer = "unknown";
    if (strcmp(question, "gameover") == 0)
        answer = flank_record_outcome(session->record).over ? "true" : "false";
    else if (strcmp(question, "p1turn") == 0)
        answer = first_player_moves(session) ? "true" : "false";
    else if (strcmp(question, "result") == 0)
        answer = result_word(session);
    protocol_say(session, "response %s", answer);
}

/* ---- Thinking ---- */

/* Hundredths, or moves to the end of a game that is won or lost. */
static void write_score(FILE *out, const flank_line *line)
{
    const int plies = FLANK_SCORE_WIN - abs(line->score);
    if (abs(line->score) < FLANK_SCORE_MATE)
        fprintf(out, "score cp %d", line->score);
    else
        fprintf(out, "score mate %s%d", line->score < 0 ? "-" : "", (plies + 1) / 2);
}

static flank_reply say_info(void *user, const flank_report *report)
{
    protocol_session *session = user;
    const double rate = report->time_s > 0.001 ? (double)report->nodes / report->time_s : 0;
    for (int i = 0; i < report->line_count; i++) {
        const flank_line *line = &report->lines[i];
        FILE *out = protocol_say_begin(session);
        fprintf(out, "info depth %d ", line->depth_plies);
        if (state_of(session)->lines > 1)
            fprintf(out, "multipv %d ", i + 1);
        write_score(out, line);
        fprintf(out, " time %.0f nodes %llu nps %.0f pv ", floor(1000 * report->time_s),
                (unsigned long long)report->nodes, rate);
        protocol_write_line(session, line, NULL, " ", 0);
        protocol_say_end(session);
    }
    return FLANK_GO_ON;
}

typedef struct ugi_go {
    flank_limits limits;
    bool endless, clocked;
    int64_t time_ms[2], increment_ms[2]; /* the first player's, the second's */
} ugi_go;

/* The words of `go` and, of those that take a number, its least and greatest value. */
enum { P1TIME, P2TIME, P1INC, P2INC, MOVETIME, DEPTH, NODES, INFINITE, GO_WORDS };

static const struct {
    const char *name;
    int64_t least, most;
} go_words[GO_WORDS] = {
    [P1TIME] = {"p1time", 0, DAY_MS},     [P2TIME] = {"p2time", 0, DAY_MS},
    [P1INC] = {"p1inc", 0, DAY_MS},       [P2INC] = {"p2inc", 0, DAY_MS},
    [MOVETIME] = {"movetime", 0, DAY_MS}, [DEPTH] = {"depth", 1, FLANK_LINE_PLIES_MAX},
    [NODES] = {"nodes", 1, INT64_MAX},    [INFINITE] = {"infinite", 0, 0},
};

/* The keyword that `text` begins with, or GO_WORDS. */
static int find_go_word(const char *text)
{
    const size_t length = strcspn(text, " ");
    int which = 0;
    while (which < GO_WORDS &&
           (strlen(go_words[which].name) != length || strncmp(go_words[which].name, text, length) != 0))
        which++;
    return which;
}

static void take_number(ugi_go *go, int which, int64_t number)
{
    if (which == P1TIME || which == P2TIME)
        go->time_ms[which - P1TIME] = number;
    else if (which == P1INC || which == P2INC)
        go->increment_ms[which - P1INC] = number;
    else if (which == MOVETIME)
        go->limits.clock.move_ms = number > 0 ? number : 1;
    else if (which == DEPTH)
        go->limits.depth_plies = (int)number;
    else
        go->limits.nodes = (uint64_t)number;
}

/* Take the number behind a word. An invalid value is told and has no effect, but for a clock, which then has run out.
 */
static void read_number(protocol_session *session, ugi_go *go, int which, char **arguments)
{
    int64_t number;
    const char *next = *arguments + strspn(*arguments, " ");
    const char *value = find_go_word(next) == GO_WORDS ? protocol_word(arguments) : "";
    go->clocked = go->clocked || which == P1TIME || which == P2TIME;
    if (protocol_integer(value, go_words[which].least, go_words[which].most, &number))
        take_number(go, which, number);
    else
        protocol_say(session, "info string go: %s%s%.20s: expected a number from %d on", go_words[which].name,
                     *value ? " " : "", value, (int)go_words[which].least);
}

static ugi_go read_go(protocol_session *session, char *arguments)
{
    ugi_go go = {.limits = {.lines = state_of(session)->lines}};
    while (*(arguments += strspn(arguments, " "))) {
        const char *word = protocol_word(&arguments);
        const int which = find_go_word(word);
        if (which == GO_WORDS)
            protocol_say(session, "info string go: unknown word %.20s", word);
        else if (which == INFINITE)
            go.endless = true;
        else
            read_number(session, &go, which, &arguments);
    }
    flank_clock *clock = &go.limits.clock;
    const int mover = first_player_moves(session) ? 0 : 1;
    clock->running = go.clocked || clock->move_ms > 0;
    if (go.clocked) {
        clock->left_ms = go.time_ms[mover] > 0 ? go.time_ms[mover] : 1;
        clock->increment_ms = go.increment_ms[mover];
    }
    return go;
}

static void say_best(protocol_session *session, flank_move best)
{
    char move[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(protocol_game(session), flank_record_rules(session->record), protocol_position(session), best,
                      NULL, move);
    protocol_say(session, "bestmove %s", move);
}

static void run_go(protocol_session *session, char *arguments)
{
    const ugi_go go = read_go(session, arguments);
    flank_book_move choice;
    flank_report report;
    if (!go.endless && go.limits.lines == 1 && protocol_book_move(session, &choice)) {
        protocol_say(session, "info string book");
        say_best(session, choice.move);
        return;
    }
    const flank_status status = protocol_search(session, go.limits, go.endless, say_info, session, &report);
    if (status == FLANK_OK) {
        say_best(session, report.lines[0].moves[0]);
    } else {
        protocol_say(session, "info string go: %s", flank_status_text(status));
        protocol_say(session, "bestmove (none)");
    }
}

static void refuse(protocol_session *session, const char *line, protocol_fault fault)
{
    protocol_say(session, "info string %s: %.40s", fault == PROTOCOL_TOO_LONG ? "line too long" : "unknown command",
                 line);
}

static const protocol_command commands[] = {
    {"ugi", PROTOCOL_IN_TURN, run_ugi, "", "name, options, ugiok"},
    {"isready", PROTOCOL_AT_ONCE, run_isready, "", "readyok, also during a search"},
    {"setoption", PROTOCOL_IN_TURN, run_setoption, "name X value V",
     "Game, Rules, Hash, Threads, Level, MultiPV, OwnBook"},
    {"uginewgame", PROTOCOL_IN_TURN, protocol_run_new_game, "", "the initial position; forget earlier searches"},
    {"position", PROTOCOL_IN_TURN, run_position, "startpos|fen F [moves M …]", "set up a position"},
    {"query", PROTOCOL_IN_TURN, run_query, "gameover|p1turn|result", "response …"},
    {"go", PROTOCOL_IN_TURN, run_go, "[p1time|p2time|p1inc|p2inc|movetime T]… [depth N] [nodes N] [infinite]",
     "think; info lines, then bestmove"},
    {"stop", PROTOCOL_STOPS, protocol_run_nothing, "", "end the search with the best so far"},
    {"quit", PROTOCOL_STOPS, protocol_run_quit, "", "the end"},
    {"", PROTOCOL_IN_TURN, protocol_run_nothing, "", NULL},
    {NULL, PROTOCOL_IN_TURN, NULL, NULL, NULL},
};

const protocol protocol_ugi = {
    .name = "ugi",
    .title = "UGI, the Universal Game Interface",
    .commands = commands,
    .waits_for_stop = true, /* as UCI, on which UGI builds, has it for `go infinite` */
    .state_size = sizeof(ugi_state),
    .open = open_state,
    .refuse = refuse,
};
