/* SPDX-License-Identifier: MIT
 *
 * Game, rules and position from the command line.
 *
 * A position may also be written as a list of moves, so --position is tried as a position first, then as moves, then as
 * anything that flank_sheet_recognise knows: a drawn board, a game in a file format. If all fail, the complaint is that
 * of the reading which got furthest, the one that was probably meant.
 *
 * "-" is no position and no move of any game, so it can stand for standard input here as for files. All of it is read,
 * since a list of moves may take several lines. Bytes with a NUL among them (WTHOR) are no position and no moves, but
 * perhaps a file of games.
 */
#include "cli/input/game_input.h"

#include "cli/command/line_reader.h"
#include "core/error.h"
#include "core/text_buffer.h"
#include "formats/format_table.h"

#include <flank/formats.h>

#include <errno.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    INPUT_BYTES_MAX = 1 << 26, /* as long as a game of SGF may be */
    SURELY_LIKE = 4            /* bytes of a position or moves that tell the game, whatever is behind them */
};

static bool is_name(const flank_param *param, const char *text, size_t length)
{
    return strlen(param->name) == length && memcmp(param->name, text, length) == 0;
}

/* Complain about the first name that no parameter of the game has: of those of the option's kind one was meant. */
static bool check_names(const cli_arguments *arguments, const char *option, const flank_game *game, bool counting,
                        const char *text)
{
    for (size_t length; *text; text += length + (text[length] == ',')) {
        bool known = false;
        char names[FLANK_RULES_TEXT_SIZE] = "";
        length = strcspn(text, ",");
        const size_t name_length = strcspn(text, "=,");
        for (size_t i = 0; flank_game_param(game, i); i++) {
            const flank_param *param = flank_game_param(game, i);
            known = known || is_name(param, text, name_length);
            if (param->counting == counting)
                snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "", param->name);
        }
        if (!known) {
            complain(CLI_USAGE, "%s: --%s: %s has no '%.*s' (it has: %s)", arguments->command->name, option,
                     flank_game_name(game), (int)name_length, text, *names ? names : "none");
            return false;
        }
    }
    return true;
}

static int read_settings(const cli_arguments *arguments, option_id id, const flank_game *game, bool counting,
                         flank_rules *rules)
{
    const option_value *value = &arguments->option[id];
    const char *name = counting ? "count" : "rules";
    if (!value->given)
        return CLI_DONE;
    flank_error error = {0};
    flank_rules changed = {{0}};
    if (!check_names(arguments, name, game, counting, value->text))
        return CLI_USAGE;
    if (flank_rules_parse(game, value->text, &changed, &error))
        return complain(CLI_USAGE, "%s: --%s: %s", arguments->command->name, name, error_english(&error));
    for (size_t i = 0; flank_game_param(game, i); i++) {
        const flank_param *param = flank_game_param(game, i);
        if (!changed.value[i])
            continue;
        if (param->counting != counting)
            return complain(CLI_USAGE, "%s: --%s: '%s' belongs to --%s", arguments->command->name, name, param->name,
                            counting ? "rules" : "count");
        rules->value[i] = changed.value[i];
    }
    return CLI_DONE;
}

int rules_from_arguments(const cli_arguments *arguments, const flank_game *game, flank_rules *rules)
{
    int status = read_settings(arguments, OPTION_RULES, game, false, rules);
    return status ? status : read_settings(arguments, OPTION_COUNT, game, true, rules);
}

/* A text from the command line or from standard input. */
typedef struct input_text {
    const char *option; /* the name that it was given by */
    const char *text;   /* NULL: it was not given */
    size_t size;
    const flank_game *named;             /* the game that the command line names; NULL: the text tells it */
    bool from_standard_input, is_binary; /* binary: there is a NUL in it */
} input_text;

/* Read all of standard input. */
static int read_standard_input(const char *option, text_buffer *out)
{
    char bytes[4096];
    size_t length;
    while (out->length <= INPUT_BYTES_MAX && (length = fread(bytes, 1, sizeof bytes, stdin)) > 0)
        text_add_bytes(out, bytes, length);
    if (ferror(stdin))
        return complain_unreadable("-", errno);
    if (out->length > INPUT_BYTES_MAX)
        return complain(CLI_DATA, "-: more than %d bytes for %s", INPUT_BYTES_MAX, option);
    if (out->failed)
        return complain(CLI_INTERNAL, "not enough memory");
    return CLI_DONE;
}

