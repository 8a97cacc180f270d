/* SPDX-License-Identifier: MIT
 *
 * The state of a search and the recursion below one root move: what search_root.c and search_tree.c share.
 */
#ifndef FLANK_SEARCH_SEARCH_TREE_H
#define FLANK_SEARCH_SEARCH_TREE_H

#include "games/game_table.h"
#include "search/idle_plies.h"
#include "search/move_order.h"
#include "search/search.h"
#include "search/search_team.h"
#include "search/transposition.h"

#define tree_time_s CPU_NAME(tree_time_s)
#define tree_descend CPU_NAME(tree_descend)
#define tree_search CPU_NAME(tree_search)
#define tree_extend_line CPU_NAME(tree_extend_line)

enum {
    TREE_PLIES = FLANK_LINE_PLIES_MAX, /* the root is ply 0, the deepest position ply TREE_PLIES */
    TREE_MOVES = 16 * FLANK_MOVES_MAX, /* room for the move lists of one path */
};

/* A line of best play. */
typedef struct tree_line {
    int length;
    flank_move moves[TREE_PLIES];
} tree_line;

/* One position on the path from the root. */
typedef struct tree_frame {
    flank_position position;
    uint64_t hash; /* flank_position_hash */
    unsigned pieces;
    idle_plies idle;
    move_killers killers;
    tree_line line; /* best play from here; only kept where the window is open */
} tree_frame;

/* A score for the side to move, and whether it rests on finished games only. As a bound outside the window it says so
 * of the bound. */
typedef struct tree_value {
    int score;
    bool proved;
} tree_value;

static inline tree_value tree_negate(tree_value value) { return (tree_value){-value.score, value.proved}; }

struct searcher {
    /* Kept between searches. */
    tt_table *table;
    flank_line *lines; /* [2 * line_room]: the last completed depth's, then those of the depth in progress */
    size_t line_room;

    /* The task. */
    const flank_game *game;
    game_hot hot; /* its functions, of the best CPU level */
    const flank_rules *rules;
    const piece_network *network; /* judges in place of the game's own, or NULL */
    search_request request;
    int late_reduction, late_moves; /* the game's, in a search to no given depth: one to N plies looks at N plies */
    game_probcut probcut;           /* likewise */
    int repetition_limit;
    int no_progress_limit;
    uint64_t *spent; /* sorted hashes of positions that one more occurrence makes a draw */
    size_t spent_count;
    search_known known;  /* no pieces: nothing is known */
    bool known_wins;     /* not only draws: spent_spoils_wins */
    uint64_t table_salt; /* makes keys of other games, rules or spent positions differ */

    /* Other threads. */
    search_team *helpers; /* the leader's own; NULL: it has none */
    search_team *team;    /* that works on this search; NULL: one thread does */
    int helper_number;    /* in the team, or LEADER */
    int depth;            /* of the pass under way */
    flank_line *found;    /* [found_count], by a helper in the last depth that it was through */
    int found_count;
    bool found_rest_proved; /* the other moves are proved to be no better */

    /* The tree. */
    double start_s;
    uint64_t nodes;
    bool aborted; /* values returned from now on mean nothing */
    move_history history;
    tree_frame frames[TREE_PLIES + 1];
    flank_move moves[TREE_MOVES]; /* the move lists of the path, one after another */
    int guesses[TREE_MOVES];
    size_t moves_used;
};

enum { LEADER = -1 };

/* Seconds since search_run began. */
double tree_time_s(const searcher *search);

/* The key of frames[ply] in the table. */
static inline uint64_t tree_key(const searcher *search, int ply)
{
    const tree_frame *frame = &search->frames[ply];
    return frame->hash ^ idle_plies_key(frame->idle) ^ search->table_salt;
}

/* Make `move` at frames[ply], which is searched to `depth`, filling in frames[ply + 1]; false, with search->aborted
 * set, if a limit forbids it. */
bool tree_descend(searcher *search, int ply, int depth, flank_move move);

/* The value of frames[ply] searched to `depth` plies within (alpha, beta). */
tree_value tree_search(searcher *search, int ply, int depth, int alpha, int beta);

/* frames[ply].line = move, then frames[ply + 1].line. */
void tree_extend_line(searcher *search, int ply, flank_move move);

/* The guess for the side to move of frames[ply]. */
static inline int tree_evaluate(const searcher *search, int ply)
{
    const flank_position *position = &search->frames[ply].position;
    return search->network ? piece_network_value(search->network, position)
                           : search->hot.evaluate(search->rules, position);
}

static inline bool tree_is_win_or_loss(const searcher *search, int score)
{
    return !search->game->scores_discs && (score >= FLANK_SCORE_MATE || score <= -FLANK_SCORE_MATE);
}

#endif
