/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello above games and positions.
 */
#include "formats/kind_above.h"

#include "core/error.h"
#include "formats/format_table.h"
#include "formats/line_kind.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* True if a text is the name of a game and nothing else. */
static bool is_game(const char *text, size_t length)
{
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    char *name = strndup(text, length);
    const bool found = name && flank_game_find(name);
    free(name);
    return found;
}

bool kind_above_take(kind_above *kind, const char *line)
{
    if (!*line) /* of empty lines a text may have thousands */
        return false;
    const char *title = line + strspn(line, "%# \t");
    const size_t length = strcspn(title, "\r\n");
    const bool is_comment = memchr(line, '%', (size_t)(title - line)) || memchr(line, '#', (size_t)(title - line)),
               is_kind = line_is_kind(line);
    if (is_kind && kind->of_positions && other_rules_is_of_problems(title, length))
        return true;
    const bool ends = kind->words.length && (is_comment || line_is_plain_title(line));
    if (is_kind || (ends && (other_rules_is_usual(title, length) || is_game(title, length))))
        text_clear(&kind->words);
    kind->told = kind->told && !is_kind;
    if (is_kind)
        text_add_bytes(&kind->words, title, length);
    return is_kind;
}

flank_status kind_above_rules(kind_above *kind, const flank_game *game, told_rules *told, flank_error *error)
{
    const char *words = kind->words.length ? kind->words.bytes : NULL;
    flank_error *note = &told->note, before = *note;
    if (kind->words.failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const flank_status status = words ? other_rules_take_phrase(game, words, told, error) : FLANK_OK;
    if (kind->told)
        *note = before;
    kind->told = true;
    return status;
}

flank_status kind_above_put(kind_above *kind, flank_sheet *sheet, flank_error *error)
{
    told_rules told = {.rules = *flank_sheet_rules(sheet), .note = {.code = FLANK_ERROR_OK}};
    if (!other_rules_has_kinds(flank_sheet_game(sheet)))
        return FLANK_OK;
    const flank_status status = kind_above_rules(kind, flank_sheet_game(sheet), &told, error);
    return status ? status : other_rules_put(sheet, &told, error);
}
