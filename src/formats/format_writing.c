/* SPDX-License-Identifier: MIT
 *
 * The functions that the writer of a format calls: text to be written, and the count of parts without a place.
 */
#include "formats/format_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---- */

void writer_put(flank_writer *writer, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof text) {
        text_add_bytes(&writer->text, text, (size_t)length);
        return;
    }
    va_start(arguments, format);
    char *longer = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (longer) {
        vsnprintf(longer, (size_t)length + 1, format, arguments);
        text_add_bytes(&writer->text, longer, (size_t)length);
    } else {
        writer->text.failed = true;
    }
    va_end(arguments);
    free(longer);
}

void writer_put_bytes(flank_writer *writer, const void *bytes, size_t size)
{
    text_add_bytes(&writer->text, bytes, size);
}

bool writer_goes_on(const flank_writer *writer) { return !flank_stop_is_raised(writer->stop); }

/* ---- Losses ---- */

const char *flank_loss_name(flank_loss loss)
{
    static const char *const names[FLANK_LOSS_COUNT] = {
        [FLANK_LOSS_TAGS] = "tags",
        [FLANK_LOSS_RESULT] = "results",
        [FLANK_LOSS_START] = "games from other positions",
        [FLANK_LOSS_RULES] = "rules",
        [FLANK_LOSS_VARIATIONS] = "variations",
        [FLANK_LOSS_VALUES] = "values",
        [FLANK_LOSS_TIMES] = "times",
        [FLANK_LOSS_COMMENTS] = "comments",
        [FLANK_LOSS_CANDIDATES] = "candidate moves",
        [FLANK_LOSS_MOVES] = "moves",
        [FLANK_LOSS_TEXTS] = "texts as they are",
        [FLANK_LOSS_UNFINISHED] = "games without a result",
    };
    return names[loss];
}

const char *flank_loss_fate(flank_loss loss)
{
    return loss == FLANK_LOSS_TEXTS        ? "shortened or with other letters"
           : loss == FLANK_LOSS_UNFINISHED ? "given the score of the last board"
                                           : "dropped";
}

void writer_lose(flank_writer *writer, flank_loss loss, uint64_t count) { writer->lost[loss] += count; }

const char *flank_writer_lost_tag(const flank_writer *writer, size_t index)
{
    return index < writer->lost_tags.count ? writer->lost_tags.names.bytes + writer->lost_tags.at[index] : NULL;
}

void writer_lose_tag(flank_writer *writer, const char *name)
{
    text_buffer *names = &writer->lost_tags.names;
    const size_t count = writer->lost_tags.count;
    writer_lose(writer, FLANK_LOSS_TAGS, 1);
    for (size_t i = 0; i < count; i++)
        if (strcmp(flank_writer_lost_tag(writer, i), name) == 0)
            return;
    if (count == FLANK_LOST_TAGS_MAX)
        return;
    writer->lost_tags.at[count] = names->length;
    text_add_bytes(names, name, strlen(name) + 1);
    writer->lost_tags.count += !names->failed;
}

bool is_reading_note(const char *name) { return strncmp(name, "flank.", 6) == 0; }

format_keeps keeps_everything(const char *own_tags)
{
    return (format_keeps){.own_tags = own_tags,
                          .result = true,
                          .rules = true,
                          .variations = true,
                          .values = true,
                          .times = true,
                          .comments = true,
                          .candidates = true};
}

static bool keeps_tag(const format_keeps *keeps, const char *name)
{
    if (is_reading_note(name))
        return true;
    if (strchr(name, '.'))
        return keeps->own_tags && strncmp(name, keeps->own_tags, strlen(keeps->own_tags)) == 0;
    if (!keeps->tags)
        return true;
    for (size_t i = 0; keeps->tags[i]; i++)
        if (strcmp(keeps->tags[i], name) == 0)
            return true;
    return false;
}

