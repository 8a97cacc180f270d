/* SPDX-License-Identifier: MIT
 *
 * Lists of moves as people and programs write them, cut into moves: for records and for all formats.
 *
 *   f5 d6, c3   "f5d6c3"   F5-D6-C3   f5→d6   f5;d6   1. f5 2. d6   1: f5 2: d6   1)f5   1 f5 2 d6   f5pass
 *
 * Blanks, line ends, commas and quotes separate words, and so does a semicolon without blanks. A number before a move
 * is one with dots, a colon or a bracket behind it, or a word of its own that counts on from the number before. If the
 * game's moves run together, so may words; a fault in such a run is a move by itself, so that it is told at its place.
 */
#ifndef FLANK_GAMES_MOVE_WORDS_H
#define FLANK_GAMES_MOVE_WORDS_H

#include <flank/game.h>

/* A place in a list: all zero but `text` before the first move. */
typedef struct move_words {
    const char *text;  /* the list, NUL-terminated */
    size_t at, length; /* of the move in hand */
    size_t end;        /* of the word that it is part of */
    int number;        /* the last number that was passed; 0: none */
    int own_number;    /* the one right before the move in hand; 0: it has none */
    bool started;      /* there was a word before */
    bool in_run;       /* the word is a run of moves, */
    bool dashed;       /* with dashes or arrows between them */
} move_words;

/* Go to the next move of a list of `game`; false at its end. The text need not be a move: that is for the game to say.
 */
bool move_words_next(move_words *words, const flank_game *game);

/* True if nothing stands behind the move in hand. */
bool move_words_at_end(const move_words *words);

/* The length of "12.", "12...", "12:" or "12)" at the start of a word of `length` characters, or 0; "33:1" has none. */
size_t word_number_length(const char *word, size_t length);

/* The length of a blank, comma or quote at `text`, or 0. */
size_t word_separator_length(const char *text);

#endif
