/* SPDX-License-Identifier: MIT
 *
 * Flank's own files: every game with everything that a sheet can hold.
 *
 *   [Game "othello"]
 *   [Rules ""]
 *   [Position "---------------------------OX------XO--------------------------- X"]
 *   [Result "1-0"]
 *   [Black "A"]
 *
 *   {what the game is about} 1. f5 {+1.25 3.4s} d6! {a comment} (1... f6 {-2 0.1s}) 2. c3
 *
 * A game with no more than moves is written as flank_record_format writes it, and the command `play` saves it.
 *
 * Notes of a move stand in braces: {+1.25} is what it was thought to be worth for the side that makes it, {3.4s} the
 * time it took, {+1.25 3.4s} both; {@name text} any other note; everything else is a comment. A backslash hides the
 * meaning of the character behind it, \n and \r are line ends. A '[' at the start of a line within a note is hidden,
 * too: readers take tag lines there for the next game.
 */
#include "core/error.h"
#include "formats/decimal.h"
#include "formats/moves_line.h"
#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "formats/tagged_game.h"
#include "formats/told_start.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The certainty of flank_text_detect that a text is of this format. PDN, which has tags too, says 40 where it sees tags
 * alone and 90 where it sees a GameType: each number here is chosen to be above or below these. */
enum { TAGS_ALONE = 30, FIRST_MOVE = 45, OTHER_NAME = 92, TAG_SIZE = 64 };

/* Tags that say what the sheet is, rather than being kept on it. */
static const char *const own_names[] = {"Game", "Rules", "Position", "Kind", "Result", "Discs", "Termination", NULL};

/* ---- Reading ---- */

/* The game of the text: by its tag Game, else the one that the caller asks for, else by tags of other programs, else by
 * its moves. */
static const flank_game *find_game(const movetext_game *game)
{
    const char *name = movetext_tag(game, "Game"), *variant = movetext_tag(game, "Variant");
    const char *type = movetext_tag(game, "GameType");
    if (name || game->reader->game)
        return name ? other_rules_game(name) : game->reader->game;
    const flank_game *found = variant ? game_of_tag("Variant", variant) : NULL;
    if (!found && type)
        found = game_of_tag("GameType", type);
    return found ? found : movetext_guess_game(game);
}

/* The rules: ours in the tag Rules, or what other programs say there or in others. */
static flank_status read_rules(const movetext_game *game, const flank_game *rules_of, told_rules *told,
                               flank_error *error)
{
    const char *text = movetext_tag(game, "Rules");
    flank_status status = text ? flank_rules_parse(rules_of, text, &told->rules, error) : FLANK_OK;
    told->ours = text && !status;
    if (status && (strchr(text, '=') || !other_rules_has_kinds(rules_of)))
        return status;
    status = told->ours ? FLANK_OK : other_rules_take(rules_of, text, told, error);
    if (!status && !told->ours)
        status = other_rules_take(rules_of, movetext_tag(game, "Game"), told, error);
    const char *value = NULL;
    for (const char *name; !status && (name = movetext_next_tag(game, &value));)
        if (strcmp(name, "Rules") != 0)
            status = other_rules_take_named(rules_of, name, value, told, error);
    return status;
}

static flank_status flank_start(movetext_game *game, const char *setup, flank_sheet **sheet, flank_error *error)
{
    const char *name = movetext_tag(game, "Game");
    const char *position_text = movetext_tag(game, "Position"), *kind = movetext_tag(game, "Kind");
    const flank_game *rules_of = find_game(game);
    if (setup)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(POSITION_IN_SLASHES));
    if (!name && !rules_of)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(NO_GAME_NAMED));
    if (!rules_of)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(UNKNOWN_GAME), say_cut(name, 40));
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    flank_position start = flank_game_start(rules_of);
    flank_status status = read_rules(game, rules_of, &told, error);
    if (status == FLANK_OK && position_text)
        status = flank_position_parse(rules_of, position_text, &start, error);
    if (status == FLANK_OK && position_text)
        status = flank_position_check(rules_of, &told.rules, &start, error);
    if (status == FLANK_OK && !position_text)
        status = told_start_take(rules_of, &told.rules, "FEN", movetext_tag(game, "FEN"), &start, error);
    if (status)
        return status;
    if (kind && strcmp(kind, "position") != 0)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(UNKNOWN_KIND), say_cut(kind, 40));
    *sheet = flank_sheet_create(rules_of, &told.rules, &start, kind ? FLANK_SHEET_POSITION : FLANK_SHEET_GAME);
    return *sheet && !sheet_add_note(*sheet, SHEET_NOTE, &told.note)
               ? FLANK_OK
               : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

