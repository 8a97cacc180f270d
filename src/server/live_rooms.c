/* SPDX-License-Identifier: MIT
 *
 * An array of rooms; there are so few that looking through all of them costs nothing.
 */
#include "server/live_rooms.h"

#include "core/error.h"
#include "core/json_writer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Seconds after which a room ends although somebody is there. */
static const double UNUSED_S = 3600;       /* the second player has not come, or nobody wants another game */
static const double UNMOVED_S = 24 * 3600; /* of a game that goes on */
static const double BURST_S = 3;

/* Neither 0 O, 1 I L, 2 Z, 5 S, 8 B nor U V. */
static const char code_letters[] = "ACDEFGHJKMNPQRTWXY34679";
enum { CODE_LETTERS = sizeof code_letters - 1, ROOM_BYTES = LIVE_RECORD_BYTES + 2 * (8 << 10) };

typedef struct live_seat {
    char token[LIVE_TOKEN_SIZE];
    bool taken;
    bool seen;   /* it has been followed */
    bool left;   /* for good */
    int64_t nth; /* the last numbered question that has taken effect */
    live_visitor *follower;
} live_seat;

struct live_room {
    uint64_t number; /* of all rooms that were ever made, from 1 */
    char code[LIVE_CODE_SIZE];
    live_game game;
    flank_color first; /* the color of seat 0 in the first game */
    live_seat seats[2];
    double used_s;  /* since then nobody has done anything */
    double alone_s; /* since then nobody follows; of use where nobody does */
    memory_account memory;
};

struct live_rooms {
    live_options options;
    live_room **rooms;
    int count;
    uint64_t made;                /* rooms, ever */
    double guesses, guesses_at_s; /* by all, at this time; less by one a second */
};

/* ---- Codes and tokens ---- */

/* From the system. Without it there are no rooms. */
static bool draw(unsigned char *bytes, size_t size) { return getrandom(bytes, size, 0) == (ssize_t)size; }

/* Each letter as likely: bytes from the largest multiple of their number on are drawn again. */
static bool draw_code(char *code)
{
    for (int i = 0; i < LIVE_CODE_SIZE - 1;) {
        unsigned char byte;
        if (!draw(&byte, 1))
            return false;
        if (byte < 256 / CODE_LETTERS * CODE_LETTERS)
            code[i++] = code_letters[byte % CODE_LETTERS];
    }
    code[LIVE_CODE_SIZE - 1] = '\0';
    return true;
}

static bool draw_token(char *token)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[(LIVE_TOKEN_SIZE - 1) / 2];
    if (!draw(bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < sizeof bytes; i++) {
        token[2 * i] = digits[bytes[i] >> 4];
        token[2 * i + 1] = digits[bytes[i] & 15];
    }
    token[LIVE_TOKEN_SIZE - 1] = '\0';
    return true;
}

/* In the same time wherever they differ. */
static bool is_token(const char *token, const char *given)
{
    unsigned other = 0;
    if (strlen(given) != LIVE_TOKEN_SIZE - 1)
        return false;
    for (size_t i = 0; i < LIVE_TOKEN_SIZE - 1; i++)
        other |= (unsigned)(token[i] ^ given[i]);
    return other == 0;
}

/* A code as people type it. */
static bool is_code(const char *code, const char *given)
{
    for (; *given; given++) {
        const char letter = *given >= 'a' && *given <= 'z' ? (char)(*given - 'a' + 'A') : *given;
        if (letter == ' ' || letter == '-')
            continue;
        if (letter != *code++)
            return false;
    }
    return *code == '\0';
}

/* ---- Telling ---- */

static const char *color_name(const live_room *room, int color)
{
    return color == LIVE_NOBODY ? NULL : flank_game_color_name(room->game.terms.game, (flank_color)color);
}

static void add_moves(text_buffer *out, const live_game *game)
{
    json_integer(out, "given", (int64_t)game->given);
    json_open_array(out, "moves");
    for (size_t i = 0; i < flank_record_ply(game->record); i++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game->terms.game, &game->terms.rules, flank_record_position_at(game->record, i),
                          flank_record_move_at(game->record, i), NULL, text);
        json_string(out, NULL, text);
    }
    json_close_array(out);
}

