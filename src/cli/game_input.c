/* SPDX-License-Identifier: MIT
 *
 * Game, rules and position from the command line.
 *
 * A position may also be written as a list of moves, so --position is tried as a position first. If both readings fail,
 * the complaint is that of the reading which got further, the one that was probably meant.
 */
#include "cli/game_input.h"

#include <stdio.h>
#include <string.h>

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
    flank_error error;
    flank_rules changed = {{0}};
    if (!check_names(arguments, name, game, counting, value->text))
        return CLI_USAGE;
    if (flank_rules_parse(game, value->text, &changed, &error))
        return complain(CLI_USAGE, "%s: --%s: %s", arguments->command->name, name, error.text);
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

static int complain_position(const flank_error *no_position, const flank_error *no_moves)
{
    if (no_position->offset > no_moves->offset)
        return complain(CLI_DATA, "--position: %s", no_position->text);
    if (no_position->offset < no_moves->offset)
        return complain(CLI_DATA, "--position: %s", no_moves->text);
    return complain(CLI_DATA, "--position: not a position (%s) and not moves (%s)", no_position->text, no_moves->text);
}

int record_from_arguments(const cli_arguments *arguments, const flank_game *game, const flank_rules *rules,
                          flank_record **record)
{
    const option_value *position_text = &arguments->option[OPTION_POSITION], *moves = &arguments->option[OPTION_MOVES];
    flank_position start = flank_game_start(game);
    flank_error no_position = {0}, no_moves = {0};
    bool is_position =
        !position_text->given || flank_position_parse(game, position_text->text, &start, &no_position) == FLANK_OK;
    flank_record *made = flank_record_create(game, rules, &start);
    if (!made)
        return complain(CLI_INTERNAL, "not enough memory");
    int status = CLI_DONE;
    if (!is_position && flank_record_play_text(made, position_text->text, &no_moves)) {
        status = complain_position(&no_position, &no_moves);
    } else if (moves->given && flank_record_play_text(made, moves->text, &no_moves)) {
        status = complain(CLI_DATA, "--moves: %s", no_moves.text);
    }
    if (status)
        flank_record_destroy(made);
    else
        *record = made;
    return status;
}
