/* SPDX-License-Identifier: MIT
 *
 * The table of commands, and the parser that it drives.
 *
 * One row says everything about a command: what it takes, in which range, in which words. The parser, `--help`, the
 * manual page and the completions of three shells read the same rows, so that they cannot disagree.
 */
#ifndef FLANK_CLI_COMMANDS_H
#define FLANK_CLI_COMMANDS_H

#include "cli/command/cli.h"
#include "protocols/protocol.h"

/* The form of a value. */
typedef enum value_kind {
    VALUE_NONE, /* the option takes no value */
    VALUE_TEXT,
    VALUE_INTEGER, /* min..max of its row */
    VALUE_SECONDS, /* a decimal number from min to max */
    VALUE_DISCS,   /* the same, another unit */
    VALUE_CHOICE,  /* one of the words of its row */
    VALUE_FILE,    /* a file name, or - for standard input */
    VALUE_GAME,    /* a name of the registry */
    VALUE_COMMAND, /* a name of the table of commands */
    VALUE_CONTEST, /* a contest problem */
} value_kind;

/* Every option of any command; a command gives it its meaning. */
typedef enum option_id {
    OPTION_HELP,
    OPTION_ALL,
    OPTION_AT_LEAST,
    OPTION_BLACK,
    OPTION_DEPTH,
    OPTION_ERROR,
    OPTION_EVAL,
    OPTION_EVENT,
    OPTION_EXACT,
    OPTION_FORCE,
    OPTION_FORMAT,
    OPTION_FROM,
    OPTION_GAME,
    OPTION_GAMES,
    OPTION_HASH,
    OPTION_JSON,
    OPTION_LEVEL,
    OPTION_LIBRARY,
    OPTION_LIMIT,
    OPTION_LINE_ERROR,
    OPTION_MEMORY,
    OPTION_MOVES,
    OPTION_NAME,
    OPTION_NODES,
    OPTION_START,
    OPTION_OPENING,
    OPTION_OPENINGS,
    OPTION_PIECES,
    OPTION_PLAYER,
    OPTION_PLIES,
    OPTION_POSITION,
    OPTION_POSITIONS,
    OPTION_PRIORITY,
    OPTION_RANDOM,
    OPTION_RESULT,
    OPTION_ROUND,
    OPTION_RULES,
    OPTION_SAMPLE,
    OPTION_SAVE,
    OPTION_SEED,
    OPTION_SPRT,
    OPTION_THREADS,
    OPTION_TIME,
    OPTION_TO,
    OPTION_UNTRUSTED,
    OPTION_WHITE,
    OPTION_WLD,
    OPTION_YEAR,
    OPTION_YES,
    /* Those of commands without actions: OPTION_BIT does not reach them. */
    OPTION_ALL_MOVES,
    OPTION_ANNOTATED,
    OPTION_BOOK,
    OPTION_COMPLETION,
    OPTION_CONCURRENCY,
    OPTION_CONNECTIONS,
    OPTION_CONTESTANT,
    OPTION_COUNT,
    OPTION_CPU,
    OPTION_DIVIDE,
    OPTION_DRAW,
    OPTION_ENGINE_ERRORS,
    OPTION_EQUAL,
    OPTION_FARM,
    OPTION_FILE,
    OPTION_GROUP,
    OPTION_HOST,
    OPTION_IN_TURN,
    OPTION_KINDS,
    OPTION_LEASE,
    OPTION_LINES,
    OPTION_LISTEN,
    OPTION_MAN,
    OPTION_NO_BOOK,
    OPTION_OPEN,
    OPTION_OPPONENT,
    OPTION_PONDER,
    OPTION_PORT,
    OPTION_PROGRESS,
    OPTION_PROVED,
    OPTION_RECORD,
    OPTION_REFERENCE,
    OPTION_RESIGN,
    OPTION_ROOMS,
    OPTION_ROOM_TIME,
    OPTION_ROUNDS,
    OPTION_SEARCHES,
    OPTION_SIDE,
    OPTION_SOLVE,
    OPTION_SPOOL,
    OPTION_STORE,
    OPTION_SVG,
    OPTION_TIMEOUT,
    OPTION_TIME_LIMIT,
    OPTION_TOURNAMENT,
    OPTION_TURN,
    OPTION_UNTIL_EMPTY,
    OPTION_VERSION,
    OPTION_WAIT,
    OPTION_IDS /* their number */
} option_id;

