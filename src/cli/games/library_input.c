/* SPDX-License-Identifier: MIT
 *
 * The options of flank library.
 */
#include "cli/games/library_input.h"
#include "core/error.h"
#include "core/utf8.h"

#include "cli/input/game_input.h"
#include "cli/command/user_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { YEAR_MAX = 9999 };

int library_complain(const char *path, flank_status status, const flank_error *error)
{
    const int exit_status = status == FLANK_BAD_FILE       ? CLI_DATA
                            : status == FLANK_CANNOT_READ  ? CLI_NO_INPUT
                            : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                           : CLI_INTERNAL;
    return complain(exit_status, "%s: %s", path, error_english(error));
}

char *library_find_path(const cli_arguments *arguments)
{
    const option_value *given = &arguments->option[OPTION_LIBRARY];
    return given->given ? strdup(given->text) : user_file("XDG_DATA_HOME", "/.local/share", "library.sqlite");
}

int library_open_given(const cli_arguments *arguments, library_access purpose, char **path, game_library **library)
{
    int result = CLI_DONE;
    *path = library_find_path(arguments);
    if (!*path)
        return complain(CLI_USAGE, "library: no home folder; say --library FILE");
    if (purpose != LIBRARY_WRITE && access(*path, F_OK) != 0 && errno == ENOENT)
        result = complain(CLI_NO_INPUT, "%s: no library is there yet; 'flank library import FILE…' makes one", *path);
    if (purpose == LIBRARY_WRITE && !arguments->option[OPTION_LIBRARY].given)
        result = user_file_prepare(*path);
    flank_status status;
    flank_error error = {0};
    *library = result ? NULL : library_open(*path, purpose, &status, &error);
    if (!result && !*library)
        result = library_complain(*path, status, &error);
    if (result)
        free(*path);
    return result;
}

/* "1990", "1990-2000", "1990-", "-2000". */
static bool read_years(const char *text, library_filter *filter)
{
    char first[8] = "";
    int64_t number;
    const char *dash = strchr(text, '-');
    const size_t length = dash ? (size_t)(dash - text) : strlen(text);
    if (length >= sizeof first || (dash && length == 0 && !dash[1]))
        return false;
    memcpy(first, text, length);
    if (length && !integer_parse(first, 1, YEAR_MAX, &number))
        return false;
    filter->first_year = length ? (int)number : 0;
    if (dash && dash[1] && !integer_parse(dash + 1, 1, YEAR_MAX, &number))
        return false;
    filter->last_year = !dash || dash[1] ? (int)number : 0;
    return !filter->first_year || !filter->last_year || filter->first_year <= filter->last_year;
}

/* The rules of --game where no position is given. */
static int read_rules(const cli_arguments *arguments, library_question *question)
{
    if (!arguments->option[OPTION_RULES].given)
        return CLI_DONE;
    if (!question->filter.game)
        return complain(CLI_USAGE, "library: --rules needs --game GAME, whose rules they are");
    question->filter.rules = &question->rules;
    return rules_from_arguments(arguments, question->filter.game, &question->rules);
}

static int read_position(const cli_arguments *arguments, library_question *question)
{
    if (!arguments->option[OPTION_POSITION].given && !arguments->option[OPTION_MOVES].given)
        return read_rules(arguments, question);
    const int status = any_record_from_arguments(arguments, question->filter.game, &question->record);
    if (status)
        return status;
    question->filter.game = flank_record_game(question->record);
    question->filter.rules = flank_record_rules(question->record);
    question->filter.position = flank_record_position(question->record);
    return CLI_DONE;
}

/* Names are UTF-8, and so is what is sought in them. */
static int check_texts(const cli_arguments *arguments)
{
    static const struct {
        option_id id;
        const char *name;
    } texts[] = {{OPTION_PLAYER, "player"},
                 {OPTION_BLACK, "black"},
                 {OPTION_WHITE, "white"},
                 {OPTION_EVENT, "event"},
                 {OPTION_OPENING, "opening"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = arguments->option[texts[i].id].text;
        if (text && !utf8_is_valid(text))
            return complain(CLI_USAGE, "library: --%s takes text in UTF-8", texts[i].name);
    }
    return CLI_DONE;
}

int library_question_read(const cli_arguments *arguments, library_question *question)
{
    const option_value *option = arguments->option;
    *question = (library_question){.filter = {.player = option[OPTION_PLAYER].text,
                                              .black = option[OPTION_BLACK].text,
                                              .white = option[OPTION_WHITE].text,
                                              .event = option[OPTION_EVENT].text,
                                              .opening = option[OPTION_OPENING].text}};
    const int wrong = check_texts(arguments);
    if (wrong)
        return wrong;
    if (option[OPTION_RESULT].given)
        question->filter.result = LIBRARY_BLACK_WON + (library_result)option[OPTION_RESULT].number;
    if (option[OPTION_GAME].given)
        question->filter.game = flank_game_find(option[OPTION_GAME].text);
    if (option[OPTION_YEAR].given && !read_years(option[OPTION_YEAR].text, &question->filter))
        return complain(CLI_USAGE,
                        "library: --year takes a year or a range, such as 1990, 1990-2000, 1990- or -2000, "
                        "not '%s'",
                        option[OPTION_YEAR].text);
    return read_position(arguments, question);
}

void library_question_free(library_question *question) { flank_record_destroy(question->record); }
