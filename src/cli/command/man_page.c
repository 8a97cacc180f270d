/* SPDX-License-Identifier: MIT
 *
 * The manual page, in the roff of the man macros (man(7)), from the same rows as the help texts. No date, so that a
 * build can be repeated byte for byte.
 */
#include "cli/command/help_text.h"

#include <string.h>

/* Add words so that roff prints them as they are: dashes that can be copied, no escapes, no requests. */
static void add_escaped(text_buffer *out, const char *string, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool line_start = out->length == 0 || out->bytes[out->length - 1] == '\n';
        if (line_start && (string[i] == '.' || string[i] == '\''))
            text_add(out, "\\&");
        if (string[i] == '-')
            text_add(out, "\\-");
        else if (string[i] == '\\')
            text_add(out, "\\e");
        else
            text_add_bytes(out, &string[i], 1);
    }
}

static void add_line(text_buffer *out, const char *string)
{
    add_escaped(out, string, strlen(string));
    text_add(out, "\n");
}

/* Paragraphs separated by an empty line. */
static void add_paragraphs(text_buffer *out, const char *string)
{
    for (const char *at = string; *at;) {
        size_t length = strcspn(at, "\n");
        if (length == 0) {
            text_add(out, ".PP\n");
        } else {
            add_escaped(out, at, length);
            text_add(out, "\n");
        }
        at += length + (at[length] == '\n');
    }
}

static void add_option(text_buffer *out, const cli_option *row)
{
    text_add(out, ".TP\n\\fB\\-\\-");
    add_escaped(out, row->name, strlen(row->name));
    text_add(out, "\\fR");
    if (row->value) {
        text_add(out, " \\fI");
        add_escaped(out, row->value, strlen(row->value));
        text_add(out, "\\fR");
    }
    text_add(out, "\n");
    add_line(out, row->help);
}

static void add_examples(text_buffer *out, const char *examples)
{
    for (const char *at = examples; *at;) {
        size_t line = strcspn(at, "\t"), explanation = strcspn(at, "\n");
        text_add(out, ".TP\n\\fB");
        add_escaped(out, at, line);
        text_add(out, "\\fR\n");
        add_escaped(out, at + line + 1, explanation - line - 1);
        text_add(out, "\n");
        at += explanation + 1;
    }
}

static void add_action(text_buffer *out, const cli_action *row)
{
    text_add(out, ".TP\n\\fB");
    add_escaped(out, row->name, strlen(row->name));
    text_add(out, "\\fR \\fI");
    add_escaped(out, row->operands, strlen(row->operands));
    text_add(out, "\\fR\n");
    add_line(out, row->description);
    text_add(out, "The JSON: ");
    add_line(out, row->json);
}

static void add_command(text_buffer *out, const cli_command *command)
{
    text_buffer synopsis = {NULL};
    help_synopsis(command, &synopsis);
    text_add(out, ".SS \"");
    add_escaped(out, synopsis.bytes ? synopsis.bytes : "", synopsis.length);
    text_add(out, " [options]\"\n");
    text_free(&synopsis);
    add_paragraphs(out, command->description);
    for (const cli_action *row = command->actions; row && row->name; row++)
        add_action(out, row);
    for (const cli_option *row = command->options; row->name; row++)
        add_option(out, row);
    if (command->examples) {
        text_add(out, ".PP\nExamples:\n");
        add_examples(out, command->examples);
    }
}

static void add_parameters(text_buffer *out)
{
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_game *game = flank_game_at(g);
        text_add(out, ".SS \"");
        add_escaped(out, flank_game_title(game), strlen(flank_game_title(game)));
        text_addf(out, " (%s)\"\n", flank_game_name(game));
        for (size_t p = 0; flank_game_param(game, p); p++) {
            const flank_param *param = flank_game_param(game, p);
            text_addf(out, ".TP\n\\fB\\-\\-%s\\fR %s=", param->counting ? "count" : "rules", param->name);
            for (size_t v = 0; param->values[v]; v++)
                text_addf(out, "%s%s", v ? "|" : "", param->values[v]);
            text_add(out, "\n");
            add_line(out, param->help);
        }
    }
}

void help_man_page(text_buffer *out)
{
    text_addf(out, ".TH FLANK 1 \"\" \"flank %s\" \"User Commands\"\n", flank_version());
    text_add(out, ".SH NAME\nflank \\- play and study ");
    for (size_t i = 0; i < flank_game_count(); i++)
        text_addf(out, "%s%s",
                  i == 0                       ? ""
                  : i + 1 < flank_game_count() ? ", "
                                               : " and ",
                  flank_game_title(flank_game_at(i)));
    text_add(out, "\n.SH SYNOPSIS\n.B flank\n.I COMMAND\n[operands and options]\n.SH DESCRIPTION\n");
    add_line(out,
             "Prints for people by default and, with --json, for programs: one JSON object a line. Progress goes to "
             "standard error, if that is a terminal. A file name - is standard input. Options may stand "
             "anywhere; -- ends them. Without a command, on a terminal, flank lets you choose a game and play.");
    text_add(out, ".SH COMMANDS\n");
    for (const cli_command *row = commands; row->name; row++)
        add_command(out, row);
    text_add(out, ".SH GAMES AND THEIR PARAMETERS\nThe first value of each parameter is the default.\n");
    add_parameters(out);
    text_add(out, ".SH EXIT STATUS\n");
    for (const help_exit_status *row = help_exit_statuses; row->meaning; row++) {
        text_addf(out, ".TP\n\\fB%d\\fR\n", row->status);
        add_line(out, row->meaning);
    }
    text_add(out, ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nIf set and not empty, boards are drawn without colours.\n");
}