/* Take the text that was read, without the blanks at its end and a byte order mark. */
static int take_standard_input(text_buffer *text, input_text *out)
{
    out->is_binary = text->length && memchr(text->bytes, '\0', text->length);
    while (!out->is_binary && text->length && strchr(" \t\r\n", text->bytes[text->length - 1]))
        text->bytes[--text->length] = '\0';
    if (text->length == 0)
        return complain(CLI_DATA, "-: it is empty; %s takes its text from it", out->option);
    out->text = after_byte_order_mark(text->bytes);
    out->size = text->length - (size_t)(out->text - text->bytes);
    return CLI_DONE;
}

/* The fault of the text, with its place: in the option, or on a line of standard input. */
static int complain_text(const input_text *input, size_t offset, const char *what)
{
    size_t line = 1;
    if (input->is_binary)
        return complain(CLI_DATA, "-: %s", what);
    if (!input->from_standard_input)
        return complain(CLI_DATA, "%s: %s", input->option, what);
    for (size_t i = 0; i < offset && input->text[i]; i++)
        line += input->text[i] == '\n';
    return complain_at("-", line, "%s", what);
}

/* Tell what was taken from the text, at its place, 0: where the text begins. */
static void tell_note(const input_text *input, size_t place, const char *note)
{
    complain_text(input, place || !input->text ? place : strspn(input->text, " \t\r\n"), note);
}

static int complain_position(const input_text *input, const flank_error *no_position, const flank_error *no_moves)
{
    struct stat there;
    if (!input->from_standard_input && stat(input->text, &there) == 0 && S_ISREG(there.st_mode))
        return complain(CLI_DATA, "--position: '%s' is a file; --position - < FILE reads one", input->text);
    if (!input->named && !no_position->offset && !no_moves->offset) { /* of no game at all */
        flank_error nothing;
        error_say(&nothing, FLANK_BAD_POSITION, 0, SAY(NOT_RECOGNISED));
        return complain_text(input, 0, error_english(&nothing));
    }
    if (no_position->offset > no_moves->offset)
        return complain_text(input, no_position->offset, error_english(no_position));
    if (no_position->offset < no_moves->offset)
        return complain_text(input, no_moves->offset, error_english(no_moves));
    flank_error both = {0};
    error_say(&both, FLANK_BAD_POSITION, 0, SAY(NO_POSITION_NO_MOVES), say_error(no_position), say_error(no_moves));
    return complain_text(input, no_moves->offset, error_english(&both));
}

/* ---- Pasted texts ---- */

/* The rules of a sheet: its own if they stand apart, else those that were given, and its own where none were. */
static flank_rules rules_of(const flank_sheet *sheet, const flank_rules *given)
{
    const flank_rules *own = flank_sheet_rules(sheet);
    if (flank_rules_stand_apart(flank_sheet_game(sheet), own))
        return *own;
    flank_rules rules = *given;
    for (size_t i = 0; flank_game_param(flank_sheet_game(sheet), i); i++)
        rules.value[i] = rules.value[i] ? rules.value[i] : own->value[i];
    return rules;
}

/* Play the main line of a sheet from its start; a position has none. */
static flank_record *replay(const flank_sheet *sheet, const flank_rules *given, flank_error *error)
{
    const flank_rules rules = rules_of(sheet, given);
    const flank_node *root = flank_sheet_root(sheet);
    const bool is_game = flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
    if (flank_position_check(flank_sheet_game(sheet), &rules, &root->position, error))
        return NULL;
    flank_record *record = flank_record_create(flank_sheet_game(sheet), &rules, &root->position);
    flank_status status = record ? FLANK_OK : FLANK_NO_MEMORY;
    for (const flank_node *node = is_game ? root->child : NULL; node && !status; node = node->child)
        status = flank_record_play(record, node->move);
    if (status == FLANK_OK || status == FLANK_GAME_OVER)
        return record;
    error_say(error, status, 0, say_status(status));
    flank_record_destroy(record);
    return NULL;
}

