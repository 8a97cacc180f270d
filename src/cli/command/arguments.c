/* SPDX-License-Identifier: MIT
 *
 * Reads a command line by a row of the table of commands.
 *
 * getopt_long was rejected: it cannot say which option was meant, needs its own table built from ours, and keeps its
 * state in globals. Settings that people know are kept: options anywhere, `--name value` or `--name=value`, `--` ends
 * them, `-` is an operand (standard input). Options are not abbreviated, so that a new option never breaks a script.
 */
#include "cli/command/commands.h"

#include "cli/command/suggest.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 32, WORDS_MAX = 32 };

bool integer_parse(const char *text, int64_t min, int64_t max, int64_t *out)
{
    const size_t sign = min < 0 && *text == '-', digits = strspn(text + sign, "0123456789");
    if (digits == 0 || text[sign + digits])
        return false;
    errno = 0;
    int64_t number = strtoll(text, NULL, 10);
    if (errno || number < min || number > max)
        return false;
    *out = number;
    return true;
}

bool decimal_parse(const char *text, double *out)
{
    size_t length = strspn(text, "0123456789.");
    const char *point = strchr(text, '.');
    bool a_digit = strspn(text, ".") < length;
    if (!a_digit || text[length] || length > 12 || (point && strchr(point + 1, '.')))
        return false;
    *out = strtod(text, NULL);
    return true;
}

_Static_assert(OPTION_YES < 64, "the options of an action are bits of a word");

const char *useless_option(const cli_arguments *arguments, uint64_t useful)
{
    for (const cli_option *row = arguments->command->options; row->name; row++) {
        assert(row->id <= OPTION_YES);
        if (arguments->option[row->id].given && !(useful & OPTION_BIT(row->id)))
            return row->name;
    }
    return NULL;
}

int64_t milliseconds(const option_value *value)
{
    int64_t whole = (int64_t)(value->seconds * 1000);
    return value->given && whole == 0 ? 1 : whole;
}

/* Complain about an unknown `word`, naming the nearest known one if there is one. */
static int unknown(const cli_arguments *arguments, const char *what, const char *word, const char *nearest)
{
    const char *name = arguments->command->name;
    if (nearest)
        return complain(CLI_USAGE, "%s: unknown %s '%s'; did you mean '%s'?", name, what, word, nearest);
    return complain(CLI_USAGE, "%s: unknown %s '%s'; see 'flank help %s'", name, what, word, name);
}

static int unknown_option(const cli_arguments *arguments, const char *word)
{
    const char *names[OPTIONS_MAX + 2] = {"help"};
    size_t count = 1;
    for (const cli_option *row = arguments->command->options; row->name && count <= OPTIONS_MAX; row++)
        names[count++] = row->name;
    size_t length = strcspn(word, "=");
    char plain[40] = "";
    if (length < sizeof plain)
        memcpy(plain, word, length);
    const char *bare = plain + strspn(plain, "-");
    const char *nearest = suggest_nearest(bare, names);
    char shown[44] = "--";
    if (nearest)
        strncat(shown, nearest, sizeof shown - 3);
    return unknown(arguments, "option", word, nearest ? shown : NULL);
}

/* "one, two, three", as many as there is room for. */
static void join(const char *const *words, char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0; words[i] && strlen(list) + strlen(words[i]) + 3 <= size; i++)
        strcat(strcat(list, i ? ", " : ""), words[i]);
}

static int unknown_word(const cli_arguments *arguments, const char *what, value_kind kind, const char *word)
{
    const char *words[WORDS_MAX + 1] = {NULL};
    for (size_t i = 0; i < WORDS_MAX && (words[i] = value_word(kind, NULL, i)); i++)
        ;
    const char *nearest = suggest_nearest(word, words);
    if (nearest || kind != VALUE_GAME)
        return unknown(arguments, what, word, nearest);
    char list[160];
    join(words, list, sizeof list);
    return complain(CLI_USAGE, "%s: unknown %s '%s'; it is one of %s (a position follows --position, moves --moves)",
                    arguments->command->name, what, word, list);
}

