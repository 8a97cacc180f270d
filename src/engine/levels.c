/* SPDX-License-Identifier: MIT
 *
 * The 60 levels. docs/users/levels.md describes them for people and has the measured strength.
 *
 * Levels 1 to 5 are for beginners. Shallow search alone makes an opponent that never overlooks what is near and plays
 * every last move perfectly, which no beginner does; so these levels also slip: they then choose among the better
 * moves by a shallow look, any of them as likely. Level 1 slips nearly always and among all moves: a child that takes
 * the most discs, or moves without a plan, has to win often enough to go on. They look at most 4 plies ahead up to the
 * end of the game. Noise on the scores was rejected, since it means something else in each game; ranks mean the same in
 * all.
 *
 * From level 6 on Othello is played by depth: level N looks N plies ahead, and plays the end of the game from a number
 * of empties that grows with N: exactly, and a few plies earlier with a selective search that is the surer the nearer
 * the exact range is. The other games have no such steps, and a ply costs something else in each: there a level is a
 * number of nodes. Up to level LAST_STEEP it has so many more than the one before that it takes at least three points
 * of five from it: two and a half times as many, but three and a half times at the last of these levels where nearly
 * half of the games are drawn (draughts: with two and a half it takes 59.8 %). That leads from milliseconds a move to
 * about a second, as long as people like to wait at every move; from there on the nodes grow slowly, to some minutes a
 * move at level 60.
 *
 * Time was rejected as a measure, because a level should be the same opponent on every machine.
 */
#include "engine/levels.h"

#include <flank/analysis.h>
#include <flank/engine.h>

#include "core/random.h"
#include "games/game_table.h"
#include "games/othello/othello.h"

#include <assert.h>

static const level_strength beginners[LEVEL_BEGINNERS] = {
    {1, 0, 94, 100}, {1, 0, 60, 80}, {1, 0, 25, 67}, {2, 4000, 10, 67}, {4, 8000, 5, 67},
};

level_strength level_find(const flank_game *game, int level)
{
    assert(level >= 1 && level <= FLANK_LEVEL_MAX);
    enum { LAST_STEEP = 12 };
    if (level <= LEVEL_BEGINNERS)
        return beginners[level - 1];
    uint64_t nodes = 10000;
    for (int next = LEVEL_BEGINNERS + 2; next <= level; next++)
        if (next == LAST_STEEP && game->draws_often)
            nodes = nodes * 7 / 2;
        else
            nodes = next <= LAST_STEEP ? nodes * 5 / 2 : nodes * 9 / 8;
    return (level_strength){.nodes = nodes};
}

/* From how many empties on the level plays perfectly: it rises by steps between the rows. */
static int solved_empties(int level)
{
    static const struct {
        int level, empties;
    } rows[] = {{6, 8}, {10, 16}, {12, 19}, {14, 21}, {20, 22}, {30, 26}, {45, 31}, {60, 36}};
    for (size_t i = 1;; i++) {
        assert(i < sizeof rows / sizeof *rows);
        if (level <= rows[i].level)
            return rows[i - 1].empties + (rows[i].empties - rows[i - 1].empties) * (level - rows[i - 1].level) /
                                             (rows[i].level - rows[i - 1].level);
    }
}

level_othello level_for_othello(int level, int empties)
{
    assert(level >= 1 && level <= FLANK_LEVEL_MAX);
    static const int percents[] = {99, 98, 95, 95, 87, 87}; /* 1, 2, … empties before the exact range */
    enum { SELECTIVE_STEPS = sizeof percents / sizeof *percents, QUICKEST = 73 };
    if (level <= LEVEL_BEGINNERS) {
        const int depth = beginners[level - 1].depth_plies;
        return (level_othello){depth < empties ? depth : empties, 100};
    }
    const int before = empties - solved_empties(level);
    if (before <= 0)
        return (level_othello){empties, 100};
    const int percent = before <= SELECTIVE_STEPS ? percents[before - 1] : QUICKEST;
    const bool to_the_end = level >= empties || before <= 2;
    return to_the_end ? (level_othello){empties, percent} : (level_othello){level, QUICKEST};
}

const int *level_for_reviews(const flank_game *game)
{
    static const int othello[LEVEL_REVIEWS] = {8, 14, FLANK_ANALYSIS_LEVEL, 22};
    static const int others[LEVEL_REVIEWS] = {7, 8, FLANK_ANALYSIS_LEVEL_OTHERS, 12};
    return game == &othello_game ? othello : others;
}

uint64_t level_dice(uint64_t seed, uint64_t position_hash) { return random_mix(random_mix(seed) ^ position_hash); }

bool level_slips(const level_strength *strength, uint64_t dice)
{
    random_state random = {dice};
    return random_below(&random, 100) < strength->slip_percent;
}

size_t level_slip_choice(const level_strength *strength, uint64_t dice, size_t count)
{
    assert(count > 0 && strength->slip_moves_percent > 0 && strength->slip_moves_percent <= 100);
    random_state random = {~dice};
    const size_t plausible = (count * strength->slip_moves_percent + 99) / 100;
    return random_below(&random, (uint32_t)plausible);
}
