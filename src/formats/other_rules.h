/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games as other programs name them, "Anti-Reversi", "Othello 10x10", "komi 4.5",
 * "Russian draughts": so that a game of one never counts as one of ours.
 */
#ifndef FLANK_FORMATS_OTHER_RULES_H
#define FLANK_FORMATS_OTHER_RULES_H

#include <flank/flank.h>

/* The rules of a game that a file tells. */
typedef struct told_rules {
    flank_rules rules;
    flank_error note;  /* that a text was left out; without a code: none was */
    const char *flag;  /* the word in the name of the next FACT_LIKELY_FLAG (other_rules_flag_word), for its note */
    int width, height; /* of what may be the board; 0: not told */
    bool ours;         /* the file told rules of Flank's own, so that other words count only if all of them are known */
} told_rules;

/* The meaning of the value of a tag, heading, column, member or property, by its name. */
typedef enum other_fact {
    NO_FACT,
    FACT_KIND,      /* the kind of the game */
    FACT_TYPE,      /* a type of GGS, or something else */
    FACT_GAME_TYPE, /* of PGN: "50,anti" */
    FACT_MODE,      /* the kind, or how it was played */
    FACT_BOARD,     /* the size of it, or the number of a table */
    FACT_SIZE,
    FACT_LENGTH, /* a size of the board or of something else */
    FACT_WIDTH,  /* likewise; it counts where a height is told, too */
    FACT_HEIGHT,
    FACT_KOMI,
    FACT_FLAG,        /* true: the fewest discs win */
    FACT_LIKELY_FLAG, /* the same, or of a drawing: "reversed" */
    FACT_GROUP,       /* facts of the game, in JSON */
    FACT_GOAL,        /* who wins */
    FACT_TITLE,       /* a name or any words */
    FACT_NAME         /* of a game of SGF, which may be that of the kind alone: GN[10x10] */
} other_fact;

/* True for Othello, of which these kinds are. */
bool other_rules_has_kinds(const flank_game *game);

/* Names are compared without case, accents, blanks and signs: "Board-Size", "boardSize". */
other_fact other_rules_fact(const char *name);

/* The word of a flag in a name, "reverse", "inverse", in static storage; "reversed" if there is none. */
const char *other_rules_flag_word(const char *name);

/* True for a text with a number that is the length of no board that is played: "60", "9", "58 KB". */
bool other_rules_is_count(const char *value);

/* Take what the value (NULL: none) of such a name says of the rules: FLANK_NOT_SUPPORTED with `error` for a kind that
 * is not read. A value that may be about something else says nothing: `Board: 1`, `Mode: online`. */
flank_status other_rules_take_fact(const flank_game *game, other_fact fact, const char *value, told_rules *told,
                                   flank_error *error);

/* The same of a value by its name. */
flank_status other_rules_take_named(const flank_game *game, const char *name, const char *value, told_rules *told,
                                    flank_error *error);

/* Take what a text that names the kind of a game says of its rules: a tag Variant or Rules, a type of GGS ("8a"). Words
 * of clocks, random starts and sites say nothing. FLANK_NOT_SUPPORTED with `error`: games of that kind are not read, or
 * nothing in the text is known. If something is, the note tells what was left out. */
flank_status other_rules_take(const flank_game *game, const char *text, told_rules *told, flank_error *error);

/* The game that a text names, perhaps with the kind of it: "Anti-Othello"; NULL if it names none. */
const flank_game *other_rules_game(const char *text);

/* True if `length` bytes name a kind of Othello and nothing else. */
bool other_rules_is_title(const char *text, size_t length);

/* The same, with the name of the game or a number: "Anti-Othello", "komi 3". */
bool other_rules_is_clear(const char *text, size_t length);

enum { KIND_NAME_SIZE = 32 };

/* The kind that a text names, the usual one, too, and nothing else: the same for all names of a kind, "anti", "usual",
 * "10x10". False if it names none. */
bool other_rules_kind(const char *text, char kind[KIND_NAME_SIZE]);

/* True if `length` bytes are a size of a board, "8 x 8", and nothing else. */
bool other_rules_is_size(const char *text, size_t length);

/* True if it is a title, or other words stand around a kind with the name of the game: "Anti-Othello, by Tom". A kind
 * that sentences name, too, is one there with a hyphen alone: "Losing-Othello, by Tom", but "Tom loses Othello match".
 */
bool other_rules_is_phrase(const char *text, size_t length);

/* True if all words of a text are of clocks, tournaments and the like, or of a kind that they do not name clearly:
 * "10x5 min", "Komi". */
bool other_rules_is_aside(const char *text, size_t length);

/* True if `length` bytes are words of games that name no other kind, "Reversi 8x8", "Game 12", and nothing else. */
bool other_rules_is_plain(const char *text, size_t length);

/* True if `length` bytes say that a game is one of the usual kind, "normal rules", and nothing else. */
bool other_rules_is_usual(const char *text, size_t length);

/* True if `length` bytes are a word for a kind that problems have for moves, too, "suicide", and nothing else. */
bool other_rules_is_of_problems(const char *text, size_t length);

/* Take a phrase. A note tells what it is taken for, if it may be meant for something else: it does not name the game,
 * or has words that are not known. */
flank_status other_rules_take_phrase(const flank_game *game, const char *text, told_rules *told, flank_error *error);

/* Give a sheet the rules that its words tell, and the note on them. */
flank_status other_rules_put(flank_sheet *sheet, const told_rules *told, flank_error *error);

/* Take a text that stands beside a game as its rules, if it is a phrase; beside a position, none of problems. */
flank_status other_rules_put_phrase(flank_sheet *sheet, const char *text, flank_error *error);

/* Hold the tags of a game against its rules: what every reader's games go through. */
flank_status other_rules_check_tags(flank_sheet *sheet, flank_error *error);

#endif
