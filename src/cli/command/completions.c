/* SPDX-License-Identifier: MIT
 *
 * Completions for bash, zsh and fish, from the table of commands.
 *
 * Each shell gets a flat list (options of the command, words for the value before the cursor) rather than its own
 * clever machinery: it is short, works in old versions of the shells, and the table has no more to say than that.
 */
#include "cli/command/help_text.h"

#include <flank/formats.h>

#include <string.h>

/* The words that can stand for a value; nothing for numbers and free text. */
static void add_value_words(text_buffer *out, value_kind kind, const char *const *choices)
{
    for (size_t i = 0; value_word(kind, choices, i); i++)
        text_addf(out, "%s%s", i ? " " : "", value_word(kind, choices, i));
}

/* The names of the formats that are read, or written. */
static void add_formats(text_buffer *out, bool written)
{
    for (size_t i = 0; i < flank_format_count(); i++) {
        const flank_format *format = flank_format_at(i);
        if (written ? flank_format_writes(format) : flank_format_reads(format))
            text_addf(out, "%s ", flank_format_name(format));
    }
}

/* NAME=VALUE of a game, or of all (NULL), for the rules of play or for counting; the defaults too. */
static void add_settings(text_buffer *out, const flank_game *game, bool counting)
{
    for (size_t i = 0; !game && i < flank_game_count(); i++)
        add_settings(out, flank_game_at(i), counting);
    for (size_t i = 0; game && flank_game_param(game, i); i++) {
        const flank_param *param = flank_game_param(game, i);
        for (size_t value = 0; param->counting == counting && param->values[value]; value++)
            text_addf(out, "%s=%s ", param->name, param->values[value]);
    }
}

/* The function of the shell that offers the settings of the game that the line names, or, if it names none, of all. */
static const char *settings_call(bool counting) { return counting ? "_flank_count" : "_flank_rules"; }

static bool is_settings(const cli_option *row) { return row->id == OPTION_RULES || row->id == OPTION_COUNT; }

/* That function in bash and zsh, where an array has the words of the line. */
static void add_settings_function(text_buffer *out, bool counting, const char *line)
{
    text_addf(out,
              "%s() {\n"
              "  local game= word\n"
              "  for word in \"${%s[@]}\"; do\n"
              "    case $word in\n",
              settings_call(counting), line);
    for (size_t i = 0; i < flank_game_count(); i++) {
        const char *name = flank_game_name(flank_game_at(i));
        text_addf(out, "      %s | --game=%s) game=%s ;;\n", name, name, name);
    }
    text_add(out, "    esac\n"
                  "  done\n"
                  "  case $game in\n");
    for (size_t i = 0; i <= flank_game_count(); i++) {
        const flank_game *game = flank_game_at(i);
        text_addf(out, "    %s) _flank_words \"", game ? flank_game_name(game) : "*");
        add_settings(out, game, counting);
        text_add(out, "\" ;;\n");
    }
    text_add(out, "  esac\n"
                  "}\n");
}

/* The words that are offered for the value of an option. flank book has formats of its own. */
static void add_option_words(text_buffer *out, const cli_command *command, const cli_option *row)
{
    const bool of_games = strcmp(command->name, "book") != 0;
    if ((row->id == OPTION_FROM || row->id == OPTION_TO) && of_games && row->kind == VALUE_TEXT)
        add_formats(out, row->id == OPTION_TO);
    else
        add_value_words(out, row->kind, row->choices);
}

static bool takes_file(const cli_command *command)
{
    for (const cli_operand *row = command->operands; row->name; row++)
        if (row->kind == VALUE_FILE)
            return true;
    return false;
}

static void add_option_names(text_buffer *out, const cli_option *rows)
{
    for (; rows->name; rows++)
        text_addf(out, " --%s", rows->name);
}

static void add_options(text_buffer *out, const cli_command *command)
{
    add_option_names(out, command->options);
    add_option_names(out, common_options);
}

