/* SPDX-License-Identifier: MIT
 *
 * "think": the values of the moves, refined while it thinks. "play": the move that a level plays. "solve": the exact
 * result. "book": what the opening book says. Members are those of flank hint --json and flank solve --json.
 */
#include "book/book_json.h"
#include "engine/report_json.h"
#include "core/error.h"
#include "api/request.h"

#include <stdlib.h>

enum { DEPTH_MAX = 64, TIME_MAX_MS = 24 * 3600 * 1000 };

typedef struct thinking {
    const api_request *request;
    const flank_record *record;
    bool wld; /* scores are signs */
} thinking;

static void add_report(const thinking *of, text_buffer *out, const flank_report *report, bool all_moves)
{
    flank_report shown = *report;
    flank_line *signs = of->wld ? malloc((size_t)report->line_count * sizeof *signs) : NULL;
    if (signs)
        report_take_signs(&shown, signs);
    report_add_json(out, of->record, &shown, all_moves);
    out->failed = out->failed || (of->wld && !signs);
    free(signs);
}

static flank_reply on_report(void *user, const flank_report *report)
{
    const thinking *of = user;
    text_buffer event = request_event(of->request, "report");
    add_report(of, &event, report, true);
    request_send(of->request, &event);
    return FLANK_GO_ON;
}

/* The time that a question may take. */
static int64_t bounded(const api_request *request, int64_t time_ms)
{
    const int64_t limit = request->client->options.time_limit_ms;
    return limit && (time_ms == 0 || time_ms > limit) ? limit : time_ms;
}

static flank_status read_clock(api_request *request, flank_clock *clock)
{
    flank_status status = FLANK_OK;
    const struct {
        const char *name;
        int64_t *value;
    } parts[] = {{"clock_ms", &clock->left_ms}, {"increment_ms", &clock->increment_ms}, {"move_ms", &clock->move_ms}};
    for (size_t i = 0; !status && i < sizeof parts / sizeof *parts; i++) {
        status = request_number(request, parts[i].name, 0, TIME_MAX_MS, 0, parts[i].value);
        clock->running = clock->running || request_text(request, parts[i].name, NULL);
    }
    return status;
}

static flank_status read_limits(api_request *request, flank_limits *limits)
{
    int64_t level, depth, lines, selectivity, seed, time_ms;
    flank_status status = request_number(request, "level", 0, FLANK_LEVEL_MAX, 0, &level);
    if (!status)
        status = request_number(request, "depth", 0, DEPTH_MAX, 0, &depth);
    if (!status)
        status = request_number(request, "lines", 0, FLANK_MOVES_MAX, 1, &lines);
    if (!status)
        status = request_number(request, "selectivity", 0, 100, 0, &selectivity);
    if (!status)
        status = request_number(request, "seed", 0, INT64_MAX, 0, &seed);
    if (!status)
        status = request_number(request, "time_ms", 0, TIME_MAX_MS, 0, &time_ms);
    if (!status)
        status = read_clock(request, &limits->clock);
    if (status)
        return status;
    limits->level = (int)level;
    limits->depth_plies = (int)depth;
    limits->lines = lines ? (int)lines : FLANK_MOVES_MAX;
    limits->selectivity = (int)selectivity;
    limits->seed = (uint64_t)seed;
    limits->time_ms = bounded(request, time_ms);
    limits->stop = request->stop;
    return FLANK_OK;
}

static void add_book(const api_request *request, text_buffer *answer, const flank_record *record)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count;
    const flank_book *book = request->client->options.book;
    if (flank_book_here(book, record, moves, &count, NULL) == FLANK_OK && count)
        book_add_json_list(answer, "book", record, moves, count);
}

/* True if the search ended at the limit of all questions. */
static bool is_cut(const api_request *request, const flank_limits *limits, const flank_report *report)
{
    const int64_t limit = request->client->options.time_limit_ms;
    return limit && limits->time_ms == limit && report->time_s * 1000 >= (double)limit;
}

static flank_status think(api_request *request, text_buffer *answer, const flank_record *record,
                          const flank_limits *limits)
{
    thinking of = {request, record, false};
    flank_report report;
    if (limits->level || limits->depth_plies)
        flank_engine_clear(request->client->engine); /* the answer is the command's, whatever was asked before */
    const flank_status status = flank_engine_search(request->client->engine, record, limits, on_report, &of, &report);
    if (status)
        return status;
    position_add_json(answer, record);
    add_report(&of, answer, &report, true);
    json_bool(answer, "slipped", report.slipped);
    json_bool(answer, "stopped", flank_stop_is_raised(request->stop) || is_cut(request, limits, &report));
    return FLANK_OK;
}

typedef flank_status reply_fn(api_request *request, text_buffer *answer, const flank_record *record,
                              const flank_limits *limits);