static flank_status flank_put_tag(movetext_game *game, const char *name, const char *value, flank_error *error)
{
    const bool tells_start = strcmp(name, "FEN") == 0 || strcmp(name, "SetUp") == 0;
    if (tells_start && !movetext_tag(game, "Position"))
        return FLANK_OK;
    return movetext_is_listed(own_names, name) ? FLANK_OK : movetext_set_tag(game->sheet, name, value, error);
}

/* Value and time in a note in braces. */
typedef struct value_note {
    bool has_value, has_time;
    int64_t value, time_ms;
} value_note;

/* True if a text is "+1.25", "3.4s" or both. */
static bool read_value_note(const char *text, value_note *note)
{
    *note = (value_note){.has_value = *text == '+' || *text == '-'};
    size_t length = strcspn(text, " ");
    if (note->has_value) {
        if (!decimal_read(text, length, 2, &note->value, NULL) || llabs(note->value) > INT_MAX)
            return false;
        text += length;
        if (*text == '\0')
            return true;
        length = strlen(++text);
    }
    note->has_time = length >= 2 && text[length] == '\0' && text[length - 1] == 's' && *text != '-' && *text != '+' &&
                     decimal_read(text, length - 1, 3, &note->time_ms, NULL);
    return note->has_time;
}

/* Take the backslashes out. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        const bool hidden = *at == '\\' && at[1];
        at += hidden;
        *to++ = hidden && *at == 'n' ? '\n' : hidden && *at == 'r' ? '\r' : *at;
    }
    *to = '\0';
}

static flank_status flank_put_comment(movetext_game *game, const flank_node *node, char *text, flank_error *error)
{
    value_note note;
    if (read_value_note(text, &note)) {
        if (note.has_value)
            flank_sheet_set_value(game->sheet, node, (int)note.value);
        if (note.has_time)
            flank_sheet_set_time(game->sheet, node, note.time_ms);
        return FLANK_OK;
    }
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    const size_t name = *text == '@' ? 1 + strspn(text + 1, letters) : 0;
    if (name >= 2 && name <= 64 && text[name] == ' ') {
        text[name] = '\0';
        unescape(text + name + 1);
        return note_join(&game->budget, node, text + 1, text + name + 1, "\n", error);
    }
    unescape(text);
    const bool is_title = !node->parent && !movetext_tag(game, "Rules") && other_rules_game(text);
    const flank_status status = is_title ? other_rules_put_phrase(game->sheet, text, error) : FLANK_OK;
    return status ? status : note_join(&game->budget, node, "Comment", text, "\n", error);
}

static bool read_discs(const char *text, int *discs)
{
    int64_t value;
    if (!text || !decimal_read(text, strlen(text), 0, &value, NULL) || llabs(value) > 64)
        return false;
    *discs = (int)value;
    return true;
}

static bool ends_game(const flank_sheet *sheet)
{
    const flank_position *end = &flank_sheet_end(sheet)->position;
    return flank_game_outcome(flank_sheet_game(sheet), flank_sheet_rules(sheet), end).over;
}

/* State the result of a tag or behind the moves, "1-0", "33-31", in a game of other programs in words, too. False if it
 * is none. */
static bool state_result(flank_sheet *sheet, const char *text, bool is_ours)
{
    const flank_game *game = flank_sheet_game(sheet);
    stated_result stated = {.empties = 0};
    int sign;
    if (!text || !*text || strcmp(text, "*") == 0 || strcmp(text, "0-0") == 0)
        return false;
    if (movetext_read_result(text, &sign))
        stated.result = (flank_sheet_result){.known = true, .sign = movetext_black_sign(game, sign)};
    else if (!flank_game_scores_discs(game) || !movetext_read_discs(text, &stated))
        return moves_line_score(sheet, text, strlen(text));
    stated.side = is_ours ? SIDE_TOLD : SIDE_BY_CUSTOM; /* 1-0 is White's win for some programs */
    movetext_state_result(sheet, &stated);
    return true;
}

/* State black's discs that the tag Discs has. */
static void state_discs(movetext_game *game, bool is_ours)
{
    stated_result stated = {.result = {.known = true, .has_discs = true}};
    if (!read_discs(movetext_tag(game, "Discs"), &stated.result.discs))
        return;
    stated.result.sign = (stated.result.discs > 0) - (stated.result.discs < 0);
    stated.side = is_ours ? SIDE_TOLD : SIDE_BY_CUSTOM;
    movetext_state_result(game->sheet, &stated);
}

