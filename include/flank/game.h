/* SPDX-License-Identifier: MIT
 *
 * The games: find one by name, ask for its rules, make moves, read and write its notations.
 *
 * A flank_game is a constant table owned by the library; pointers to it are valid for ever and may be shared between
 * threads. All functions here are pure: no state, no allocation, no I/O.
 */
#ifndef FLANK_GAME_H
#define FLANK_GAME_H

#include <flank/position.h>
#include <flank/status.h>
#include <flank/stop.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flank_game flank_game;

/* The games in a fixed order, index 0..flank_game_count()-1; NULL past the end. */
size_t flank_game_count(void);
const flank_game *flank_game_at(size_t index);

/* The game called `name`, in either case, or NULL: its name ("loa"), its title ("Lines of Action") or another name that
 * people use ("reversi", "lines", "dama"). */
const flank_game *flank_game_find(const char *name);

const char *flank_game_name(const flank_game *game);  /* "loa": as in commands and files */
const char *flank_game_title(const flank_game *game); /* "Lines of Action": for people */

/* "black", "white" or, in Tothello, "red". */
const char *flank_game_color_name(const flank_game *game, flank_color color);

/* The letter of a piece on a plain text board: 'X', 'O'; in draughts 'b', 'B', 'w', 'W'. `king` is false elsewhere. */
char flank_game_glyph(const flank_game *game, flank_color color, bool king);

/* True if row 1 is drawn at the top (Othello, Tothello), false if at the bottom (Lines of Action, draughts). */
bool flank_game_row_1_on_top(const flank_game *game);

/* True if the result is a number of discs (Othello, Tothello), false if only win, draw or loss. */
bool flank_game_scores_discs(const flank_game *game);

/* True if opening books (book.h) are of this game: of all but Tothello, and not by all rules (flank_book_covers). */
bool flank_game_has_book(const flank_game *game);

/* ---- Rule parameters ------------------------------------------------------------------------------------------- */

#define FLANK_PARAMS_MAX 8

/* One rule, or one way of counting, on which authorities differ. */
typedef struct flank_param {
    const char *name;          /* "simultaneous" */
    const char *const *values; /* {"draw", "mover", NULL}; the first is the default */
    const char *help;          /* one line for people, naming the source of each value */
    bool counting;             /* true: only perft asks for it; false: a rule of play */
    bool apart;                /* true: another value makes another game; see flank_rules_stand_apart */
} flank_param;

/* The chosen value of each parameter of a game: an index into its values. All zero is every default. */
typedef struct flank_rules {
    uint8_t value[FLANK_PARAMS_MAX];
} flank_rules;

/* Parameter `index` of `game`, or NULL past its last one. */
const flank_param *flank_game_param(const flank_game *game, size_t index);

/* Change `rules` as "name=value[,name=value…]" says; "" changes nothing. FLANK_BAD_RULES with `error` (may be NULL)
 * naming the possible values, and `rules` untouched, if a name or value is unknown, or a name is given twice. */
flank_status flank_rules_parse(const flank_game *game, const char *text, flank_rules *rules, flank_error *error);

/* True if `rules` make another game of `game` (Othello with goal=fewest): opening books, names of openings and counts
 * of games are of the usual one alone. False for rules on which authorities merely differ. */
bool flank_rules_stand_apart(const flank_game *game, const flank_rules *rules);

#define FLANK_RULES_TEXT_SIZE 256
/* The parameters that differ from their default, in the form that flank_rules_parse reads; "" if none does. `out` has
 * room for FLANK_RULES_TEXT_SIZE bytes. */
void flank_rules_format(const flank_game *game, const flank_rules *rules, char *out);

/* ---- Playing ---------------------------------------------------------------------------------------------------- */

/* The initial position. */
flank_position flank_game_start(const flank_game *game);

/* Write the legal moves of the side to move to `moves` (room for FLANK_MOVES_MAX) and return how many; a forced or
 * voluntary pass is one of them. 0 exactly when the game is over (repetition and moves without
 * progress apart). The order is fixed for a position. */
size_t flank_game_moves(const flank_game *game, const flank_rules *rules, const flank_position *position,
                        flank_move *moves);

/* Told of one way to make a capture: its `count` squares from the origin to the target, 0..63, valid during the call.
 */
typedef void flank_way_fn(void *user, flank_move move, const uint8_t *squares, size_t count);

/* Call `visit` with every way to make each legal capture of several jumps. Ways with the same result are one move of
 * flank_game_moves; on contrived boards there are hundreds of thousands. None in games without such captures. */
void flank_game_each_way(const flank_game *game, const flank_rules *rules, const flank_position *position,
                         flank_way_fn *visit, void *user);

/* The position after `move`, which must be legal. */
flank_position flank_game_play(const flank_game *game, const flank_rules *rules, const flank_position *position,
                               flank_move move);

/* The state or the end of a game. */
typedef struct flank_outcome {
    bool over;
    int sign;  /* over: +1 the side to move has won, -1 it has lost, 0 a draw */
    int discs; /* over, games that score discs: difference for the side to move, more than 0 if it has won. Othello:
                  empties to the winner; with goal=fewest empties to the loser, that is the same value turned round */
    const flank_reason *reason; /* over: why; else NULL */
} flank_outcome;

