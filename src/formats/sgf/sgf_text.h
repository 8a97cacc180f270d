/* SPDX-License-Identifier: MIT
 *
 * The text of an SGF game: its extent in a file, its tokens, its values. Their meaning is the reader's and the
 * writer's.
 */
#ifndef FLANK_FORMATS_SGF_TEXT_H
#define FLANK_FORMATS_SGF_TEXT_H

#include "formats/format_table.h"

/* ---- Places of games ---- */

/* Text between games, with its place. */
typedef struct sgf_between {
    uint64_t offset, line;
    char first[48]; /* the beginning of its first line; "": there is none */
} sgf_between;

/* Go to the "(" of the next game, past whatever stands before it; false at the end of the file. */
bool sgf_find_game(byte_source *source, sgf_between *between);

/* The fault of a game, with its place. */
typedef struct sgf_fault {
    flank_error_code code; /* FLANK_ERROR_OK: nothing */
    uint64_t offset, line;
    bool is_cut;  /* the end is missing; what is there has been collected, and ended properly */
    uint64_t end; /* the place of the cut */
} sgf_fault;

/* Collect a game up to its last ")"; the source stands behind the game in any case. A game that is cut is ended behind
 * its last whole value. A "(;" that begins with FF, GM, CA
 * or AP inside a game is another one: the first has lost its end. At the start of a line that holds inside a value,
 * too, which has lost its "]", and for the names of players and the like as well. */
sgf_fault sgf_collect(byte_source *source, text_buffer *text);

/* The value of CA in the root node, cut to fit, "" if there is none. */
enum { SGF_CHARSET_SIZE = 32 };
void sgf_read_charset(const text_buffer *text, char out[SGF_CHARSET_SIZE]);

/* ---- Tokens ---- */

enum { SGF_NAME_SIZE = 9 };

typedef enum sgf_kind { SGF_OPEN, SGF_CLOSE, SGF_NODE, SGF_PROPERTY, SGF_WRONG, SGF_END } sgf_kind;

typedef struct sgf_token {
    sgf_kind kind;
    size_t at;                /* in the text */
    char name[SGF_NAME_SIZE]; /* of a property, without the small letters that old files put in */
    const char *values;       /* from the first '[' to the last ']' */
    size_t length;
} sgf_token;

typedef struct sgf_cursor {
    const char *text;
    size_t length, at;
} sgf_cursor;

void sgf_next(sgf_cursor *cursor, sgf_token *token);

/* The value at `*at` of a property's values, 0 for the first, and step behind it; false behind the last one. */
bool sgf_next_value(const sgf_token *token, size_t *at, const char **value, size_t *length);

/* ---- Values ---- */

/* Add a Text to `out`: escapes and soft line ends taken out, other blanks as ' '; line ends as '\n', or as ' ' where
 * the type is SimpleText. */
void sgf_add_text(text_buffer *out, const char *value, size_t length, bool simple);

/* Add all values as they stand, "[a][b]", blanks between them left out. */
void sgf_add_raw(text_buffer *out, const sgf_token *token);

/* True if a name and a text are those of a property, so that they may be written as they stand. */
bool sgf_is_property(const char *name, const char *values);

/* Add "NAME[text]" with escapes. */
void sgf_put_text(flank_writer *writer, const char *name, const char *text, bool simple);

/* ---- Meanings that reader and writer share ---- */

/* A property of the root that is a tag of every format. */
typedef struct sgf_tag_name {
    const char *property, *tag;
} sgf_tag_name;
extern const sgf_tag_name sgf_tag_names[]; /* ends with NULL */

/* A symbol of a move. */
typedef struct sgf_symbol {
    const char *property, *value, *symbol;
} sgf_symbol;
extern const sgf_symbol sgf_symbols[]; /* ends with NULL */

/* "1999-05-03" to "1999.05.03", "1999-05" to "1999.05.??"; other texts stay. Both have room for SGF_DATE_SIZE. */
enum { SGF_DATE_SIZE = 256 };
void sgf_read_date(const char *text, char *out);
void sgf_write_date(const char *date, char *out);

/* The part of a result that was understood. */
typedef enum sgf_understood { SGF_NOTHING, SGF_WINNER, SGF_ALL } sgf_understood;
sgf_understood sgf_read_result(const char *text, bool scores_discs, flank_sheet_result *result);

/* Write a known result to `out` of 16 bytes; false if SGF cannot say all of it. */
bool sgf_write_result(const flank_sheet_result *result, char *out);

#endif
