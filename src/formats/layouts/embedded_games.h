/* SPDX-License-Identifier: MIT
 *
 * Games that stand among words: pieces of text cut out of a file of another kind, and the games in them.
 *
 * A piece is taken if all of it is a file in one of the formats; else its lines are tried one by one, the cells of
 * lines, which tabs separate, and the moves among words. Moves alone must be four at least, since short words and
 * colours (#d3c5f6) often are legal moves by chance. Squares and numbers alone that cannot be played are a damaged
 * game, which is told; all other text is passed over. Positions and drawn boards are not looked for. A piece with a
 * game of a kind that is not read is told as such, and not tried line by line; a line or cell that names a kind of
 * Othello speaks of what stands below it or in its row, words at the head of a line of its games, brackets of the game
 * before them alone. Menus of kinds and names of players say nothing (page_words.h).
 */
#ifndef FLANK_FORMATS_EMBEDDED_GAMES_H
#define FLANK_FORMATS_EMBEDDED_GAMES_H

#include "formats/format_table.h"

typedef struct embedded_piece {
    const flank_format *format;
    size_t at, length;     /* in the text */
    uint64_t offset, line; /* where it begins in the file */
    size_t kind;           /* of its game, in embedded_games.kinds */
} embedded_piece;

/* All zero but `functions` is an empty list. */
typedef struct embedded_games {
    const reader_functions *functions; /* of the file's reader */
    const flank_stop *stop;            /* of that reader, or NULL */
    text_buffer text;                  /* of the pieces; what is behind the last one is the next */
    size_t used;                       /* bytes of it that pieces have */
    embedded_piece *pieces;
    size_t count, room, next;
    flank_reader *reader;   /* of the piece before `next`, or NULL */
    bool has_lines_of_file; /* a line of a piece is one of the file */
    text_buffer kinds;      /* of Othello that headings name, each with its NUL; the first is none */
    size_t kind;            /* of what follows a heading */
    int kind_level;         /* of that heading */
    size_t near;            /* of the games directly below a piece that names it */
    bool after_label;       /* the piece before is the label of a player */
} embedded_games;

/* Take a line above all games as a heading. */
void embedded_head_line(embedded_games *games, const char *line, size_t length);

/* Take what was added to `games->text` since the last piece as a heading: if it names a kind of Othello or a game, it
 * speaks of the games below it, as far as the next heading whose level is no deeper. */
void embedded_head(embedded_games *games, int level);

/* Take what was added to `games->text` since the last call as a piece that begins at `offset` and `line` of the file,
 * if there are games in it. `game`: as flank_reader_options has it. False without memory,
 * and once the reader is to stop. */
bool embedded_take(embedded_games *games, const flank_game *game, uint64_t offset, uint64_t line);

/* Read the next game, and tell `reader`, that of the file, where it stands. FLANK_NOT_FOUND behind the last one, the
 * status of a damaged game with `error`. */
flank_status embedded_read(embedded_games *games, flank_reader *reader, flank_sheet **sheet, flank_error *error);

/* True if the text is squares, `least` of them or more, numbers and what separates them, and nothing else. */
bool embedded_is_moves(const char *text, size_t length, size_t least);

void embedded_free(embedded_games *games);

#endif
