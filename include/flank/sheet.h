/* SPDX-License-Identifier: MIT
 *
 * Score sheets: a game, or a position, with everything that files keep beside the moves. Players, place and date, how
 * it ended, values, times and comments of the moves, variations. formats.h reads and writes them.
 *
 * A sheet is a tree of nodes. The root is the start position, every other node a move and the position after it. A
 * node's first child is the move that was played, or the first of several candidates; its siblings are variations. A
 * variation may repeat the move that was played, or another variation: files have such lines, each with its own notes.
 * Notes are tags (name and text) on nodes; those on the root belong to the game.
 *
 * A sheet owns its nodes and texts, all freed together. Owned by the caller, one thread at a time.
 */
#ifndef FLANK_SHEET_H
#define FLANK_SHEET_H

#include <flank/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A note. Names of the root that formats agree on:
 *
 *   Event Site Date Round Black White BlackRating WhiteRating TimeControl Annotator Source Comment
 *
 * Date is YYYY.MM.DD, unknown parts as ??, perhaps followed by " HH:MM:SS". Names of other nodes: Comment, and Symbol
 * (!, ?,
 * !!, ??, !?, ?!). Facts that only one format knows are kept as "sgf.AP", "wthor.tournament": that format writes it
 * again. */
typedef struct flank_tag {
    const char *name;
    const char *value; /* UTF-8; may have several lines */
    const struct flank_tag *next;
} flank_tag;

/* A move and the position after it; the root has no move. Read it, change it with the functions below. */
typedef struct flank_node {
    const struct flank_node *parent;  /* NULL for the root */
    const struct flank_node *child;   /* the move that follows; NULL at the end of a line */
    const struct flank_node *sibling; /* the next variation at the same place, or NULL */
    flank_position position;          /* after the move */
    flank_move move;                  /* unset for the root */
    int ply;                          /* moves from the root, 0.. */
    bool has_value;                   /* the judged worth of the move: */
    int value;     /* hundredths of a disc or piece for the side that makes it; root: for the side to move */
    bool has_time; /* the time spent on the move: */
    int64_t time_ms;
    const flank_tag *tags; /* in the order in which they were set, or NULL */
} flank_node;

/* The two uses of a sheet: a game that was played, or a single position to think about, whose moves are suggestions. */
typedef enum flank_sheet_kind { FLANK_SHEET_GAME, FLANK_SHEET_POSITION } flank_sheet_kind;

/* The way in which a game ended. */
typedef enum flank_ending {
    FLANK_ENDING_PLAYED, /* to the end, or the file does not say */
    FLANK_ENDING_RESIGNED,
    FLANK_ENDING_TIME,
    FLANK_ENDING_AGREED,
    FLANK_ENDING_FORFEIT,
    FLANK_ENDING_ADJUDICATED, /* somebody has decided what would come of it */
} flank_ending;

typedef struct flank_sheet_result {
    bool known; /* false: nothing else is set */
    int sign;   /* +1 black has won, -1 white has won, 0 a draw */
    bool has_discs;
    int discs; /* black's discs minus white's, empties to the winner, -64..64 */
    flank_ending ending;
} flank_sheet_result;

typedef struct flank_sheet flank_sheet;

/* A sheet with a root and no moves. `rules` NULL: the defaults; `start` NULL: the initial position. NULL without
 * memory. */
flank_sheet *flank_sheet_create(const flank_game *game, const flank_rules *rules, const flank_position *start,
                                flank_sheet_kind kind);

/* A game sheet of a record up to its cursor. NULL without memory. */
flank_sheet *flank_sheet_of_record(const flank_record *record);

void flank_sheet_destroy(flank_sheet *sheet); /* NULL is fine */

const flank_game *flank_sheet_game(const flank_sheet *sheet);
const flank_rules *flank_sheet_rules(const flank_sheet *sheet);

/* Take the same positions and moves as played by other rules of its game. FLANK_BAD_POSITION or FLANK_ILLEGAL_MOVE, with
 * `error` (may be NULL) saying what does not exist by them, and nothing is changed. */
flank_status flank_sheet_set_rules(flank_sheet *sheet, const flank_rules *rules, flank_error *error);

flank_sheet_kind flank_sheet_kind_of(const flank_sheet *sheet);
const flank_node *flank_sheet_root(const flank_sheet *sheet);

/* The last node of the main line: of first children. */
const flank_node *flank_sheet_end(const flank_sheet *sheet);

/* The node behind `node` in the order of a file: each before its children, and these before its siblings. NULL behind
 * the last. */
const flank_node *flank_node_next(const flank_node *node);

/* The number of nodes that there are, the root included. */
size_t flank_sheet_count(const flank_sheet *sheet);

/* The line from the root to `node` (NULL: the end of the main line) as a record with its cursor at the end. If a
 * repetition ended the game before, the record ends there. NULL without memory. */
flank_record *flank_sheet_record(const flank_sheet *sheet, const flank_node *node);

/* Add a legal move after `at`, as its last child; a move that is there already is found, not added again. Fills in
 * `*node` (may be NULL). FLANK_ILLEGAL_MOVE, FLANK_NO_MEMORY, and nothing changed, on failure. */
flank_status flank_sheet_add(flank_sheet *sheet, const flank_node *at, flank_move move, const flank_node **node);

/* Add a legal move after `at` as its last child even where that move is there already. This is how a file is read: its
 * lines stay as they are, and a variation that begins like the main line neither changes nor lengthens it. Takes the
 * same time however many children there are. Otherwise like flank_sheet_add. */
flank_status flank_sheet_append(flank_sheet *sheet, const flank_node *at, flank_move move, const flank_node **node);

/* Append a pass that a file leaves out. One that is there and goes on is found, since no line ends with it. */
flank_status flank_sheet_append_pass(flank_sheet *sheet, const flank_node *at, flank_move pass,
                                     const flank_node **node);

/* flank_sheet_add for a move in any notation of the game. If a forced pass is left out (Othello, Tothello) it is put
 * in. `error` (may be NULL) says what is wrong: FLANK_BAD_MOVE, FLANK_ILLEGAL_MOVE, FLANK_AMBIGUOUS_MOVE,
 * FLANK_GAME_OVER, FLANK_NO_MEMORY. */
flank_status flank_sheet_add_text(flank_sheet *sheet, const flank_node *at, const char *text, const flank_node **node,
                                  flank_error *error);

/* The same with flank_sheet_append. */
flank_status flank_sheet_append_text(flank_sheet *sheet, const flank_node *at, const char *text,
                                     const flank_node **node, flank_error *error);

/* Put a note on `node` in place of one of that name; NULL or "" takes it away. Bytes of the value that are no UTF-8 are
 * taken as windows-1252 (ISO-8859-1 with some letters more) and kept as UTF-8. FLANK_NO_MEMORY. */
flank_status flank_sheet_set_tag(flank_sheet *sheet, const flank_node *node, const char *name, const char *value);
const char *flank_node_tag(const flank_node *node, const char *name); /* NULL if there is none */

void flank_sheet_set_value(flank_sheet *sheet, const flank_node *node, int value);
void flank_sheet_set_time(flank_sheet *sheet, const flank_node *node, int64_t time_ms);

/* The result that a file states, which need not be that of the moves (a resignation, a missing end). */
void flank_sheet_set_result(flank_sheet *sheet, const flank_sheet_result *result);

/* That result, or else the one of the main line if it ends the game. */
flank_sheet_result flank_sheet_result_of(const flank_sheet *sheet);

/* True if a result was set. */
bool flank_sheet_states_result(const flank_sheet *sheet);

#ifdef __cplusplus
}
#endif
#endif
