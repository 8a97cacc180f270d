/* SPDX-License-Identifier: MIT
 *
 * A session: one engine, one game, one reader of the answers.
 *
 * Answers are whole lines, flushed one by one, since the other side waits for them; stdio's own lock keeps a line that
 * is said beside a search from falling into the middle of another. A reader that has gone ends the session.
 */
#include "protocols/protocol_session.h"

#include "core/error.h"
#include "core/clock.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOOK_LEVEL = 6,     /* levels below slip; with a book they would open like a master */
    NEAR_PLIES_MAX = 30 /* depths and levels that end within a time one can wait for */
};

/* ---- Answers ---- */

FILE *protocol_say_begin(protocol_session *session)
{
    flockfile(session->output);
    return session->output;
}

void protocol_say_end(protocol_session *session)
{
    putc('\n', session->output);
    fflush(session->output);
    funlockfile(session->output);
}

void protocol_say(protocol_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(protocol_say_begin(session), format, arguments);
    protocol_say_end(session);
    va_end(arguments);
}

void protocol_write_line(protocol_session *session, const flank_line *line, const char *style, const char *separator,
                         int most)
{
    const flank_game *game = protocol_game(session);
    const flank_rules *rules = flank_record_rules(session->record);
    flank_position position = *protocol_position(session);
    for (int i = 0; i < line->length && (most == 0 || i < most); i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game, rules, &position, line->moves[i], style, move);
        fprintf(session->output, "%s%s", i ? separator : "", move);
        position = flank_game_play(game, rules, &position, line->moves[i]);
    }
}

/* ---- The game ---- */

bool protocol_set_record(protocol_session *session, flank_record *record)
{
    if (!record)
        return false;
    flank_record_destroy(session->record);
    session->record = record;
    return true;
}

bool protocol_new_game(protocol_session *session)
{
    return protocol_set_record(session,
                               flank_record_create(protocol_game(session), flank_record_rules(session->record), NULL));
}

flank_status protocol_read_move(const flank_record *record, const char *text, flank_move *move, flank_error *error)
{
    return flank_move_parse(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                            strcmp(text, "0000") == 0 ? "pass" : text, move, error);
}

/* Play the moves in `text`, which is taken to pieces. */
static flank_status play_moves(flank_record *record, char *text, flank_error *error)
{
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        flank_move move;
        flank_status status = protocol_read_move(record, word, &move, error);
        if (status)
            return status;
        status = flank_record_play(record, move);
        if (status)
            return error_say(error, status, 0, SAY(IN), say_cut(word, 20), say_status(status));
    }
    return FLANK_OK;
}

