/* SPDX-License-Identifier: MIT
 *
 * Sheets from trees of JSON: what the readers of Flank's own and of Egaroucid's files share.
 */
#ifndef FLANK_FORMATS_JSON_GAME_H
#define FLANK_FORMATS_JSON_GAME_H

#include "formats/format_table.h"
#include "formats/json/json_text.h"
#include "formats/other_rules.h"

#include <flank/sheet.h>

/* A game being read. */
typedef struct json_game {
    const flank_reader *reader;
    const json_tree *tree;
    const json_value *root;
    const flank_game *asked; /* the game that the caller asks for, or NULL */
    flank_sheet *sheet;      /* the caller's, also after a failure; NULL before it is made */
} json_game;

/* True if the object is a game as Egaroucid saves it. */
bool is_egaroucid_game(const json_tree *tree, const json_value *root);

/* Read the object; a failure has its place in the text. */
flank_status flank_json_read(json_game *game, flank_error *error);
flank_status egaroucid_json_read(json_game *game, flank_error *error);

/* Tell that a member is missing or not as it should be; `place` may be NULL. */
flank_status json_bad_member(flank_error *error, const json_value *place, const char *name);

/* Set a tag of `node` to a string that may be missing. */
flank_status json_put_tag(const json_game *game, const flank_node *node, const char *name, const json_value *value,
                          flank_error *error);

/* Add what the members of an object, perhaps the root, say of the rules to `told`. */
flank_status json_take_facts(const json_game *game, const flank_game *found, const json_value *object, told_rules *told,
                             flank_error *error);

#endif
