/* SPDX-License-Identifier: MIT
 *
 * Portable Draughts Notation 3.0: Turkish draughts, GameType 30.
 *
 * Read is what old and new programs write: x and : for captures, every abbreviation that fits one legal capture,
 * numbers or names of squares, results of either kind, '*' between games, NAGs and strengths, [%eval] (White's view)
 * and
 * [%emt] in comments. Other GameTypes are refused by name, one game.
 *
 * Written are 1-0, 0-1 and 1/2-1/2, the default of that GameType, and captures by their two ends unless only the whole
 * path tells them apart. Rules of play other than the Turkish federation's go into a tag Rules, and a position that is
 * asked about, whose moves are candidates, has the tag [Kind "position"].
 *
 * Source: wiegerw.github.io/pdn (the grammar and the list of GameTypes).
 */
#include "core/blanks.h"
#include "core/error.h"
#include "formats/decimal.h"
#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "formats/tagged_game.h"
#include "games/draughts/draughts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tags that say what the game is. */
static const char *const own_names[] = {"GameType", "FEN", "SetUp", "Result", "Termination", NULL};

/* Tags whose names mean something else in Flank's files: kept as "pdn.Game". */
static const char *const foreign_names[] = {"Game", "Position", "Kind", "Discs", NULL};

/* Tags that are kept as "pdn.NAME" and written as NAME. */
static const char *const dotted_names[] = {"pdn.Game", "pdn.Position", "pdn.Kind", "pdn.Discs", "pdn.Rules", NULL};

/* ---- Reading ---- */

static flank_status check_game_type(const char *type, flank_error *error)
{
    /* Those that are games of Flank are in their tables. */
    static const struct {
        int number;
        const char *name;
    } types[] = {{0, "chess"},
                 {20, "international draughts"},
                 {21, "English draughts"},
                 {22, "Italian draughts"},
                 {23, "American pool checkers"},
                 {24, "Spanish draughts"},
                 {25, "Russian draughts"},
                 {26, "Brazilian draughts"},
                 {27, "Canadian draughts"},
                 {28, "Portuguese draughts"},
                 {29, "Czech draughts"},
                 {31, "Thai draughts"},
                 {40, "Frisian draughts"}};
    char *end;
    const long number = strtol(type, &end, 10);
    const flank_game *game = end != type ? game_of_tag("GameType", type) : NULL;
    if (game == &draughts_game)
        return FLANK_OK;
    const char *name = game ? flank_game_title(game) : NULL;
    for (size_t i = 0; end != type && i < sizeof types / sizeof types[0]; i++)
        name = types[i].number == number ? types[i].name : name;
    const error_part read = say_number(draughts_game.pdn_number);
    if (name)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GAMETYPE_IS), say_number(number), say_text(name), read);
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GAMETYPE_TEXT), say_cut(type, 20), read);
}

/* The rules that a Rules tag of ours names; false if there is none. */
static bool read_rules(const movetext_game *game, flank_rules *rules)
{
    const char *text = movetext_tag(game, "Rules");
    *rules = (flank_rules){{0}};
    return text && flank_rules_parse(&draughts_game, text, rules, NULL) == FLANK_OK;
}

/* True if a tag says that the sheet is a position: ours, since PDN knows only games. */
static bool is_position_tag(const char *name, const char *value)
{
    return strcmp(name, "Kind") == 0 && strcmp(value, "position") == 0;
}

