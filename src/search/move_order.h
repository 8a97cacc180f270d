/* SPDX-License-Identifier: MIT
 *
 * The order of moves: the better the guess, the smaller the tree.
 */
#ifndef FLANK_SEARCH_MOVE_ORDER_H
#define FLANK_SEARCH_MOVE_ORDER_H

#include "games/game_table.h"

#define move_key CPU_NAME(move_key)
#define move_order_guess CPU_NAME(move_order_guess)
#define move_order_pick CPU_NAME(move_order_pick)
#define move_order_put_off CPU_NAME(move_order_put_off)
#define move_order_reward CPU_NAME(move_order_reward)
#define move_order_punish CPU_NAME(move_order_punish)

enum { MOVE_KILLERS = 2 };

/* The search's memory of quiet moves: cutoffs by side, origin and target. Values within ±HISTORY_LIMIT. */
enum { HISTORY_LIMIT = 4000, HISTORY_SQUARES = 65 };
typedef struct move_history {
    int16_t worth[2][HISTORY_SQUARES][HISTORY_SQUARES];
} move_history;

/* The last quiet moves that cut off at one distance from the root. */
typedef struct move_killers {
    flank_move moves[MOVE_KILLERS];
} move_killers;

/* A list of moves with a guess for each; picking reorders it in place. */
typedef struct move_list {
    flank_move *moves;
    int *guesses;
    size_t count;
} move_list;

/* The facts known before the moves of a position are searched. */
typedef struct move_hints {
    uint16_t table_move; /* move_key(), 0 for none */
    const move_killers *killers;
    const move_history *history;
    bool use_game_guess; /* whether the game's own guess is worth its price here */
} move_hints;

/* A short name for a move, never 0, by which the transposition table remembers it. Two captures of one piece that end
 * on one square may have the same (1 in 15), which costs a wrong guess now and then, nothing else. */
uint16_t move_key(flank_move move);

/* True if the move takes something: such moves are not remembered as killers. */
static inline bool move_is_capture(flank_move move) { return move.captured != 0; }

/* Fill in list->guesses. */
void move_order_guess(const game_hot *game, const flank_rules *rules, const flank_position *position,
                      const move_hints *hints, move_list *list);

/* Bring the best guess of the moves from `index` on to `index` and return that move. */
flank_move move_order_pick(move_list *list, size_t index);

/* Take the move at `index` out of the list: it comes to lie just behind the others. */
void move_order_put_off(move_list *list, size_t index);

/* `cutting` refuted the position of side `color` at remaining depth `depth`; `tried` are the moves that failed before
 * it. */
void move_order_reward(move_history *history, move_killers *killers, unsigned color, int depth, flank_move cutting);
void move_order_punish(move_history *history, unsigned color, int depth, const flank_move *tried, size_t count);

#endif
