/* SPDX-License-Identifier: MIT
 *
 * GGF written: one game a line, except that the games of a synchro match share theirs; boards without blanks and
 * squares as capitals, which every program reads.
 *
 * Text that ggf_reader.c kept beside the sheet's own words is written in its place as long as both still say the same.
 */
#include "formats/ggf/ggf.h"

#include "core/bits.h"
#include "formats/decimal.h"
#include "formats/ggf/ggf_text.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool ggf_holds(const flank_game *game) { return game->moves_run_together; }

const ggf_tag ggf_tags[] = {
    {"PC", "Site"}, {"PB", "Black"}, {"PW", "White"}, {"RB", "BlackRating"}, {"RW", "WhiteRating"}, {NULL, NULL},
};

/* Tags that stand behind the board: komi. */
static const char *const late_tags[] = {"KB", "KW", "KM", NULL};

/* Write a value; GGF has no way to write a bracket or a line end in it. True if nothing was changed. */
static bool put_value(flank_writer *writer, const char *value)
{
    bool same = true;
    for (; *value; value++) {
        const bool is_control = (unsigned char)*value < ' ';
        const char letter = *value == '[' ? '(' : *value == ']' ? ')' : is_control ? ' ' : *value;
        same = same && letter == *value;
        writer_put_bytes(writer, &letter, 1);
    }
    return same;
}

static void put_tag(flank_writer *writer, const char *name, const char *value)
{
    if (!value)
        return;
    writer_put(writer, "%s[", name);
    writer_lose(writer, FLANK_LOSS_TEXTS, !put_value(writer, value));
    writer_put(writer, "]");
}

/* The date: as it was read if that is still the same one. */
static void put_date(flank_writer *writer, const flank_node *root)
{
    const char *date = flank_node_tag(root, "Date"), *old = flank_node_tag(root, "ggf.DT");
    char text[GGF_TEXT_SIZE];
    bool complete;
    if (old && (ggf_read_date(old, text, &complete) ? date && strcmp(text, date) == 0 : !date))
        put_tag(writer, "DT", old);
    else if (date && ggf_write_date(date, text))
        put_tag(writer, "DT", text);
    else if (date)
        writer_lose_tag(writer, "Date");
}

static void put_clock(flank_writer *writer, const flank_node *root)
{
    const char *clock = flank_node_tag(root, "TimeControl"), *old = flank_node_tag(root, "ggf.TI");
    if (clock && (ggf_is_clock(clock) || (old && strcmp(old, clock) == 0)))
        put_tag(writer, "TI", clock);
    else if (clock)
        writer_lose_tag(writer, "TimeControl");
}

static bool is_small(const flank_sheet *sheet)
{
    return game_board(flank_sheet_game(sheet), flank_sheet_rules(sheet)) != ~UINT64_C(0);
}

/* The square that GGF names so, on a small board another one. */
static unsigned ggf_square(const flank_sheet *sheet, unsigned square)
{
    return is_small(sheet) ? square - GGF_SMALL_SHIFT : square;
}

/* True if the sheet is of the game of fewest discs. */
static bool is_anti(const flank_sheet *sheet)
{
    flank_rules anti = *flank_sheet_rules(sheet);
    const flank_status known = flank_rules_parse(flank_sheet_game(sheet), GGF_ANTI_RULES, &anti, NULL);
    return known == FLANK_OK && memcmp(&anti, flank_sheet_rules(sheet), sizeof anti) == 0;
}

/* True if a type says by which rules the game is. */
static bool type_fits(const char *text, const flank_sheet *sheet)
{
    const ggf_type type = ggf_read_type(text);
    return type.anti == is_anti(sheet) && (strcmp(type.size, "6") == 0) == is_small(sheet);
}

static bool same_result(const flank_sheet_result *a, const flank_sheet_result *b)
{
    return a->known == b->known && a->sign == b->sign && a->has_discs == b->has_discs && a->discs == b->discs &&
           a->ending == b->ending;
}

