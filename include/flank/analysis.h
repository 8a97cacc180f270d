/* SPDX-License-Identifier: MIT
 *
 * Reviewing a game: what each position was worth, what each move gave away, and what that amounts to.
 *
 * Values are those of engine.h: hundredths of a disc or piece for the side to move. The value of the best move and that
 * of the move played come from searches of the same depth and sureness, so that their difference says something about
 * the moves and not about the searches; it is never negative. A move that would be called an inaccuracy or worse is
 * searched again, deeper, before it is: that is where its loss comes from. The value of a move is that of the position
 * behind it. docs/users/analysis.md tells how, and where the words begin.
 *
 * An analysis belongs to the caller, and is only read once it is made.
 */
#ifndef FLANK_ANALYSIS_H
#define FLANK_ANALYSIS_H

#include <flank/book.h>
#include <flank/engine.h>
#include <flank/formats.h>
#include <flank/sheet.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weight of a move, by what it loses. */
typedef enum flank_verdict {
    FLANK_VERDICT_BEST, /* nothing better is known */
    FLANK_VERDICT_GOOD,
    FLANK_VERDICT_INACCURACY,
    FLANK_VERDICT_MISTAKE,
    FLANK_VERDICT_BLUNDER,
    FLANK_VERDICTS /* their number */
} flank_verdict;

/* "best", "good", "inaccuracy", "mistake", "blunder"; static storage. */
const char *flank_verdict_name(flank_verdict verdict);

/* A part of the game, by the number of empty squares. */
typedef enum flank_phase { FLANK_PHASE_OPENING, FLANK_PHASE_MIDGAME, FLANK_PHASE_ENDGAME, FLANK_PHASES } flank_phase;

const char *flank_phase_name(flank_phase phase); /* "opening", "midgame", "endgame"; static storage */

/* A position of the game, and the move that was played there. */
typedef struct flank_review {
    bool known;        /* false: the analysis was ended before it came here; only has_move and phase count */
    bool has_move;     /* false for the last position of a game */
    bool over;         /* the game is over here, `best` has no move and its score is the result */
    bool forced;       /* the move was the only one */
    bool from_book;    /* the values are those of the opening book */
    bool turning;      /* one of the moves that decided the game */
    flank_phase phase; /* of the position */
    flank_line best;   /* the best move and what follows; where the move played is as good, that one */
    flank_line played; /* the move played and what would best have followed; no moves without has_move */
    int loss;      /* the loss by the move played: hundredths of a disc; in games without a disc score hundredths of a
                      percent of the chance to win. 0.. */
    double chance; /* 0..1: the chance to win of the side to move (a draw counts half) with the best move */
    double chance_after; /* of the same side, with the move played */
    flank_verdict verdict;
} flank_review;

/* Sums over moves that were not forced. */
typedef struct flank_review_sum {
    int moves;                    /* known and not forced */
    int forced;                   /* the only ones */
    int verdicts[FLANK_VERDICTS]; /* the number of each */
    int64_t loss;                 /* in the unit of flank_review.loss */
} flank_review_sum;

/* A reviewed game. */
typedef struct flank_analysis {
    flank_record *record;                     /* the game, its cursor at the end */
    flank_review *reviews;                    /* one for each position, the first to the last */
    size_t count;                             /* the plies of the game, and one more */
    const char *opening;                      /* its name, or NULL; static storage */
    flank_review_sum phases[2][FLANK_PHASES]; /* indexed by flank_color */
    flank_review_sum totals[2];
    bool complete; /* every position is known */
    uint64_t nodes;
    double time_s;
} flank_analysis;

/* Called between and during searches with the number of positions that are known and that there are. FLANK_ENOUGH, here
 * and below, ends the analysis: it then holds what is known. */
typedef flank_reply flank_analysis_progress_fn(void *user, size_t done, size_t total);

/* Called whenever one more position is known, with all that is known so far; `so_far` is the analysis's own and changes
 * after the call. */
typedef flank_reply flank_analysis_known_fn(void *user, const flank_analysis *so_far);

#define FLANK_ANALYSIS_LEVEL 18        /* the default in Othello */
#define FLANK_ANALYSIS_LEVEL_OTHERS 10 /* and in the other games, which take longer for the same level */
#define FLANK_ANALYSIS_LEVEL_MIN 6     /* lower levels slip */

/* The settings of an analysis. */
typedef struct flank_analysis_options {
    int level;       /* of each search: FLANK_ANALYSIS_LEVEL_MIN..FLANK_LEVEL_MAX; 0: the default, or only the time */
    int64_t time_ms; /* instead of a level: for each position, and about as long for a move that is not the best; three
                        times as long for those that are searched again */
    const flank_book *book;                  /* taken where it knows the position and the move; NULL: none */
    flank_analysis_progress_fn *on_progress; /* may be NULL */
    flank_analysis_known_fn *on_known;       /* may be NULL */
    void *user;
    const flank_stop *stop; /* raised: end within some milliseconds with what is known; NULL: none */
} flank_analysis_options;

/* Review the game of `record` up to its cursor with `engine`; `options` may be NULL. The caller destroys `*analysis`.
 * FLANK_OK also if it was ended early; FLANK_BAD_ARGUMENT for a level or time out of range, FLANK_NO_MEMORY. */
flank_status flank_analysis_run(flank_engine *engine, const flank_record *record, const flank_analysis_options *options,
                                flank_analysis **analysis);
void flank_analysis_destroy(flank_analysis *analysis); /* NULL is fine */

/* The chance to win, 0..1, of the side with `line` in a position with so many empty squares. 1, 0.5 or 0 where the
 * result is proved. */
double flank_win_chance(const flank_game *game, const flank_line *line, int empties);

/* The share of the moves in a sum that were best or good, 0..1; 1 without a move. */
double flank_review_accuracy(const flank_review_sum *sum);

/* The graph of a reviewed game as an SVG picture; players and the like come from `sheet` (may be NULL).
 * FLANK_CANNOT_WRITE if `write` failed, FLANK_NO_MEMORY. */
flank_status flank_analysis_write_svg(const flank_analysis *analysis, const flank_sheet *sheet, flank_write_fn *write,
                                      void *user);

/* Put values, symbols (?!, ?, ??), comments and better lines into the sheet whose main line was reviewed.
 * FLANK_NO_MEMORY, with some of it done. */
flank_status flank_analysis_annotate(const flank_analysis *analysis, flank_sheet *sheet);

#ifdef __cplusplus
}
#endif
#endif
