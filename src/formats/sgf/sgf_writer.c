/* SPDX-License-Identifier: MIT
 *
 * Writing SGF, FF[4].
 *
 *   (;FF[4]GM[2]CA[UTF-8]SZ[8]
 *   PB[A]PW[B]DT[1999-05-03]RE[B+12]
 *   AB[e4][d5]AW[d4][e5]PL[B]
 *   ;B[f5]ET[3.4]V[1.25];W[d6]TE[1]C[a comment]
 *   (;B[c3])
 *   (;B[f4]))
 *
 * All discs or pieces of the start are written, also those of the initial position, because readers differ in what they
 * put on the board by themselves; squares that are empty only here are written as AE. V is what a move was thought to
 * be worth in Black's view, in discs or pieces. ET, seconds spent on a move, is a property of ours: the standard has
 * only the time left.
 */
#include "core/bits.h"
#include "games/game_table.h"
#include "formats/decimal.h"
#include "formats/other_rules.h"
#include "formats/sgf/sgf.h"
#include "formats/sgf/sgf_text.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 72 };

/* True if the line that is being written is full. */
static bool is_full(const flank_writer *writer)
{
    const text_buffer *text = &writer->text;
    size_t column = 0;
    while (column <= COLUMNS && column < text->length && text->bytes[text->length - 1 - column] != '\n')
        column++;
    return column > COLUMNS;
}

static void end_line(flank_writer *writer)
{
    const text_buffer *text = &writer->text;
    if (text->length && text->bytes[text->length - 1] != '\n')
        writer_put(writer, "\n");
}

/* ---- Notes ---- */

/* True if a property V that was kept says the node's value with more digits. */
static bool keeps_value(const flank_node *node)
{
    const char *kept = flank_node_tag(node, "sgf.V");
    int64_t value;
    bool exact;
    return kept && *kept == '[' && decimal_read(kept + 1, strcspn(kept + 1, "]"), 2, &value, &exact) && !exact &&
           value == (int64_t)node->value * sheet_view(node, FLANK_BLACK);
}

/* A property that the reader kept; those that are about the board or the file are written elsewhere. */
static bool put_kept(flank_writer *writer, const flank_node *node, const flank_tag *tag)
{
    static const char *const other[] = {"FF", "GM", "SZ", "AB", "AW", "AE", "PL", "CA", "B", "W", "KIND", NULL};
    const char *name = tag->name + 4;
    for (size_t i = 0; other[i]; i++)
        if (strcmp(name, other[i]) == 0)
            return strlen(name) == 1 || strcmp(name, "CA") == 0;
    if (strcmp(name, "V") == 0 && node->has_value && !keeps_value(node))
        return true; /* the value was changed */
    if (!sgf_is_property(name, tag->value))
        return false;
    writer_put(writer, "%s%s", name, tag->value);
    return true;
}

static void put_kept_tags(flank_writer *writer, const flank_node *node)
{
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        if (strncmp(tag->name, "sgf.", 4) != 0 || put_kept(writer, node, tag))
            continue;
        if (node->parent)
            writer_lose(writer, FLANK_LOSS_COMMENTS, 1);
        else
            writer_lose_tag(writer, tag->name);
    }
}

/* Words in the place of moves, "resign": a node each. */
static void put_words(flank_writer *writer, const flank_node *node)
{
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        const bool word = strcmp(tag->name, "sgf.B") == 0 || strcmp(tag->name, "sgf.W") == 0;
        if (word && sgf_is_property(tag->name + 4, tag->value))
            writer_put(writer, ";%s%s", tag->name + 4, tag->value);
    }
}

static void put_symbol(flank_writer *writer, const flank_node *node)
{
    const char *symbol = node->parent ? flank_node_tag(node, "Symbol") : NULL;
    for (size_t i = 0; symbol && sgf_symbols[i].property; i++)
        if (strcmp(symbol, sgf_symbols[i].symbol) == 0) {
            writer_put(writer, "%s[%s]", sgf_symbols[i].property, sgf_symbols[i].value);
            return;
        }
    writer_lose(writer, FLANK_LOSS_COMMENTS, symbol != NULL);
}

