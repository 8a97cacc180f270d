/* SPDX-License-Identifier: MIT
 *
 * The two networks of a program, and the functions that ask them.
 */
#include "train/pieces/piece_judge.h"

#include "train/pieces/piece_file.h"

#include <assert.h>
#include <string.h>

extern const piece_network draughts_network, loa_network; /* written by the build (tools/piece_network_table.py) */

static piece_network networks[PIECE_JUDGES]; /* written before there are threads that read */

static int value_by_0(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return piece_network_value(&networks[0], position);
}

static int value_by_1(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return piece_network_value(&networks[1], position);
}

/* The game's functions at each CPU level, with another evaluation. */
static const game_hot *const *judged_levels(int judge, const flank_game *game,
                                            int (*evaluate)(const flank_rules *rules, const flank_position *position))
{
    enum { LEVELS = FLANK_CPU_ICELAKE + 1 };
    static game_hot hot[PIECE_JUDGES][LEVELS];
    static const game_hot *levels[PIECE_JUDGES][LEVELS];
    for (int level = 0; level < LEVELS; level++) {
        if (!game->levels[level])
            continue;
        hot[judge][level] = *game->levels[level];
        hot[judge][level].evaluate = evaluate;
        levels[judge][level] = &hot[judge][level];
    }
    return levels[judge];
}

bool piece_judge_knows(const flank_game *game)
{
    return strcmp(game->name, "draughts") == 0 || strcmp(game->name, "loa") == 0;
}

int piece_judge_hundredths(const flank_game *game)
{
    assert(piece_judge_knows(game));
    return strcmp(game->name, "loa") == 0 ? loa_network.hundredths : draughts_network.hundredths;
}

flank_status piece_judge_read(int judge, const char *path, const flank_game *game, flank_game *judged)
{
    assert(judge == 0 || judge == 1);
    *judged = *game;
    if (!path)
        return FLANK_OK;
    judged->evaluate = judge == 0 ? value_by_0 : value_by_1;
    judged->levels = judged_levels(judge, game, judged->evaluate);
    return piece_file_read(path, &networks[judge]);
}