static flank_status pdn_start(movetext_game *game, const char *setup, flank_sheet **sheet, flank_error *error)
{
    const flank_game *draughts = &draughts_game;
    const char *type = movetext_tag(game, "GameType"), *fen = setup ? setup : movetext_tag(game, "FEN");
    flank_status status = type ? check_game_type(type, error) : FLANK_OK;
    flank_position start = flank_game_start(draughts);
    const bool is_said = type || fen || game->reader->game == draughts || game->reader->format_asked;
    if (game->first && game->tag_count && !is_said && !movetext_guess_game(game))
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(PDN_NO_GAME));
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    if (!read_rules(game, &told.rules))
        status = status ? status : other_rules_take(draughts, movetext_tag(game, "Rules"), &told, error);
    status = status ? status : other_rules_take(draughts, movetext_tag(game, "Variant"), &told, error);
    if (status == FLANK_OK && fen)
        status = flank_position_parse(draughts, fen, &start, error);
    if (status)
        return status;
    const char *kind = movetext_tag(game, "Kind");
    *sheet = flank_sheet_create(draughts, &told.rules, &start,
                                kind && is_position_tag("Kind", kind) ? FLANK_SHEET_POSITION : FLANK_SHEET_GAME);
    return *sheet ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

static flank_status pdn_put_tag(movetext_game *game, const char *name, const char *value, flank_error *error)
{
    flank_rules rules;
    const bool is_rules = strcmp(name, "Rules") == 0;
    if (movetext_is_listed(own_names, name) || is_position_tag(name, value) || (is_rules && read_rules(game, &rules)))
        return FLANK_OK;
    if (is_rules || movetext_is_listed(foreign_names, name)) {
        char dotted[80];
        snprintf(dotted, sizeof dotted, "pdn.%s", name);
        const bool again = flank_node_tag(flank_sheet_root(game->sheet), dotted);
        return again ? FLANK_OK : movetext_set_tag(game->sheet, dotted, value, error);
    }
    return movetext_set_tag(game->sheet, name, value, error);
}

/* Read "h:mm:ss.s" or "ss.s". */
static bool read_time(const char *text, size_t length, int64_t *time_ms)
{
    int64_t total = 0, part;
    for (size_t at = 0, parts = 0; parts < 3; parts++) {
        size_t end = at;
        while (end < length && text[end] != ':')
            end++;
        const bool last = end == length;
        if (end == at || text[at] == '-' || text[at] == '+' ||
            !decimal_read(text + at, end - at, last ? 3 : 0, &part, NULL))
            return false;
        if (last) {
            *time_ms = 60000 * total + part;
            return true;
        }
        total = 60 * total + part;
        at = end + 1;
    }
    return false;
}

/* Take a command of a comment, "[%eval 0.25]"; false if it is none that we know. */
static bool take_command(flank_sheet *sheet, const flank_node *node, const char *name, size_t length)
{
    static const char eval[] = "[%eval ", emt[] = "[%emt ";
    const size_t start = strncmp(name, eval, 7) == 0 ? 7 : strncmp(name, emt, 6) == 0 ? 6 : 0;
    int64_t number;
    if (start == 7 && decimal_read(name + 7, length - 8, 2, &number, NULL) && llabs(number) <= INT_MAX) {
        flank_sheet_set_value(sheet, node, sheet_view(node, FLANK_WHITE) * (int)number);
        return true;
    }
    if (start == 6 && read_time(name + 6, length - 7, &number)) {
        flank_sheet_set_time(sheet, node, number);
        return true;
    }
    return false;
}

