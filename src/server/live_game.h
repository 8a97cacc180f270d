/* SPDX-License-Identifier: MIT
 *
 * The referee of a game between two people: the rules, both clocks, what one of them offers, and the end.
 *
 * It knows colors, not connections, and reads no clock itself: the caller says what time it is (seconds since some
 * fixed moment), so that tests decide when a flag falls. One thread at a time.
 */
#ifndef FLANK_SERVER_LIVE_GAME_H
#define FLANK_SERVER_LIVE_GAME_H

#include <flank/record.h>

#include <stdbool.h>
#include <stdint.h>

/* Much more than a game between people has: the last of them ends it as a draw, unless the rules have ended it.
 * flank_record keeps 56 bytes a ply and doubles its room. */
enum { LIVE_PLIES_MAX = 1000, LIVE_RECORD_BYTES = 160 << 10 };

/* An offer that the other player may accept or refuse. */
typedef enum live_offer {
    LIVE_NO_OFFER,
    LIVE_TAKE_BACK, /* the last move of the one who offers it, with all that came after */
    LIVE_DRAW,      /* not in games that count discs: they end by themselves */
    LIVE_REMATCH,   /* when the game is over: the same with colors turned */
} live_offer;

/* "takeback", "draw", "rematch"; NULL of LIVE_NO_OFFER. */
const char *live_offer_name(live_offer offer);

typedef enum live_ending {
    LIVE_GOING,
    LIVE_BY_RULES,
    LIVE_RESIGNED,
    LIVE_ON_TIME,
    LIVE_AGREED,
    LIVE_TOO_MANY_PLIES
} live_ending;

enum { LIVE_NOBODY = -1, LIVE_OPENING_SIZE = 200 }; /* in place of a color; bytes */

/* The settings of a game and of its rematches. */
typedef struct live_terms {
    const flank_game *game;
    flank_rules rules;
    char opening[LIVE_OPENING_SIZE]; /* the moves that it begins with, in any notation; nobody takes them back */
    int64_t total_ms;                /* for the whole game; 0: no clock */
    int64_t increment_ms;
} live_terms;

typedef struct live_game {
    live_terms terms;
    flank_record *record;
    size_t given;     /* plies of the opening */
    int number;       /* games that were played before this one: how often colors were turned */
    double left_s[2]; /* by color, when the clock that runs was started */
    double running_s; /* when that was; 0: none runs. That of the side to move runs, from the first
                       * move of a player on */
    live_offer offer;
    int offered_by;     /* a color, with an offer */
    live_offer settled; /* the last thing that happened is that this offer was accepted or refused; LIVE_NO_OFFER */
    bool accepted;
    live_ending ending;
    int winner; /* a color, or LIVE_NOBODY; by the rules too */
} live_game;

/* Errors: no memory; an opening that cannot be played, or after which the game is over (GAME_OVER). Then live_game_free
 * is fine, as it is for all zero. */
flank_status live_game_begin(live_game *of, const live_terms *terms, flank_error *error);
void live_game_free(live_game *of);

/* See whether a flag has fallen; true if it just has. To be called before anything else at a later time. */
bool live_game_look(live_game *of, double now_s);

/* Make the move `text` (in any notation) of `who`, as move number `ply` of the game, from 0: a move that was made
 * already is no fault, so it may be sent twice. A forced pass that follows is made, too. An offer lapses; the other
 * player's is refused. Errors: LIVE_OTHER_PLY, LIVE_NOT_YOUR_TURN, GAME_OVER, and those of flank_move_parse. */
flank_status live_game_move(live_game *of, flank_color who, size_t ply, const char *text, double now_s,
                            flank_error *error);

/* Offer something; it takes the place of what `who` offered before. A draw or a rematch that the other player offers
 * already is thereby accepted. Errors: LIVE_CANNOT_OFFER (not now, or never in this game), LIVE_ANSWER_FIRST (the other
 * player has offered something else). */
flank_status live_game_offer(live_game *of, flank_color who, live_offer offer, double now_s, flank_error *error);

/* Accept or refuse the other player's offer; refusing one's own takes it back. Error: LIVE_NOTHING_OFFERED. */
flank_status live_game_reply(live_game *of, flank_color who, bool accepts, double now_s, flank_error *error);

/* GAME_OVER if it is. */
flank_status live_game_resign(live_game *of, flank_color who, double now_s, flank_error *error);

/* The time that a player has left, in milliseconds, never below 0; and the color whose clock runs, or LIVE_NOBODY. */
int64_t live_game_left_ms(const live_game *of, flank_color who, double now_s);
int live_game_running(const live_game *of);

/* The side to move. */
flank_color live_game_turn(const live_game *of);

#endif