/* A word that one has to choose is not there: say which there are, or where they are told. */
static int missing_operand(const cli_arguments *arguments, const cli_operand *row)
{
    const char *name = arguments->command->name;
    const cli_action *action =
        arguments->operand_count ? action_find(arguments->command, arguments->operands[0]) : NULL;
    if (row->kind != VALUE_CHOICE)
        return complain(CLI_USAGE, "%s: %s is missing; see 'flank help %s%s%s'", name, row->name, name,
                        action ? " " : "", action ? action->name : "");
    char list[160];
    join(row->choices, list, sizeof list);
    return complain(CLI_USAGE, "%s: %s is missing, one of %s; see 'flank help %s'", name, row->name, list, name);
}

static int bad_choice(const cli_arguments *arguments, const char *what, const char *word, const char *const *choices)
{
    char list[160];
    join(choices, list, sizeof list);
    return complain(CLI_USAGE, "%s: %s takes one of %s, not '%s'", arguments->command->name, what, list, word);
}

/* Check `text` as a value of `kind` and store what it means. Complaints name the option or operand as `what`. */
static int read_value(const cli_arguments *arguments, const char *what, const cli_option *row, const char *text,
                      option_value *out)
{
    const char *name = arguments->command->name;
    *out = (option_value){.given = true, .text = text};
    switch (row->kind) {
    case VALUE_INTEGER:
        if (!integer_parse(text, row->min, row->max, &out->number))
            return complain(CLI_USAGE, "%s: %s takes a number from %" PRId64 " to %" PRId64 ", not '%s'", name, what,
                            row->min, row->max, text);
        return CLI_DONE;
    case VALUE_SECONDS:
        if (!decimal_parse(text, &out->seconds) || out->seconds < (double)row->min || out->seconds > (double)row->max)
            return complain(CLI_USAGE,
                            "%s: %s takes seconds from %" PRId64 " to %" PRId64 ", such as 2 or 2.5, not '%s'", name,
                            what, row->min, row->max, text);
        return CLI_DONE;
    case VALUE_DISCS:
        if (!decimal_parse(text, &out->discs) || out->discs < (double)row->min || out->discs > (double)row->max)
            return complain(CLI_USAGE, "%s: %s takes discs from %" PRId64 " to %" PRId64 ", such as 2 or 0.5, not '%s'",
                            name, what, row->min, row->max, text);
        return CLI_DONE;
    case VALUE_GAME:
        return flank_game_find(text) ? CLI_DONE : unknown_word(arguments, what, row->kind, text);
    case VALUE_CHOICE:
    case VALUE_COMMAND:
    case VALUE_CONTEST:
        for (size_t i = 0; value_word(row->kind, row->choices, i); i++)
            if (strcmp(value_word(row->kind, row->choices, i), text) == 0) {
                out->number = (int64_t)i;
                return CLI_DONE;
            }
        return row->kind == VALUE_CHOICE ? bad_choice(arguments, what, text, row->choices)
                                         : unknown_word(arguments, what, row->kind, text);
    case VALUE_FILE:
        return *text ? CLI_DONE : complain(CLI_USAGE, "%s: %s takes the name of a file, not an empty text", name, what);
    case VALUE_NONE:
    case VALUE_TEXT:
        break;
    }
    return CLI_DONE;
}

static const cli_option *find_option(const cli_command *command, const char *name, size_t length)
{
    const cli_option *const tables[] = {common_options, command->options};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const cli_option *row = tables[i]; row->name; row++)
            if (strlen(row->name) == length && memcmp(row->name, name, length) == 0)
                return row;
    return NULL;
}

