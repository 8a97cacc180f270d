/* SPDX-License-Identifier: MIT
 *
 * Each question is read into a wish, and done by one function of a table.
 */
#include "server/live_handler.h"

#include "api/request.h"
#include "core/error.h"

#include <string.h>

enum { TOTAL_MS_MAX = 24 * 3600 * 1000, INCREMENT_MS_MAX = 600 * 1000 };

/* A question while it is answered. */
typedef struct asked {
    api_request request;
    live_rooms *all;
    live_visitor *who;
    double now_s;
    live_room *room; /* of a question about one */
    int seat;        /* in it, of a player's question */
} asked;

static live_game *game_of(const asked *of) { return live_room_game(of->room); }
static int64_t plies_of(const asked *of) { return (int64_t)flank_record_ply(game_of(of)->record); }
static flank_color color_of(const asked *of) { return live_room_color(of->room, of->seat); }

/* ---- Coming in ---- */

static flank_status read_color(asked *of, const flank_game *game, flank_color *color)
{
    const char *name = request_text(&of->request, "color", NULL);
    const char *first = flank_game_color_name(game, FLANK_BLACK), *second = flank_game_color_name(game, FLANK_WHITE);
    *color = FLANK_BLACK;
    if (!name || strcmp(name, first) == 0)
        return FLANK_OK;
    if (strcmp(name, second) != 0)
        return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_BAD_COLOR), say_text(first),
                         say_text(second));
    *color = FLANK_WHITE;
    return FLANK_OK;
}

static flank_status read_terms(asked *of, live_terms *terms)
{
    api_request *request = &of->request;
    const char *game = request_text(request, "game", NULL), *rules = request_text(request, "rules", NULL),
               *opening = request_text(request, "moves", NULL);
    *terms = (live_terms){.game = game ? flank_game_find(game) : flank_game_at(0)};
    if (!terms->game)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_GAME), say_cut(game, 40));
    if (opening && strlen(opening) >= sizeof terms->opening)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_TOO_LONG));
    if (opening)
        strcpy(terms->opening, opening);
    flank_status status = rules ? flank_rules_parse(terms->game, rules, &terms->rules, &request->error) : FLANK_OK;
    if (!status)
        status = request_number(request, "total_ms", 0, TOTAL_MS_MAX, 0, &terms->total_ms);
    if (!status)
        status = request_number(request, "increment_ms", 0, INCREMENT_MS_MAX, 0, &terms->increment_ms);
    return status;
}

static void add_seat(const asked *of, text_buffer *answer)
{
    json_string(answer, "code", live_room_code(of->room));
    json_string(answer, "token", live_room_token(of->room, of->seat));
}

static flank_status create(asked *of, text_buffer *answer)
{
    live_terms terms;
    flank_color color;
    flank_status status = read_terms(of, &terms);
    if (!status)
        status = read_color(of, terms.game, &color);
    if (status)
        return status;
    live_visitor_makes_another(of->all, of->who, of->now_s);
    of->room = live_room_create(of->all, &terms, color, of->now_s, &of->request.error);
    if (!of->room)
        return FLANK_BAD_ARGUMENT;
    live_visitor_made(of->who, of->room);
    of->seat = 0;
    add_seat(of, answer);
    return FLANK_OK;
}

static flank_status join(asked *of, text_buffer *answer)
{
    const flank_status status = live_room_join(of->room, &of->request.error);
    if (status)
        return status;
    of->seat = 1;
    add_seat(of, answer);
    live_room_changed(of->room, of->now_s);
    return FLANK_OK;
}

/* ---- Playing ---- */

/* Refuse what is meant for another position: the field, where it is given, is not what it is `now`. */
static flank_status check_moment(asked *of, const char *field, int64_t now)
{
    int64_t meant;
    const flank_status status = request_number(&of->request, field, 0, INT32_MAX, now, &meant);
    if (status || meant == now)
        return status;
    return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_OTHER_PLY), say_number(plies_of(of)));
}

/* An answer comes when it ends. */
static flank_status follow(asked *of, text_buffer *answer)
{
    (void)answer;
    const char *id = request_text(&of->request, "id", NULL);
    if (live_room_follow(of->room, of->seat, of->who, id, of->now_s))
        return FLANK_OK;
    return error_say(&of->request.error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

static flank_status move(asked *of, text_buffer *answer)
{
    (void)answer;
    int64_t ply;
    const char *text = request_text(&of->request, "move", NULL);
    const flank_status status = request_number(&of->request, "ply", 0, INT32_MAX, 0, &ply);
    if (status)
        return status;
    return live_game_move(game_of(of), color_of(of), (size_t)ply, text ? text : "", of->now_s, &of->request.error);
}

static flank_status read_offer(asked *of, live_offer *what)
{
    const char *name = request_text(&of->request, "what", NULL);
    for (*what = LIVE_TAKE_BACK; name && *what <= LIVE_REMATCH; ++*what)
        if (strcmp(live_offer_name(*what), name) == 0)
            return FLANK_OK;
    return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_BAD_OFFER));
}

static flank_status offer(asked *of, text_buffer *answer)
{
    (void)answer;
    live_offer what;
    flank_status status = check_moment(of, "ply", plies_of(of));
    if (!status)
        status = read_offer(of, &what);
    return status ? status : live_game_offer(game_of(of), color_of(of), what, of->now_s, &of->request.error);
}

