/* SPDX-License-Identifier: MIT
 *
 * Questions about the library. The file is opened at the first of them, and again at each as long as it is not there:
 * somebody may import games while the page is open.
 */
#include "server/library_handler.h"

#include "core/error.h"
#include "library/library_fold.h"
#include "library/library_json.h"
#include "api/request.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT_MAX = 1000, SKIP_MAX = 100000000, GAMES_USUAL = 100, ROWS_USUAL = 20, YEAR_MAX = 9999 };

/* A filter and what it points to. */
typedef struct library_wish {
    const api_request *request;
    library_filter filter;
    flank_rules rules;
    flank_record *record; /* NULL without a position */
    int64_t number;       /* of a game */
    library_group group;  /* of names */
    text_buffer begins;   /* what a word of them begins with, folded */
} library_wish;

static flank_status open_library(library_handler *handler, flank_error *error)
{
    flank_status status = FLANK_OK;
    if (handler->library)
        return FLANK_OK;
    if (!handler->path || (access(handler->path, F_OK) != 0 && errno == ENOENT))
        return error_say(error, FLANK_CANNOT_READ, 0, SAY(NO_LIBRARY_YET));
    handler->library = library_open(handler->path, LIBRARY_READ, &status, error);
    return status;
}

static flank_status read_result(api_request *request, library_result *result)
{
    static const char *const names[] = {[LIBRARY_BLACK_WON] = "black",
                                        [LIBRARY_WHITE_WON] = "white",
                                        [LIBRARY_DRAWN] = "drawn",
                                        [LIBRARY_UNKNOWN_RESULT] = "unknown"};
    const char *text = request_text(request, "result", NULL);
    *result = LIBRARY_ANY_RESULT;
    if (!text || !*text)
        return FLANK_OK;
    for (library_result which = LIBRARY_BLACK_WON; which <= LIBRARY_UNKNOWN_RESULT; which++)
        if (strcmp(names[which], text) == 0)
            *result = which;
    if (*result == LIBRARY_ANY_RESULT)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(BAD_RESULT_WANTED));
    return FLANK_OK;
}

/* Of a question without it: players. */
static flank_status read_group(api_request *request, library_group *group)
{
    const char *text = request_text(request, "group", NULL);
    *group = LIBRARY_BY_PLAYER;
    if (!text)
        return FLANK_OK;
    for (*group = LIBRARY_BY_GAME; *group < LIBRARY_GROUPS; ++*group)
        if (strcmp(library_group_name(*group), text) == 0)
            return FLANK_OK;
    return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(BAD_GROUP_WANTED));
}

/* A name to look for; an empty one is as if it were not there. */
static const char *wanted(const api_request *request, const char *name)
{
    const char *text = request_text(request, name, NULL);
    return text && *text ? text : NULL;
}

static flank_status read_position(api_request *request, bool required, library_wish *wish)
{
    const char *game = wanted(request, "game");
    if (game && !(wish->filter.game = flank_game_find(game)))
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_GAME), say_cut(game, 40));
    if (!required && !request_text(request, "moves", NULL) && !request_text(request, "start", NULL) &&
        !request_text(request, "line", NULL)) {
        const char *rules = wanted(request, "rules");
        wish->filter.rules = &wish->rules;
        return game && rules ? flank_rules_parse(wish->filter.game, rules, &wish->rules, &request->error) : FLANK_OK;
    }
    const flank_status status = request_record(request, &wish->record);
    if (status)
        return status;
    wish->filter.game = flank_record_game(wish->record);
    wish->filter.rules = flank_record_rules(wish->record);
    wish->filter.position = flank_record_position(wish->record);
    return FLANK_OK;
}

static flank_status read_wish(api_request *request, int64_t limit_usual, bool needs_position, library_wish *wish)
{
    int64_t limit, skip, first, last;
    *wish = (library_wish){.request = request,
                           .filter = {.player = wanted(request, "player"),
                                      .opponent = wanted(request, "opponent"),
                                      .black = wanted(request, "black"),
                                      .white = wanted(request, "white"),
                                      .event = wanted(request, "event"),
                                      .opening = wanted(request, "opening")}};
    flank_status status = request_number(request, "limit", 1, LIMIT_MAX, limit_usual, &limit);
    if (!status)
        status = request_number(request, "skip", 0, SKIP_MAX, 0, &skip);
    if (!status)
        status = request_number(request, "first_year", 0, YEAR_MAX, 0, &first);
    if (!status)
        status = request_number(request, "last_year", 0, YEAR_MAX, 0, &last);
    if (!status)
        status = request_number(request, "number", 0, INT64_MAX, 0, &wish->number);
    if (!status)
        status = read_result(request, &wish->filter.result);
    if (!status)
        status = read_group(request, &wish->group);
    if (status)
        return status;
    wish->filter.limit = (uint64_t)limit;
    wish->filter.skip = (uint64_t)skip;
    fold_name(wanted(request, "begins") ? wanted(request, "begins") : "", &wish->begins);
    wish->filter.first_year = (int)first;
    wish->filter.last_year = (int)last;
    return read_position(request, needs_position, wish);
}

static bool add_game(void *user, const library_game *game)
{
    text_buffer *answer = user;
    json_open_object(answer, NULL);
    library_add_json_game(answer, game);
    json_close_object(answer);
    return !answer->failed;
}