/* Read a text in any notation or format, or a drawn board. NULL with `error` if it is none. */
static flank_record *recognise(const flank_game *game, const flank_rules *rules, const input_text *input,
                               flank_error *error)
{
    flank_sheet *sheet;
    flank_record *record = NULL;
    const flank_status status = flank_sheet_recognise(input->text, input->size, input->named, &sheet, error);
    if (status)
        return NULL;
    const char *note = flank_node_tag(flank_sheet_root(sheet), "flank.note");
    if (flank_sheet_game(sheet) == game)
        record = replay(sheet, rules, error);
    else
        error_say(error, FLANK_BAD_RECORD, 0, SAY(GAME_NOT_OF), say_name(flank_game_title(flank_sheet_game(sheet))),
                  say_name(flank_game_title(game)));
    if (record && note)
        tell_note(input, sheet_note_place(sheet), note);
    flank_sheet_destroy(sheet);
    return record;
}

/* True if what is wrong by all notations and formats is not only what is wrong by those that were tried before. */
static bool is_better(const flank_error *unknown, const flank_error *tried)
{
    return unknown->code != FLANK_ERROR_NOT_RECOGNISED && !error_is_same(unknown, tried);
}

/* Letters, digits and blanks alone, and where the game is known a dash or a dot behind one of them: moves, however
 * wrong, and no position or file, whatever they begin like. */
static bool is_moves_at_most(const input_text *input)
{
    const char *at = input->text;
    for (; isalnum((unsigned char)*at) || *at == ' ' || (*at && input->named && strchr("-.", *at)); at++)
        if (strchr("-.", *at) && (at == input->text || !isalnum((unsigned char)at[-1])))
            return false;
    return *at == '\0';
}

/* ---- The record ---- */

/* The record that --position describes, or a complaint. */
static int read_position(const flank_game *game, const flank_rules *rules, const input_text *input,
                         flank_record **record)
{
    flank_position start = flank_game_start(game);
    flank_error no_position = {0}, no_moves = {0}, unknown = {0};
    const bool is_position = !input->text || (!input->is_binary && flank_position_parse(game, input->text, &start,
                                                                                        &no_position) == FLANK_OK);
    if (is_position && flank_position_check(game, rules, &start, &no_position))
        return complain_text(input, no_position.offset, error_english(&no_position));
    *record = flank_record_create(game, rules, &start);
    if (!*record)
        return complain(CLI_INTERNAL, "not enough memory");
    if (is_position || (!input->is_binary && flank_record_play_text(*record, input->text, &no_moves) == FLANK_OK))
        return CLI_DONE;
    flank_record_destroy(*record);
    *record = recognise(game, rules, input, &unknown);
    if (*record)
        return CLI_DONE;
    if (input->is_binary || (is_better(&unknown, &no_position) && is_better(&unknown, &no_moves)))
        return complain_text(input, unknown.offset, error_english(&unknown));
    return complain_position(input, &no_position, &no_moves);
}

/* Play --moves in `*record`; a game in a file format is taken instead where no position was given. */
static int read_moves(const flank_game *game, const flank_rules *rules, const input_text *input, bool from_start,
                      flank_record **record)
{
    flank_error no_moves = {0}, unknown = {0};
    if (!input->is_binary && flank_record_play_text(*record, input->text, &no_moves) == FLANK_OK)
        return CLI_DONE;
    flank_record *game_record = from_start ? recognise(game, rules, input, &unknown) : NULL;
    if (game_record) {
        flank_record_destroy(*record);
        *record = game_record;
        return CLI_DONE;
    }
    if (from_start && (input->is_binary || (is_better(&unknown, &no_moves) && !is_moves_at_most(input))))
        return complain_text(input, unknown.offset, error_english(&unknown));
    return complain_text(input, no_moves.offset, error_english(&no_moves));
}

/* The record that the texts describe. */
static int make_record(const flank_game *game, const flank_rules *rules, const input_text *position,
                       const input_text *moves, flank_record **record)
{
    flank_record *made = NULL;
    int status = read_position(game, rules, position, &made);
    if (!status && moves->text)
        status = read_moves(game, rules, moves, !position->text, &made);
    if (status)
        flank_record_destroy(made);
    else
        *record = made;
    return status;
}

/* ---- The options ---- */

/* The position that --position and --moves say, standard input read for the one that is "-". */
typedef struct given_texts {
    input_text position, moves;
    text_buffer standard_input;
} given_texts;