/* To the offer that is named: another one may have taken its place. */
static flank_status reply(asked *of, text_buffer *answer)
{
    const live_offer offered = game_of(of)->offer;
    live_offer what = offered;
    const bool accepts = request_flag(&of->request, "accept");
    flank_status status = check_moment(of, "ply", plies_of(of));
    if (!status && request_text(&of->request, "what", NULL))
        status = read_offer(of, &what);
    if (!status && what != offered)
        status = error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_NOTHING_OFFERED));
    if (!status)
        status = live_game_reply(game_of(of), color_of(of), accepts, of->now_s, &of->request.error);
    json_string(answer, "what", live_offer_name(offered));
    json_bool(answer, "accepted", accepts);
    return status;
}

static flank_status resign(asked *of, text_buffer *answer)
{
    (void)answer;
    return live_game_resign(game_of(of), color_of(of), of->now_s, &of->request.error);
}

/* Whoever leaves a game that goes on has lost it. */
static flank_status leave(asked *of, text_buffer *answer)
{
    (void)answer;
    if (live_room_has_both(of->room))
        live_game_resign(game_of(of), color_of(of), of->now_s, NULL);
    live_room_leave(of->all, of->room, of->seat, of->now_s);
    return FLANK_OK;
}

/* ---- All of them ---- */

typedef enum live_need { NEEDS_NOTHING, NEEDS_CODE, NEEDS_TOKEN, NEEDS_BOTH } live_need;

typedef struct live_kind {
    const char *name;
    live_need needs; /* a code, a token with it, and that both have come */
    bool changes;    /* both are told what the room is like then */
    bool goes_on;    /* it has no answer yet */
    flank_status (*answer)(asked *of, text_buffer *answer);
} live_kind;

static const live_kind *find_kind(const char *name)
{
    static const live_kind kinds[] = {
        {"live", NEEDS_TOKEN, false, true, follow},       {"live_create", NEEDS_NOTHING, false, false, create},
        {"live_join", NEEDS_CODE, false, false, join},    {"live_move", NEEDS_BOTH, true, false, move},
        {"live_offer", NEEDS_BOTH, true, false, offer},   {"live_reply", NEEDS_BOTH, true, false, reply},
        {"live_resign", NEEDS_BOTH, true, false, resign}, {"live_leave", NEEDS_TOKEN, false, false, leave},
    };
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

bool live_handler_takes(const char *ask) { return find_kind(ask); }

/* A guess costs more than a question. */
static flank_status refuse(asked *of, error_part why)
{
    live_visitor_charge(of->who, LIVE_COST_OF_WRONG);
    live_rooms_guessed(of->all, of->who, of->now_s);
    return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, why);
}

/* Find the room and the seat. Only whoever has both may always look for them. */
static flank_status find_place(asked *of, live_need needs)
{
    const char *code = request_text(&of->request, "code", NULL), *token = request_text(&of->request, "token", NULL);
    if (needs == NEEDS_NOTHING)
        return FLANK_OK;
    of->room = code ? live_room_find(of->all, code) : NULL;
    of->seat = of->room && token ? live_room_seat(of->room, token) : -1;
    const bool is_player = of->seat >= 0;
    if (!is_player && !live_rooms_may_guess(of->all, of->who, of->now_s))
        return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_TOO_FAST));
    if (!of->room)
        return refuse(of, SAY(LIVE_NO_ROOM));
    if (!is_player && needs != NEEDS_CODE)
        return refuse(of, SAY(LIVE_NOT_YOURS));
    if (live_game_look(game_of(of), of->now_s))
        live_room_changed(of->room, of->now_s);
    return FLANK_OK;
}

/* Do what is asked for two, once if it is numbered: it may be sent again when its answer was lost. */
static flank_status act(asked *of, const live_kind *kind, text_buffer *answer)
{
    int64_t nth;
    flank_status status = request_number(&of->request, "nth", 1, INT32_MAX, 0, &nth);
    if (status || live_room_has_done(of->room, of->seat, nth))
        return status;
    if (!live_room_has_both(of->room))
        return error_say(&of->request.error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_ALONE));
    status = check_moment(of, "number", game_of(of)->number);
    if (!status)
        status = kind->answer(of, answer);
    if (!status)
        live_room_done(of->room, of->seat, nth);
    return status;
}

/* Check what can be checked before it is known what is asked. */
static flank_status check(asked *of, const question_text *question)
{
    flank_error *error = &of->request.error;
    if (!of->all)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_OFF));
    if (question->json) /* only some of its fields have been read, and nobody needs so many */
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_TOO_LONG));
    if (!live_visitor_may(of->who, of->now_s))
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_TOO_FAST));
    live_visitor_charge(of->who, LIVE_COST);
    return request_check(&of->request);
}

static void tell(void *user, const char *json, size_t length)
{
    live_visitor *who = user;
    who->tell(who->user, NULL, json, length);
}

void live_handler_answer(live_rooms *all, live_visitor *who, const question_text *question, double now_s)
{
    asked of = {.request = {.question = &question->question, .send = tell, .user = who},
                .all = all,
                .who = who,
                .now_s = now_s,
                .seat = -1};
    const live_kind *kind = find_kind(request_text(&of.request, "ask", NULL));
    flank_status status = check(&of, question);
    if (!status)
        status = find_place(&of, kind->needs);
    text_buffer answer = request_event(&of.request, "answer");
    if (!status)
        status = kind->needs == NEEDS_BOTH ? act(&of, kind, &answer) : kind->answer(&of, &answer);
    if (status || kind->goes_on)
        text_free(&answer);
    if (status)
        request_fail(&of.request, status);
    else if (!kind->goes_on)
        request_send(&of.request, &answer);
    if (!status && kind->changes)
        live_room_changed(of.room, now_s);
}