static void put_result(flank_writer *writer, const flank_sheet *sheet)
{
    const char *old = flank_node_tag(flank_sheet_root(sheet), "ggf.RE");
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    char text[GGF_TEXT_SIZE];
    if (old) {
        bool complete;
        const flank_sheet_result read = ggf_read_result(old, &complete);
        if (same_result(&read, &result) || (!read.known && !flank_sheet_states_result(sheet))) {
            put_tag(writer, "RE", old);
            return;
        }
    }
    writer_lose(writer, FLANK_LOSS_RESULT,
                !ggf_write_result(&result, is_small(sheet) ? GGF_SMALL_SIDE * GGF_SMALL_SIDE : 64, text));
    put_tag(writer, "RE", text);
}

static void put_board(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_position *position = &flank_sheet_root(sheet)->position;
    const uint64_t squares = game_board(flank_sheet_game(sheet), flank_sheet_rules(sheet));
    char board[65] = {0}, *at = board;
    const char own = position->color == FLANK_BLACK ? '*' : 'O', other = own == '*' ? 'O' : '*';
    for (BITS_EACH(square, squares))
        *at++ = position->own >> square & 1 ? own : position->other >> square & 1 ? other : '-';
    writer_put(writer, "BO[%c %s %c]", is_small(sheet) ? '6' : '8', board, own);
}

/* The name "XX" of a kept tag "ggf.XX" or "ggf.XX.2"; false if it is another tag, or one that has its own place. */
static bool is_kept_tag(const char *tag, char name[4])
{
    size_t length = 0;
    if (strncmp(tag, "ggf.", 4) != 0)
        return false;
    for (tag += 4; length < 3 && isupper((unsigned char)*tag); tag++)
        name[length++] = *tag;
    name[length] = '\0';
    static const char *const placed[] = {"GM", "BO", "B", "W", "DT", "TI", "RE"};
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++)
        if (strcmp(name, placed[i]) == 0)
            return false;
    return length > 0 && (*tag == '\0' || *tag == '.');
}

static bool is_late(const char *name)
{
    for (size_t i = 0; late_tags[i]; i++)
        if (strcmp(late_tags[i], name) == 0)
            return true;
    return false;
}

/* "ggf.TY", and "ggf.TY.2" of a game that names several types. */
static bool is_type(const flank_tag *tag)
{
    static const char type[] = "ggf.TY";
    const size_t length = sizeof type - 1;
    return strncmp(tag->name, type, length) == 0 && (!tag->name[length] || tag->name[length] == '.');
}

static void put_kept_tags(flank_writer *writer, const flank_sheet *sheet, bool late)
{
    char name[4];
    for (const flank_tag *tag = flank_sheet_root(sheet)->tags; tag; tag = tag->next) {
        const bool fits = !is_type(tag) || type_fits(tag->value, sheet);
        if (fits && is_kept_tag(tag->name, name) && is_late(name) == late)
            put_tag(writer, name, tag->value);
    }
}

/* Write the type, unless one that was read still says by which rules the game is: that is a kept tag. */
static void put_type(flank_writer *writer, const flank_sheet *sheet)
{
    static const char *const types[2][2] = {{"8", "8a"}, {"6", "6a"}};
    bool is_said = false;
    for (const flank_tag *tag = flank_sheet_root(sheet)->tags; tag; tag = tag->next) {
        if (is_type(tag) && type_fits(tag->value, sheet))
            is_said = true;
        else if (is_type(tag))
            writer_lose_tag(writer, tag->name);
    }
    if (!is_said)
        put_tag(writer, "TY", types[is_small(sheet)][is_anti(sheet)]);
}

