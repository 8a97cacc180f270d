/* SPDX-License-Identifier: MIT
 *
 * The help texts for the terminal.
 *
 * Lines are wrapped at 80 columns whatever the terminal: texts of that width read well anywhere, and the output stays
 * the same when it is piped or tested.
 */
#include "cli/command/help_text.h"

#include <string.h>

enum { WIDTH = 80, COMMAND_COLUMN = 13, OPTION_COLUMN = 24, EXAMPLE_COLUMN = 46, FORMAT_COLUMN = 14 };

const help_exit_status help_exit_statuses[] = {
    {CLI_DONE, "done"},
    {CLI_USAGE, "wrong usage"},
    {CLI_DATA, "wrong input data; standard error names file, line and reason"},
    {CLI_NO_INPUT, "a file cannot be read"},
    {CLI_INTERNAL, "a fault of our own, or no memory"},
    {CLI_CANNOT_WRITE, "the output cannot be written"},
    {CLI_INTERRUPTED, "interrupted with Ctrl-C, or by SIGTERM or SIGHUP"},
    {0, NULL},
};

/* Columns that a word of `length` bytes takes: UTF-8 continuation bytes take none. */
static size_t columns(const char *word, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)word[i] & 0xc0) != 0x80;
    return count;
}

/* Add `string` word by word, starting at column `column`; later lines are indented by `indent`. A newline stays one. */
static void add_wrapped(text_buffer *out, const char *string, size_t column, size_t indent)
{
    bool line_start = true;
    for (const char *at = string; *at;) {
        if (*at == '\n') {
            text_add(out, "\n");
            column = 0;
            line_start = true;
            at++;
            continue;
        }
        at += strspn(at, " ");
        size_t length = strcspn(at, " \n");
        if (!line_start && column + 1 + columns(at, length) > WIDTH) {
            text_addf(out, "\n%*s", (int)indent, "");
            column = indent;
            line_start = true;
        }
        if (!line_start) {
            text_add(out, " ");
            column++;
        }
        text_add_bytes(out, at, length);
        column += columns(at, length);
        line_start = length == 0;
        at += length;
    }
    text_add(out, "\n");
}

/* A term in a left column and its explanation in a right one. */
static void add_entry(text_buffer *out, const char *term, const char *explanation, size_t right_column)
{
    size_t width = 2 + columns(term, strlen(term));
    text_addf(out, "  %s", term);
    if (width + 2 > right_column) {
        text_add(out, "\n");
        width = 0;
    }
    text_addf(out, "%*s", (int)(right_column - width), "");
    add_wrapped(out, explanation, right_column, right_column);
}

void help_synopsis(const cli_command *command, text_buffer *out)
{
    text_addf(out, "flank %s", command->name);
    for (const cli_operand *row = command->operands; row->name; row++)
        text_addf(out, row->required ? " %s%s" : " [%s%s]", row->name, row->repeats ? "…" : "");
}

/* Those of the command, or of an action of it. */
static void add_options(const cli_command *command, const cli_action *action, text_buffer *out)
{
    text_add(out, "\nOptions:\n");
    for (const cli_option *row = command->options; row->name; row++) {
        if (action && !(action->options & OPTION_BIT(row->id)))
            continue;
        text_buffer term = {NULL};
        text_addf(&term, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
        add_entry(out, term.bytes ? term.bytes : "", row->help, OPTION_COLUMN);
        text_free(&term);
    }
    add_entry(out, "--help", common_options->help, OPTION_COLUMN);
}

static bool any_parameter(bool counting)
{
    for (size_t g = 0; g < flank_game_count(); g++)
        for (size_t p = 0; flank_game_param(flank_game_at(g), p); p++)
            if (flank_game_param(flank_game_at(g), p)->counting == counting)
                return true;
    return false;
}

static void add_rules(text_buffer *out, bool counting)
{
    if (!any_parameter(counting))
        return;
    text_addf(out, "\n%s; the first value is the default:\n",
              counting ? "Conventions of counting (--count)" : "Rules (--rules)");
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_game *game = flank_game_at(g);
        for (size_t p = 0; flank_game_param(game, p); p++) {
            const flank_param *param = flank_game_param(game, p);
            if (param->counting != counting)
                continue;
            text_buffer term = {NULL};
            text_addf(&term, "%s %s=", flank_game_name(game), param->name);
            for (size_t v = 0; param->values[v]; v++)
                text_addf(&term, "%s%s", v ? "|" : "", param->values[v]);
            text_addf(out, "  %s\n      ", term.bytes ? term.bytes : "");
            add_wrapped(out, param->help, 6, 6);
            text_free(&term);
        }
    }
}

/* "othello, loa"; nothing if the format holds every game. */
static void add_games_of(text_buffer *out, const flank_format *format)
{
    size_t held = 0;
    for (size_t g = 0; g < flank_game_count(); g++)
        held += flank_format_holds(format, flank_game_at(g));
    const char *before = "; ";
    for (size_t g = 0; held < flank_game_count() && g < flank_game_count(); g++)
        if (flank_format_holds(format, flank_game_at(g))) {
            text_addf(out, "%s%s", before, flank_game_name(flank_game_at(g)));
            before = ", ";
        }
}