static flank_status pdn_put_comment(movetext_game *game, const flank_node *node, char *text, flank_error *error)
{
    char *to = text;
    for (char *at = text; *at;) {
        const char *end = at[0] == '[' && at[1] == '%' ? at + strcspn(at, "]") : at;
        if (end > at && *end && take_command(game->sheet, node, at, (size_t)(end + 1 - at))) {
            at += end + 1 - at;
            *to++ = ' ';
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return note_join(&game->budget, node, "Comment", blanks_trim(text), "\n", error);
}

/* State a result; false if the text is none. */
static bool state_result(flank_sheet *sheet, const char *text)
{
    int sign;
    if (!text || !movetext_read_result(text, &sign))
        return false;
    sign = movetext_black_sign(flank_sheet_game(sheet), sign);
    movetext_state_result(sheet, &(stated_result){.result = {.known = true, .sign = sign}});
    return true;
}

static flank_status pdn_finish(movetext_game *game, const char *word, flank_error *error)
{
    const char *tag = movetext_tag(game, "Result"), *termination = movetext_tag(game, "Termination");
    const bool in_tag = state_result(game->sheet, tag), is_told = state_result(game->sheet, word) || in_tag;
    flank_ending ending;
    flank_status status = FLANK_OK;
    if (!is_told && tag && strcmp(tag, "*") != 0)
        status = movetext_set_tag(game->sheet, "pdn.Result", tag, error);
    else if (!is_told && strcmp(word, "0-0") == 0)
        status = movetext_set_tag(game->sheet, "pdn.Result", word, error);
    if (status || !termination)
        return status;
    if (!is_told || !movetext_read_termination(termination, &ending))
        return movetext_set_tag(game->sheet, "Termination", termination, error);
    movetext_state_ending(game->sheet, ending);
    return FLANK_OK;
}

static const movetext_style pdn_style = {
    .start = pdn_start,
    .put_tag = pdn_put_tag,
    .put_comment = pdn_put_comment,
    .finish = pdn_finish,
};

static flank_status pdn_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    return movetext_read(reader, &pdn_style, sheet, error);
}

static bool contains(const char *bytes, size_t size, const char *text)
{
    const size_t length = strlen(text);
    for (const char *at = bytes; size >= length && (at = memchr(at, *text, size - length + 1 - (size_t)(at - bytes)));
         at++)
        if (memcmp(at, text, length) == 0)
            return true;
    return false;
}

/* Tag lines, and of them a GameType or a FEN of draughts. */
static int pdn_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    const size_t at = movetext_find_start(bytes, size);
    if (at + 1 >= size || bytes[at] != '[' || !((bytes[at + 1] | 32) >= 'a' && (bytes[at + 1] | 32) <= 'z'))
        return 0;
    if (contains(bytes + at, size - at, "[GameType \""))
        return 90;
    return contains(bytes + at, size - at, "[FEN \"W:") || contains(bytes + at, size - at, "[FEN \"B:") ? 85 : 40;
}

/* ---- Writing ---- */

/* A letter of a comment as it is written: braces and tag lines would end the comment, also a tag line that only becomes
 * one as CR is written as a blank. */
static char comment_letter(const char *at)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    const char *tag = at[0] == '\n' && at[1] == '[' ? at + 2 : NULL;
    const char *behind = tag ? tag + strspn(tag, letters) : NULL;
    const bool tag_line = behind && (*behind == ' ' || *behind == '\r') && behind[1] == '"';
    return *at == '{' ? '(' : *at == '}' ? ')' : *at == '\r' || tag_line ? ' ' : *at;
}

/* The comment of a node in braces. */
static void put_comment(movetext_lines *lines, const flank_node *node)
{
    const char *comment = flank_node_tag(node, "Comment");
    char number[DECIMAL_SIZE];
    text_buffer note = {NULL};
    text_add(&note, "{");
    if (node->has_value) {
        decimal_write((int64_t)node->value * sheet_view(node, FLANK_WHITE), 2, true, number);
        text_addf(&note, "[%%eval %s]", number);
    }
    if (node->has_time && node->time_ms >= 0) {
        const int64_t minutes = node->time_ms / 60000;
        decimal_write(node->time_ms % 60000, 3, false, number);
        text_addf(&note, "%s[%%emt %lld:%02d:%s%s]", note.length > 1 ? " " : "", (long long)(minutes / 60),
                  (int)(minutes % 60), node->time_ms % 60000 < 10000 ? "0" : "", number);
    }
    if (comment) {
        text_add(&note, note.length > 1 ? " " : "");
        bool changed = false;
        for (const char *at = comment; *at; at++) {
            const char letter = comment_letter(at);
            text_add_bytes(&note, &letter, 1);
            changed = changed || (letter != *at && *at != '\r');
        }
        writer_lose(lines->writer, FLANK_LOSS_COMMENTS, changed);
    }
    text_add(&note, "}");
    if (note.failed)
        lines->writer->text.failed = true;
    else if (note.length > 2)
        movetext_put_word(lines, note.bytes);
    text_free(&note);
}

