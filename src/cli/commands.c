/* SPDX-License-Identifier: MIT
 *
 * The table of commands: the one place that knows what each takes and what people read about it.
 *
 * To add a command: its cmd_NAME.c, its prototype in cmd.h, and one row here. Parser, help, manual page and completions
 * follow.
 */
#include "cli/commands.h"

#include "cli/cmd.h"
#include "cli/suggest.h"

#include <string.h>

/* ---- Rows that several commands share ---- */

#define END_OF_OPTIONS                                                                                                 \
    {                                                                                                                  \
        .id = OPTION_IDS, .name = NULL                                                                                 \
    }
#define ROW_FLAG(ID, NAME, HELP)                                                                                       \
    {                                                                                                                  \
        .id = ID, .name = NAME, .kind = VALUE_NONE, .help = HELP                                                       \
    }
#define ROW_TEXT(ID, NAME, VALUE, HELP)                                                                                \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_TEXT, .help = HELP                                       \
    }
#define ROW_INTEGER(ID, NAME, VALUE, MIN, MAX, HELP)                                                                   \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_INTEGER, .min = MIN, .max = MAX, .help = HELP            \
    }
#define ROW_SECONDS(ID, NAME, VALUE, MAX, HELP)                                                                        \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_SECONDS, .min = 0, .max = MAX, .help = HELP              \
    }
#define ROW_CHOICE(ID, NAME, VALUE, CHOICES, HELP)                                                                     \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_CHOICE, .choices = CHOICES, .help = HELP                 \
    }

#define ROW_JSON ROW_FLAG(OPTION_JSON, "json", "print JSON, one object a line, for programs")
#define ROW_POSITION                                                                                                   \
    ROW_TEXT(OPTION_POSITION, "position", "P",                                                                         \
             "start from position P: a board or FEN in any notation of the game, a list of moves, or startpos")
#define ROW_MOVES ROW_TEXT(OPTION_MOVES, "moves", "LIST", "play these moves first, as in \"f5 d6 c3\" or f5d6c3")
#define ROW_RULES                                                                                                      \
    ROW_TEXT(OPTION_RULES, "rules", "NAME=VALUE,…", "rules of play that differ from the default; listed below")

/* ---- perft ---- */

static const char *const cpu_choices[] = {"best", "plain", "v2", "v3", "v4", NULL}; /* the order of flank_cpu */

static const cli_operand perft_operands[] = {
    {.name = "GAME", .kind = VALUE_GAME, .required = true},
    {.name = "DEPTH", .kind = VALUE_INTEGER, .min = 0, .max = 99, .required = true},
    {.name = NULL},
};

static const cli_option perft_options[] = {
    ROW_POSITION,
    ROW_MOVES,
    ROW_FLAG(OPTION_DIVIDE, "divide", "one line a move with the leaves below it, sorted, then the total"),
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256, "count with N threads (1)"),
    ROW_RULES,
    ROW_TEXT(OPTION_COUNT, "count", "NAME=VALUE,…",
             "conventions of counting that differ from the default; listed below"),
    ROW_CHOICE(OPTION_CPU, "cpu", "LEVEL", cpu_choices,
               "use instructions up to this level at most: best, plain, v2, v3 or v4 (best)"),
    ROW_FLAG(OPTION_REFERENCE, "reference", "count with the slow, obvious program that checks the fast ones"),
    {.id = OPTION_FILE,
     .name = "file",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "check a file of lines \"POSITION ; COUNT COUNT …\" (counts at depth 1, 2, …) up to DEPTH"},
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- grade ---- */

static const cli_operand no_operands[] = {{.name = NULL}};

static const cli_option grade_options[] = {
    ROW_INTEGER(OPTION_OPPONENT, "opponent", "N", 1, 4, "only opponent N, 1 to 4 (all four)"),
    ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT64_MAX, "the same opponents again (a new seed each time)"),
    ROW_TEXT(OPTION_CONTESTANT, "contestant", "CMD", "grade a program linked with libflank_grader (our own engine)"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- help ---- */

static const char *const completion_choices[] = {"bash", "zsh", "fish", NULL};

static const cli_operand help_operands[] = {
    {.name = "COMMAND", .kind = VALUE_COMMAND},
    {.name = NULL},
};

static const cli_option help_options[] = {
    ROW_FLAG(OPTION_MAN, "man", "print the manual page (flank help --man | man -l -)"),
    ROW_CHOICE(OPTION_COMPLETION, "completion", "SHELL", completion_choices,
               "print the completions for a shell: bash, zsh or fish"),
    END_OF_OPTIONS,
};

/* ---- The table ---- */

const cli_command commands[] = {
    {
        .name = "perft",
        .run = cmd_perft,
        .summary = "count the leaves of a game tree",
        .description =
            "Counts the positions DEPTH plies below a position and says how long it took: the usual proof that the "
            "rules of a "
            "game are programmed right, and a measure of their speed.\n"
            "\n"
            "With --file it checks a file of positions with known counts and exits with 65 if one differs. A line is a "
            "position, then the counts at depth 1, 2, 3 …, after an optional semicolon; further semicolons end what is "
            "read; "
            "lines that begin with # are comments.",
        .operands = perft_operands,
        .options = perft_options,
        .examples = "flank perft othello 10\tabout a quarter of a second\n"
                    "flank perft loa 5 --divide\tthe same, move by move\n"
                    "flank perft draughts 8 --threads 2 --json\tfor programs\n",
        .shows_rules = true,
    },
    {
        .name = "grade",
        .run = cmd_grade,
        .summary = "grade a Reversi player against four opponents",
        .description =
            "Plays ten games of Reversi against each of four opponents, black in the first five, and scores the games "
            "lost as problem QOJ 13463 does: 10, 20, 30 and 40 points. A draw is not lost. A contestant has 5 s of "
            "processor time and 502 MB of memory for ten games; breaking a rule of the interface costs the subtask, and "
            "the rule and the move are named.\n"
            "\n"
            "A contestant's reversi.cpp is linked with libflank_grader; what it prints goes to standard error. The kit, "
            "with an example, is in share/flank/reversi, and docs/grader.md has the details.\n"
            "\n"
            "Exit status 66: the contestant cannot be started.",
        .operands = no_operands,
        .options = grade_options,
        .examples = "flank grade\tour own engine\n"
                    "flank grade --opponent 4 --seed 7\tten games that can be repeated\n"
                    "flank grade --contestant ./reversi --json\ta program of yours\n",
    },
    {
        .name = "help",
        .run = cmd_help,
        .summary = "explain a command",
        .description = "Explains a command, or lists them all. The same text comes with flank COMMAND --help.",
        .operands = help_operands,
        .options = help_options,
        .examples = "flank help perft\twhat perft takes\n"
                    "flank help --completion bash > ~/.local/share/bash-completion/completions/flank\tTAB completes\n",
    },
    {.name = NULL},
};

const cli_command *command_find(const char *name)
{
    for (const cli_command *row = commands; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

const char *command_suggest(const char *name)
{
    enum { NAMES_MAX = sizeof commands / sizeof *commands };
    const char *names[NAMES_MAX] = {NULL};
    for (size_t i = 0; commands[i].name; i++)
        names[i] = commands[i].name;
    return suggest_nearest(name, names);
}
