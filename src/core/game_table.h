/* SPDX-License-Identifier: MIT
 *
 * A game as a constant table of functions: what a folder under src/games/ provides and all that the shared search, the
 * record, perft and the public interface know of a game. The public wrappers (src/games/games.c) check arguments; the
 * functions here may assume valid ones: a position that the game's parse_position accepts or that play reaches, a legal
 * move, output buffers of the sizes in flank/game.h.
 *
 * Cost, measured when the design was chosen: the same negamax with identical nodes took 0.47 s through such a table and
 * 0.39 s force-inlined, so one compiled search for all games costs 20 %. The Othello engine in src/othello/ does not go
 * through it.
 */
#ifndef FLANK_CORE_GAME_TABLE_H
#define FLANK_CORE_GAME_TABLE_H

#include <flank/game.h>

struct flank_game {
    const char *name;
    const char *title;
    const char *color_names[2]; /* indexed by flank_color */
    bool row_1_on_top;
    bool scores_discs;
    char glyphs[2][2]; /* [color][is king]: letters for a plain board, {{'X', 'X'}, {'O', 'O'}} */

    const flank_param *params; /* ends with a NULL name; at most FLANK_PARAMS_MAX */
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

    /* Heuristic value for the side to move in hundredths of a disc or piece, within ±20000; the game is not over. */
    int (*evaluate)(const flank_rules *rules, const flank_position *position);

    /* Static guess of a move's worth for ordering; higher is searched earlier; within ±10000. */
    int (*order)(const flank_rules *rules, const flank_position *position, flank_move move);

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

    /* Which symmetries of the board leave the rules as they are: bit s for symmetry s, in which 1 mirrors left and right, 2
     * turns top and bottom round, 4 swaps rows and columns, in this order (core/symmetry.h). */
    uint8_t symmetries;

    /* Count leaves as the counting parameters say; depth >= 1. perft_reference is plain and obvious, the oracle;
     * perft_fast is the one people wait for; UINT64_MAX stands for a count that does not fit. `cpu` is never FLANK_CPU_BEST and never above this machine. */
    uint64_t (*perft_reference)(const flank_rules *rules, const flank_position *position, int depth);
    /* The moves as perft counts them, one entry a counted child, where that is not what moves() lists (draughts
     * counting sequences); NULL where it is. */
    size_t (*perft_moves)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    uint64_t (*perft_fast)(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu);
};

#endif