static void put_notes(flank_writer *writer, const flank_node *node)
{
    char number[DECIMAL_SIZE];
    if (node->has_time && node->time_ms >= 0) {
        decimal_write(node->time_ms, 3, false, number);
        writer_put(writer, "ET[%s]", number);
    }
    if (node->has_value && !keeps_value(node)) {
        decimal_write((int64_t)node->value * sheet_view(node, FLANK_BLACK), 2, false, number);
        writer_put(writer, "V[%s]", number);
    }
    put_symbol(writer, node);
    const char *comment = flank_node_tag(node, "Comment");
    if (comment)
        sgf_put_text(writer, "C", comment, false);
    put_kept_tags(writer, node);
    put_words(writer, node);
}

/* ---- The root ---- */

static void put_squares(flank_writer *writer, const char *name, uint64_t set)
{
    writer_put(writer, "%s", set ? name : "");
    for (; set; set &= set - 1)
        writer_put(writer, "[%s]", flank_square_name(bit_first(set)));
}

static void put_start(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_position *start = &flank_sheet_root(sheet)->position;
    const flank_position usual = flank_game_start(flank_sheet_game(sheet));
    const bool black = start->color == FLANK_BLACK;
    end_line(writer);
    put_squares(writer, "AB", black ? start->own : start->other);
    put_squares(writer, "AW", black ? start->other : start->own);
    if (!start->own && !start->other)
        writer_put(writer, "AB[]"); /* an empty board */
    put_squares(writer, "AE", (usual.own | usual.other) & ~(start->own | start->other));
    writer_put(writer, "PL[%c]\n", black ? 'B' : 'W');
}

static void put_result(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    char text[16];
    if (!result.known || flank_node_tag(flank_sheet_root(sheet), "sgf.RE"))
        return;
    if (!sgf_write_result(&result, text))
        writer_lose(writer, FLANK_LOSS_RESULT, 1);
    writer_put(writer, "RE[%s]", text);
}

/* A position that is asked about; or a game without moves, where readers would take its start for that. */
static void put_kind(flank_writer *writer, const flank_sheet *sheet)
{
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        writer_put(writer, "KIND[position]");
    else if (!flank_sheet_root(sheet)->child && !sheet_starts_usually(sheet))
        writer_put(writer, "KIND[game]");
}

static bool is_seconds(const char *text, size_t length)
{
    int64_t time;
    return decimal_read(text, length, 3, &time, NULL);
}

/* A number of seconds is TM, anything else OT, which a reader does not take for it beside a TM with a number. */
static void put_clock(flank_writer *writer, const flank_node *root)
{
    const char *clock = flank_node_tag(root, "TimeControl"), *kept = flank_node_tag(root, "sgf.TM");
    if (clock && is_seconds(clock, strlen(clock)))
        sgf_put_text(writer, "TM", clock, true);
    else if (clock && !(kept && strlen(kept) > 2 && is_seconds(kept + 1, strlen(kept) - 2)))
        sgf_put_text(writer, "OT", clock, true);
    else if (clock)
        writer_lose_tag(writer, "TimeControl");
}

/* The property that a tag is written as; the tag itself if it is none of those. */
static const char *property_of(const char *tag)
{
    for (size_t i = 0; sgf_tag_names[i].property; i++)
        if (strcmp(sgf_tag_names[i].tag, tag) == 0)
            return sgf_tag_names[i].property;
    return tag;
}

/* True if readers take a tag of the game or a comment for a kind of it, "Losing Othello", that it is not. */
static bool names_other_rules(const flank_sheet *sheet)
{
    const flank_game *game = flank_sheet_game(sheet);
    told_rules told = {.rules = *flank_sheet_rules(sheet)};
    const flank_node *root = flank_sheet_root(sheet);
    char text[FLANK_RULES_TEXT_SIZE];
    for (const flank_tag *tag = root->tags; tag; tag = tag->next)
        if (other_rules_take_named(game, property_of(tag->name), tag->value, &told, NULL))
            return true;
    if (root->child && other_rules_take_fact(game, FACT_TITLE, flank_node_tag(root->child, "Comment"), &told, NULL))
        return true;
    flank_rules_format(game, &told.rules, text);
    return *text;
}