static void add_clocks(text_buffer *out, const live_room *room, double now_s)
{
    json_integer(out, "total_ms", room->game.terms.total_ms);
    json_integer(out, "increment_ms", room->game.terms.increment_ms);
    if (!room->game.terms.total_ms)
        return;
    json_open_object(out, "clocks");
    for (int color = 0; color < 2; color++)
        json_integer(out, color_name(room, color), live_game_left_ms(&room->game, (flank_color)color, now_s));
    json_close_object(out);
    json_string(out, "running", color_name(room, live_game_running(&room->game)));
}

/* What is offered, or what the answer was. */
static void add_offer(text_buffer *out, const live_room *room)
{
    const live_game *game = &room->game;
    if (game->offer != LIVE_NO_OFFER) {
        json_string(out, "offer", live_offer_name(game->offer));
        json_string(out, "offered_by", color_name(room, game->offered_by));
    }
    if (game->settled != LIVE_NO_OFFER) {
        json_string(out, "settled", live_offer_name(game->settled));
        json_bool(out, "accepted", game->accepted);
    }
}

static void add_ending(text_buffer *out, const live_room *room)
{
    static const char *const names[] = {[LIVE_BY_RULES] = "rules",
                                        [LIVE_RESIGNED] = "resigned",
                                        [LIVE_ON_TIME] = "time",
                                        [LIVE_AGREED] = "agreed",
                                        [LIVE_TOO_MANY_PLIES] = "long"};
    const live_game *game = &room->game;
    json_bool(out, "over", game->ending != LIVE_GOING);
    if (game->ending == LIVE_GOING)
        return;
    json_string(out, "how", names[game->ending]);
    json_string(out, "winner", color_name(room, game->winner));
}

/* Whoever takes the second seat has come when they follow; the maker is known from the beginning. */
static bool has_come(const live_room *room, int seat) { return seat == 0 || room->seats[seat].seen; }

static const char *presence_name(const live_room *room, int seat)
{
    const live_seat *at = &room->seats[seat];
    return at->left ? "left" : !has_come(room, seat) ? "nobody" : at->follower ? "here" : "away";
}

/* Of one of the followers. */
static text_buffer event_for(const live_seat *seat, const char *event)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "id", seat->follower->id);
    json_string(&out, "event", event);
    return out;
}

static void send_event(live_seat *seat, const void *about, text_buffer *event)
{
    json_close_object(event);
    if (!event->failed) /* else the next report says it all */
        seat->follower->tell(seat->follower->user, about, event->bytes, event->length);
    text_free(event);
}

static void tell_seat(live_room *room, int seat, double now_s)
{
    const live_game *game = &room->game;
    char rules[FLANK_RULES_TEXT_SIZE];
    text_buffer out = event_for(&room->seats[seat], "report");
    flank_rules_format(game->terms.game, &game->terms.rules, rules);
    json_string(&out, "code", room->code);
    json_string(&out, "game", flank_game_name(game->terms.game));
    json_string(&out, "rules", rules);
    json_integer(&out, "number", game->number);
    json_string(&out, "color", color_name(room, live_room_color(room, seat)));
    json_string(&out, "friend", presence_name(room, !seat));
    add_moves(&out, game);
    json_string(&out, "side", color_name(room, live_game_turn(game)));
    add_clocks(&out, room, now_s);
    add_offer(&out, room);
    add_ending(&out, room);
    json_integer(&out, "nth", room->seats[seat].nth);
    send_event(&room->seats[seat], room, &out);
}

void live_room_tell(live_room *room, double now_s)
{
    for (int seat = 0; seat < 2; seat++)
        if (room->seats[seat].follower)
            tell_seat(room, seat, now_s);
}

/* ---- Followers ---- */

/* `why`: NULL says nothing. */
static void end_following(live_room *room, int seat, const char *why, double now_s)
{
    live_seat *at = &room->seats[seat];
    if (why) {
        text_buffer out = event_for(at, "answer");
        json_string(&out, "ended", why);
        send_event(at, NULL, &out);
    }
    free(at->follower->id);
    at->follower->id = NULL;
    at->follower->follows = NULL;
    at->follower = NULL;
    room->alone_s = now_s;
}