/* `words` of all operands and option names of a command. */
static void add_operands_and_options(text_buffer *out, const cli_command *command)
{
    for (const cli_operand *row = command->operands; row->name; row++) {
        add_value_words(out, row->kind, row->choices);
        text_add(out, " ");
    }
    add_options(out, command);
}

/* The lines of a `case` over "command:previous word" that answer what a value can be; the same syntax in bash and zsh.
 */
static void add_value_cases(text_buffer *out, const char *words_call, const char *files_call)
{
    for (const cli_command *command = commands; command->name; command++)
        for (const cli_option *row = command->options; row->name; row++) {
            if (row->kind == VALUE_NONE)
                continue;
            text_addf(out, "    %s:--%s) ", command->name, row->name);
            if (row->kind == VALUE_FILE || is_settings(row)) {
                text_addf(out, "%s; return ;;\n",
                          is_settings(row) ? settings_call(row->id == OPTION_COUNT) : files_call);
            } else {
                text_addf(out, "%s \"", words_call);
                add_option_words(out, command, row);
                text_add(out, "\"; return ;;\n");
            }
        }
}

/* The cases of a command with actions, over "number of words:first word behind the command": an action at its place,
 * and the words that some take behind the store. */
static void add_action_cases(text_buffer *out, const cli_command *command, const char *words_call,
                             const char *files_call, const char *place)
{
    text_addf(out,
              "    %s)\n"
              "      case %s in\n"
              "        3:* | 4:-*) %s \"",
              command->name, place, words_call);
    add_operands_and_options(out, command);
    text_add(out, "\" ;;\n");
    for (const cli_action *row = command->actions; row->name; row++) {
        if (!row->behind_store)
            continue;
        text_addf(out, "        5:%s) %s \"", row->name, words_call);
        add_value_words(out, VALUE_CHOICE, row->behind_store);
        add_options(out, command);
        text_add(out, "\" ;;\n");
    }
    text_addf(out, "        *) %s \"", words_call);
    add_options(out, command);
    text_addf(out,
              "\"; %s ;;\n"
              "      esac ;;\n",
              files_call);
}

static void add_command_cases(text_buffer *out, const char *words_call, const char *files_call, const char *place)
{
    for (const cli_command *command = commands; command->name; command++) {
        if (command->actions) {
            add_action_cases(out, command, words_call, files_call, place);
            continue;
        }
        text_addf(out, "    %s) ", command->name);
        text_addf(out, "%s \"", words_call);
        add_operands_and_options(out, command);
        text_addf(out, "\"%s%s ;;\n", takes_file(command) ? "; " : "", takes_file(command) ? files_call : "");
    }
}