static flank_status flank_finish(movetext_game *game, const char *word, flank_error *error)
{
    const char *tag = movetext_tag(game, "Result"), *termination = movetext_tag(game, "Termination");
    const bool is_ours = movetext_tag(game, "Game"), is_over = !is_ours && ends_game(game->sheet);
    const bool in_tag = state_result(game->sheet, tag, is_ours);
    const bool is_told = state_result(game->sheet, word, is_ours) || in_tag;
    flank_ending ending;
    if (is_told)
        state_discs(game, is_ours);
    const flank_status status =
        in_tag || is_over ? FLANK_OK : movetext_note_unread_result(game->sheet, "Result", tag, error);
    if (status || !termination || is_over)
        return status;
    if (!is_told || !movetext_read_termination(termination, &ending))
        return movetext_set_tag(game->sheet, "Termination", termination, error);
    movetext_state_ending(game->sheet, ending);
    return FLANK_OK;
}

static const movetext_style flank_style = {
    .escapes = true,
    .start = flank_start,
    .put_tag = flank_put_tag,
    .put_comment = flank_put_comment,
    .finish = flank_finish,
};

static flank_status flank_text_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    return movetext_read(reader, &flank_style, sheet, error);
}

/* True if `bytes` begin with [Game "..."], a game of ours. */
static bool is_game_tag(const char *bytes, size_t size)
{
    for (size_t i = 0; i < flank_game_count(); i++) {
        char tag[64];
        const size_t length = (size_t)snprintf(tag, sizeof tag, "[Game \"%s\"]", flank_game_name(flank_game_at(i)));
        if (size >= length && memcmp(bytes, tag, length) == 0)
            return true;
    }
    return false;
}

/* Take the tag line at `line` apart; false if it is none, or long. */
static bool read_tag_line(const char *line, size_t size, char name[TAG_SIZE], char value[TAG_SIZE])
{
    const char *end = memchr(line, '\n', size), *first = memchr(line, '"', end ? (size_t)(end - line) : size);
    size_t length = 0;
    while (1 + length < size && isalpha((unsigned char)line[1 + length]))
        length++;
    const char *last = first ? memchr(first + 1, '"', (size_t)((end ? end : line + size) - (first + 1))) : NULL;
    if (!last || length == 0 || length >= TAG_SIZE || last - first > TAG_SIZE)
        return false;
    snprintf(name, TAG_SIZE, "%.*s", (int)length, line + 1);
    snprintf(value, TAG_SIZE, "%.*s", (int)(last - first - 1), first + 1);
    return true;
}

extern const flank_format format_pdn;

/* Three signs, the surest first: our own tag [Game "..."]; a tag by which other programs name a game (Variant,
 * GameType); a first move that tells the game. The last two count only for games that PDN cannot hold, since PDN looks
 * the same. Other tags alone are a weak sign: they are enough if the caller says which game it is. */
static int flank_text_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    size_t at = movetext_find_start(bytes, size);
    const bool is_tag = at + 1 < size && bytes[at] == '[' && isalpha((unsigned char)bytes[at + 1]);
    const flank_format *pdn = &format_pdn;
    const flank_game *named = NULL;
    while (at + 1 < size && bytes[at] == '[') {
        char name[TAG_SIZE], value[TAG_SIZE];
        if (is_game_tag(bytes + at, size - at))
            return 95;
        const flank_game *game = read_tag_line(bytes + at, size - at, name, value) ? game_of_tag(name, value) : NULL;
        named = game ? game : named;
        const char *line = memchr(bytes + at, '\n', size - at);
        at = line ? (size_t)(line + 1 - bytes) : size;
    }
    if (is_tag && named)
        return flank_format_holds(pdn, named) ? TAGS_ALONE : OTHER_NAME;
    const flank_game *moved = is_tag ? game_of_first_move(bytes + at, size - at) : NULL;
    return moved && !flank_format_holds(pdn, moved) ? FIRST_MOVE : is_tag ? TAGS_ALONE : 0;
}

/* ---- Writing ---- */