static void put_header(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_node *root = flank_sheet_root(sheet);
    char title[16];
    snprintf(title, sizeof title, "%s", flank_game_name(flank_sheet_game(sheet)));
    title[0] = (char)toupper((unsigned char)title[0]);
    writer_put(writer, "(;GM[%s]", title);
    put_tag(writer, ggf_tags[0].ggf, flank_node_tag(root, ggf_tags[0].sheet));
    put_date(writer, root);
    for (size_t i = 1; ggf_tags[i].ggf; i++)
        put_tag(writer, ggf_tags[i].ggf, flank_node_tag(root, ggf_tags[i].sheet));
    put_clock(writer, root);
    put_type(writer, sheet);
    put_kept_tags(writer, sheet, false);
    put_result(writer, sheet);
    put_board(writer, sheet);
    put_kept_tags(writer, sheet, true);
}

/* "/-1.04/0.01", or what of it there is. */
static void put_notes(flank_writer *writer, const flank_node *node)
{
    const char *eval = flank_node_tag(node, "ggf.eval"), *time = flank_node_tag(node, "ggf.time");
    char text[GGF_TEXT_SIZE];
    int64_t number;
    bool exact;
    const bool old_eval =
        eval && (decimal_read(eval, strlen(eval), 2, &number, &exact) ? node->has_value && number == node->value
                                                                      : !node->has_value);
    const bool old_time =
        time && (ggf_read_time(time, &number, &exact) ? node->has_time && number == node->time_ms : !node->has_time);
    const bool any_time = node->has_time || old_time;
    if (node->has_value || old_eval || any_time)
        writer_put(writer, "/");
    if (node->has_value)
        ggf_write_value(node->value, text);
    if (node->has_value || old_eval)
        put_value(writer, old_eval ? eval : text);
    if (any_time)
        writer_put(writer, "/");
    if (node->has_time)
        ggf_write_time(node->time_ms, text);
    if (any_time)
        put_value(writer, old_time ? time : text);
}

static void put_moves(flank_writer *writer, const flank_sheet *sheet)
{
    for (const flank_node *node = flank_sheet_root(sheet)->child; node; node = node->child) {
        const char *square =
            flank_move_is_pass(node->move) ? "PA" : flank_square_name(ggf_square(sheet, node->move.to));
        writer_put(writer, "%c[%c%c", node->parent->position.color == FLANK_BLACK ? 'B' : 'W',
                   toupper((unsigned char)square[0]), square[1]);
        put_notes(writer, node);
        writer_put(writer, "]");
    }
}

/* Begin a line, with the number of games of a match on it, or go on with that of the match. */
static void begin_line(flank_writer *writer, const flank_sheet *sheet)
{
    ggf_line *line = writer->state;
    const char *match = flank_node_tag(flank_sheet_root(sheet), "ggf.match");
    int index = 0, size = 0;
    if (!match || sscanf(match, "%6d/%6d", &index, &size) != 2 || index < 1 || index > size)
        index = size = 0;
    const bool goes_on = line->open && size == line->size && index == line->index + 1;
    if (line->open && !goes_on)
        writer_put(writer, "\n");
    if (index == 1)
        writer_put(writer, "%d ", size);
    *line = (ggf_line){index, size, index < size && (goes_on || index == 1)};
}

flank_status ggf_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    static const char *const tags[] = {"Site",        "Date",        "Black",       "White",
                                       "BlackRating", "WhiteRating", "TimeControl", NULL};
    (void)error;
    begin_line(writer, sheet);
    put_header(writer, sheet);
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME)
        put_moves(writer, sheet);
    writer_put(writer, ";)");
    if (!((ggf_line *)writer->state)->open)
        writer_put(writer, "\n");
    writer_lose(writer, FLANK_LOSS_VALUES, flank_sheet_root(sheet)->has_value);
    writer_lose_rest(
        writer, sheet,
        &(format_keeps){
            .tags = tags, .own_tags = "ggf.", .result = true, .rules = true, .values = true, .times = true});
    return FLANK_OK;
}

flank_status ggf_write_end(flank_writer *writer, bool keep, flank_error *error)
{
    (void)error;
    if (keep && ((ggf_line *)writer->state)->open)
        writer_put(writer, "\n");
    return FLANK_OK;
}