/* Read the option at argv[*index], and its value, which may be the next word. */
static int read_option(cli_arguments *out, int argc, char **argv, int *index)
{
    const char *word = argv[*index];
    if (strcmp(word, "-h") == 0) {
        out->option[OPTION_HELP].given = true;
        return CLI_DONE;
    }
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const cli_option *row = length > 2 && word[1] == '-' ? find_option(out->command, word + 2, length - 2) : NULL;
    if (!row)
        return unknown_option(out, word);
    char what[48] = "--";
    strncat(what, row->name, sizeof what - 3);
    if (out->option[row->id].given)
        return complain(CLI_USAGE, "%s: %s is given twice", out->command->name, what);
    if (row->kind == VALUE_NONE) {
        if (equals)
            return complain(CLI_USAGE, "%s: %s takes no value", out->command->name, what);
        out->option[row->id].given = true;
        return CLI_DONE;
    }
    if (!equals && *index + 1 >= argc)
        return complain(CLI_USAGE, "%s: %s needs a value, %s", out->command->name, what, row->value);
    const char *value = equals ? equals + 1 : argv[++*index];
    return read_value(out, what, row, value, &out->option[row->id]);
}

static size_t count_required(const cli_operand *row)
{
    size_t count = 0;
    for (; row->name; row++)
        count += row->required;
    return count;
}

/* True if a word is no game, where one may stand in front of the other operands. */
static bool may_be_left_out(const cli_operand *row, const char *text)
{
    return row->kind == VALUE_GAME && !row->required && row[1].name && !flank_game_find(text);
}

/* Check the operands one by one against their rows, and that none is missing. */
static int check_operands(const cli_arguments *out)
{
    const cli_operand *row = out->command->operands;
    size_t index = 0;
    for (; row->name && index < out->operand_count; index++) {
        if (may_be_left_out(row, out->operands[index]))
            row++;
        const value_kind kind = row->any_text ? VALUE_TEXT : row->kind;
        cli_option as_option = {.kind = kind, .min = row->min, .max = row->max, .choices = row->choices};
        option_value unused;
        int status = read_value(out, row->name, &as_option, out->operands[index], &unused);
        if (status)
            return status;
        const size_t left = out->operand_count - index - 1;
        if (!row->repeats || (left && left == count_required(row + 1)))
            row++;
    }
    if (index < out->operand_count)
        return complain(CLI_USAGE, "%s: one word too many: '%s'", out->command->name, out->operands[index]);
    if (row->repeats && index > (size_t)(row - out->command->operands))
        row++;
    while (row->name && !row->required)
        row++;
    if (row->name)
        return missing_operand(out, row);
    return CLI_DONE;
}

/* Does the word begin with a board, as people hand it to commands that want it elsewhere? Empty squares at its
 * beginning look like the dashes of an option. */
static bool is_board(const char *word) { return strspn(word, "-.XOxo*BWbw") >= 64; }

static int misplaced_board(const cli_arguments *arguments)
{
    const char *name = arguments->command->name;
    if (find_option(arguments->command, "position", strlen("position")))
        return complain(CLI_USAGE, "%s: a position follows --position", name);
    return complain(CLI_USAGE, "%s: positions are read from files or from standard input, not from the command line",
                    name);
}

/* Move a word before others, which keep their order: a command that is another program gets them all once more. */
static void move_up(char **words, size_t from, size_t to)
{
    char *word = words[from];
    memmove(&words[to + 1], &words[to], (from - to) * sizeof *words);
    words[to] = word;
}

int arguments_parse(const cli_command *command, int argc, char **argv, cli_arguments *out)
{
    *out = (cli_arguments){.command = command, .operands = argv};
    bool options_ended = false;
    int bad = CLI_DONE;
    for (int i = 0; i < argc; i++) {
        if (!options_ended && strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (is_board(argv[i])) {
            return misplaced_board(out);
        } else if (!options_ended && argv[i][0] == '-' && argv[i][1] && !isdigit((unsigned char)argv[i][1])) {
            bad = read_option(out, argc, argv, &i);
            if (bad)
                return bad;
            if (out->option[OPTION_HELP].given)
                return CLI_DONE;
        } else {
            move_up(argv, (size_t)i, out->operand_count++);
        }
    }
    return check_operands(out);
}