/* Read the option's text if it is that of standard input. */
static int take_text(const option_value *given, const char *option, input_text *out, text_buffer *standard_input)
{
    out->option = option;
    out->text = given->text;
    out->size = given->text ? strlen(given->text) : 0;
    out->from_standard_input = given->given && strcmp(given->text, "-") == 0;
    if (!out->from_standard_input)
        return CLI_DONE;
    const int status = read_standard_input(option, standard_input);
    return status ? status : take_standard_input(standard_input, out);
}

static int take_texts(const cli_arguments *arguments, given_texts *texts)
{
    const option_value *position = &arguments->option[OPTION_POSITION], *moves = &arguments->option[OPTION_MOVES];
    if (position->given && moves->given && strcmp(position->text, "-") == 0 && strcmp(moves->text, "-") == 0)
        return complain(CLI_USAGE, "%s: only one of --position and --moves can be read from standard input",
                        arguments->command->name);
    if (position->given && !*position->text)
        return complain(CLI_USAGE, "%s: --position is empty; startpos is the start of a game",
                        arguments->command->name);
    const int status = take_text(position, "--position", &texts->position, &texts->standard_input);
    return status ? status : take_text(moves, "--moves", &texts->moves, &texts->standard_input);
}

int record_from_arguments(const cli_arguments *arguments, const flank_game *game, const flank_rules *rules,
                          flank_record **record)
{
    given_texts texts = {.position.named = game, .moves.named = game};
    int status = take_texts(arguments, &texts);
    if (!status)
        status = make_record(game, rules, &texts.position, &texts.moves, record);
    text_free(&texts.standard_input);
    return status;
}

/* The bytes of a text that are a position or moves of `game`. */
static size_t understood(const flank_game *game, const char *text)
{
    flank_position position;
    flank_error no_position = {0}, no_moves = {0};
    flank_record *record = flank_record_create(game, NULL, NULL);
    flank_position_parse(game, text, &position, &no_position);
    if (record)
        flank_record_play_text(record, text, &no_moves);
    flank_record_destroy(record);
    return no_position.offset > no_moves.offset ? no_position.offset : no_moves.offset;
}

/* The game of which a text that is nothing is nearest to be something; NULL if it is near to none. */
static const flank_game *nearest_game(const input_text *input)
{
    const flank_game *nearest = NULL;
    size_t most = SURELY_LIKE - 1;
    for (size_t i = 0; !input->is_binary && i < flank_game_count(); i++) {
        const size_t bytes = understood(flank_game_at(i), input->text);
        if (bytes > most) {
            most = bytes;
            nearest = flank_game_at(i);
        }
    }
    return nearest;
}

/* True if each game reads the text as a position, as it does with startpos. */
static bool is_of_every_game(const input_text *input)
{
    flank_position position;
    for (size_t i = 0; i < flank_game_count(); i++)
        if (input->is_binary || flank_position_parse(flank_game_at(i), input->text, &position, NULL))
            return false;
    return true;
}

/* The game that a text is of, the nearest one if it is of none; NULL if it tells none. A game that had to be guessed is
 * told. */
static const flank_game *game_of_text(const input_text *input)
{
    flank_sheet *sheet;
    if (!input->text || is_of_every_game(input))
        return NULL;
    if (flank_sheet_recognise(input->text, input->size, NULL, &sheet, NULL))
        return nearest_game(input);
    const flank_game *game = flank_sheet_game(sheet);
    const char *note = flank_node_tag(flank_sheet_root(sheet), "flank.game");
    if (note)
        tell_note(input, 0, note);
    flank_sheet_destroy(sheet);
    return game;
}

/* The game of the position or, if that tells none, of the moves, which then is that of the position, too; Othello if
 * they do not tell it either. */
static const flank_game *game_of_texts(given_texts *texts)
{
    const flank_game *game = game_of_text(&texts->position);
    if (!game)
        game = texts->position.named = game_of_text(&texts->moves);
    return game ? game : flank_game_at(0);
}

int any_record_from_arguments(const cli_arguments *arguments, const flank_game *named, flank_record **record)
{
    given_texts texts = {.position.named = named, .moves.named = named};
    flank_rules rules = {{0}};
    const flank_game *game = named;
    int status = take_texts(arguments, &texts);
    if (!status) {
        game = game ? game : game_of_texts(&texts);
        status = rules_from_arguments(arguments, game, &rules);
    }
    if (!status)
        status = make_record(game, &rules, &texts.position, &texts.moves, record);
    text_free(&texts.standard_input);
    return status;
}