void help_completion_bash(text_buffer *out)
{
    text_add(out,
             "# bash completion for flank; made by: flank help --completion bash\n"
             "# Bash cuts words at = and : as well, and replaces only what stands behind the last of them.\n"
             "_flank_words() {\n"
             "  local base= word\n"
             "  case $current in *,*) base=\"${current%,*},\" ;; esac\n"
             "  for word in $(compgen -W \"$1\" -- \"${current#\"$base\"}\"); do COMPREPLY+=(\"$base$word\"); done\n"
             "}\n"
             "_flank_files() {\n"
             "  local name\n"
             "  compopt -o filenames 2>/dev/null\n"
             "  while IFS= read -r name; do COMPREPLY+=(\"$name\"); done < <(compgen -f -- \"${current//\\\\ / }\")\n"
             "}\n");
    add_settings_function(out, false, "whole");
    add_settings_function(out, true, "whole");
    text_add(out, "_flank() {\n"
                  "  local current= previous= command= whole=() glued= sign= word kept\n"
                  "  for word in \"${COMP_WORDS[@]:0:COMP_CWORD+1}\"; do\n"
                  "    case $word in = | :) glued=yes sign=yes ;; *) sign= ;; esac\n"
                  "    if [ \"$glued\" ]; then whole[${#whole[@]}-1]+=$word; else whole+=(\"$word\"); fi\n"
                  "    glued=$sign\n"
                  "  done\n"
                  "  current=${whole[${#whole[@]}-1]} previous=${whole[${#whole[@]}-2]} command=${whole[1]}\n"
                  "  case $current in --*=*) previous=${current%%=*} current=${current#*=} ;; esac\n"
                  "  COMPREPLY=()\n"
                  "  _flank_answer\n"
                  "  kept=${current%\"${current##*[=:]}\"}\n"
                  "  case $COMP_WORDBREAKS in *=*:* | *:*=*) COMPREPLY=(\"${COMPREPLY[@]#\"$kept\"}\") ;; esac\n"
                  "  case ${COMPREPLY[0]-} in *[=:]) compopt -o nospace 2>/dev/null ;; esac\n"
                  "}\n"
                  "_flank_answer() {\n"
                  "  if [ \"${#whole[@]}\" -eq 2 ]; then _flank_words \"");
    add_value_words(out, VALUE_COMMAND, NULL);
    add_option_names(out, program_options);
    text_add(out, "\"; return; fi\n"
                  "  case \"$command:$previous\" in\n");
    add_value_cases(out, "_flank_words", "_flank_files");
    text_add(out, "  esac\n"
                  "  case \"$command\" in\n");
    add_command_cases(out, "_flank_words", "_flank_files", "${#whole[@]}:${whole[2]-}");
    text_add(out, "  esac\n"
                  "}\n"
                  "complete -F _flank flank\n");
}

void help_completion_zsh(text_buffer *out)
{
    text_add(out, "#compdef flank\n"
                  "# zsh completion for flank; made by: flank help --completion zsh\n"
                  "_flank_words() {\n"
                  "  compset -P '*,'\n"
                  "  compadd -S '' -- ${(M)${=1}:#*[=:]}\n"
                  "  compadd -- ${${=1}:#*[=:]}\n"
                  "}\n");
    add_settings_function(out, false, "words");
    add_settings_function(out, true, "words");
    text_add(out, "_flank() {\n"
                  "  local previous=$words[CURRENT-1]\n"
                  "  if compset -P 1 '--[a-z-]#='; then previous=${words[CURRENT]%%=*}; fi\n"
                  "  if (( CURRENT == 2 )); then _flank_words \"");
    add_value_words(out, VALUE_COMMAND, NULL);
    add_option_names(out, program_options);
    text_add(out, "\"; return; fi\n"
                  "  case \"$words[2]:$previous\" in\n");
    add_value_cases(out, "_flank_words", "_files");
    text_add(out, "  esac\n"
                  "  case \"$words[2]\" in\n");
    add_command_cases(out, "_flank_words", "_files", "$CURRENT:$words[3]");
    text_add(out, "  esac\n"
                  "}\n"
                  "if [ \"$funcstack[1]\" = _flank ]; then _flank \"$@\"; else compdef _flank flank; fi\n");
}

/* Single quotes for fish: a quote and a backslash need a backslash. */
static void add_fish_quoted(text_buffer *out, const char *string)
{
    text_add(out, "'");
    for (; *string; string++) {
        if (*string == '\'' || *string == '\\')
            text_add(out, "\\");
        text_add_bytes(out, string, 1);
    }
    text_add(out, "'");
}