typedef struct cli_option {
    option_id id;
    const char *name;  /* without the dashes; NULL ends a list */
    const char *value; /* the name of its value in help, "N"; NULL if it takes none */
    value_kind kind;
    int64_t min, max; /* numbers of all kinds */
    const char *const
        *choices; /* NULL-terminated. VALUE_CHOICE: the words; VALUE_TEXT: some that are offered, or NULL */
    const char *help;
} cli_option;

typedef struct cli_operand {
    const char *name; /* "GAME"; NULL ends a list */
    value_kind kind;
    int64_t min, max;
    const char *const *choices;
    bool any_text; /* of a file: it may be no file, and empty */
    bool required;
    bool repeats; /* one may: as often as leaves a word for each that is required behind it */
} cli_operand;

typedef struct cli_arguments cli_arguments;

/* Carries out a command. Returns an exit status. */
typedef int command_fn(const cli_arguments *arguments);

/* The choices of a command's first word, where help explains each of them by itself. */
typedef struct cli_action {
    const char *name;                /* NULL ends a list */
    const char *operands;            /* behind it: "STORE [RUN]" */
    const char *const *behind_store; /* the words that the second of them may be, or NULL */
    const char *description;
    const char *json;     /* the keys of what it prints with --json */
    uint64_t options;     /* OPTION_BIT of those that mean something to it */
    const char *examples; /* as below */
} cli_action;

typedef struct cli_command {
    const char *name;        /* NULL ends the table */
    const char *summary;     /* a few words */
    const char *description; /* paragraphs separated by an empty line */
    const cli_operand *operands;
    const cli_option *options;
    const cli_action *actions; /* or NULL */
    const char *examples;      /* lines "command line<TAB>what it does" */
    bool shows_rules;          /* help lists the rule parameters of every game */
    bool shows_formats;        /* help lists the formats of files */
    const protocol *spoken;    /* the protocol that the command speaks, whose commands help lists; or NULL */
} cli_command;

extern const cli_command commands[];

/* The options that every command takes besides its own options, and what is taken instead of a command; each ends with
 * a row without a name. */
extern const cli_option common_options[], program_options[];

const cli_command *command_find(const char *name); /* NULL if there is none */

/* The action of that name; NULL: the command has no such action, or explains none by itself. */
const cli_action *action_find(const cli_command *command, const char *name);

/* Word `index` of those that a value of `kind` can be (`choices` for VALUE_CHOICE, and for VALUE_TEXT if it has some);
 * NULL past the last one, and for kinds that are not a list of words. */
const char *value_word(value_kind kind, const char *const *choices, size_t index);

/* The command nearest to a mistyped name, or NULL. */
const char *command_suggest(const char *name);

typedef struct option_value {
    bool given;
    const char *text; /* as written */
    int64_t number;   /* VALUE_INTEGER: the number; VALUE_CHOICE: the index of the word */
    double seconds;   /* VALUE_SECONDS */
    double discs;     /* VALUE_DISCS */
} option_value;

/* A parsed command line. The texts belong to argv. */
struct cli_arguments {
    const cli_command *command;
    option_value option[OPTION_IDS];
    char **operands; /* argv: behind the operands are other words, and at its end NULL */
    size_t operand_count;
};

/* Read what follows the command's name; `argv` is reordered so that the operands come first. CLI_DONE, or CLI_USAGE
 * after a complaint. With --help among the options nothing else is checked. */
int arguments_parse(const cli_command *command, int argc, char **argv, cli_arguments *out);

/* A set of options, for what an action of a command has a use for. */
#define OPTION_BIT(ID) (UINT64_C(1) << (ID))

/* The name of the first option that is given and not in the set, or NULL. */
const char *useless_option(const cli_arguments *arguments, uint64_t useful);

/* A VALUE_SECONDS option in ms: 0 if it is not given, else at least 1. */
int64_t milliseconds(const option_value *value);

/* "a whole decimal number within min..max", used for options, operands and what people type while playing. */
bool integer_parse(const char *text, int64_t min, int64_t max, int64_t *out);
bool decimal_parse(const char *text, double *out); /* a non-negative decimal number, "0.5" */

#endif