/* The rules. Those that are usual are told where a tag would be taken for others. */
static void put_rules(flank_writer *writer, const flank_sheet *sheet)
{
    char rules[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(flank_sheet_game(sheet), flank_sheet_rules(sheet), rules);
    if (*rules)
        sgf_put_text(writer, "RU", rules, true);
    else if (other_rules_has_kinds(flank_sheet_game(sheet)) && names_other_rules(sheet))
        sgf_put_text(writer, "RU", "goal=most", true);
}

static void put_root(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_node *root = flank_sheet_root(sheet);
    const char *date = flank_node_tag(root, "Date");
    char text[SGF_DATE_SIZE];
    writer_put(writer, "(;FF[4]GM[%d]CA[UTF-8]SZ[8]\n", flank_sheet_game(sheet)->sgf_number);
    for (size_t i = 0; sgf_tag_names[i].property; i++) {
        const char *value = flank_node_tag(root, sgf_tag_names[i].tag);
        if (value)
            sgf_put_text(writer, sgf_tag_names[i].property, value, true);
    }
    if (date) {
        sgf_write_date(date, text);
        sgf_put_text(writer, "DT", strlen(date) < SGF_DATE_SIZE ? text : date, true);
    }
    put_clock(writer, root);
    put_rules(writer, sheet);
    put_result(writer, sheet);
    put_kind(writer, sheet);
    put_start(writer, sheet);
    put_notes(writer, root);
}

/* ---- Moves ---- */

static void put_move(flank_writer *writer, const flank_sheet *sheet, const flank_node *node)
{
    const flank_game *game = flank_sheet_game(sheet);
    char move[FLANK_MOVE_TEXT_SIZE] = "";
    const bool places = game->moves_run_together;
    if (!places || !flank_move_is_pass(node->move))
        flank_move_format(game, flank_sheet_rules(sheet), &node->parent->position, node->move, places ? NULL : "sgf",
                          move);
    writer_put(writer, "%s;%c[%s]", is_full(writer) ? "\n" : "",
               node->parent->position.color == FLANK_BLACK ? 'B' : 'W', places && !*move ? "PA" : move);
    put_notes(writer, node);
}

static bool is_alone(const flank_node *node) { return node->parent->child == node && !node->sibling; }

static void put_moves(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_node *node = flank_sheet_root(sheet)->child;
    while (node && writer_goes_on(writer)) {
        if (!is_alone(node))
            writer_put(writer, "\n(");
        put_move(writer, sheet, node);
        if (node->child) {
            node = node->child;
            continue;
        }
        const flank_node *next = NULL;
        for (; node->parent && !next; node = node->parent) {
            if (!is_alone(node))
                writer_put(writer, ")");
            next = node->sibling;
        }
        node = next;
    }
}

static flank_status sgf_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    (void)error;
    static const char *const tags[] = {"Event",  "Site",        "Date",        "Round",       "Black",
                                       "White",  "BlackRating", "WhiteRating", "TimeControl", "Annotator",
                                       "Source", "Comment",     NULL};
    put_root(writer, sheet);
    if (flank_sheet_root(sheet)->child)
        end_line(writer);
    put_moves(writer, sheet);
    writer_put(writer, ")\n");
    format_keeps keeps = keeps_everything("sgf.");
    keeps.tags = tags;
    writer_lose_rest(writer, sheet, &keeps);
    return FLANK_OK;
}

static bool has_number(const flank_game *game) { return game->sgf_number != 0; }

const flank_format format_sgf = {
    .name = "sgf",
    .title = "Smart Game Format",
    .extensions = "sgf",
    .holds = has_number,
    .detect = sgf_detect,
    .read = sgf_read,
    .read_state_bytes = sizeof(sgf_state),
    .write = sgf_write,
};
