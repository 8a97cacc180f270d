/* SPDX-License-Identifier: MIT
 *
 * Move ordering: the table's move, then captures, then the killers, then everything else by the game's own guess plus
 * the history of cutoffs.
 *
 * Close to the leaves the game is not asked: its guess may cost as much as the node behind the move (in Othello and
 * Tothello it plays the move), and there are more such nodes than all others. Measured: half the time for the same
 * nodes there.
 *
 * All moves get one number and are picked by selection: most nodes cut off within a move or two, so sorting the whole
 * list would be waste. History values move towards ±HISTORY_LIMIT by a share of the distance left, so that old success
 * fades and no value overflows ("gravity"). Source: Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983; Akl
 * and Newborn, "The principal continuation and the killer heuristic", ACM 1977.
 */
#include "search/move_order.h"

#include <assert.h>
#include <stdlib.h>

enum { GUESS_TABLE = 1000000, GUESS_CAPTURE = 50000, GUESS_KILLER = 20000 };

uint16_t move_key(flank_move move)
{
    enum { SQUARES = FLANK_NO_SQUARE + 1, CAPTURE_NAMES = UINT16_MAX / (SQUARES * SQUARES) };
    const unsigned captured = (unsigned)(move.captured * UINT64_C(0x9e3779b97f4a7c15) >> 56) * CAPTURE_NAMES >> 8;
    return (uint16_t)(1 + (captured * SQUARES + move.from) * SQUARES + move.to);
}

static int guess(const game_hot *game, const flank_rules *rules, const flank_position *position,
                 const move_hints *hints, flank_move move)
{
    if (hints->table_move && move_key(move) == hints->table_move)
        return GUESS_TABLE;
    int guess = hints->use_game_guess ? game->order(rules, position, move) : 0;
    if (move_is_capture(move))
        return GUESS_CAPTURE + guess;
    for (int i = 0; i < MOVE_KILLERS; i++)
        if (flank_move_equal(hints->killers->moves[i], move))
            return GUESS_KILLER - i;
    return guess + hints->history->worth[position->color][move.from][move.to];
}

void move_order_guess(const game_hot *game, const flank_rules *rules, const flank_position *position,
                      const move_hints *hints, move_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->guesses[i] = guess(game, rules, position, hints, list->moves[i]);
}

flank_move move_order_pick(move_list *list, size_t index)
{
    assert(index < list->count);
    int most = list->guesses[index];
    for (size_t i = index + 1; i < list->count; i++) /* apart from the search for its place: this is done in vectors */
        most = list->guesses[i] > most ? list->guesses[i] : most;
    size_t best = index;
    while (list->guesses[best] != most)
        best++;
    flank_move move = list->moves[best];
    int guess = list->guesses[best];
    list->moves[best] = list->moves[index];
    list->guesses[best] = list->guesses[index];
    list->moves[index] = move;
    list->guesses[index] = guess;
    return move;
}

void move_order_put_off(move_list *list, size_t index)
{
    const size_t last = --list->count;
    const flank_move move = list->moves[index];
    const int guess = list->guesses[index];
    list->moves[index] = list->moves[last];
    list->guesses[index] = list->guesses[last];
    list->moves[last] = move;
    list->guesses[last] = guess;
}

static void nudge(move_history *history, unsigned color, flank_move move, int by)
{
    int16_t *worth = &history->worth[color][move.from][move.to];
    *worth = (int16_t)(*worth + by - *worth * abs(by) / HISTORY_LIMIT);
    assert(abs(*worth) <= HISTORY_LIMIT);
}

static int weight(int depth) { return depth > 15 ? 1000 : 4 * depth * depth + 8; }

void move_order_reward(move_history *history, move_killers *killers, unsigned color, int depth, flank_move cutting)
{
    if (move_is_capture(cutting))
        return;
    nudge(history, color, cutting, weight(depth));
    if (!flank_move_equal(killers->moves[0], cutting)) {
        killers->moves[1] = killers->moves[0];
        killers->moves[0] = cutting;
    }
}

void move_order_punish(move_history *history, unsigned color, int depth, const flank_move *tried, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!move_is_capture(tried[i]))
            nudge(history, color, tried[i], -weight(depth));
}
