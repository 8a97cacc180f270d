/* SPDX-License-Identifier: MIT
 *
 * The table of commands: the one place that knows what each takes and what people read about it.
 *
 * To add a command: its cmd_NAME.c, its prototype in cmd.h, its line in dispatch.c, and one row here. Parser, help,
 * manual page and completions follow.
 */
#include "cli/command/commands.h"

#include "train/train.h"
#include "cli/command/suggest.h"
#include "contest/contest.h"
#include "match/match.h"
#include "tablebase/tablebase.h"

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
#define ROW_DISCS(ID, NAME, VALUE, HELP)                                                                               \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_DISCS, .min = 0, .max = 64, .help = HELP                 \
    }
#define ROW_CHOICE(ID, NAME, VALUE, CHOICES, HELP)                                                                     \
    {                                                                                                                  \
        .id = ID, .name = NAME, .value = VALUE, .kind = VALUE_CHOICE, .choices = CHOICES, .help = HELP                 \
    }

#define NUMBER_TEXT(NUMBER) NUMBER_TEXT_OF(NUMBER)
#define NUMBER_TEXT_OF(NUMBER) #NUMBER

#define ROW_JSON ROW_FLAG(OPTION_JSON, "json", "print JSON, one object a line, for programs")
#define ROW_POSITION                                                                                                   \
    ROW_TEXT(OPTION_POSITION, "position", "P",                                                                         \
             "start from position P: a board or FEN in any notation of the game, a drawn board, a list of moves, a "   \
             "game in a file format, startpos, or - for standard input")
#define ROW_MOVES                                                                                                      \
    ROW_TEXT(OPTION_MOVES, "moves", "LIST",                                                                            \
             "play these moves first, as in \"f5 d6 c3\" or f5d6c3, or - for standard input")
#define ROW_RULES                                                                                                      \
    ROW_TEXT(OPTION_RULES, "rules", "NAME=VALUE,…", "rules of play that differ from the default; listed below")

#define ROW_LEVEL(HELP) ROW_INTEGER(OPTION_LEVEL, "level", "N", 1, FLANK_LEVEL_MAX, HELP)
/* The order of flank_cpu. */
static const char *const cpu_choices[] = {"best", "plain", "v2", "v3", "v4", "icelake", NULL};
#define ROW_CPU                                                                                                        \
    ROW_CHOICE(OPTION_CPU, "cpu", "LEVEL", cpu_choices,                                                                \
               "use instructions up to this level at most: best, plain, v2, v3, v4 or icelake (best)")

#define ROW_HASH                                                                                                       \
    ROW_INTEGER(OPTION_HASH, "hash", "MB", 1, 65536,                                                                   \
                "memory for positions already searched (128); the evaluation of Othello takes 39 MB beside it")
#define ROW_EVAL                                                                                                       \
    {                                                                                                                  \
        .id = OPTION_EVAL, .name = "eval", .value = "FILE", .kind = VALUE_FILE,                                        \
        .help = "weights of Othello, or the network of a game (what is built in, as for other games than its own)"     \
    }
#define ROW_THREADS                                                                                                    \
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256,                                                                \
                "think with N threads (1); a level of a game other than Othello takes one")

#define ROW_BOOK                                                                                                       \
    {                                                                                                                  \
        .id = OPTION_BOOK, .name = "book", .value = "FILE", .kind = VALUE_FILE,                                        \
        .help =                                                                                                        \
            "use this opening book (those that come with flank, or those that $FLANK_BOOK names, with ':' between)"    \
    }
#define ROW_NO_BOOK ROW_FLAG(OPTION_NO_BOOK, "no-book", "use no opening book")