static void stop_following(live_visitor *who, const char *why, double now_s)
{
    live_room *room = who->follows;
    if (!room)
        return;
    end_following(room, who->seat, why, now_s);
    live_room_tell(room, now_s);
}

bool live_room_follow(live_room *room, int seat, live_visitor *who, const char *id, double now_s)
{
    char *kept = strdup(id ? id : "");
    if (!kept)
        return false;
    stop_following(who, "stopped", now_s);
    if (room->seats[seat].follower)
        end_following(room, seat, "elsewhere", now_s);
    who->follows = room;
    who->seat = seat;
    who->id = kept;
    room->seats[seat].follower = who;
    room->seats[seat].seen = true;
    live_room_tell(room, now_s);
    return true;
}

void live_visitor_stop(live_visitor *who, const char *id, double now_s)
{
    if (who->follows && (!id || strcmp(id, who->id) == 0))
        stop_following(who, "stopped", now_s);
}

void live_visitor_gone(live_visitor *who, double now_s) { stop_following(who, NULL, now_s); }

/* A debt that is paid off by the second. */
bool live_visitor_may(live_visitor *who, double now_s)
{
    const double paid = (now_s - who->debt_at_s) * LIVE_COSTS_A_SECOND;
    who->debt = who->debt > paid ? who->debt - paid : 0;
    who->debt_at_s = now_s;
    return who->debt + LIVE_COST <= BURST_S * LIVE_COSTS_A_SECOND;
}

void live_visitor_charge(live_visitor *who, int cost) { who->debt += cost; }

/* True if one of the guesses that all have together is left. */
static bool have_guess(live_rooms *all, double now_s)
{
    const double paid = now_s - all->guesses_at_s;
    all->guesses = all->guesses > paid ? all->guesses - paid : 0;
    all->guesses_at_s = now_s;
    return all->guesses + 1 <= LIVE_GUESSES;
}

bool live_rooms_may_guess(live_rooms *all, const live_visitor *who, double now_s)
{
    return have_guess(all, now_s) || now_s - who->unguessing_s >= LIVE_GUESS_S;
}

void live_rooms_guessed(live_rooms *all, live_visitor *who, double now_s)
{
    if (have_guess(all, now_s))
        all->guesses++;
    who->unguessing_s = now_s;
}

/* ---- Rooms ---- */

live_rooms *live_rooms_create(const live_options *options)
{
    live_rooms *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->options = *options;
    all->rooms = calloc((size_t)options->rooms_max + 1, sizeof *all->rooms);
    if (all->rooms)
        return all;
    free(all);
    return NULL;
}

static void free_room(live_room *room)
{
    live_game_free(&room->game);
    if (room->memory.used)
        memory_give(&room->memory, room->memory.used);
    free(room);
}

void live_rooms_destroy(live_rooms *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->count; i++)
        free_room(all->rooms[i]);
    free(all->rooms);
    free(all);
}

bool live_rooms_any(const live_rooms *all) { return all && all->count > 0; }

static void close_room(live_rooms *all, live_room *room, const char *why, double now_s)
{
    int at = 0;
    while (all->rooms[at] != room)
        at++;
    all->rooms[at] = all->rooms[--all->count];
    for (int seat = 0; seat < 2; seat++)
        if (room->seats[seat].follower)
            end_following(room, seat, why, now_s);
    free_room(room);
}

static bool is_past(const live_rooms *all, const live_room *room, double now_s)
{
    const bool alone = !room->seats[0].follower && !room->seats[1].follower;
    const bool goes_on = live_room_has_both(room) && room->game.ending == LIVE_GOING;
    return (alone && now_s - room->alone_s > all->options.away_s) ||
           now_s - room->used_s > (goes_on ? UNMOVED_S : UNUSED_S);
}