static flank_status search(library_handler *handler, const library_wish *wish, text_buffer *answer, flank_error *error)
{
    library_place place;
    flank_status status = library_explore(handler->library, &wish->filter, &place, error);
    if (status)
        return status;
    json_count(answer, "found", place.tally.games);
    if (wish->record) {
        json_open_object(answer, "place");
        library_add_json_place(answer, &place, wish->record);
        json_close_object(answer);
    }
    library_place_free(&place);
    json_open_array(answer, "games");
    status = library_search(handler->library, &wish->filter, add_game, answer, error);
    json_close_array(answer);
    return status;
}

static flank_status look_at_position(library_handler *handler, const library_wish *wish, text_buffer *answer,
                                     flank_error *error)
{
    library_place place;
    const flank_status status = library_explore(handler->library, &wish->filter, &place, error);
    if (status)
        return status;
    library_add_json_place(answer, &place, wish->record);
    library_place_free(&place);
    return FLANK_OK;
}

static flank_status sum_up(library_handler *handler, const library_wish *wish, text_buffer *answer, flank_error *error)
{
    library_summary summary;
    const flank_status status = library_summarise(handler->library, &wish->filter, &summary, error);
    if (status)
        return status;
    library_add_json_summary(answer, &summary, wish->filter.limit);
    library_summary_free(&summary);
    return FLANK_OK;
}

/* True if a word of a name begins with a folded text. */
static bool has_word(const char *name, const char *begins, text_buffer *folded)
{
    text_clear(folded);
    fold_name(name, folded);
    if (folded->failed)
        return false;
    for (const char *at = folded->bytes; (at = strstr(at, begins)); at++)
        if (at == folded->bytes || ((unsigned char)at[-1] < 0x80 && !isalnum((unsigned char)at[-1])))
            return true;
    return false;
}

/* Those of the group, in the order of the sums; the games without a name are not told. */
static flank_status add_names(const library_wish *wish, const library_summary *summary, text_buffer *answer,
                              flank_error *error)
{
    const library_row *rows = summary->rows[wish->group];
    const char *begins = wish->begins.bytes ? wish->begins.bytes : "";
    text_buffer folded = {NULL};
    uint64_t count = 0;
    json_open_array(answer, "rows");
    for (size_t i = 0; i < summary->count[wish->group] && !flank_stop_is_raised(wish->request->stop); i++) {
        if (!*rows[i].name || (*begins && !has_word(rows[i].name, begins, &folded)))
            continue;
        if (count >= wish->filter.skip && count - wish->filter.skip < wish->filter.limit)
            library_add_json_row(answer, &rows[i]);
        count++;
    }
    json_close_array(answer);
    json_count(answer, "count", count);
    const bool failed = folded.failed || wish->begins.failed;
    text_free(&folded);
    if (flank_stop_is_raised(wish->request->stop))
        return FLANK_STOPPED;
    return failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}

static flank_status list_names(library_handler *handler, const library_wish *wish, text_buffer *answer,
                               flank_error *error)
{
    library_summary summary;
    library_filter filter = wish->filter;
    filter.opponents = filter.player || filter.black || filter.white;
    flank_status status = library_summarise(handler->library, &filter, &summary, error);
    if (status)
        return status;
    status = add_names(wish, &summary, answer, error);
    library_summary_free(&summary);
    return status;
}

static flank_status load_game(library_handler *handler, const library_wish *wish, text_buffer *answer,
                              flank_error *error)
{
    flank_sheet *sheet;
    const flank_status status = library_load(handler->library, wish->number, &sheet, error);
    if (status)
        return status;
    request_add_sheet(wish->request, answer, "sheet", sheet);
    flank_sheet_destroy(sheet);
    return flank_stop_is_raised(wish->request->stop) ? FLANK_STOPPED : FLANK_OK;
}

typedef struct library_kind {
    const char *name;
    int64_t limit_usual;
    bool needs_position;
    flank_status (*answer)(library_handler *handler, const library_wish *wish, text_buffer *answer, flank_error *error);
} library_kind;

static const library_kind *find_kind(const char *name)
{
    static const library_kind kinds[] = {
        {"library_search", GAMES_USUAL, false, search},  {"library_position", GAMES_USUAL, true, look_at_position},
        {"library_stats", ROWS_USUAL, false, sum_up},    {"library_names", ROWS_USUAL, false, list_names},
        {"library_game", GAMES_USUAL, false, load_game},
    };
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

bool library_handler_takes(const char *ask) { return find_kind(ask); }

void library_handler_answer(library_handler *handler, api_client *client, const api_question *question,
                            const flank_stop *stop, api_send_fn *send, void *user)
{
    api_request request = {.client = client, .question = question, .stop = stop, .send = send, .user = user};
    const library_kind *kind = find_kind(request_text(&request, "ask", NULL));
    library_wish wish = {.number = 0};
    flank_status status = request_check(&request);
    if (!status)
        status = read_wish(&request, kind->limit_usual, kind->needs_position, &wish);
    if (!status)
        status = open_library(handler, &request.error);
    text_buffer answer = request_event(&request, "answer");
    if (!status) {
        library_heed(handler->library, stop);
        status = kind->answer(handler, &wish, &answer, &request.error);
        library_heed(handler->library, NULL);
    }
    if (status == FLANK_STOPPED)
        error_say(&request.error, status, 0, SAY(SERVER_STOPPED));
    flank_record_destroy(wish.record);
    text_free(&wish.begins);
    if (status) {
        text_free(&answer);
        request_fail(&request, status);
    } else {
        request_send(&request, &answer);
    }
}

void library_handler_close(library_handler *handler)
{
    library_close(handler->library);
    handler->library = NULL;
}
