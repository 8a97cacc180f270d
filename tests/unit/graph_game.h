/* SPDX-License-Identifier: MIT
 *
 * Games on graphs for tests of searches: a token walks along edges, moved by both sides in turn; even nodes are black
 * to move. A file that includes it has a `static struct graph graph` with the members edges, count and result.
 */
#ifndef FLANK_TESTS_UNIT_GRAPH_GAME_H
#define FLANK_TESTS_UNIT_GRAPH_GAME_H

#include "games/game_table.h"

static flank_position place(int node)
{
    return (flank_position){.own = 1, .kings = (flank_squares)node, .color = (uint8_t)(node & 1)};
}

static size_t graph_moves(const flank_rules *rules, const flank_position *position, flank_move *moves)
{
    (void)rules;
    const int node = (int)position->kings;
    for (int i = 0; i < graph.count[node]; i++)
        moves[i] = (flank_move){.to = (uint8_t)graph.edges[node][i]};
    return (size_t)graph.count[node];
}

static flank_position graph_play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules, (void)position;
    return place(move.to);
}

static flank_outcome graph_outcome(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    const int node = (int)position->kings;
    return (flank_outcome){.over = graph.count[node] == 0, .sign = graph.count[node] ? 0 : graph.result[node]};
}

#endif
