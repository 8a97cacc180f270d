/* SPDX-License-Identifier: MIT
 *
 * JSON, one game a line, for programs to read. json_reader.c reads it again.
 *
 *   {"game":"othello","kind":"game","rules":"","position":"...","to_move":"black","tags":{"Black":"A"},
 *    "result":{"text":"1-0","sign":1,"discs":12,"ending":"resigned"},
 *    "moves":[{"move":"f5","color":"black","value":1.25,"time":3.4,"symbol":"!","comment":"...","tags":{}}],
 *    "variations":[{"line":0,"ply":2,"moves":[...]}]}
 *
 * Lines are flat, so that no depth of variations troubles a reader: the main line is number 0, variations follow in the
 * order of the list; one takes the place of move `ply` (from 1) of line `line`. Values are in discs or pieces for the
 * side that makes the move, times in seconds. Unknown facts are left out.
 */
#include "core/error.h"
#include "core/json_writer.h"
#include "core/proof.h"
#include "formats/json/json_reader.h"
#include "formats/format_table.h"
#include "formats/movetext.h"
#include "formats/sheet_json.h"

#include <stdlib.h>
#include <string.h>

/* A variation to be written: its first node, and the line that it leaves. */
typedef struct json_line {
    const flank_node *start;
    uint64_t parent;
} json_line;

typedef struct json_lines {
    json_line *lines;
    size_t count, room;
    bool failed;
} json_lines;

/* A sheet being written. */
typedef struct sheet_writing {
    text_buffer *out;
    const flank_sheet *sheet;
    const sheet_json_options *options;
    json_lines list;
} sheet_writing;

static void add_line(json_lines *list, const flank_node *start, uint64_t parent)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 16;
        json_line *lines = realloc(list->lines, room * sizeof *lines);
        list->failed = list->failed || !lines;
        if (!lines)
            return;
        list->lines = lines;
        list->room = room;
    }
    list->lines[list->count++] = (json_line){start, parent};
}

static const char *color_name(const flank_sheet *sheet, const flank_position *position)
{
    return flank_game_color_name(flank_sheet_game(sheet), position->color);
}

/* Tags other than those that have a key of their own. */
static void put_tags(text_buffer *out, const flank_node *node)
{
    bool open = !node->parent;
    if (open)
        json_open_object(out, "tags");
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        if (is_reading_note(tag->name) || strcmp(tag->name, "Comment") == 0 ||
            (node->parent && strcmp(tag->name, "Symbol") == 0))
            continue;
        if (!open)
            json_open_object(out, "tags");
        open = true;
        json_string(out, tag->name, tag->value);
    }
    if (open)
        json_close_object(out);
}

/* The value, and how soon it comes true if it is a proof. */
static void put_value(text_buffer *out, const flank_sheet *sheet, const flank_node *node)
{
    const int plies = proof_plies(flank_sheet_game(sheet), node->value);
    json_real(out, "value", node->value / 100.0, 2);
    if (plies >= 0)
        json_integer(out, node->value > 0 ? "win_in" : "loss_in", plies);
}

static void put_notes(text_buffer *out, const flank_sheet *sheet, const flank_node *node)
{
    const char *comment = flank_node_tag(node, "Comment"), *symbol = flank_node_tag(node, "Symbol");
    if (node->has_value)
        put_value(out, sheet, node);
    if (node->has_time)
        json_real(out, "time", (double)node->time_ms / 1000, 3);
    if (node->parent && symbol)
        json_string(out, "symbol", symbol);
    if (comment)
        json_string(out, "comment", comment);
    put_tags(out, node);
}