/* Read the game and the limits of a question and reply to it; a game that is over has nothing to think about. */
static flank_status answer_limited(api_request *request, text_buffer *answer, reply_fn *reply)
{
    flank_record *record;
    flank_limits limits = {0};
    flank_status status = read_limits(request, &limits);
    if (!status)
        status = request_record(request, &record);
    if (status)
        return status;
    if (flank_record_outcome(record).over)
        status = error_say(&request->error, FLANK_GAME_OVER, 0, SAY(GAME_OVER));
    else
        status = reply(request, answer, record, &limits);
    flank_record_destroy(record);
    return status;
}

static flank_status think_by_book(api_request *request, text_buffer *answer, const flank_record *record,
                                  const flank_limits *limits)
{
    add_book(request, answer, record);
    return think(request, answer, record, limits);
}

void request_whole_engine(const api_request *request) { flank_engine_narrow(request->client->engine, 0, 0); }

/* The threads and the memory that are wished for, of what there is. */
static flank_status narrow_engine(api_request *request)
{
    const api_options *has = &request->client->options;
    int64_t threads, hash_mib;
    flank_status status = request_number(request, "threads", 0, has->threads_max, 0, &threads);
    if (!status)
        status = request_number(request, "memory_mb", 0, has->hash_mib_max, 0, &hash_mib);
    if (!status)
        flank_engine_narrow(request->client->engine, (int)threads, (size_t)hash_mib << 20);
    return status;
}

flank_status handle_think(api_request *request, text_buffer *answer)
{
    const flank_status status = narrow_engine(request);
    if (status)
        return status;
    return answer_limited(request, answer, think_by_book);
}

/* A move of the book, if one is wanted and there. */
static bool play_book(api_request *request, text_buffer *answer, const flank_record *record, uint64_t seed)
{
    flank_book_move choice;
    const flank_book *book = request_flag(request, "book") ? request->client->options.book : NULL;
    if (!book ||
        flank_book_choose(book, record, flank_book_margin(flank_record_game(record)), seed, &choice) != FLANK_OK)
        return false;
    char text[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position(record), choice.move,
                      NULL, text);
    json_string(answer, "move", text);
    book_add_json_value(answer, choice.score);
    json_bool(answer, "from_book", true);
    return true;
}

static flank_status play(api_request *request, text_buffer *answer, const flank_record *record,
                         const flank_limits *limits)
{
    return play_book(request, answer, record, limits->seed) ? FLANK_OK : think(request, answer, record, limits);
}

flank_status handle_play(api_request *request, text_buffer *answer)
{
    request_whole_engine(request);
    return answer_limited(request, answer, play);
}

/* One that was stopped tells what it knows, if that is anything. */
static flank_status solve(api_request *request, text_buffer *answer, const flank_record *record,
                          const flank_limits *limits)
{
    thinking of = {request, record, limits->win_loss_draw};
    flank_report report = {0};
    request_whole_engine(request);
    flank_engine_clear(request->client->engine);
    flank_status status = flank_engine_solve(request->client->engine, record, limits, on_report, &of, &report);
    if (status == FLANK_BAD_ARGUMENT && !flank_game_scores_discs(flank_record_game(record)))
        error_say(&request->error, status, 0, SAY(NOT_SOLVED_EXACTLY),
                  say_name(flank_game_title(flank_record_game(record))));
    const bool stopped = status == FLANK_STOPPED && report.line_count;
    if (status && !stopped)
        return status;
    position_add_json(answer, record);
    add_report(&of, answer, &report, limits->lines > 1);
    json_bool(answer, "solved", !stopped);
    if (limits->win_loss_draw && !stopped)
        json_string(answer, "wld", score_sign_word(report.lines[0].score));
    if (limits->one_sided && !stopped)
        json_bool(answer, "reached", report.lines[0].score >= 100 * limits->at_least_discs);
    json_bool(answer, "stopped", stopped);
    return FLANK_OK;
}

flank_status handle_solve(api_request *request, text_buffer *answer)
{
    enum { NOT_ASKED = 99 };
    flank_record *record;
    int64_t time_ms, at_least;
    flank_status status = request_number(request, "time_ms", 0, TIME_MAX_MS, 0, &time_ms);
    if (!status)
        status = request_number(request, "at_least", -62, 64, NOT_ASKED, &at_least);
    if (!status)
        status = request_record(request, &record);
    if (status)
        return status;
    const flank_limits limits = {.time_ms = bounded(request, time_ms),
                                 .lines = request_flag(request, "all_moves") ? FLANK_MOVES_MAX : 1,
                                 .win_loss_draw = request_flag(request, "wld"),
                                 .one_sided = at_least != NOT_ASKED,
                                 .at_least_discs = (int)at_least,
                                 .stop = request->stop};
    status = solve(request, answer, record, &limits);
    flank_record_destroy(record);
    return status;
}

flank_status handle_book(api_request *request, text_buffer *answer)
{
    flank_record *record;
    const flank_status status = request_record(request, &record);
    if (status)
        return status;
    position_add_json(answer, record);
    if (flank_opening_name(record))
        json_string(answer, "opening", flank_opening_name(record));
    add_book(request, answer, record);
    flank_record_destroy(record);
    return FLANK_OK;
}