/* ---- perft ---- */

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
    ROW_CPU,
    ROW_FLAG(OPTION_REFERENCE, "reference", "count with the slow, obvious program that checks the fast ones"),
    {.id = OPTION_FILE,
     .name = "file",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "check a file of positions with known counts, up to DEPTH"},
    ROW_INTEGER(OPTION_GROUP, "group", "N", 1, 9,
                "check the Nth group of counts of each line of FILE; needed if there are several"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- bench ---- */

static const cli_operand no_operands[] = {{.name = NULL}};

static const cli_option bench_options[] = {
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- grade ---- */

static const cli_option grade_options[] = {
    ROW_INTEGER(OPTION_OPPONENT, "opponent", "N", 1, 4, "only opponent N, 1 to 4 (all four)"),
    ROW_FLAG(OPTION_EQUAL, "equal", "opponent 4 has 5 s and 502 MB as well, not 10 MB"),
    ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT64_MAX, "the same opponents again (a new seed each time)"),
    ROW_TEXT(OPTION_CONTESTANT, "contestant", "CMD", "grade a program linked with libflank_grader (our own engine)"),
    ROW_BOOK,
    ROW_NO_BOOK,
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- convert ---- */

static const cli_operand convert_operands[] = {
    {.name = "IN", .kind = VALUE_FILE, .required = true, .repeats = true},
    {.name = "OUT", .kind = VALUE_FILE, .required = true},
    {.name = NULL},
};

static const cli_option convert_options[] = {
    ROW_TEXT(OPTION_FROM, "from", "FORMAT", "the format of IN (found out from its content)"),
    ROW_TEXT(OPTION_TO, "to", "FORMAT", "the format of OUT (by its extension)"),
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "the game, where IN does not say (othello, or what fits)"},
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- library ---- */

static const char *const library_choices[] = {"import", "search", "stats", "export", "delete", NULL};
static const char *const result_choices[] = {"black", "white", "drawn", "unknown", NULL}; /* the order of
                                                                                             library_result */

static const cli_operand library_operands[] = {
    {.name = "ACTION", .kind = VALUE_CHOICE, .choices = library_choices, .required = true},
    {.name = "FILE", .kind = VALUE_FILE, .repeats = true},
    {.name = NULL},
};

static const cli_option library_options[] = {
    {.id = OPTION_LIBRARY,
     .name = "library",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "the library (flank/library.sqlite in $XDG_DATA_HOME, by default ~/.local/share)"},
    ROW_TEXT(OPTION_PLAYER, "player", "NAME",
             "games of a player: part of the name, in any case, with or without accents"),
    ROW_TEXT(OPTION_BLACK, "black", "NAME", "likewise, only as black"),
    ROW_TEXT(OPTION_WHITE, "white", "NAME", "likewise, only as white"),
    ROW_TEXT(OPTION_EVENT, "event", "NAME", "games of an event, likewise"),
    ROW_TEXT(OPTION_OPENING, "opening", "NAME", "games through an opening, likewise, whatever variation came of it"),
    ROW_TEXT(OPTION_YEAR, "year", "YEARS", "games of a year or of some: 1990, 1990-2000, 1990-, -2000"),
    ROW_CHOICE(OPTION_RESULT, "result", "RESULT", result_choices,
               "games that ended so: black, white, drawn or unknown"),
    ROW_TEXT(OPTION_POSITION, "position", "P",
             "games through position P, mirrored and turned too: a board or FEN in any notation of the game, a list of "
             "moves, startpos, or - for standard input"),
    ROW_TEXT(OPTION_MOVES, "moves", "LIST", "games through the position after these moves, as in f5d6c3"),
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "games of GAME (all; with a position the one it is of); import: what to read where a file does not say"},
    ROW_TEXT(OPTION_RULES, "rules", "NAME=VALUE,…",
             "with --game or a position: games by rules that make another game of it (goal=fewest, board=6), which are "
             "apart "
             "from the usual ones; listed below"),
    ROW_INTEGER(OPTION_LIMIT, "limit", "N", 0, INT64_MAX,
                "show N games (20), export or delete N (all), or N rows of each table of stats (10); 0: all"),
    ROW_TEXT(OPTION_FROM, "from", "FORMAT", "import: the format of the files (found out from their content)"),
    ROW_FLAG(OPTION_YES, "yes", "delete: do not ask"),
    ROW_TEXT(OPTION_TO, "to", "FORMAT", "export: the format of FILE (by its extension)"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- farm, work ---- */

enum { FARM_GAMES_MAX = 100000000 };

static const char *const farm_choices[] = {"init",  "admit", "submit", "status", "watch",  "pause", "resume",
                                           "retry", "drop",  "export", "import", "verify", NULL};

static const cli_operand farm_operands[] = {
    {.name = "ACTION", .kind = VALUE_CHOICE, .choices = farm_choices, .required = true},
    {.name = "STORE", .kind = VALUE_FILE, .any_text = true, .required = true},
    {.name = "WORD", .kind = VALUE_FILE, .any_text = true, .repeats = true},
    {.name = NULL},
};

static const cli_option farm_options[] = {
    ROW_TEXT(OPTION_NAME, "name", "NAME",
             "submit: the run's name (that of its first file, without folders and ending)"),
    ROW_TEXT(OPTION_RULES, "rules", "NAME=VALUE,…",
             "submit: rules of play of a match, and of positions for which their text names none"),
    ROW_INTEGER(OPTION_PRIORITY, "priority", "N", -1000, 1000,
                "submit: tasks of runs with a higher one go first, then those of older runs (0)"),
    ROW_INTEGER(OPTION_NODES, "nodes", "N", 1, INT64_MAX,
                "submit: give a task up after N nodes (no limit); of a match: N nodes a move"),
    ROW_FLAG(OPTION_ALL, "all", "export: the whole store, for import; pause, resume: every run"),
    ROW_FLAG(OPTION_FORCE, "force", "drop: even while workers hold tasks of the run"),
    ROW_FLAG(OPTION_WLD, "wld", "submit solve: only who wins"),
    ROW_INTEGER(OPTION_AT_LEAST, "at-least", "N", -62, 64,
                "submit solve, prove: only whether the side to move makes N discs or more"),
    ROW_INTEGER(
        OPTION_LEVEL, "level", "N", 1, FLANK_LEVEL_MAX,
        "submit label: what level N thinks (20); submit book: search as at this level (16); submit analyze: review "
        "with level N (18, other games 10); submit match: of engines that say no limit (10)"),
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "submit match: the game that is played (othello)"},
    ROW_INTEGER(OPTION_GAMES, "games", "N", 1, FARM_GAMES_MAX,
                "submit match: N games, two for each opening (100; with --sprt at most 20000); submit selfplay: N "
                "games, a multiple of 500 (those of the round)"),
    ROW_TEXT(OPTION_SPRT, "sprt", "ELO0,ELO1",
             "submit match: end as soon as the games prove that the first engine is better by ELO1 rather than by "
             "ELO0, or the other way round"),
    ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT32_MAX,
                "submit match: other openings and slips (1); submit selfplay: other games (0)"),
    ROW_INTEGER(OPTION_SAMPLE, "sample", "N", 0, 1000000,
                "init: ask one answer in N again of another worker, 0 none (100)"),
    ROW_FLAG(OPTION_UNTRUSTED, "untrusted", "admit: ask all that such workers answer again of others"),
    ROW_INTEGER(OPTION_DEPTH, "depth", "D", 1, 60,
                "submit book: search D plies deep, instead of --level; submit selfplay, and the next four: play with "
                "searches of D plies (as flank train in that round)"),
    ROW_INTEGER(OPTION_EXACT, "exact", "N", 1, TRAIN_SOLVE_EMPTIES_MAX,
                "play perfectly from N empty squares on (as flank train in that round)"),
    ROW_INTEGER(OPTION_RANDOM, "random", "N", TRAIN_RANDOM_PLIES_MIN, TRAIN_RANDOM_PLIES_MAX,
                "begin with at most N moves at random (10)"),
    ROW_INTEGER(OPTION_ROUND, "round", "N", 0, TRAIN_ROUNDS - 1, "play the games of that round of flank train (0)"),
    {.id = OPTION_EVAL,
     .name = "eval",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "play with these weights, those of the round before (in round 0 a few rules of thumb)"},
    ROW_INTEGER(OPTION_PLIES, "plies", "N", 1, 60, "submit book, as the next ones: as in flank book build"),
    ROW_DISCS(OPTION_ERROR, "error", "E", "follow moves that lose at most E discs against the best (2)"),
    ROW_DISCS(OPTION_LINE_ERROR, "line-error", "E", "and lines that lose at most E (twice --error)"),
    ROW_INTEGER(OPTION_POSITIONS, "positions", "N", 1, UINT32_MAX, "ask no more when the book has N positions"),
    ROW_POSITION,
    ROW_MOVES,
    {.id = OPTION_OPENINGS,
     .name = "openings",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "lines of the book begin at the ends of these openings too"},
    ROW_JSON,
    END_OF_OPTIONS,
};

/* The kinds of flank-farm (farm_kind.c), which is another program; a test compares them. */
static const char *const kind_words[] = {"solve", "label", "analyze", "book", "match", "prove", "selfplay", NULL};

static const cli_action farm_actions[] = {
    {.name = "init",
     .operands = "STORE",
     .description = "Makes an empty store, for workers that search as this flank does.",
     .json = "store, signature (of this flank), trusted.",
     .options = OPTION_BIT(OPTION_SAMPLE) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm init farm.db\ta file\n"
                 "flank farm init postgresql://HOST/NAME\ta database\n"},
    {.name = "admit",
     .operands = "STORE [SIGNATURE]",
     .description = "Lets in workers that search otherwise: as the flank that is called, or with the signature that a "
                    "refusal names.",
     .json = "store, signature, trusted.",
     .options = OPTION_BIT(OPTION_UNTRUSTED) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm admit farm.db\tafter an update\n"
                 "flank farm admit farm.db 149344 --untrusted\tothers answer all of it again\n"},
    {.name = "submit",
     .operands = "STORE KIND [WORD…]",
     .behind_store = kind_words,
     .description =
         "Adds a run. KIND is solve FILE…, the value of the positions of the files, read as 'flank solve' reads them "
         "(- is standard input); label FILE…, what a level thinks of them; analyze FILE…, reviews of games of any "
         "kind; match A B, games of A against B, each an ENGINE of 'flank match' such as flank:level=8; book BOOK, "
         "which is built as 'flank book build' does, or extended if it is there; prove, that a position is worth "
         "--at-least N (share/doc/flank/users/proofs.md); selfplay, games as 'flank train' plays them. Positions that "
         "are the same, mirrored or turned, are asked once, and those that the store knows not at all.",
     .json = "store, run; of solve and label positions, and tasks, those to be asked; of analyze, match and selfplay "
             "units and tasks; of book positions, those it has, and roots, those named; of prove at_least.",
     .options = ~(OPTION_BIT(OPTION_ALL) | OPTION_BIT(OPTION_FORCE) | OPTION_BIT(OPTION_SAMPLE) |
                  OPTION_BIT(OPTION_UNTRUSTED)),
     .examples = "flank farm submit farm.db solve big.obf --wld\twho wins\n"
                 "flank farm submit farm.db analyze games.sgf --level 12\treviews\n"
                 "flank farm submit farm.db book my.book --level 18\ta book\n"
                 "flank farm submit farm.db prove --moves f5d6c3 --at-least 4\ta proof\n"},
    {.name = "status",
     .operands = "STORE",
     .description = "Shows the runs, answers that contradict each other, and tasks that are parked: lost three times.",
     .json = "store, positions (known), conflicts, asked_again (answers for another worker to give again), workers "
             "(alive), nodes; runs, each with run, kind, question, rules, priority, state, positions (or units), "
             "waiting, in_work, parked, done, spent (tasks that used up their nodes), nodes, and of a proof progress; "
             "contradictions and parked_tasks, the latest ten of each.",
     .options = OPTION_BIT(OPTION_JSON),
     .examples = "flank farm status farm.db\ta table\n"},
    {.name = "watch",
     .operands = "STORE",
     .description = "Shows the same each second until all is done, or q or Ctrl-C.",
     .json = "each second that of status, from the second on with nodes_per_s, tasks_per_s and left_s (if tasks get "
             "done), of the last ten minutes.",
     .options = OPTION_BIT(OPTION_JSON),
     .examples = "flank farm watch farm.db\tuntil all is done\n"},
    {.name = "pause",
     .operands = "STORE [RUN]",
     .description = "Stops handing out the tasks of a run.",
     .json = "store, state (paused), runs, their names.",
     .options = OPTION_BIT(OPTION_ALL) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm pause farm.db big\tthe run big\n"
                 "flank farm pause farm.db --all\tevery run\n"},
    {.name = "resume",
     .operands = "STORE [RUN]",
     .description = "Hands out the tasks of a run again.",
     .json = "store, state (open), runs, their names.",
     .options = OPTION_BIT(OPTION_ALL) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm resume farm.db big\tthe run big\n"},
    {.name = "retry",
     .operands = "STORE [RUN]",
     .description = "Lets the parked tasks of a run wait again.",
     .json = "store, run, tasks, how many.",
     .options = OPTION_BIT(OPTION_JSON),
     .examples = "flank farm retry farm.db big\tthe run big\n"},
    {.name = "drop",
     .operands = "STORE RUN",
     .description = "Forgets a run and its tasks, and the runs that were made for it: the rounds of a book, the leaves "
                    "of a proof. What is known of positions stays. While workers hold tasks of them, it takes --force.",
     .json = "store, dropped, the names of the runs.",
     .options = OPTION_BIT(OPTION_FORCE) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm drop farm.db big\tthe run big\n"},
    {.name = "export",
     .operands = "STORE [RUN [FILE]]",
     .description =
         "Writes the answers of a run in the order of the input: positions as OBF (share/doc/flank/users/formats.md), "
         "a match as a record, as 'flank match --record' keeps it, a proof as its certificate; a book, as far as it "
         "is, into FILE, and games of selfplay into the folder FILE of 'flank train'. Reviews, and answers that are "
         "bounds, take --json. With --all it writes the whole store, for import.",
     .json = "an object a line: at, the number in the input, game, position, rules (if not the usual ones), answered; "
             "and if so move (null: not known), lo and hi, what is proved of the score in discs for the side to move, "
             "and of a label score, depth and selectivity. Of reviews that of 'flank analyze', with no time in it; of "
             "a match games, wins, draws, losses, elo and elo_error (null: no number), and of a test llr and decision "
             "(null: not yet).",
     .options = OPTION_BIT(OPTION_ALL) | OPTION_BIT(OPTION_JSON),
     .examples = "flank farm export farm.db big --json\twhat came of it\n"
                 "flank farm export farm.db my my.book\ta book\n"
                 "flank farm export farm.db --all > all.json\ta copy\n"},
    {.name = "import",
     .operands = "STORE FILE",
     .description = "Reads what export --all wrote (- is standard input) into an empty store, a file or a database.",
     .json = "store, rows, how many.",
     .options = OPTION_BIT(OPTION_JSON),
     .examples = "flank farm import postgresql://HOST/NAME all.json\ta copy in a database\n"},
    {.name = "verify",
     .operands = "STORE",
     .description = "Tells the faults of a store, and answers that contradict each other: the first twenty, or all "
                    "with --json. Status 65 if there are any.",
     .json = "store, faults, a text each.",
     .options = OPTION_BIT(OPTION_JSON),
     .examples = "flank farm verify farm.db\tis it sound\n"},
    {.name = NULL},
};

static const cli_operand work_operands[] = {
    {.name = "STORE", .kind = VALUE_FILE, .any_text = true, .required = true},
    {.name = NULL},
};

static const cli_option work_options[] = {
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256, "answer N tasks at a time (1)"),
    ROW_HASH,
    ROW_EVAL,
    {.id = OPTION_KINDS,
     .name = "kinds",
     .value = "LIST",
     .kind = VALUE_TEXT,
     .choices = kind_words,
     .help = "answer only tasks of these kinds, as in solve,label (all)"},
    ROW_INTEGER(OPTION_LEASE, "lease", "S", 2, 86400, "give no sign of life for S seconds, and others take over (300)"),
    ROW_FLAG(OPTION_UNTIL_EMPTY, "until-empty", "end when no task waits and none is in work anywhere"),
    {.id = OPTION_SPOOL,
     .name = "spool",
     .value = "DIR",
     .kind = VALUE_FILE,
     .help = "keep what a store that is away cannot take in DIR, until it is back ($XDG_STATE_HOME/flank/farm)"},
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- train ---- */

static const cli_operand train_operands[] = {
    {.name = "GAME", .kind = VALUE_GAME},
    {.name = "FOLDER", .kind = VALUE_FILE, .required = true},
    {.name = "WTHOR", .kind = VALUE_FILE, .repeats = true},
    {.name = NULL},
};

static const cli_option train_options[] = {
    ROW_INTEGER(OPTION_ROUNDS, "rounds", "N", 1, PIECE_ROUNDS_MAX,
                "play N rounds, numbered from 0 (5 of Othello, of other games until one gains nothing)"),
    ROW_INTEGER(OPTION_GAMES, "games", "PERCENT", TRAIN_PERCENT_MIN, 10000,
                "play that many of a round's games, at least 4: with fewer all would be held out to test with (100)"),
    ROW_INTEGER(OPTION_NODES, "nodes", "N", 1, 1000000000,
                "search N nodes a move in games and matches (800; not for Othello)"),
    {.id = OPTION_START,
     .name = "start",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "play the first games with this network, or the one that is 'built-in' (one of zeros; not for Othello)"},
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, TRAIN_THREADS_MAX, "play with N threads (1)"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- play ---- */

static const cli_operand game_operands[] = {
    {.name = "GAME", .kind = VALUE_GAME},
    {.name = NULL},
};

static const char *const side_words[] = {"black", "white", "both", "none", NULL}; /* others are the game's own */

static const cli_option play_options[] = {
    ROW_LEVEL("how strong flank plays: 1 (a child can win) to 60 (3)"),
    ROW_TEXT(OPTION_TIME, "time", "CLOCK",
             "let time bound its thinking, and with --level the level, too: 5:00 (minutes for the game, each side), "
             "3m+2 (and seconds more for every move), 10s/move (only flank is bound); whose game clock runs out has "
             "lost"),
    {.id = OPTION_SIDE,
     .name = "side",
     .value = "SIDE",
     .kind = VALUE_TEXT,
     .choices = side_words,
     .help = "the side that you play: black, white, both or none (the one to move)"},
    ROW_POSITION,
    ROW_MOVES,
    ROW_RULES,
    ROW_FLAG(OPTION_PONDER, "ponder", "flank thinks on your time too"),
    ROW_THREADS,
    ROW_HASH,
    ROW_EVAL,
    ROW_BOOK,
    ROW_NO_BOOK,
    ROW_INTEGER(
        OPTION_SEED, "seed", "N", 0, INT32_MAX,
        "repeat the slips of the low levels and the choices of the book: the same N, the same game (a new N every "
        "time)"),
    END_OF_OPTIONS,
};

/* ---- protocols ---- */

#define PROTOCOL_ROWS                                                                                                  \
    ROW_LEVEL(                                                                                                         \
        "how strong flank plays, 1 to 60 (as strong as the protocol's own limits allow; 20 where it sets none)"),      \
        ROW_SECONDS(OPTION_TIME, "time", "S", 86400,                                                                   \
                    "think for S seconds about each move where the protocol sets no limit, instead of at level 20"),   \
        ROW_HASH,                                                                                                      \
        ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT32_MAX,                                                            \
                    "repeat the slips of the low levels and the choices of the book (a new N every time)")
#define OTHELLO_PROTOCOL_ROWS ROW_THREADS, ROW_EVAL, ROW_BOOK, ROW_NO_BOOK

static const cli_option othello_protocol_options[] = {PROTOCOL_ROWS, OTHELLO_PROTOCOL_ROWS, END_OF_OPTIONS};
static const cli_option gtp_options[] = {
    PROTOCOL_ROWS,
    ROW_RULES,
    ROW_FLAG(OPTION_PONDER, "ponder", "think on the other side's time too, after each genmove"),
    OTHELLO_PROTOCOL_ROWS,
    END_OF_OPTIONS,
};
static const cli_option hub_options[] = {PROTOCOL_ROWS, ROW_RULES, ROW_BOOK, ROW_NO_BOOK, END_OF_OPTIONS};
static const cli_option ugi_options[] = {PROTOCOL_ROWS, OTHELLO_PROTOCOL_ROWS, ROW_RULES, END_OF_OPTIONS};

/* ---- solve ---- */

static const cli_operand solve_operands[] = {
    {.name = "GAME", .kind = VALUE_GAME},
    {.name = "FILE", .kind = VALUE_FILE, .repeats = true},
    {.name = NULL},
};

static const cli_option solve_options[] = {
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256, "solve N positions at a time (1)"),
    ROW_FLAG(OPTION_IN_TURN, "in-turn", "one position after the other, all threads on it"),
    ROW_RULES,
    ROW_HASH,
    ROW_EVAL,
    ROW_FLAG(OPTION_WLD, "wld", "only who wins: quicker"),
    ROW_INTEGER(OPTION_AT_LEAST, "at-least", "N", -62, 64,
                "only whether the side to move makes N discs or more: quicker still"),
    ROW_FLAG(OPTION_ALL_MOVES, "all-moves", "the value of every move, not only of the best"),
    ROW_SECONDS(OPTION_TIME, "time", "S", 1000000, "give up a position after S seconds and show the best so far"),
    ROW_INTEGER(OPTION_NODES, "nodes", "N", 1, INT64_MAX,
                "give it up after some N nodes: the same answer whatever was solved before it"),
    ROW_FLAG(OPTION_PROGRESS, "progress",
             "a line on standard error for every step of the thinking: depth, confidence, value, time, nodes, line; "
             "without it a terminal shows the latest step of a long position"),
    ROW_CPU,
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- hint ---- */

static const cli_option hint_options[] = {
    ROW_POSITION,
    ROW_MOVES,
    ROW_INTEGER(OPTION_LINES, "lines", "N", 1, FLANK_MOVES_MAX, "only the best N moves (all)"),
    ROW_LEVEL("the move that this level plays where no book knows the position; levels 1 to 5 slip at times, and then "
              "that is said"),
    ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT32_MAX, "with --level: other slips for another N (0)"),
    ROW_SECONDS(OPTION_TIME, "time", "S", 1000000, "think for S seconds (1)"),
    ROW_INTEGER(OPTION_DEPTH, "depth", "D", 1, 99, "look D plies ahead"),
    ROW_RULES,
    ROW_THREADS,
    ROW_HASH,
    ROW_EVAL,
    ROW_BOOK,
    ROW_NO_BOOK,
    ROW_FLAG(OPTION_PROGRESS, "progress",
             "a line on standard error for every step of the thinking: depth, confidence, value, time, nodes, line; "
             "without it a terminal shows the latest step"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- analyze ---- */

static const cli_operand analyze_operands[] = {
    {.name = "FILE", .kind = VALUE_FILE, .required = true, .repeats = true},
    {.name = NULL},
};

static const cli_option analyze_options[] = {
    ROW_INTEGER(OPTION_LEVEL, "level", "N", FLANK_ANALYSIS_LEVEL_MIN, FLANK_LEVEL_MAX,
                "look at every position as this level does, " NUMBER_TEXT(FLANK_ANALYSIS_LEVEL_MIN) " to " NUMBER_TEXT(
                    FLANK_LEVEL_MAX) " (18; 10 in games other than Othello)"),
    ROW_SECONDS(OPTION_TIME, "time", "S", 1000000,
                "look at every position for S seconds instead, and about as long again at a move that is not the best"),
    {.id = OPTION_SVG,
     .name = "svg",
     .value = "OUT",
     .kind = VALUE_FILE,
     .help = "draw a graph of the game to the file OUT.svg; of further games to OUT-2.svg, OUT-3.svg, …"},
    {.id = OPTION_ANNOTATED,
     .name = "annotated",
     .value = "OUT",
     .kind = VALUE_FILE,
     .help = "write the games with values, signs, comments and better lines to OUT, in the format of its extension"},
    ROW_TEXT(OPTION_FROM, "from", "FORMAT", "the format of the files (found out from their content)"),
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "the game, where a file does not say (othello, or what fits)"},
    ROW_TEXT(OPTION_RULES, "rules", "NAME=VALUE,…",
             "with --game: rules by which its games were played where a file does not say (goal=fewest); listed below"),
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256, "review N games at a time (1)"),
    ROW_FLAG(OPTION_IN_TURN, "in-turn", "one game after the other, all threads on it (Othello)"),
    ROW_TEXT(OPTION_STORE, "store", "STORE",
             "remember each position's review in STORE (flank farm init), and search none twice; with --level, and "
             "without --in-turn and --eval"),
    ROW_HASH,
    ROW_EVAL,
    ROW_BOOK,
    ROW_NO_BOOK,
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- book ---- */

static const char *const book_choices[] = {"build", "extend", "show", "import", "export", NULL};
static const char *const book_format_choices[] = {"text", "edax", "egaroucid", NULL};

static const cli_operand book_operands[] = {
    {.name = "ACTION", .kind = VALUE_CHOICE, .choices = book_choices, .required = true},
    {.name = "BOOK", .kind = VALUE_FILE},
    {.name = "FILE", .kind = VALUE_FILE},
    {.name = NULL},
};

static const cli_option book_options[] = {
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "build: a book of othello, loa or draughts (othello)"},
    ROW_INTEGER(OPTION_LEVEL, "level", "N", 6, FLANK_LEVEL_MAX, "search every position as at this level (16)"),
    ROW_INTEGER(OPTION_DEPTH, "depth", "D", 1, 60,
                "search every position D plies deep, instead of --level; of loa and draughts usually 10"),
    ROW_INTEGER(OPTION_PLIES, "plies", "N", 1, 60,
                "follow lines for N moves from the start of a game (12; loa and draughts 24)"),
    ROW_DISCS(OPTION_ERROR, "error", "E",
              "follow moves that lose at most E discs against the best (2; loa 0.37, draughts 0.09 pieces)"),
    ROW_DISCS(OPTION_LINE_ERROR, "line-error", "E",
              "and lines in which both sides together lose at most E (twice --error; loa and draughts four times)"),
    ROW_POSITION,
    ROW_MOVES,
    {.id = OPTION_OPENINGS,
     .name = "openings",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "lines of the book begin at the ends of these openings too: moves as f5d6c3, one a line, or games in "
             "any format"},
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256, "search N positions at a time (1)"),
    ROW_INTEGER(OPTION_HASH, "hash", "MB", 1, 65536,
                "memory of all engines for positions already searched (64 a thread); the evaluation, which they share, "
                "takes 39 MB beside it"),
    ROW_SECONDS(OPTION_TIME, "time", "S", 10000000, "begin nothing more after S seconds"),
    ROW_INTEGER(OPTION_POSITIONS, "positions", "N", 1, UINT32_MAX, "nor when the book has N positions"),
    ROW_SECONDS(OPTION_SAVE, "save", "S", 60, "write the book every S seconds (20)"),
    ROW_CHOICE(OPTION_FORMAT, "format", "FORMAT", book_format_choices,
               "import and export as text, edax or egaroucid (import: what the file is; export: by its name, edax for "
               ".dat, egaroucid for .egbk3, else text)"),
    ROW_INTEGER(OPTION_MEMORY, "memory", "MB", 8, 1048576,
                "import: memory for sorting (256); the rest waits on the disk, beside the book"),
    ROW_FLAG(OPTION_JSON, "json", "build, extend, show: print JSON, one object a line, for programs"),
    END_OF_OPTIONS,
};

/* ---- serve ---- */

static const cli_option serve_options[] = {
    ROW_INTEGER(OPTION_PORT, "port", "P", 0, 65535, "listen on port P; 0 takes a free one (8064)"),
    ROW_TEXT(OPTION_LISTEN, "listen", "ADDR",
             "listen on this address (127.0.0.1, this machine only); 0.0.0.0 lets everybody in who can reach it"),
    ROW_TEXT(OPTION_HOST, "host", "NAME,…",
             "names besides localhost by which this machine is addressed; others are refused"),
    ROW_FLAG(OPTION_OPEN, "open", "show the page in a browser, if there is a screen"),
    {.id = OPTION_LIBRARY,
     .name = "library",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "the library of games (the one of flank library)"},
    ROW_TEXT(OPTION_FARM, "farm", "STORE",
             "show how far the runs of a farm are (flank farm), and remember the reviews of positions there"),
    ROW_BOOK,
    ROW_NO_BOOK,
    ROW_INTEGER(OPTION_THREADS, "threads", "N", 1, 256,
                "think about a position with N threads (all cores but one, 8 at most)"),
    ROW_INTEGER(
        OPTION_HASH, "hash", "MB", 1, 65536,
        "memory of each engine, one for each of --searches, for positions already searched (64); the evaluation "
        "of Othello, which they share, takes 39 MB beside it"),
    ROW_EVAL,
    ROW_SECONDS(OPTION_TIME_LIMIT, "time-limit", "S", 1000000,
                "think about one question for at most S seconds (600); 0 sets no limit"),
    ROW_INTEGER(
        OPTION_CONNECTIONS, "connections", "N", 1, 512,
        "at most N connections to the engine (500); one more takes the place of the one idle for the longest time"),
    ROW_INTEGER(OPTION_MEMORY, "memory", "MB", 1, 1048576,
                "memory of the whole server, its engines included (512, or more if the engines need it); a question "
                "for which there is none left gets an error"),
    ROW_INTEGER(OPTION_SEARCHES, "searches", "N", 1, 1000, "at most N of them think at once, others wait in turn (4)"),
    ROW_SECONDS(OPTION_TURN, "turn", "S", 1000000,
                "when others wait, who has thought for S seconds ends with the best so far (10)"),
    ROW_INTEGER(OPTION_ROOMS, "rooms", "N", 0, 128,
                "at most N games between two people at once (100, and a quarter of --connections); 0: none"),
    {.id = OPTION_ROOM_TIME,
     .name = "room-time",
     .value = "S",
     .kind = VALUE_SECONDS,
     .min = 1,
     .max = 1000000,
     .help = "such a game ends when both players have been away for S seconds, 1 at least (600)"},
    ROW_INTEGER(OPTION_TIMEOUT, "timeout", "S", 1, 1000,
                "close what takes longer than S seconds to send its request or to read its reply (10)"),
    END_OF_OPTIONS,
};

/* ---- tablebase ---- */

static const char *const tablebase_choices[] = {"build", "info", "probe", NULL};

static const cli_operand tablebase_operands[] = {
    {.name = "ACTION", .kind = VALUE_CHOICE, .choices = tablebase_choices, .required = true},
    {.name = "FILE", .kind = VALUE_FILE},
    {.name = NULL},
};

static const cli_option tablebase_options[] = {
    ROW_INTEGER(OPTION_PIECES, "pieces", "N", TABLEBASE_PIECES_MIN, TABLEBASE_PIECES_MAX,
                "build: all positions of up to N pieces, 3 or 4 (4)"),
    ROW_RULES,
    ROW_POSITION,
    ROW_MOVES,
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- match ---- */

/* The beginning of the name of an engine. */
static const char *const engine_words[] = {
    "flank",          "flank:book",  "flank:depth=", "flank:eval=", "flank:hash=", "flank:level=", "flank:nodes=",
    "flank:threads=", "flank:time=", "gtp:",         "hub:",        "nboard:",     "ugi:",         NULL};

static const char *const tournament_choices[] = {"round-robin", "gauntlet", NULL}; /* the order of match_tournament */

static const cli_operand match_operands[] = {
    {.name = "ENGINE", .kind = VALUE_TEXT, .choices = engine_words, .required = true},
    {.name = "ENGINE", .kind = VALUE_TEXT, .required = true, .repeats = true},
    {.name = NULL},
};

static const cli_option match_options_rows[] = {
    {.id = OPTION_GAME,
     .name = "game",
     .value = "GAME",
     .kind = VALUE_GAME,
     .help = "the game that is played (othello)"},
    ROW_RULES,
    ROW_INTEGER(
        OPTION_GAMES, "games", "N", 1, MATCH_GAMES_MAX,
        "play N games, two for each opening; with more than two engines N for each pairing (100; with --sprt as "
        "many as it takes)"),
    ROW_CHOICE(OPTION_TOURNAMENT, "tournament", "KIND", tournament_choices,
               "with more than two engines: round-robin, each against each other, or gauntlet, the first against each "
               "other (round-robin)"),
    {.id = OPTION_OPENINGS,
     .name = "openings",
     .value = "FILE",
     .kind = VALUE_FILE,
     .help = "begin at these openings in turn, one a line: moves as f5d6c3, or a position; or games in any format (8 "
             "random moves that leave the game even)"},
    ROW_LEVEL("how well engines think that are bounded by nothing else; told to nboard, ugi and hub as a depth (10)"),
    ROW_TEXT(OPTION_TIME, "time", "CLOCK",
             "let a clock bound the thinking instead: 5:00 (minutes for the game, each side), 3m+2 (and seconds more "
             "for every move), 0.5s/move; whose time runs out has lost"),
    ROW_INTEGER(OPTION_NODES, "nodes", "N", 1, INT64_MAX, "or N nodes a move, for flank and ugi"),
    ROW_TEXT(OPTION_SPRT, "sprt", "ELO0,ELO1",
             "end as soon as the games prove that the first engine is better by ELO1 rather than by ELO0, or the other "
             "way round (alpha = beta = 0.05); for two engines"),
    ROW_TEXT(OPTION_RESIGN, "resign", "movecount=N,score=S",
             "end a game as won when both engines have said so at their last N moves, by S discs or pieces or more"),
    ROW_TEXT(OPTION_DRAW, "draw", "movecount=N,score=S[,movenumber=M]",
             "end a game as drawn when both engines have called it even at their last N moves, within S discs or "
             "pieces, from move M of the game on"),
    ROW_FLAG(OPTION_PROVED, "proved", "end a game when both engines have proved the same result"),
    ROW_INTEGER(OPTION_SOLVE, "solve", "N", 1, MATCH_SOLVE_EMPTIES_MAX,
                "end a game of a kind that scores discs when flank, at N empty squares, has solved it"),
    ROW_INTEGER(OPTION_CONCURRENCY, "concurrency", "N", 1, MATCH_CONCURRENCY_MAX, "play N games at a time (1)"),
    {.id = OPTION_RECORD,
     .name = "record",
     .value = "OUT",
     .kind = VALUE_FILE,
     .help = "add every finished game to the file OUT; the same command again goes on from there"},
    ROW_INTEGER(OPTION_HASH, "hash", "MB", 1, 65536,
                "memory of each of our engines for positions already searched (64)"),
    ROW_INTEGER(OPTION_SEED, "seed", "N", 0, INT32_MAX, "other random openings, slips and choices of a book (1)"),
    ROW_SECONDS(OPTION_WAIT, "wait", "S", 86400,
                "how long a program may take to start, and to answer where no clock binds it (60)"),
    ROW_FLAG(OPTION_ENGINE_ERRORS, "engine-errors", "show what the programs write to standard error"),
    ROW_JSON,
    END_OF_OPTIONS,
};

/* ---- contest ---- */

static const cli_operand contest_operands[] = {
    {.name = "NAME", .kind = VALUE_CONTEST, .required = true},
    {.name = "FILE", .kind = VALUE_FILE},
    {.name = NULL},
};

static const cli_option no_options[] = {END_OF_OPTIONS};

/* ---- help ---- */

static const char *const completion_choices[] = {"bash", "zsh", "fish", NULL};

static const cli_operand help_operands[] = {
    {.name = "COMMAND", .kind = VALUE_COMMAND},
    {.name = "ACTION", .kind = VALUE_TEXT},
    {.name = NULL},
};

static const cli_option help_options[] = {
    ROW_FLAG(OPTION_MAN, "man", "print the manual page (flank help --man | man -l -)"),
    ROW_CHOICE(OPTION_COMPLETION, "completion", "SHELL", completion_choices,
               "print the completions for a shell: bash, zsh or fish"),
    END_OF_OPTIONS,
};

/* ---- Without a row of their own in every command ---- */

const cli_option common_options[] = {ROW_FLAG(OPTION_HELP, "help", "this help"), END_OF_OPTIONS};

const cli_option program_options[] = {
    ROW_FLAG(OPTION_VERSION, "version", "the version"),
    ROW_FLAG(OPTION_HELP, "help", "the commands"),
    END_OF_OPTIONS,
};

/* ---- The table ---- */

const cli_command commands[] = {
    {
        .name = "play",
        .summary = "play against flank in the terminal",
        .description = "Play a game (GAME, by default the first of the list) on a board drawn in the terminal. You "
                       "type moves, or commands: "
                       "hint, undo, redo, go, level, side, time, analyze, save, load, new, quit; help explains them. "
                       "Ctrl-C while flank "
                       "thinks makes it move at once; at the prompt it drops the line, and a second one ends.\n"
                       "\n"
                       "At a terminal, a game that is not saved, however it ends, is kept in "
                       "$XDG_STATE_HOME/flank/unsaved-game (by default ~/.local/state), until another takes its place "
                       "or it is saved: load without a name brings it back.\n"
                       "\n"
                       "Moves and commands may also come from a file or a pipe, one a line; then the first line that "
                       "is wrong ends the "
                       "game with status 65.",
        .operands = game_operands,
        .options = play_options,
        .examples = "flank play\tblack against level 3\n"
                    "flank play loa --level 1\tan opponent for a child\n"
                    "flank play draughts --side black --time 5:00\tflank begins\n"
                    "printf 'f5\\nquit\\n' | flank play othello\ta script\n",
        .shows_rules = true,
    },
    {
        .name = "solve",
        .summary = "solve positions exactly",
        .description =
            "Finds the exact score and the best line of every position of the files, or of standard input: "
            "one a line, in the OBF of "
            "endgame test suites, 64 squares from a1 (X black, O white, - empty) and the side to move; or "
            "the last positions of the games of a file in any format (share/doc/flank/users/formats.md). "
            "GAME, othello unless it is named, tells which game they are of; a file of such a name is ./loa.\n"
            "\n"
            "Scores are in discs "
            "for the side to move, empty squares going to the winner. Where the rules or the file say so "
            "(goal=fewest) the side with fewer discs wins, and scores are turned round. Where a line also "
            "tells the score (; "
            "A2:+38), the "
            "answer is checked against it, and with --all-moves every value that the line has; a difference "
            "makes the exit status 65. Lines of Action and draughts have no discs to count: a solved position is "
            "a win or a loss in so many plies at most, and what is drawn by repetition is not proved.\n"
            "\n"
            "Ctrl-C stops the search and prints the best found so far of the positions in work, as not "
            "solved (\"solved\":false); a second one ends at once.\n"
            "\n"
            "The JSON of a position: file, line, game, rules (if they make another game), position, empties; "
            "move (the best, null if the game "
            "is over), score, win_in or loss_in (the most plies, in games without discs), exact (whether the score is "
            "proved, to the disc), depth in plies and "
            "selectivity (percent of confidence in what was skipped) of the search behind it, pv (the best "
            "line), nodes, time_s; with --all-moves moves, the same for each move; over if it is a "
            "finished game; solved; expected, a score that the input tells, and, if solved, ok. Where the "
            "time ran out solved is false and the score a guess. With --wld scores are signs, 1, 0 or -1, "
            "of which exact is true only for a draw; if solved, the sign is proved, and wld says win, draw "
            "or loss. With --at-least, if solved, bound says what is proved of the score: lower (at least "
            "that) or upper (at most that); exact is false, reached tells whether it is N or more, and pv "
            "ends with the move.",
        .operands = solve_operands,
        .options = solve_options,
        .examples = "flank solve fforum-1-19.obf\ta classic test\n"
                    "flank solve --threads 2 --json - < big.obf\ta stream, answers in order\n"
                    "flank solve draughts game.pdn --time 60\twho wins the last position of a game\n",
    },
    {
        .name = "hint",
        .summary = "the value of every move of a position",
        .description = "Thinks about a position (by default the start of GAME, by default Othello, or the game of the "
                       "position) and shows its moves, "
                       "best first, with their values for the side to move (in discs, or in pieces where a game has no "
                       "disc score) and what would follow. Ctrl-C stops thinking and shows the best found so far; a "
                       "second one ends at once.\n"
                       "\n"
                       "\"depth 12@73%\" is 12 plies ahead in which moves were skipped that a shallow search was "
                       "73 % sure are out of reach: Othello is searched so, with --depth too, up to the last plies, "
                       "from where every move is looked at (\"depth 12\").",
        .operands = game_operands,
        .options = hint_options,
        .examples = "flank hint othello --moves f5d6c3 --depth 12\twhat to answer\n"
                    "flank hint draughts --position \"W:Wa2,Kd4:Bb7\" --lines 1 --json\tfor programs\n",
        .shows_rules = true,
    },
    {
        .name = "analyze",
        .summary = "review games: what each move gave away",
        .description =
            "Reviews the games of the files, in any format (- is standard input): the value of each move for the side "
            "that makes it, what it loses against the best one, a word for that (best, good, inaccuracy, mistake, "
            "blunder), and the better line; then the sums of both sides, by phase of the game, and the moves that "
            "decided it. Losses are in discs; in games without a disc score in percent of the chance to win. Whole "
            "numbers of discs are proved.\n"
            "\n"
            "A game that cannot be read is named on standard error, the others are reviewed, and the status is 65. "
            "Ctrl-C prints what is done; games are reviewed from their end. share/doc/flank/users/analysis.md tells "
            "how "
            "values are found and where the words begin.",
        .operands = analyze_operands,
        .options = analyze_options,
        .examples = "flank analyze game.sgf\tsome seconds\n"
                    "flank analyze games.ggf --level 22 --threads 4 --json\tfor programs\n"
                    "flank analyze game.txt --svg game.svg --annotated game.sgf\ta graph, and the game with comments\n",
    },
    {
        .name = "perft",
        .summary = "count the leaves of a game tree",
        .description =
            "Counts the positions DEPTH plies below a position and says how long it took: the usual proof that the "
            "rules of a "
            "game are programmed right, and a measure of their speed.\n"
            "\n"
            "With --file it checks a file of positions with known counts and exits with 65 if one differs. A line is "
            "POSITION COUNT COUNT … with the counts at depth 1, 2, 3 …, or POSITION T where the game is over, or "
            "POSITION ; "
            "COUNT … ; COUNT … with a group for each way of counting. Lines that begin with # are comments.",
        .operands = perft_operands,
        .options = perft_options,
        .examples = "flank perft othello 10\tabout a quarter of a second\n"
                    "flank perft loa 5 --divide\tthe same, move by move\n"
                    "flank perft draughts 8 --threads 2 --json\tfor programs\n"
                    "flank perft loa 3 --file positions.txt\tcheck known counts\n",
        .shows_rules = true,
    },
    {
        .name = "bench",
        .summary = "fixed work over all games: signature and speed",
        .description = "Searches a fixed set of positions of all games to a fixed depth. The sum of the nodes, the "
                       "signature, is the "
                       "same on every machine and changes only when the search or an evaluation does; the rate "
                       "measures machine and "
                       "build.",
        .operands = no_operands,
        .options = bench_options,
        .examples = "flank bench\tsome seconds\n",
    },
    {
        .name = "grade",
        .summary = "grade a Reversi player against four opponents",
        .description =
            "Plays ten games of Reversi against each of four opponents, black in the first five, and scores the games "
            "lost as problem QOJ 13463 does: 10, 20, 30 and 40 points. A draw is not lost. A contestant has 5 s of "
            "processor time and 502 MB of memory for ten games; breaking a rule of the interface costs the subtask, "
            "and "
            "the rule and the move are named.\n"
            "\n"
            "A contestant's reversi.cpp is linked with libflank_grader; what it prints goes to standard error. The "
            "kit, "
            "with an example, is in share/flank/reversi, and share/doc/flank/users/grader.md has the details.\n"
            "\n"
            "Exit status 66: the contestant cannot be started.",
        .operands = no_operands,
        .options = grade_options,
        .examples = "flank grade\tour own engine\n"
                    "flank grade --opponent 4 --seed 7\tten games that can be repeated\n"
                    "flank grade --contestant ./reversi --json\ta program of yours\n",
    },
    {
        .name = "book",
        .summary = "build and read opening books",
        .description =
            "An opening book of Othello, Lines of Action or Turkish draughts holds positions with what they are worth, "
            "searched in advance. Where a game follows it, flank play moves at once, and flank hint shows its "
            "values.\n"
            "\n"
            "build makes BOOK from nothing: it follows every reasonable line from the start, the most reasonable "
            "first, and searches each position on the way. It may be stopped, or killed, at any time: BOOK is always "
            "whole, and extend goes on with it, further, or deeper with a larger --level. A book of loa or draughts "
            "begins at the start position, takes one thread and searches a position once; extend with the options of "
            "build makes of it what build would have made.\n"
            "\n"
            "show looks up a position in BOOK (by default the book of --game that comes with flank); without a "
            "position it checks and sums up the whole book. export writes BOOK to FILE or standard output, as text, "
            "one position a line, or as a book of Edax (FILE.dat) or Egaroucid (FILE.egbk3), and says what that could "
            "not hold; import reads FILE or standard input, any of the three, into BOOK, which is made if it is not "
            "there. share/doc/flank/users/book-files.md has the formats.",
        .operands = book_operands,
        .options = book_options,
        .examples = "flank book build my.book --level 18 --time 3600\tan hour's work\n"
                    "flank book extend my.book --level 22 --threads 4\tdeeper\n"
                    "flank book build my.book --game loa --time 1200\tof Lines of Action\n"
                    "flank book show --moves f5d6c3\twhat the book knows\n"
                    "flank book show --game loa --moves b1-b3\twhat the one of Lines of Action knows\n"
                    "flank book export my.book | grep root\tas text\n"
                    "flank book import my.book book.dat\twhat Edax knows\n"
                    "flank book export my.book my.egbk3\tfor Egaroucid\n",
    },
    {
        .name = "tablebase",
        .summary = "endgame tables of Turkish draughts",
        .description =
            "Endgame tables hold every position of a few pieces with who wins it and in how many plies, if both play "
            "their best; a draw is what nobody can force. Those of up to 3 pieces come with flank; the 4 pieces take "
            "57 MB and a minute or two.\n"
            "\n"
            "build makes FILE, by default flank/draughts.tables in $XDG_DATA_HOME (~/.local/share), where everything "
            "that thinks about draughts finds it; $FLANK_TABLES names another file (empty: none). It may be stopped, "
            "or killed, at any time: the same command goes on with FILE.part, "
            "class by class, and FILE is there when all of it is done. info sums up FILE, the usual file, or if there "
            "is "
            "none the tables that come with flank: of each class of pieces how many positions are won, drawn and lost "
            "for the side to move (a "
            "position and its mirror image are one), and the longest win and loss. KM-K is a king and a man to move "
            "against a king. probe shows the value of a position and of each of its moves, the best first.\n"
            "\n"
            "A file is of the rules with which it was built, and answers for no others. One that is damaged, cut or "
            "something else is refused.\n"
            "\n"
            "The JSON of build: file, pieces, classes, new (built by this run), bytes, time_s. Of info: file (null "
            "for the tables that come with flank), game, rules, pieces, bytes, classes: class, pieces, positions, won, "
            "drawn, lost, longest_win_plies, longest_loss_plies. Of probe: the position, value (win, draw, loss), "
            "plies (not for a draw), moves: move, value, plies.",
        .operands = tablebase_operands,
        .options = tablebase_options,
        .examples = "flank tablebase build\tall positions of up to 4 pieces\n"
                    "flank tablebase info draughts.tables\twhat is in it\n"
                    "flank tablebase probe --position W:WKa1,b2:BKh6\tfrom the tables that come with flank\n",
        .shows_rules = true,
    },
    {
        .name = "convert",
        .summary = "games and positions from one file format to another",
        .description =
            "Reads the games or positions of IN (- is standard input), one file behind the other, and writes them to "
            "OUT, the last name (- is standard output), in another format. What OUT's format cannot hold is counted "
            "on standard error. A game that cannot be read or held is named there and left out, and the status is "
            "65; the others are converted. So is a file that cannot be read; the status is that of the first fault. "
            "OUT appears when it is complete. With several files it may not be there before.\n"
            "\n"
            "IN may be packed, as a file or on standard input: .gz, .bz2, .xz, .zst, .zip, .tar, and .tar in the first "
            "four. Of an archive the files of one format are read, one behind the other.\n"
            "\n"
            "share/doc/flank/users/formats.md describes the formats, share/doc/flank/users/layouts.md those that are "
            "only read. Opening books are read and written by \"flank "
            "book\".",
        .operands = convert_operands,
        .options = convert_options,
        .examples = "flank convert games.ggf games.sgf\tby the extensions\n"
                    "flank convert --to transcript WTH_2001.wtb -\tmoves alone, one game a line\n"
                    "flank convert may.sgf june.sgf all.ggf\tseveral files into one\n",
        .shows_formats = true,
    },
    {
        .name = "gtp",
        .summary = "speak GTP 2, for GoGui, Quarry and others: all games",
        .description = "Speaks the Go Text Protocol, with GoGui's rules extension, on standard input and output. "
                       "share/doc/flank/users/protocols.md has the details.",
        .operands = no_operands,
        .options = gtp_options,
        .examples = "flank gtp --level 12\tan engine for a GTP program\n"
                    "printf 'genmove b\\nshowboard\\n' | flank gtp\ta script\n",
        .spoken = &protocol_gtp,
    },
    {
        .name = "nboard",
        .summary = "speak the NBoard protocol, for NBoard and others: Othello",
        .description = "Speaks the NBoard protocol, versions 1 and 2, on standard input and output. "
                       "share/doc/flank/users/protocols.md "
                       "has the details.",
        .operands = no_operands,
        .options = othello_protocol_options,
        .examples = "flank nboard --threads 2\tan engine for NBoard\n"
                    "printf 'set depth 12\\nmove F5\\nhint 3\\n' | flank nboard\ta script\n",
        .spoken = &protocol_nboard,
    },
    {
        .name = "ugi",
        .summary = "speak UGI, for match runners: all games",
        .description = "Speaks the Universal Game Interface on standard input and output. GAME is Othello, or what the "
                       "option Game is set to. share/doc/flank/users/protocols.md has the details.",
        .operands = game_operands,
        .options = ugi_options,
        .examples = "flank ugi loa\tan engine for Lines of Action\n"
                    "printf 'position startpos moves f5\\ngo depth 8\\n' | flank ugi\ta script\n",
        .shows_rules = true,
        .spoken = &protocol_ugi,
    },
    {
        .name = "hub",
        .summary = "speak the Hub protocol of Scan: Turkish draughts",
        .description = "Speaks version 2 of the Hub protocol on standard input and output. "
                       "share/doc/flank/users/protocols.md has the "
                       "details.",
        .operands = no_operands,
        .options = hub_options,
        .examples = "flank hub --time 2\tan engine for a Hub program\n",
        .shows_rules = true,
        .spoken = &protocol_hub,
    },
    {
        .name = "cassio",
        .summary = "speak Cassio's engine protocol: Othello",
        .description =
            "Speaks the engine protocol of Cassio on standard input and output; flank -cassio does the same. "
            "share/doc/flank/users/protocols.md has the details.",
        .operands = no_operands,
        .options = othello_protocol_options,
        .examples = "flank cassio --threads 2\tan engine for Cassio\n",
        .spoken = &protocol_cassio,
    },
    {
        .name = "farm",
        .summary = "positions for any number of workers to answer",
        .description =
            "Keeps runs, lists of Othello positions with one question about all of them, in a store: a file, for the "
            "workers of one machine ('flank work'), or a PostgreSQL database, postgresql://HOST/NAME, for those of "
            "many. "
            "Workers may come and go, and be killed at any moment; nothing "
            "is lost and nothing counted twice.\n"
            "\n"
            "'flank farm ACTION --help' explains one action, with its options and its JSON. A password belongs in "
            "~/.pgpass or $PGPASSFILE.",
        .operands = farm_operands,
        .options = farm_options,
        .actions = farm_actions,
        .examples =
            "flank farm init farm.db\ta new store\n"
            "flank farm submit farm.db solve big.obf --at-least 2\ta run\n"
            "flank work farm.db --threads 8 --until-empty\ta worker, one of many\n"
            "flank farm export farm.db --json\twhat came of it\n"
            "flank farm submit farm.db book my.book --level 18\ta book; export farm.db my my.book writes it\n"
            "flank farm submit farm.db prove --moves f5d6c3 --at-least 4\ta proof; export farm.db proof writes it\n",
    },
    {
        .name = "work",
        .summary = "answer the tasks of a farm",
        .description =
            "Takes tasks from a store of 'flank farm', answers them, and brings the answers back, until it is "
            "stopped. Any number of workers may share a store. Ctrl-C, or the signal TERM, brings back what is "
            "answered, lets the rest wait for others, and ends with status 130.\n"
            "\n"
            "The JSON: tasks (answered), late (answered when another had taken over), kept (put aside on the disk "
            "while the "
            "store was away), nodes, time_s, interrupted.",
        .operands = work_operands,
        .options = work_options,
        .examples = "flank work farm.db --threads 8 --until-empty\tuntil all is answered\n",
    },
    {
        .name = "library",
        .summary = "a collection of games, searched by names and positions",
        .description =
            "import adds the games of the files, in any format that flank reads, to the library. A game that is there "
            "already (the same moves, players and date) is not added again, but gets names that it lacks. Each file "
            "goes in as a whole or not at all; a game that is damaged is named and left out, and the status is 65. "
            "FILE may be packed (.gz, .bz2, .xz, .zst, .zip, .tar), - is standard input. Of a folder, and of the "
            "folders in it, the files of games are taken, by their names or by what is in them; what is passed over is "
            "told, with the reason.\n"
            "\n"
            "search lists games, the newest first; with a position also how often which move was played there and how "
            "those games ended. Scores are black's discs minus white's. stats sums up by player, event, opening and "
            "year; a player's games are won and lost from the player's view. export writes games to FILE (- is "
            "standard "
            "output). delete takes games out, after a question or with --yes. All four take any of the options that "
            "choose games; delete needs one.\n"
            "\n"
            "share/doc/flank/users/library.md has more, and the tables of the file.",
        .operands = library_operands,
        .options = library_options,
        .examples = "flank library import WTH_*.wtb\tthe collection of the French federation\n"
                    "flank library import games/\tthe files of games in a folder\n"
                    "flank library search --moves f5d6c3d3c4\tall games with the Tiger\n"
                    "flank library search --player tamenori --year 1985-1990 --json\tfor programs\n"
                    "flank library stats --opening tiger\twho plays it, and how well\n"
                    "flank library export tiger.sgf --opening tiger\tas a file\n"
                    "flank library delete --event blitz --year -2000\tafter a question\n",
    },
    {
        .name = "serve",
        .summary = "the page: play, analyse and study in the browser",
        .description =
            "Serves the page and the engine behind it, on this machine only, until Ctrl-C. The address is printed; "
            "--open shows it.\n"
            "\n"
            "Those who think share --searches engines and wait for one in turn. share/doc/flank/users/serving.md says "
            "how to let "
            "other "
            "machines in, and who is kept out.",
        .operands = no_operands,
        .options = serve_options,
        .examples = "flank serve --open\tplay in the browser\n"
                    "flank serve --hash 1024 --searches 1\ta stronger engine for one session\n"
                    "flank serve --listen 0.0.0.0 --host study.local\tfor everybody in the house\n",
    },
    {
        .name = "train",
        .summary = "make what judges a game from nothing: weights or a network",
        .description =
            "Plays a game (Othello if none is named, else draughts or loa) against itself in rounds, each with what "
            "the round before made, and fits new weights to what came out; Othello's also to the games of WTHOR files "
            "if any are named. Everything is kept in FOLDER: stop it at any time, start it again with the same words, "
            "and only what is missing is made. Rounds are numbered from 0. Othello: after round N the weights are "
            "FOLDER/weights-N, for --eval: --rounds 2 ends with FOLDER/weights-1. Other games: each network plays "
            "against the best one before it and the one built in; the best is FOLDER/GAME.network, for --eval, too.",
        .operands = train_operands,
        .options = train_options,
        .examples = "flank train weights --threads 8\tall rounds, some hours\n"
                    "flank train try --rounds 2 --games 5\ta few minutes, to see how it goes\n"
                    "flank train draughts networks --threads 8\tuntil nothing is gained, some hours\n",
    },
    {
        .name = "match",
        .summary = "play engines against each other",
        .description =
            "Plays many games between two engines and says which is the stronger, by how much, and how sure that is. "
            "With "
            "more engines, at most 32, it plays a tournament: the same openings for each pairing, then standings and a "
            "crosstable. "
            "ENGINE is flank, flank:SETTINGS with level=N, depth=N, nodes=N, time=S, threads=N, hash=MB, eval=FILE, "
            "book or book=FILE, separated by commas; or a program by the protocol that it speaks and its command: "
            "gtp:COMMAND and nboard:COMMAND (Othello), hub:COMMAND (draughts), ugi:COMMAND (all games).\n"
            "\n"
            "Every opening is played twice with the colours changed. Clocks are kept by flank. A program that crashes, "
            "does not answer, answers nonsense or an illegal move, or loses on time, loses that game; that is counted "
            "and shown, the program is started anew, and the match goes on.\n"
            "\n"
            "With --resign, --draw, --proved and --solve games end early; these are counted as adjudicated. A program "
            "that tells no score, as those of GTP, is never adjudicated by it.\n"
            "\n"
            "Ctrl-C ends the match with the result so far. With --record it can be continued at any time, even after "
            "the program was killed. share/doc/flank/users/matches.md and tournaments.md have the details.",
        .operands = match_operands,
        .options = match_options_rows,
        .examples = "flank match flank:level=8 flank:level=7 --games 200 --concurrency 2\ttwo levels\n"
                    "flank match flank:level=4 \"gtp:gtp-rhino -l 3\" --record rhino.games\ta real opponent\n"
                    "flank match flank:level=6 flank:level=5 flank:level=4 --games 20\ta tournament\n"
                    "flank match \"ugi:./new\" \"ugi:./old\" --game loa --time 10+0.1 --sprt 0,5\tis new better?\n",
        .shows_rules = true,
    },
    {
        .name = "contest",
        .summary = "run a contest problem as a filter",
        .description =
            "Reads FILE or standard input and answers on standard output as the original problem asks: uva220 "
            "(Othello), uva395 "
            "(Lines of Action), tothello, xtreme10 (Turkish draughts). Input of any length, in constant memory.",
        .operands = contest_operands,
        .options = no_options,
        .examples = "flank contest uva220 games.txt\tmoves and boards\n",
    },
    {
        .name = "help",
        .summary = "explain a command",
        .description = "Explains a command, or one action of 'farm', or lists the commands. The same text comes with "
                       "flank COMMAND [ACTION] --help.",
        .operands = help_operands,
        .options = help_options,
        .examples = "flank help perft\twhat perft takes\n"
                    "flank help --completion bash > flank.bash\tTAB completes, once bash has read it\n",
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

const cli_action *action_find(const cli_command *command, const char *name)
{
    for (const cli_action *row = command->actions; row && row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

const char *value_word(value_kind kind, const char *const *choices, size_t index)
{
    switch (kind) {
    case VALUE_CHOICE:
        return choices[index];
    case VALUE_TEXT:
        return choices ? choices[index] : NULL;
    case VALUE_GAME:
        return index < flank_game_count() ? flank_game_name(flank_game_at(index)) : NULL;
    case VALUE_COMMAND:
        return commands[index].name;
    case VALUE_CONTEST:
        return contest_problem_at(index) ? contest_problem_name(contest_problem_at(index)) : NULL;
    case VALUE_NONE:
    case VALUE_INTEGER:
    case VALUE_SECONDS:
    case VALUE_DISCS:
    case VALUE_FILE:
        break;
    }
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