/* The moves from `node` on by first children; variations to them are put on the list. */
static void put_moves(sheet_writing *of, const flank_node *node, uint64_t line)
{
    text_buffer *out = of->out;
    const flank_sheet *sheet = of->sheet;
    json_open_array(out, "moves");
    for (; node && !flank_stop_is_raised(of->options->stop); node = node->child) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(flank_sheet_game(sheet), flank_sheet_rules(sheet), &node->parent->position, node->move, NULL,
                          move);
        json_open_object(out, NULL);
        json_string(out, "move", move);
        json_string(out, "color", color_name(sheet, &node->parent->position));
        put_notes(out, sheet, node);
        if (of->options->add_move)
            of->options->add_move(out, sheet, &node->parent->position, node->move);
        json_close_object(out);
        if (node->parent->child == node)
            for (const flank_node *other = node->sibling; other; other = other->sibling)
                add_line(&of->list, other, line);
    }
    json_close_array(out);
}

static void put_result(text_buffer *out, const flank_sheet *sheet)
{
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    if (!result.known)
        return;
    json_open_object(out, "result");
    json_string(out, "text", movetext_result(sheet, &result));
    json_integer(out, "sign", result.sign);
    if (result.has_discs)
        json_integer(out, "discs", result.discs);
    if (movetext_termination(result.ending))
        json_string(out, "ending", movetext_termination(result.ending));
    json_close_object(out);
}

static void put_head(text_buffer *out, const flank_sheet *sheet)
{
    char rules[FLANK_RULES_TEXT_SIZE], position[FLANK_POSITION_TEXT_SIZE];
    const flank_game *game = flank_sheet_game(sheet);
    const flank_node *root = flank_sheet_root(sheet);
    flank_rules_format(game, flank_sheet_rules(sheet), rules);
    flank_position_format(game, &root->position, NULL, position);
    json_string(out, "game", flank_game_name(game));
    json_string(out, "kind", flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION ? "position" : "game");
    json_string(out, "rules", rules);
    json_string(out, "position", position);
    json_string(out, "to_move", color_name(sheet, &root->position));
    put_notes(out, sheet, root);
    put_result(out, sheet);
}

static void put_lines(sheet_writing *of)
{
    put_moves(of, flank_sheet_root(of->sheet)->child, 0);
    if (of->list.count)
        json_open_array(of->out, "variations");
    for (size_t i = 0; i < of->list.count && !flank_stop_is_raised(of->options->stop); i++) {
        const json_line line = of->list.lines[i];
        json_open_object(of->out, NULL);
        json_count(of->out, "line", line.parent);
        json_integer(of->out, "ply", line.start->ply);
        put_moves(of, line.start, i + 1);
        json_close_object(of->out);
    }
    if (of->list.count)
        json_close_array(of->out);
}

void sheet_add_json(text_buffer *out, const flank_sheet *sheet, const sheet_json_options *options)
{
    put_head(out, sheet);
    if (options->brief) {
        size_t plies = 0;
        for (const flank_node *node = flank_sheet_root(sheet)->child; node; node = node->child)
            plies++;
        json_count(out, "plies", plies);
        return;
    }
    sheet_writing writing = {.out = out, .sheet = sheet, .options = options};
    put_lines(&writing);
    out->failed = out->failed || writing.list.failed;
    free(writing.list.lines);
}

void sheet_add_notes_json(text_buffer *out, const flank_sheet *sheet)
{
    static const char *const keys[] = {"note", "game_note"};
    for (sheet_note_kind kind = 0; kind < SHEET_NOTE_KINDS; kind++) {
        const flank_error *note = sheet_note(sheet, kind);
        if (!note)
            continue;
        json_open_object(out, keys[kind]);
        error_add_json(out, note);
        json_close_object(out);
    }
}

static flank_status json_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    (void)error;
    json_open_object(&writer->text, NULL);
    sheet_add_json(&writer->text, sheet, &(sheet_json_options){.stop = writer->stop});
    json_close_object(&writer->text);
    text_add(&writer->text, "\n");
    return FLANK_OK;
}

const flank_format format_json = {
    .name = "json",
    .title = "JSON, one game a line",
    .extensions = "json jsonl ndjson",
    .detect = json_detect,
    .read = json_read,
    .write = json_write,
};