static void put_note(movetext_lines *lines, const char *before, const char *text)
{
    text_buffer note = {NULL};
    value_note value;
    text_addf(&note, "{%s%s", before, !*before && (*text == '@' || read_value_note(text, &value)) ? "\\" : "");
    for (const char *at = text; *at; at++) {
        if (*at == '\r' || *at == '\\' || *at == '}' || (*at == '[' && at > text && at[-1] == '\n'))
            text_add_bytes(&note, "\\", 1);
        text_add_bytes(&note, *at == '\r' ? "r" : at, 1);
    }
    text_add(&note, "}");
    if (note.failed)
        lines->writer->text.failed = true;
    else
        movetext_put_word(lines, note.bytes);
    text_free(&note);
}

static void put_value(movetext_lines *lines, const flank_node *node)
{
    char value[DECIMAL_SIZE] = "", time[DECIMAL_SIZE] = "", text[2 * DECIMAL_SIZE + 8];
    const bool has_time = node->has_time && node->time_ms >= 0;
    if (node->has_value)
        decimal_write(node->value, 2, true, value);
    if (has_time)
        decimal_write(node->time_ms, 3, false, time);
    if (!node->has_value && !has_time)
        return;
    snprintf(text, sizeof text, "{%s%s%s%s}", value, node->has_value && has_time ? " " : "", time, has_time ? "s" : "");
    movetext_put_word(lines, text);
}

static void flank_put_notes(movetext_lines *lines, const flank_sheet *sheet, const flank_node *node)
{
    (void)sheet;
    const char *symbol = node->parent ? flank_node_tag(node, "Symbol") : NULL;
    const bool short_symbol = symbol && strlen(symbol) <= 2 && strspn(symbol, "!?") == strlen(symbol);
    if (short_symbol) {
        writer_put(lines->writer, "%s", symbol);
        lines->column += strlen(symbol);
    }
    put_value(lines, node);
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        char name[80];
        snprintf(name, sizeof name, "@%.63s ", tag->name);
        if (strcmp(tag->name, "Comment") == 0)
            put_note(lines, "", tag->value);
        else if (node->parent && !(short_symbol && strcmp(tag->name, "Symbol") == 0))
            put_note(lines, name, tag->value);
    }
}

static void put_result(flank_writer *writer, const flank_sheet *sheet)
{
    flank_sheet_result result = flank_sheet_result_of(sheet);
    if (!flank_sheet_states_result(sheet) && flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME) {
        flank_record *record = flank_sheet_record(sheet, NULL); /* it knows repetition, too */
        if (record && flank_record_outcome(record).over && !result.known)
            result.known = true;
        flank_record_destroy(record);
    }
    movetext_put_tag(writer, "Result", movetext_result(sheet, &result), true);
    if (result.known && result.has_discs && !movetext_shows_result(sheet, &result))
        writer_put(writer, "[Discs \"%+d\"]\n", result.discs);
    if (result.known && movetext_termination(result.ending))
        movetext_put_tag(writer, "Termination", movetext_termination(result.ending), true);
}

static void put_tags(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    const bool ended = result.known && movetext_termination(result.ending);
    for (const flank_tag *tag = flank_sheet_root(sheet)->tags; tag; tag = tag->next)
        if (movetext_is_listed(own_names, tag->name) && (strcmp(tag->name, "Termination") != 0 || ended))
            writer_lose_tag(writer, tag->name);
        else if (strcmp(tag->name, "Comment") != 0 && !is_reading_note(tag->name))
            movetext_put_tag(writer, tag->name, tag->value, true);
}

static flank_status flank_text_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    (void)error;
    char rules[FLANK_RULES_TEXT_SIZE], position[FLANK_POSITION_TEXT_SIZE];
    const flank_game *game = flank_sheet_game(sheet);
    flank_rules_format(game, flank_sheet_rules(sheet), rules);
    flank_position_format(game, &flank_sheet_root(sheet)->position, NULL, position);
    writer_put(writer, "%s[Game \"%s\"]\n[Rules \"%s\"]\n[Position \"%s\"]\n", writer->games ? "\n" : "",
               flank_game_name(game), rules, position);
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        writer_put(writer, "[Kind \"position\"]\n");
    put_result(writer, sheet);
    put_tags(writer, sheet);
    writer_put(writer, "\n");
    movetext_put_moves(&(movetext_lines){.writer = writer}, sheet, flank_put_notes);
    writer_put(writer, "\n");
    const format_keeps keeps = keeps_everything("");
    writer_lose_rest(writer, sheet, &keeps);
    return FLANK_OK;
}

const flank_format format_flank = {
    .name = "flank",
    .title = "Flank's own files, which hold everything",
    .extensions = "flank",
    .detect = flank_text_detect,
    .read = flank_text_read,
    .write = flank_text_write,
};