/* The function of add_settings_function in fish. */
static void add_fish_settings(text_buffer *out, bool counting)
{
    text_addf(out,
              "function %s\n"
              "  set -l game\n"
              "  for word in (commandline -opc)\n"
              "    switch $word\n",
              settings_call(counting));
    for (size_t i = 0; i < flank_game_count(); i++) {
        const char *name = flank_game_name(flank_game_at(i));
        text_addf(out, "      case %s --game=%s\n        set game %s\n", name, name, name);
    }
    text_add(out, "    end\n"
                  "  end\n"
                  "  switch \"$game\"\n");
    for (size_t i = 0; i <= flank_game_count(); i++) {
        const flank_game *game = flank_game_at(i);
        text_addf(out, "    case %s\n      _flank_words ", game ? flank_game_name(game) : "'*'");
        add_settings(out, game, counting);
        text_add(out, "\n");
    }
    text_add(out, "  end\n"
                  "end\n");
}

/* An option that is offered where `condition` holds. */
static void add_fish_option(text_buffer *out, const char *condition, const cli_command *command, const cli_option *row)
{
    text_buffer words = {NULL};
    add_option_words(&words, command, row);
    text_addf(out, "complete -c flank -n '%s' -l %s", condition, row->name);
    if (row->kind != VALUE_NONE) {
        text_add(out, row->kind == VALUE_FILE ? " -rF" : " -x");
        if (is_settings(row))
            text_addf(out, " -a '(%s)'", settings_call(row->id == OPTION_COUNT));
        else if (words.length)
            text_addf(out, " -a '(_flank_words %s)'", words.bytes);
    }
    text_free(&words);
    text_add(out, " -d ");
    add_fish_quoted(out, row->help);
    text_add(out, "\n");
}

/* The operands and options of a command. */
static void add_fish_command(text_buffer *out, const cli_command *command)
{
    const cli_option *const tables[] = {command->options, common_options};
    char condition[64];
    snprintf(condition, sizeof condition, "_flank_runs %s", command->name);
    for (const cli_operand *row = command->operands; row->name; row++) {
        const char *place = command->actions && row->kind != VALUE_FILE ? "; and _flank_at 2" : "";
        text_addf(out, "complete -c flank -n '%s%s'%s", condition, place, row->kind == VALUE_FILE ? " -F" : " -a '");
        if (row->kind != VALUE_FILE) {
            add_value_words(out, row->kind, row->choices);
            text_add(out, "'");
        }
        text_add(out, "\n");
    }
    for (const cli_action *row = command->actions; row && row->name; row++) {
        if (!row->behind_store)
            continue;
        text_addf(out, "complete -c flank -n '%s; and _flank_at 4 %s' -a '", condition, row->name);
        add_value_words(out, VALUE_CHOICE, row->behind_store);
        text_add(out, "'\n");
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const cli_option *row = tables[i]; row->name; row++)
            add_fish_option(out, condition, command, row);
}

void help_completion_fish(text_buffer *out)
{
    text_add(out, "# fish completion for flank; made by: flank help --completion fish\n"
                  "complete -c flank -f\n"
                  "function _flank_runs\n"
                  "  set -l words (commandline -opc)\n"
                  "  test \"$words[2]\" = $argv[1]\n"
                  "end\n"
                  "function _flank_at\n"
                  "  set -l words (commandline -opc)\n"
                  "  test (count $words) = $argv[1]; and begin\n"
                  "    not set -q argv[2]; or test $words[3] = $argv[2]\n"
                  "  end\n"
                  "end\n"
                  "function _flank_words\n"
                  "  set -l base (commandline -ct | string replace -r '^--[a-z-]*=' '' | string match -r '.*,')\n"
                  "  for word in $argv\n"
                  "    echo \"$base$word\"\n"
                  "  end\n"
                  "end\n");
    add_fish_settings(out, false);
    add_fish_settings(out, true);
    for (const cli_command *command = commands; command->name; command++) {
        text_addf(out, "complete -c flank -n __fish_use_subcommand -a %s -d ", command->name);
        add_fish_quoted(out, command->summary);
        text_add(out, "\n");
    }
    for (const cli_option *row = program_options; row->name; row++)
        add_fish_option(out, "__fish_use_subcommand", commands, row);
    for (const cli_command *command = commands; command->name; command++)
        add_fish_command(out, command);
}