/* ".txt .xot" */
static void add_extensions(text_buffer *out, const char *extensions)
{
    text_add(out, *extensions ? "; ." : "");
    for (; *extensions; extensions++)
        text_addf(out, "%s%c", *extensions == ' ' ? " " : "", *extensions == ' ' ? '.' : *extensions);
}

static void add_formats(text_buffer *out)
{
    text_add(out, "\nFormats, their extensions, and the games that they hold, if not all:\n");
    for (size_t i = 0; i < flank_format_count(); i++) {
        const flank_format *format = flank_format_at(i);
        text_buffer text = {NULL};
        const char *only = !flank_format_reads(format)    ? "; only written"
                           : !flank_format_writes(format) ? "; only read"
                                                          : "";
        text_addf(&text, "%s%s", flank_format_title(format), only);
        add_extensions(&text, flank_format_extensions(format));
        add_games_of(&text, format);
        add_entry(out, flank_format_name(format), text.bytes ? text.bytes : "", FORMAT_COLUMN);
        text_free(&text);
    }
}

static bool takes_option(const cli_command *command, option_id id)
{
    for (const cli_option *row = command->options; row->name; row++)
        if (row->id == id)
            return true;
    return false;
}

static void add_examples(const char *examples, text_buffer *out)
{
    text_add(out, "\nExamples:\n");
    for (const char *at = examples; *at;) {
        size_t line = strcspn(at, "\t"), explanation = strcspn(at, "\n");
        text_buffer left = {NULL}, right = {NULL};
        text_add_bytes(&left, at, line);
        text_add_bytes(&right, at + line + 1, explanation - line - 1);
        add_entry(out, left.bytes ? left.bytes : "", right.bytes ? right.bytes : "", EXAMPLE_COLUMN);
        text_free(&left);
        text_free(&right);
        at += explanation + 1;
    }
}

static void add_protocol(const protocol *spoken, text_buffer *out)
{
    text_addf(out, "\nWhat %s has:\n", spoken->title);
    for (const protocol_command *row = spoken->commands; row->name; row++) {
        text_buffer term = {NULL};
        text_addf(&term, "%s%s%s", row->name, *row->arguments ? " " : "", row->arguments);
        if (row->help)
            add_entry(out, term.bytes ? term.bytes : "", row->help, OPTION_COLUMN);
        text_free(&term);
    }
}

static void add_actions(const cli_action *actions, text_buffer *out)
{
    text_add(out, "\nActions:\n");
    for (const cli_action *row = actions; row->name; row++) {
        text_buffer term = {NULL};
        text_addf(&term, "%s %s", row->name, row->operands);
        add_entry(out, term.bytes ? term.bytes : "", row->description, OPTION_COLUMN);
        text_free(&term);
    }
}

void help_action(const cli_command *command, const cli_action *action, text_buffer *out)
{
    text_buffer json = {NULL};
    text_addf(out, "Usage: flank %s %s %s [options]\n\n", command->name, action->name, action->operands);
    add_wrapped(out, action->description, 0, 0);
    text_addf(&json, "\nThe JSON: %s", action->json);
    add_wrapped(out, json.bytes ? json.bytes : "", 0, 0);
    text_free(&json);
    add_options(command, action, out);
    add_examples(action->examples, out);
}

void help_command(const cli_command *command, text_buffer *out)
{
    text_add(out, "Usage: ");
    help_synopsis(command, out);
    text_add(out, " [options]\n\n");
    add_wrapped(out, command->description, 0, 0);
    if (command->actions)
        add_actions(command->actions, out);
    add_options(command, NULL, out);
    if (command->shows_rules) {
        add_rules(out, false);
        if (takes_option(command, OPTION_COUNT))
            add_rules(out, true);
    }
    if (command->shows_formats)
        add_formats(out);
    if (command->spoken)
        add_protocol(command->spoken, out);
    if (command->examples)
        add_examples(command->examples, out);
}

void help_overview(text_buffer *out)
{
    text_add(out, "flank: plays and studies ");
    for (size_t i = 0; i < flank_game_count(); i++)
        text_addf(out, "%s%s",
                  i == 0                       ? ""
                  : i + 1 < flank_game_count() ? ", "
                                               : " and ",
                  flank_game_title(flank_game_at(i)));
    text_add(out, "\n\nUsage: flank COMMAND [operands and options]\n\nCommands:\n");
    for (const cli_command *row = commands; row->name; row++)
        add_entry(out, row->name, row->summary, COMMAND_COLUMN);
    text_add(out, "\nGames:\n");
    for (size_t i = 0; i < flank_game_count(); i++)
        add_entry(out, flank_game_name(flank_game_at(i)), flank_game_title(flank_game_at(i)), COMMAND_COLUMN);
    text_add(out, "\n'flank help COMMAND' explains a command, 'flank --version' tells the version.\n"
                  "A file name - is standard input. Exit status:\n");
    for (const help_exit_status *row = help_exit_statuses; row->meaning; row++)
        text_addf(out, "  %-4d %s\n", row->status, row->meaning);
}