flank_record *protocol_record_of(const protocol_session *session, const flank_position *start, char *moves,
                                 flank_error *error)
{
    const flank_rules *rules = flank_record_rules(session->record);
    if (start && flank_position_check(protocol_game(session), rules, start, error))
        return NULL;
    flank_record *record = flank_record_create(protocol_game(session), rules, start);
    if (!record) {
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    if (play_moves(record, moves, error) == FLANK_OK)
        return record;
    flank_record_destroy(record);
    return NULL;
}

/* ---- Thinking ---- */

bool protocol_stopped(const protocol_session *session, bool endless)
{
    return !session->listener ||
           protocol_listener_wants_stop(session->listener, endless ? PROTOCOL_ENDLESS : PROTOCOL_NEAR);
}

const protocol_command *protocol_stopper(const protocol_session *session)
{
    return session->listener ? protocol_listener_stopper(session->listener) : NULL;
}

static bool is_bounded(const flank_limits *limits)
{
    return limits->depth_plies > 0 || limits->nodes > 0 || limits->time_ms > 0 || limits->clock.running;
}

static protocol_bound bound_of(const flank_limits *limits, bool endless)
{
    if (endless)
        return PROTOCOL_ENDLESS;
    const bool near_depth = limits->depth_plies > 0 && limits->depth_plies <= NEAR_PLIES_MAX;
    const bool near_level = limits->level > 0 && limits->level <= NEAR_PLIES_MAX;
    const bool timed = limits->nodes > 0 || limits->time_ms > 0 || limits->clock.running;
    return near_depth || near_level || timed ? PROTOCOL_NEAR : PROTOCOL_FAR;
}

typedef struct search_watch {
    protocol_session *session;
    flank_report_fn *on_report;
    void *user;
} search_watch;

static flank_reply watch_report(void *user, const flank_report *report)
{
    const search_watch *watch = user;
    atomic_store(&watch->session->search_nodes, report->nodes);
    if (watch->on_report)
        watch->on_report(watch->user, report);
    if (ferror(watch->session->output))
        watch->session->over = true;
    return watch->session->over ? FLANK_ENOUGH : FLANK_GO_ON;
}

/* Have an engine's memory for the game at hand; FLANK_STOPPED if what is read ends that, as it ends a search. */
static flank_status take_memory(protocol_session *session, flank_engine *engine, bool whole, protocol_bound bound)
{
    const flank_game *game = protocol_game(session);
    const flank_rules *rules = flank_record_rules(session->record);
    const flank_stop *stop = session->listener ? protocol_listener_work_begins(session->listener, bound) : NULL;
    const flank_status status =
        (whole ? flank_engine_prepare_rules : flank_engine_reserve_rules)(engine, game, rules, stop);
    if (session->listener)
        protocol_listener_work_ended(session->listener);
    return status;
}

/* The same for the session's engine; what a stop leaves out the next search makes up for. */
static flank_status make_ready(protocol_session *session, protocol_bound bound)
{
    const flank_status status = take_memory(session, session->engine, session->prepared, bound);
    session->ready_for = status ? NULL : protocol_game(session);
    return status == FLANK_STOPPED ? FLANK_OK : status;
}

flank_status protocol_search(protocol_session *session, flank_limits limits, bool endless, flank_report_fn *on_report,
                             void *user, flank_report *report)
{
    static const flank_stop raised = {.raised = 1}; /* without a listening thread nobody could end the search */
    search_watch watch = {session, on_report, user};
    if (!endless && !is_bounded(&limits)) {
        limits.time_ms = session->options->time_ms;
        if (!limits.time_ms && !session->level)
            limits.level = PROTOCOL_DEFAULT_LEVEL;
    }
    if (session->level && !endless && !(limits.level && limits.level < session->level))
        limits.level = session->level;
    limits.seed = session->options->seed;
    flank_status status = FLANK_OK;
    if (session->ready_for !=
        protocol_game(session)) /* else not: that would end the pondering that the search goes on from */
        status = make_ready(session, bound_of(&limits, endless));
    if (status)
        return status;
    session->search_start_s = clock_now_s();
    atomic_store(&session->search_nodes, 0);
    atomic_store(&session->searching, true);
    limits.stop =
        session->listener ? protocol_listener_search_begins(session->listener, bound_of(&limits, endless)) : &raised;
    status = flank_engine_search(session->engine, session->record, &limits, watch_report, &watch, report);
    if (session->listener && endless && session->spoken->waits_for_stop && !session->over)
        protocol_listener_wait_for_stop(session->listener, PROTOCOL_ENDLESS);
    if (session->listener)
        protocol_listener_work_ended(session->listener);
    atomic_store(&session->searching, false); /* after that: an answer beside the search has been given */
    return status;
}

void protocol_reserve(protocol_session *session)
{
    if (!atomic_load(&session->searching))
        make_ready(session, PROTOCOL_NEAR);
}

flank_status protocol_prepare(protocol_session *session)
{
    session->prepared = true;
    session->ready_for = NULL;
    return atomic_load(&session->searching) ? FLANK_OK : make_ready(session, PROTOCOL_NEAR);
}

bool protocol_book_move(const protocol_session *session, flank_book_move *choice)
{
    if (!session->uses_book || (session->level && session->level < BOOK_LEVEL))
        return false;
    return flank_book_choose(session->options->book, session->record,
                             flank_book_margin(flank_record_game(session->record)), session->options->seed,
                             choice) == FLANK_OK;
}

/* One that was lent is its owner's. */
static void drop_engine(const protocol_session *session, flank_engine *engine)
{
    if (engine != session->options->lent)
        flank_engine_destroy(engine);
}

bool protocol_set_engine(protocol_session *session, const flank_engine_options *options)
{
    flank_engine *engine =
        session->engine || !session->options->lent ? flank_engine_create(options) : session->options->lent;
    if (!engine)
        return false;
    const flank_status status = session->listener ? take_memory(session, engine, false, PROTOCOL_NEAR) : FLANK_OK;
    if (status && status != FLANK_STOPPED) {
        drop_engine(session, engine);
        return false;
    }
    drop_engine(session, session->engine);
    session->engine = engine;
    session->ready_for = NULL;
    if (session->prepared)
        make_ready(session, PROTOCOL_NEAR);
    session->engine_options = *options;
    return true;
}

/* ---- Commands that many protocols have ---- */

void protocol_run_nothing(protocol_session *session, char *arguments)
{
    (void)session;
    (void)arguments;
}

void protocol_run_new_game(protocol_session *session, char *arguments)
{
    (void)arguments;
    flank_engine_clear(session->engine);
    protocol_new_game(session);
}

void protocol_run_quit(protocol_session *session, char *arguments)
{
    (void)arguments;
    session->over = true;
}

/* ---- Opening and closing ---- */

static const flank_game *first_game(const protocol *spoken, const protocol_options *options)
{
    if (spoken->game)
        return spoken->game;
    return options->game ? options->game : flank_game_at(0);
}

protocol_session *protocol_session_open(const protocol *spoken, const protocol_options *options, FILE *output)
{
    protocol_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->spoken = spoken;
    session->options = options;
    session->output = output;
    session->uses_book = options->book != NULL;
    session->level = options->level;
    atomic_init(&session->searching, false);
    atomic_init(&session->search_nodes, 0);
    session->state = calloc(1, spoken->state_size ? spoken->state_size : 1);
    session->record = flank_record_create(first_game(spoken, options), &options->rules, NULL);
    if (!session->state || !session->record || !protocol_set_engine(session, &options->engine)) {
        flank_record_destroy(session->record);
        free(session->state);
        free(session);
        return NULL;
    }
    if (spoken->open)
        spoken->open(session);
    return session;
}

void protocol_session_close(protocol_session *session)
{
    if (!session)
        return;
    if (session->spoken->close)
        session->spoken->close(session);
    drop_engine(session, session->engine);
    flank_record_destroy(session->record);
    free(session->state);
    free(session);
}
