/* SPDX-License-Identifier: MIT
 *
 * Writing tag lines and moves.
 *
 * The tree is walked without recursion: a line of moves, each first move followed by the variations to it.
 */
#include "formats/movetext.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80 };

void movetext_put_tag(flank_writer *writer, const char *name, const char *value, bool newlines)
{
    writer_put(writer, "[%s \"", name);
    for (const char *at = value; *at; at++) {
        if (*at == '"' || *at == '\\')
            writer_put_bytes(writer, "\\", 1);
        if (*at == '\n' && newlines)
            writer_put_bytes(writer, "\\n", 2);
        else
            writer_put_bytes(writer, *at == '\n' || (*at == '\r' && !newlines) ? " " : at, 1);
    }
    writer_put(writer, "\"]\n");
}

void movetext_put_word(movetext_lines *lines, const char *word)
{
    const size_t length = strlen(word) + lines->open, first = strcspn(word, "\n") + lines->open;
    const bool wrap = lines->begun && lines->column + first + 1 > COLUMNS;
    writer_put(lines->writer, "%s%s%s", !lines->begun ? "" : wrap ? "\n" : " ", lines->open ? "(" : "", word);
    const char *last = strrchr(word, '\n');
    if (last)
        lines->column = strlen(last + 1);
    else
        lines->column = (wrap || !lines->begun ? 0 : lines->column + 1) + length;
    lines->begun = true;
    lines->open = false;
}

/* "12. f5", "12... f5" where a line begins or goes on with the second side, else "f5". */
static void put_move(movetext_lines *lines, const flank_sheet *sheet, const flank_node *node, bool anew)
{
    char move[FLANK_MOVE_TEXT_SIZE], word[FLANK_MOVE_TEXT_SIZE + 32];
    flank_move_format(flank_sheet_game(sheet), flank_sheet_rules(sheet), &node->parent->position, node->move, NULL,
                      move);
    const int index = node->ply - 1;
    if (index % 2 == 0)
        snprintf(word, sizeof word, "%d. %s", index / 2 + 1, move);
    else if (anew)
        snprintf(word, sizeof word, "%d... %s", index / 2 + 1, move);
    else
        snprintf(word, sizeof word, "%s", move);
    movetext_put_word(lines, word);
}

static void close_variation(movetext_lines *lines)
{
    writer_put(lines->writer, ")");
    lines->column++;
}

static bool is_first(const flank_node *node) { return node->parent->child == node; }

/* The node after the end of a line, NULL at the very end: the next variation, or the move at which one began, whose
 * line then goes on (`*written`). */
static const flank_node *leave_line(movetext_lines *lines, const flank_node *node, bool *written)
{
    while (node->parent && is_first(node))
        node = node->parent;
    if (!node->parent)
        return NULL;
    close_variation(lines);
    *written = !node->sibling;
    if (!node->sibling)
        return node->parent->child;
    lines->open = true;
    return node->sibling;
}

void movetext_put_moves(movetext_lines *lines, const flank_sheet *sheet, movetext_notes_fn *put_notes)
{
    put_notes(lines, sheet, flank_sheet_root(sheet));
    bool written = false, anew = false;
    for (const flank_node *node = flank_sheet_root(sheet)->child; node && writer_goes_on(lines->writer);) {
        if (!written) {
            put_move(lines, sheet, node, anew);
            put_notes(lines, sheet, node);
            anew = false;
        }
        if (!written && is_first(node) && node->sibling) {
            lines->open = true;
            node = node->sibling;
            anew = true;
        } else if (node->child) {
            anew = written;
            written = false;
            node = node->child;
        } else {
            written = false;
            node = leave_line(lines, node, &written);
            anew = !written;
        }
    }
}
