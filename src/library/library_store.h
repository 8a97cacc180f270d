/* SPDX-License-Identifier: MIT
 *
 * The library's SQLite file: its statements, names and games by number, and what its errors mean. library_open.c opens
 * it, library_schema.h has its tables.
 */
#ifndef FLANK_LIBRARY_LIBRARY_STORE_H
#define FLANK_LIBRARY_LIBRARY_STORE_H

#include "core/text_buffer.h"
#include "library/library.h"

#include <sqlite3.h>

struct place_index;

/* Statements that are used again and again, prepared once. */
typedef enum store_statement {
    STORE_FIND_KIND,
    STORE_ADD_KIND,
    STORE_GET_KIND,
    STORE_FIND_NAME,
    STORE_ADD_NAME,
    STORE_GET_NAME,
    STORE_FIND_TWIN,
    STORE_FIND_STRANGE_TWIN,
    STORE_EACH_KIND,
    STORE_ADD_GAME,
    STORE_COMPLETE_GAME,
    STORE_DELETE_GAME,
    STORE_PUT_NOTES,
    STORE_DELETE_NOTES,
    STORE_ADD_PLACE,
    STORE_GET_PLACE,
    STORE_GET_GAME,
    STORE_STATEMENTS,
} store_statement;

/* Numbers of games are a byte in the keys of places. A game has at most so many moves, all its variations together, and
 * so many bytes of text, and then no row is larger; what reading one takes is bounded by that. */
enum { STORE_GAME_ID_MAX = 255, STORE_MOVES_MAX = 1 << 17, STORE_TEXT_MAX = 4 << 20, STORE_ROW_MAX = 8 << 20 };

struct game_library {
    sqlite3 *db;
    sqlite3_stmt *statement[STORE_STATEMENTS];
    struct place_index *index; /* of the games added since begin; NULL outside */
    const flank_stop *stop;    /* of the question under way; NULL: none */
    char *made;                /* the path of a file that this opening has made, or NULL */
};

/* Close the file; a transaction under way is rolled back. NULL is fine. The index is not the store's to free. */
void store_close(game_library *library);

/* Fill in `error` for the failure that SQLite has just reported, and say which it is. */
flank_status store_failure(const game_library *library, flank_error *error);

/* The same, which is FLANK_CANNOT_WRITE whatever it is. */
flank_status store_cannot_write(const game_library *library, flank_error *error);

/* A statement ready to be bound; NULL if it cannot be prepared. */
sqlite3_stmt *store_use(game_library *library, store_statement which);

/* Run a statement that gives no rows. */
flank_status store_run(game_library *library, sqlite3_stmt *statement, flank_error *error);

/* Bind a number, or NULL. */
void store_bind_optional(sqlite3_stmt *statement, int at, bool given, int value);

/* Run constant SQL. */
flank_status store_execute(const game_library *library, const char *sql, flank_error *error);

/* The number of a name, which is added if need be; NULL and "" are 0. */
flank_status store_name_id(game_library *library, const char *name, int64_t *id, flank_error *error);

/* A name in `out`, "" for number 0. A number that is not there is damage. */
flank_status store_name(game_library *library, int64_t id, text_buffer *out, flank_error *error);

/* A kind of games: a game, and those of its rules that stand apart. Its name is "othello" or "othello goal=fewest". */
typedef struct store_kind {
    const flank_game *game;
    flank_rules rules; /* the others have their defaults */
} store_kind;

enum { STORE_KIND_NAME_SIZE = 64 + FLANK_RULES_TEXT_SIZE };
/* The name of the kind that a game by `rules` (NULL: the defaults) is of. */
void store_kind_name(const flank_game *game, const flank_rules *rules, char name[STORE_KIND_NAME_SIZE]);

/* The number of that kind, 0 if the library has none of it; with `add` it gets one. */
flank_status store_kind_id(game_library *library, const flank_game *game, const flank_rules *rules, bool add,
                           int64_t *id, flank_error *error);

/* The kind of a number. FLANK_BAD_FILE: this flank does not know it, or the file is damaged. */
flank_status store_get_kind(game_library *library, int64_t id, store_kind *kind, flank_error *error);

flank_status store_no_memory(flank_error *error);

/* True if the question under way is to end, and the failure that it then is. SQLite asks this too, inside a statement;
 * loops over rows ask between them. */
bool store_is_stopped(const game_library *library);
flank_status store_stopped(flank_error *error);

#endif
