/* SPDX-License-Identifier: MIT
 *
 * Rooms in which two people play, each over a connection of their own (docs/users/live-games.md).
 *
 * A room has a code, by which the second player comes in, and two seats. A seat belongs to whoever has its token, so
 * that a connection that is lost, or a page that is loaded again, comes back to it, and nobody else does. Rooms are in
 * memory alone. They are part of what strangers may reach: their number is bounded, the memory of a whole game is taken
 * when a room is made, each ends some time after its players have gone, and a connection may ask for so much in a
 * second. Codes and tokens come from the system's source of random numbers.
 *
 * All of it belongs to the thread that serves the network: what it does takes microseconds. The caller says what time
 * it is.
 */
#ifndef FLANK_SERVER_LIVE_ROOMS_H
#define FLANK_SERVER_LIVE_ROOMS_H

#include "core/text_buffer.h"
#include "server/live_game.h"
#include "server/memory_budget.h"

enum {
    LIVE_CODE_SIZE = 8 + 1,   /* letters and digits that nobody mistakes for another: 36 bits */
    LIVE_TOKEN_SIZE = 32 + 1, /* hexadecimal: 128 bits */
};

typedef struct live_rooms live_rooms;
typedef struct live_room live_room;

/* A connection. All zero but `tell`, `user` and `unguessing_s`: it follows no room, and has asked nothing yet. */
typedef struct live_visitor {
    /* Take one event, a JSON object. With many unfetched, one takes the place of the one before it `about` the same. */
    void (*tell)(void *user, const void *about, const char *json, size_t size);
    void *user;
    live_room *follows; /* NULL: none */
    int seat;           /* 0 or 1, in it */
    char *id;           /* of the question that follows it */
    uint64_t made;      /* the number of the room that it made last; 0: none */
    double debt, debt_at_s;
    double unguessing_s; /* since then it has guessed no code: at first, when it came */
} live_visitor;

typedef struct live_options {
    int rooms_max; /* 0: nobody plays here */
    double away_s; /* a room in which nobody has been for so long ends */
    memory_budget *memory;
} live_options;

/* NULL without memory. */
live_rooms *live_rooms_create(const live_options *options);
void live_rooms_destroy(live_rooms *all); /* nobody follows any more; NULL is fine */

/* From time to time: flags fall, rooms end. */
void live_rooms_tick(live_rooms *all, double now_s);
bool live_rooms_any(const live_rooms *all); /* NULL: none */

/* True if the visitor may ask again, which `cost`s so many of LIVE_COSTS_A_SECOND; a burst of three seconds' worth is
 * let through. */
enum { LIVE_COST = 1, LIVE_COST_OF_WRONG = 10, LIVE_COSTS_A_SECOND = 10 };
bool live_visitor_may(live_visitor *who, double now_s);
void live_visitor_charge(live_visitor *who, int cost);

/* Wrong codes are guesses. All connections together have LIVE_GUESSES at once and one a second; besides them, each may
 * guess once it has not for LIVE_GUESS_S, so that whoever comes anew for each guess gains nothing and keeps nobody out.
 * To be asked before it is known whether a code is right, and told when it was not. */
enum { LIVE_GUESSES = 30, LIVE_GUESS_S = 10 };
bool live_rooms_may_guess(live_rooms *all, const live_visitor *who, double now_s);
void live_rooms_guessed(live_rooms *all, live_visitor *who, double now_s);

/* A new room, whose maker has seat 0. Errors: LIVE_ROOMS_FULL, SERVER_NO_MEMORY, those of
 * live_game_begin. */
live_room *live_room_create(live_rooms *all, const live_terms *terms, flank_color color, double now_s,
                            flank_error *error);

/* The visitor has made a room. And before that: the one that it made last ends, unless somebody has come into it. */
void live_visitor_made(live_visitor *who, const live_room *room);
void live_visitor_makes_another(live_rooms *all, const live_visitor *who, double now_s);

/* The room of a code in either case, with or without blanks and hyphens; NULL: none. */
live_room *live_room_find(live_rooms *all, const char *code);

/* Take the second seat: again by another one as long as whoever took it has not followed. LIVE_SEATS_TAKEN. */
flank_status live_room_join(live_room *room, flank_error *error);

/* The seat of a token, or -1. */
int live_room_seat(const live_room *room, const char *token);
const char *live_room_code(const live_room *room);
const char *live_room_token(const live_room *room, int seat);
flank_color live_room_color(const live_room *room, int seat); /* in the present game */
bool live_room_has_both(const live_room *room);               /* both have come, and nobody has left for good */

/* True if the question that the player numbered so has taken effect: it is repeated. And: it has, now. */
bool live_room_has_done(const live_room *room, int seat, int64_t nth);
void live_room_done(live_room *room, int seat, int64_t nth);
live_game *live_room_game(live_room *room);

/* The visitor hears of the room from now on, in reports with this id, one at once. Another connection at the seat is
 * told that it hears no more. False without memory. */
bool live_room_follow(live_room *room, int seat, live_visitor *who, const char *id, double now_s);

/* The question `id` (NULL: any) ends, if it follows a room; and the same when the connection is gone, without a word.
 */
void live_visitor_stop(live_visitor *who, const char *id, double now_s);
void live_visitor_gone(live_visitor *who, double now_s);

/* Tell both what the room is like; and that somebody has done something. */
void live_room_tell(live_room *room, double now_s);
void live_room_changed(live_room *room, double now_s);

/* A player leaves for good; the room ends with the second. One who never followed has not come: the seat is free. */
void live_room_leave(live_rooms *all, live_room *room, int seat, double now_s);

#endif