/* The outcome of a position by itself; repetition and moves without progress need a record, see flank_record_outcome.
 */
flank_outcome flank_game_outcome(const flank_game *game, const flank_rules *rules, const flank_position *position);

/* The number of times that a position must occur to be a draw under `rules` (3, 2), or 0 where repetition has no
 * meaning or no effect.
 */
int flank_game_repetition_limit(const flank_game *game, const flank_rules *rules);

/* The number of plies in a row without progress (draughts: see its rule no_progress) that make a draw under `rules`, or
 * 0 where any number may be played. */
int flank_game_no_progress_limit(const flank_game *game, const flank_rules *rules);

/* A 64-bit hash of all fields of a position; the same on every machine and in every version 1.x. */
uint64_t flank_position_hash(const flank_position *position);

/* ---- Notation ---------------------------------------------------------------------------------------------------- */

#define FLANK_POSITION_TEXT_SIZE 512 /* enough for any position in any style, with the NUL */
#define FLANK_MOVE_TEXT_SIZE 256     /* enough for any move in any style, with the NUL */

/* The names of the styles in which `game` can write positions and moves, NULL-terminated; the first is the default.
 * docs/rules/NAME.md describes them. Reading recognises every style by itself. */
const char *const *flank_game_position_styles(const flank_game *game);
const char *const *flank_game_move_styles(const flank_game *game);

/* Read a position; any style, or "startpos". All of `text` must be used, blanks around it apart. FLANK_BAD_POSITION
 * with `error` (may be NULL) and `position` untouched on failure. */
flank_status flank_position_parse(const flank_game *game, const char *text, flank_position *position,
                                  flank_error *error);

/* FLANK_BAD_POSITION with `error` (may be NULL) if a piece of `position` stands outside the board of `rules` (Othello
 * with board=6). A record of such a position is played as if that piece were not there. */
flank_status flank_position_check(const flank_game *game, const flank_rules *rules, const flank_position *position,
                                  flank_error *error);

/* Write a position in `style` (NULL: the default) to `out` of FLANK_POSITION_TEXT_SIZE bytes. */
flank_status flank_position_format(const flank_game *game, const flank_position *position, const char *style,
                                   char *out);

/* Read a move of `position` in any style; it must be legal under `rules`. FLANK_BAD_MOVE (cannot be read),
 * FLANK_ILLEGAL_MOVE or FLANK_AMBIGUOUS_MOVE with `error` (may be NULL) on failure. */
flank_status flank_move_parse(const flank_game *game, const flank_rules *rules, const flank_position *position,
                              const char *text, flank_move *move, flank_error *error);

/* Write a legal move of `position` in `style` (NULL: the default) to `out` of FLANK_MOVE_TEXT_SIZE bytes. */
flank_status flank_move_format(const flank_game *game, const flank_rules *rules, const flank_position *position,
                               flank_move move, const char *style, char *out);

/* The name of a square, "a1".."h8"; static storage. `square` is 0..63. */
const char *flank_square_name(unsigned square);

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* Instruction sets for the hot loops: FLANK_CPU_BEST picks what this machine has; the others are for tests and
 * measurements, and are lowered to what this machine has. */
typedef enum flank_cpu {
    FLANK_CPU_BEST = 0,
    FLANK_CPU_PLAIN,   /* portable C */
    FLANK_CPU_V2,      /* x86-64-v2: SSE4.2, POPCNT */
    FLANK_CPU_V3,      /* x86-64-v3: AVX2, BMI2 */
    FLANK_CPU_V4,      /* x86-64-v4: AVX-512 */
    FLANK_CPU_ICELAKE, /* and its VPOPCNTDQ and VBMI2: Intel's Ice Lake, AMD's Zen 4, and later */
} flank_cpu;

typedef struct flank_perft_options {
    int threads; /* 1..256; 0 counts as 1 */
    flank_cpu cpu;
    bool reference; /* true: the plain loop over the game interface, the oracle of the fast counters; one thread */
    const flank_stop *stop; /* raised: end within some milliseconds with FLANK_STOPPED; NULL: none */
} flank_perft_options;

/* Count the leaves of the game tree `depth` plies below `position`, as `rules` (its counting parameters too) say.
 * depth 0 counts 1. `options` may be NULL. FLANK_BAD_ARGUMENT for options out of range, FLANK_TOO_LARGE for a count of
 * 2^64 - 1 or more, FLANK_STOPPED with the leaves that were counted before the stop. */
flank_status flank_perft(const flank_game *game, const flank_rules *rules, const flank_position *position, int depth,
                         const flank_perft_options *options, uint64_t *leaves);

/* The same count split by the first move: moves[i] has leaves[i] leaves below it, for i < *count; both arrays have room
 * for FLANK_MOVES_MAX. The sum of the leaves is what flank_perft counts. depth is at least 1; a finished game has no
 * moves. As flank_perft; FLANK_NOT_SUPPORTED where more capture paths than FLANK_MOVES_MAX are to be counted. */
flank_status flank_perft_divide(const flank_game *game, const flank_rules *rules, const flank_position *position,
                                int depth, const flank_perft_options *options, flank_move *moves, uint64_t *leaves,
                                size_t *count);

#ifdef __cplusplus
}
#endif
#endif
