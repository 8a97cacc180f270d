/* SPDX-License-Identifier: MIT
 *
 * A game as a constant table: a folder under src/games/ provides it, and it is all that the rest of Flank knows of a
 * game. docs/developers/adding-a-game.md lists the steps. The public wrappers (src/games/games.c) check arguments; the
 * functions here may assume valid ones: a position that the game's parse_position accepts or that play reaches, a legal
 * move, output buffers of the sizes in flank/game.h.
 *
 * Cost, measured when the design was chosen: the same negamax with identical nodes took 0.47 s through such a table and
 * 0.39 s force-inlined, so one compiled search for all games costs 20 %. The Othello engine in src/othello/ does not go
 * through it.
 */
#ifndef FLANK_GAMES_GAME_TABLE_H
#define FLANK_GAMES_GAME_TABLE_H

#include "core/cpu.h"

#include <flank/game.h>

struct piece_network;

/* The functions in which the shared search spends its time; struct flank_game says what each does. */
typedef struct game_hot {
    size_t (*moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    size_t (*noisy_moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    flank_position (*play)(const flank_rules *rules, const flank_position *position, flank_move move);
    flank_outcome (*outcome)(const flank_rules *rules, const flank_position *position);
    int (*evaluate)(const flank_rules *rules, const flank_position *position);
    int (*order)(const flank_rules *rules, const flank_position *position, flank_move move);
} game_hot;

/* A position that `flank bench` searches to a fixed depth. */
typedef struct game_bench {
    const char *moves; /* from the start, as flank_record_play_text reads them; NULL ends a list */
    int depth_plies;
} game_bench;

/* A search with `less` plies that ends `margin` hundredths beyond a side of the window stands for one with at least
 * `from_plies`, where the game's guess is no more than `near` hundredths on this side of it. */
typedef struct game_probcut {
    int from_plies, less, margin, near;
} game_probcut;

/* The effect of a move on the count of plies without progress. */
typedef enum game_progress {
    PROGRESS_NONE,
    PROGRESS_FOR_NOW,  /* the count begins anew, but later moves may lead back to the same position */
    PROGRESS_FOR_GOOD, /* it begins anew, and no position of before can come back */
} game_progress;

struct flank_game {
    /* Names. Each is unique among all games, in whatever case. */
    const char *name;
    const char *title;
    const char *const *aliases; /* what people call it besides, in lower case, NULL-terminated; or NULL */
    const char *color_names[2]; /* indexed by flank_color */

    /* The board as it is drawn. parse_position reads such a drawing, the top row first: 64 letters, '-' for an empty
     * square, a blank, and the letter of the side to move, which is that of its kings. */
    bool row_1_on_top;
    char glyphs[2][2]; /* [color][is king]: {{'X', 'X'}, {'O', 'O'}} */

    /* Judging. A value of v hundredths wins with the chance 1 / (1 + e^(-v / scale)), where scale is chance_scale plus
     * chance_scale_per_empty for each empty square; tools/fit_chances.py fits it to results of games. It is positive
     * for any number of empty squares. */
    bool scores_discs;
    int chance_scale, chance_scale_per_empty;
    int phase_empties[2]; /* at so many empty squares the middle and the end of a game begin: {40, 20} where pieces are
                             placed, {41, 52} where they are captured */
    int king_worth;       /* in men, for the words of reviews; 0 where the number of pieces is not what is played for */
    int (*groups)(uint64_t pieces); /* the groups that a side's pieces form, which joining to one wins; NULL: not so */
    bool draws_often;               /* nearly half of the games of strong players: its levels have to step further */
    bool has_book;                  /* opening books are of this game */

    /* Late moves in a search to no given depth, as matches fit it (search/search_tree.c): hundredths of a ply that one
     * is reduced by for each unit of log2(depth) * log2(its number), 0: by steps that suit all games; and how many
     * quiet moves are looked at where `depth` plies are left, as many again for each depth squared, 0: all of them. */
    int late_reduction, late_moves;

    /* ProbCut in a search to no given depth, as matches fit it; 0 plies: none. */
    game_probcut probcut;

    const game_bench *bench; /* some tenths of a second each */

    /* Its number in file formats; 0 where it has none. */
    int sgf_number; /* GM of SGF. Moves are then written in the style "sgf", or as squares if moves_run_together. */
    const char *const *sgf_setups;  /* what SU of SGF calls the start, in whatever case, NULL-terminated; other names
                                       are refused where no squares say what they mean. NULL: SU is not looked at */
    int pdn_number;                 /* GameType of PDN 3.0 */
    const char *const *other_kinds; /* words, in lower case, by which files name games like it that are not it,
                                       NULL-terminated; NULL: none */

    const flank_param *params;                   /* ends with a NULL name; at most FLANK_PARAMS_MAX */
    uint64_t (*board)(const flank_rules *rules); /* the squares of the board; NULL: all 64 whatever the rules */
    const char *const *position_styles;
    const char *const *move_styles;

    flank_position (*start)(void);

    /* Legal moves; writes at most FLANK_MOVES_MAX. 0 exactly if outcome() says over. */
    size_t (*moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);

    /* Only the moves that a quiescence search must look at (captures); NULL where the game needs none. */
    size_t (*noisy_moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    bool noisy_is_forced; /* the rules force captures: noisy moves, where there are any, are all the legal moves */

    /* As flank_game_each_way; NULL where no capture has several jumps. */
    void (*each_way)(const flank_rules *rules, const flank_position *position, flank_way_fn *visit, void *user);

    flank_position (*play)(const flank_rules *rules, const flank_position *position, flank_move move);
    flank_outcome (*outcome)(const flank_rules *rules, const flank_position *position);
    int (*repetition_limit)(const flank_rules *rules);

    /* The plies in a row without progress that make a draw, 0 for any number; and what is progress. Both NULL where the
     * game has no such rule. */
    int (*no_progress_limit)(const flank_rules *rules);
    game_progress (*progress)(const flank_rules *rules, const flank_position *position, flank_move move);

    /* Heuristic value for the side to move in hundredths of a disc or piece, within ±20000; the game is not over. */
    int (*evaluate)(const flank_rules *rules, const flank_position *position);

    /* The network that `evaluate` asks, for which one of a file may stand in; NULL: none does. */
    const struct piece_network *network;

    /* Static guess of a move's worth for ordering; higher is searched earlier; within ±10000. */
    int (*order)(const flank_rules *rules, const flank_position *position, flank_move move);

    /* [flank_cpu] The functions above that game_hot names, compiled for each CPU level (core/cpu.h), with the same
     * answers; NULL: they are compiled once. */
    const game_hot *const *levels;

    /* Text. `text` has no surrounding blanks and is never "startpos". parse_move need only read: it tells legal moves
     * apart by itself and returns FLANK_BAD_MOVE, FLANK_ILLEGAL_MOVE or FLANK_AMBIGUOUS_MOVE as flank_move_parse says.
     * `style` is one of the game's styles, never NULL. `error` is never NULL. */
    flank_status (*parse_position)(const char *text, flank_position *position, flank_error *error);
    void (*format_position)(const flank_position *position, const char *style, char *out);
    flank_status (*parse_move)(const flank_rules *rules, const flank_position *position, const char *text,
                               flank_move *move, flank_error *error);
    void (*format_move)(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                        char *out);

    /* True if a list of moves may be one run of two-character squares ("f5d6c3"), with forced passes left out. */
    bool moves_run_together;

    /* The symmetries of the board that leave the rules as they are: bit s for symmetry s, in which 1 mirrors left and
     * right, 2 turns top and bottom round, 4 swaps rows and columns, in this order (core/symmetry.h). */
    uint8_t symmetries;

    /* Count leaves as the counting parameters say; depth >= 1. perft_reference is plain and obvious, the oracle;
     * perft_fast is the one people wait for; UINT64_MAX stands for a count that does not fit. `cpu` is never
     * FLANK_CPU_BEST and never above this machine. */
    uint64_t (*perft_reference)(const flank_rules *rules, const flank_position *position, int depth);
    /* The moves as perft counts them, one entry a counted child, where that is not what moves() lists (draughts
     * counting sequences); NULL where it is. */
    size_t (*perft_moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    uint64_t (*perft_fast)(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu);
    bool (*pass_is_free)(const flank_rules *rules); /* perft counts no ply for a pass; NULL where it does always */
    bool perft_is_instant;                          /* perft_fast works a count out without going through the tree */
};

/* The game's functions for the shared search on this machine. */
game_hot game_hot_best(const flank_game *game);

/* The squares of the board under `rules`, and how many of them are empty. */
uint64_t game_board(const flank_game *game, const flank_rules *rules);
int game_empties(const flank_game *game, const flank_rules *rules, const flank_position *position);

#endif