/* Count what is on one node; `beside`: it is not on the main line. */
static void lose_node(flank_writer *writer, const flank_node *node, const format_keeps *keeps, bool beside)
{
    if (beside && !keeps->variations) {
        writer_lose(writer, FLANK_LOSS_VARIATIONS, 1);
        return;
    }
    writer_lose(writer, FLANK_LOSS_VALUES, node->has_value && !keeps->values);
    writer_lose(writer, FLANK_LOSS_TIMES, node->has_time && !keeps->times);
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        const bool own = keeps->own_tags && strncmp(tag->name, keeps->own_tags, strlen(keeps->own_tags)) == 0;
        if (node->parent)
            writer_lose(writer, FLANK_LOSS_COMMENTS, !own && (!keeps->comments || strchr(tag->name, '.')));
        else if (!keeps_tag(keeps, tag->name))
            writer_lose_tag(writer, tag->name);
    }
}

/* True if the stated result is what the main line ends with. */
static bool moves_show_result(const flank_sheet *sheet)
{
    const flank_sheet_result stated = flank_sheet_result_of(sheet);
    const flank_node *end = flank_sheet_end(sheet);
    const flank_outcome outcome = flank_game_outcome(flank_sheet_game(sheet), flank_sheet_rules(sheet), &end->position);
    const int view = end->position.color == FLANK_BLACK ? 1 : -1;
    return outcome.over && stated.sign == view * outcome.sign && stated.ending == FLANK_ENDING_PLAYED &&
           (!stated.has_discs || stated.discs == view * outcome.discs);
}

/* True if a rule of play differs from its default; how perft counts is no matter of a game. */
static bool has_own_rules(const flank_sheet *sheet)
{
    const flank_param *param;
    for (size_t i = 0; (param = flank_game_param(flank_sheet_game(sheet), i)); i++)
        if (!param->counting && flank_sheet_rules(sheet)->value[i])
            return true;
    return false;
}

/* The candidates of a position that are not kept; nothing is below them. */
static bool lose_candidates(flank_writer *writer, const flank_sheet *sheet, const format_keeps *keeps)
{
    if (keeps->candidates || flank_sheet_kind_of(sheet) != FLANK_SHEET_POSITION)
        return false;
    for (const flank_node *node = flank_sheet_root(sheet)->child; node; node = node->sibling)
        writer_lose(writer, FLANK_LOSS_CANDIDATES, 1);
    return true;
}

flank_status writer_refuse_apart(const flank_sheet *sheet, flank_error *error)
{
    char name[FLANK_RULES_TEXT_SIZE + 64], rules[FLANK_RULES_TEXT_SIZE];
    const flank_game *game = flank_sheet_game(sheet);
    if (!flank_rules_stand_apart(game, flank_sheet_rules(sheet)))
        return FLANK_OK;
    flank_rules_format(game, flank_sheet_rules(sheet), rules);
    snprintf(name, sizeof name, "%.30s with %s", flank_game_title(game), rules);
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GAME_NOT_OF), say_name(name), say_name(flank_game_title(game)));
}

void writer_lose_rest(flank_writer *writer, const flank_sheet *sheet, const format_keeps *keeps)
{
    if (flank_sheet_states_result(sheet) && !keeps->result && !moves_show_result(sheet))
        writer_lose(writer, FLANK_LOSS_RESULT, 1);
    if (!keeps->rules && has_own_rules(sheet))
        writer_lose(writer, FLANK_LOSS_RULES, 1);
    const bool is_position = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
    if (lose_candidates(writer, sheet, keeps)) {
        lose_node(writer, flank_sheet_root(sheet), keeps, false);
        return;
    }
    bool beside = false;
    for (const flank_node *node = flank_sheet_root(sheet); node && writer_goes_on(writer);) {
        const bool main_line = !node->parent || (is_position ? node->ply == 1 : !beside && node->parent->child == node);
        beside = !main_line;
        lose_node(writer, node, keeps, beside);
        if (node->child && (main_line || keeps->variations)) {
            node = node->child;
            continue;
        }
        while (node && !node->sibling)
            node = node->parent;
        node = node ? node->sibling : NULL;
        beside = true;
    }
}

bool sheet_starts_usually(const flank_sheet *sheet)
{
    const flank_position start = flank_game_start(flank_sheet_game(sheet));
    return flank_position_equal(start, flank_sheet_root(sheet)->position);
}

int sheet_view(const flank_node *node, flank_color color)
{
    const flank_position *before = node->parent ? &node->parent->position : &node->position;
    return before->color == color ? 1 : -1;
}
