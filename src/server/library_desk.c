/* SPDX-License-Identifier: MIT
 *
 * Questions about the library. The file is opened at the first of them, and again at each as long as it is not there:
 * somebody may import games while the page is open.
 */
#include "server/library_desk.h"

#include "core/error.h"
#include "library/library_json.h"
#include "page/ask.h"

#include <string.h>
#include <unistd.h>

enum { LIMIT_MAX = 1000, GAMES_USUAL = 100, ROWS_USUAL = 20, YEAR_MAX = 9999 };

/* A filter and what it points to. */
typedef struct library_wish {
    library_filter filter;
    flank_record *record; /* NULL without a position */
    int64_t number;       /* of a game */
} library_wish;

static flank_status open_library(library_desk *desk, flank_error *error)
{
    flank_status status = FLANK_OK;
    if (desk->library)
        return FLANK_OK;
    if (!desk->path || access(desk->path, F_OK) != 0)
        return error_set(error, FLANK_CANNOT_READ, 0,
                         "no library is there yet; 'flank library import FILE…' makes one");
    desk->library = library_open(desk->path, LIBRARY_READ, &status, error);
    return status;
}

static flank_status read_result(asking *asked, library_result *result)
{
    static const char *const names[] = {[LIBRARY_BLACK_WON] = "black",
                                        [LIBRARY_WHITE_WON] = "white",
                                        [LIBRARY_DRAWN] = "drawn",
                                        [LIBRARY_UNKNOWN_RESULT] = "unknown"};
    const char *text = ask_text(asked, "result", NULL);
    *result = LIBRARY_ANY_RESULT;
    if (!text || !*text)
        return FLANK_OK;
    for (library_result which = LIBRARY_BLACK_WON; which <= LIBRARY_UNKNOWN_RESULT; which++)
        if (strcmp(names[which], text) == 0)
            *result = which;
    if (*result == LIBRARY_ANY_RESULT)
        return error_set(&asked->error, FLANK_BAD_ARGUMENT, 0, "\"result\" is black, white, drawn or unknown");
    return FLANK_OK;
}

/* A name to look for; an empty one is as if it were not there. */
static const char *wanted(const asking *asked, const char *name)
{
    const char *text = ask_text(asked, name, NULL);
    return text && *text ? text : NULL;
}

static flank_status read_position(asking *asked, bool required, library_wish *wish)
{
    const char *game = wanted(asked, "game");
    if (game && !(wish->filter.game = flank_game_find(game)))
        return error_set(&asked->error, FLANK_BAD_ARGUMENT, 0, "no such game: %.40s", game);
    if (!required && !ask_text(asked, "moves", NULL) && !ask_text(asked, "start", NULL))
        return FLANK_OK;
    const flank_status status = ask_record(asked, &wish->record);
    if (status)
        return status;
    wish->filter.game = flank_record_game(wish->record);
    wish->filter.position = flank_record_position(wish->record);
    return FLANK_OK;
}

static flank_status read_wish(asking *asked, int64_t limit_usual, bool needs_position, library_wish *wish)
{
    int64_t limit, first, last;
    *wish = (library_wish){.filter = {.player = wanted(asked, "player"),
                                      .black = wanted(asked, "black"),
                                      .white = wanted(asked, "white"),
                                      .event = wanted(asked, "event"),
                                      .opening = wanted(asked, "opening")}};
    flank_status status = ask_number(asked, "limit", 1, LIMIT_MAX, limit_usual, &limit);
    if (!status)
        status = ask_number(asked, "first_year", 0, YEAR_MAX, 0, &first);
    if (!status)
        status = ask_number(asked, "last_year", 0, YEAR_MAX, 0, &last);
    if (!status)
        status = ask_number(asked, "number", 0, INT64_MAX, 0, &wish->number);
    if (!status)
        status = read_result(asked, &wish->filter.result);
    if (status)
        return status;
    wish->filter.limit = (uint64_t)limit;
    wish->filter.first_year = (int)first;
    wish->filter.last_year = (int)last;
    return read_position(asked, needs_position, wish);
}

static bool add_game(void *user, const library_game *game)
{
    text_buffer *answer = user;
    json_open_object(answer, NULL);
    library_add_json_game(answer, game);
    json_close_object(answer);
    return !answer->failed;
}

static flank_status search(library_desk *desk, const library_wish *wish, text_buffer *answer, flank_error *error)
{
    library_place place;
    flank_status status = library_explore(desk->library, &wish->filter, &place, error);
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
    status = library_search(desk->library, &wish->filter, add_game, answer, error);
    json_close_array(answer);
    return status;
}

static flank_status look_at_position(library_desk *desk, const library_wish *wish, text_buffer *answer,
                                     flank_error *error)
{
    library_place place;
    const flank_status status = library_explore(desk->library, &wish->filter, &place, error);
    if (status)
        return status;
    library_add_json_place(answer, &place, wish->record);
    library_place_free(&place);
    return FLANK_OK;
}

static flank_status sum_up(library_desk *desk, const library_wish *wish, text_buffer *answer, flank_error *error)
{
    library_summary summary;
    const flank_status status = library_summarise(desk->library, &wish->filter, &summary, error);
    if (status)
        return status;
    library_add_json_summary(answer, &summary, wish->filter.limit);
    library_summary_free(&summary);
    return FLANK_OK;
}

static flank_status load_game(library_desk *desk, const library_wish *wish, text_buffer *answer, flank_error *error)
{
    flank_sheet *sheet;
    flank_status status = library_load(desk->library, wish->number, &sheet, error);
    if (status)
        return status;
    status = ask_add_sheet(answer, "sheet", sheet, error);
    flank_sheet_destroy(sheet);
    return status;
}

typedef struct library_kind {
    const char *name;
    int64_t limit_usual;
    bool needs_position;
    flank_status (*answer)(library_desk *desk, const library_wish *wish, text_buffer *answer, flank_error *error);
} library_kind;

static const library_kind *find_kind(const char *name)
{
    static const library_kind kinds[] = {
        {"library_search", GAMES_USUAL, false, search},
        {"library_position", GAMES_USUAL, true, look_at_position},
        {"library_stats", ROWS_USUAL, false, sum_up},
        {"library_game", GAMES_USUAL, false, load_game},
    };
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

bool library_desk_is_asked(const char *ask) { return find_kind(ask); }

void library_desk_answer(library_desk *desk, const page_question *question, page_tell_fn *tell, void *user)
{
    asking asked = {.question = question, .tell = tell, .user = user};
    const library_kind *kind = find_kind(ask_text(&asked, "ask", NULL));
    library_wish wish = {.number = 0};
    flank_status status = ask_check(&asked);
    if (!status)
        status = read_wish(&asked, kind->limit_usual, kind->needs_position, &wish);
    if (!status)
        status = open_library(desk, &asked.error);
    text_buffer answer = ask_event(&asked, "answer");
    if (!status)
        status = kind->answer(desk, &wish, &answer, &asked.error);
    flank_record_destroy(wish.record);
    if (status) {
        text_free(&answer);
        ask_fail(&asked, status);
    } else {
        ask_send(&asked, &answer);
    }
}

void library_desk_close(library_desk *desk)
{
    library_close(desk->library);
    desk->library = NULL;
}