void live_rooms_tick(live_rooms *all, double now_s)
{
    for (int i = all->count; i-- > 0;) { /* one that is closed gives its place to one that has been looked at */
        live_room *room = all->rooms[i];
        if (live_game_look(&room->game, now_s))
            live_room_changed(room, now_s);
        if (is_past(all, room, now_s))
            close_room(all, room, "expired", now_s);
    }
}

live_room *live_room_find(live_rooms *all, const char *code)
{
    for (int i = 0; i < all->count; i++)
        if (is_code(all->rooms[i]->code, code))
            return all->rooms[i];
    return NULL;
}

/* A code that no other room has, and the token of the maker. */
static bool name_room(live_rooms *all, live_room *room)
{
    do {
        if (!draw_code(room->code))
            return false;
    } while (live_room_find(all, room->code));
    return draw_token(room->seats[0].token);
}

live_room *live_room_create(live_rooms *all, const live_terms *terms, flank_color color, double now_s,
                            flank_error *error)
{
    if (all->count >= all->options.rooms_max) {
        error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_ROOMS_FULL), say_number(all->options.rooms_max));
        return NULL;
    }
    live_room *room = calloc(1, sizeof *room);
    if (!room) {
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    *room = (live_room){.first = color, .used_s = now_s, .alone_s = now_s, .memory = {.of = all->options.memory}};
    room->seats[0].taken = true;
    if (!memory_take(&room->memory, sizeof *room + ROOM_BYTES))
        error_say(error, FLANK_NO_MEMORY, 0, SAY(SERVER_NO_MEMORY));
    else if (live_game_begin(&room->game, terms, error) == FLANK_OK) {
        if (name_room(all, room)) {
            room->number = ++all->made;
            return all->rooms[all->count++] = room;
        }
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    free_room(room);
    return NULL;
}

void live_visitor_made(live_visitor *who, const live_room *room) { who->made = room->number; }

void live_visitor_makes_another(live_rooms *all, const live_visitor *who, double now_s)
{
    for (int i = 0; i < all->count; i++) {
        live_room *room = all->rooms[i];
        const live_visitor *follower = room->seats[0].follower;
        if (room->number == who->made && !room->seats[1].taken && (!follower || follower == who)) {
            close_room(all, room, "left", now_s);
            return;
        }
    }
}

flank_status live_room_join(live_room *room, flank_error *error)
{
    live_seat *seat = &room->seats[1];
    if (seat->taken && seat->seen)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_SEATS_TAKEN));
    if (!draw_token(seat->token))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    seat->taken = true;
    return FLANK_OK;
}

void live_room_leave(live_rooms *all, live_room *room, int seat, double now_s)
{
    live_seat *at = &room->seats[seat];
    if (!room->seats[!seat].taken || room->seats[!seat].left) {
        close_room(all, room, "left", now_s);
        return;
    }
    if (at->follower)
        end_following(room, seat, "left", now_s);
    at->left = has_come(room, seat);
    at->taken = at->left;
    room->game.offer = LIVE_NO_OFFER;
    live_room_changed(room, now_s);
}

int live_room_seat(const live_room *room, const char *token)
{
    for (int seat = 0; seat < 2; seat++)
        if (room->seats[seat].taken && !room->seats[seat].left && is_token(room->seats[seat].token, token))
            return seat;
    return -1;
}

const char *live_room_code(const live_room *room) { return room->code; }
const char *live_room_token(const live_room *room, int seat) { return room->seats[seat].token; }
live_game *live_room_game(live_room *room) { return &room->game; }

bool live_room_has_both(const live_room *room)
{
    return has_come(room, 1) && !room->seats[0].left && !room->seats[1].left;
}

bool live_room_has_done(const live_room *room, int seat, int64_t nth) { return nth && nth <= room->seats[seat].nth; }

void live_room_done(live_room *room, int seat, int64_t nth)
{
    if (nth)
        room->seats[seat].nth = nth;
}

void live_room_changed(live_room *room, double now_s)
{
    room->used_s = now_s;
    live_room_tell(room, now_s);
}

flank_color live_room_color(const live_room *room, int seat)
{
    return (flank_color)(((int)room->first + seat + room->game.number) & 1);
}