static void pdn_put_notes(movetext_lines *lines, const flank_sheet *sheet, const flank_node *node)
{
    (void)sheet;
    const char *symbol = node->parent ? flank_node_tag(node, "Symbol") : NULL;
    const char *nags = flank_node_tag(node, "pdn.NAG");
    if (symbol && strlen(symbol) <= 2 && strspn(symbol, "!?") == strlen(symbol)) {
        writer_put(lines->writer, "%s", symbol);
        lines->column += strlen(symbol);
    }
    if (nags && strspn(nags, "$0123456789 ") == strlen(nags))
        movetext_put_word(lines, nags);
    put_comment(lines, node);
}

static void put_start(flank_writer *writer, const flank_sheet *sheet)
{
    char rules[FLANK_RULES_TEXT_SIZE], position[FLANK_POSITION_TEXT_SIZE];
    const flank_game *game = flank_sheet_game(sheet);
    flank_rules_format(game, flank_sheet_rules(sheet), rules);
    writer_put(writer, "[GameType \"%d,W,8,8,A0,0\"]\n", game->pdn_number);
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        writer_put(writer, "[Kind \"position\"]\n");
    if (*rules)
        writer_put(writer, "[Rules \"%s\"]\n", rules);
    if (sheet_starts_usually(sheet))
        return;
    flank_position_format(game, &flank_sheet_root(sheet)->position, "fen", position);
    writer_put(writer, "[SetUp \"1\"]\n[FEN \"%s\"]\n", position);
}

static void put_tags(flank_writer *writer, const flank_sheet *sheet, bool ended)
{
    static const flank_rules usual = {{0}};
    const bool rules = memcmp(flank_sheet_rules(sheet), &usual, sizeof usual) != 0;
    const bool position = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
    for (const flank_tag *tag = flank_sheet_root(sheet)->tags; tag; tag = tag->next) {
        const char *name = movetext_is_listed(dotted_names, tag->name) ? tag->name + 4 : tag->name;
        const bool other_kind = is_position_tag(name, tag->value) || (position && strcmp(name, "Kind") == 0);
        const bool own = movetext_is_listed(own_names, name) && (strcmp(name, "Termination") != 0 || ended);
        if (strcmp(name, "Comment") == 0 || (strchr(name, '.') && strncmp(name, "pdn.", 4) != 0))
            continue;
        if (own || (rules && strcmp(name, "Rules") == 0) || other_kind)
            writer_lose_tag(writer, tag->name);
        else if (!strchr(name, '.'))
            movetext_put_tag(writer, name, tag->value, false);
    }
}

static flank_status pdn_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    (void)error;
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    const char *other = flank_node_tag(flank_sheet_root(sheet), "pdn.Result");
    const char *termination = result.known ? movetext_termination(result.ending) : NULL;
    writer_put(writer, "%s", writer->games ? "\n" : "");
    put_tags(writer, sheet, termination);
    movetext_put_tag(writer, "Result", result.known || !other ? movetext_result(sheet, &result) : other, false);
    if (termination)
        movetext_put_tag(writer, "Termination", termination, false);
    put_start(writer, sheet);
    writer_put(writer, "\n");
    movetext_lines lines = {.writer = writer};
    movetext_put_moves(&lines, sheet, pdn_put_notes);
    movetext_put_word(&lines, movetext_result(sheet, &result));
    writer_put(writer, "\n");
    const format_keeps keeps = keeps_everything("pdn.");
    writer_lose_rest(writer, sheet, &keeps);
    return FLANK_OK;
}

const flank_format format_pdn = {
    .name = "pdn",
    .title = "Portable Draughts Notation 3.0",
    .extensions = "pdn",
    .only_game = &draughts_game,
    .detect = pdn_detect,
    .read = pdn_read,
    .write = pdn_write,
};
