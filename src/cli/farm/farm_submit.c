/* SPDX-License-Identifier: MIT
 *
 * flank farm submit: the kinds of work, and what is the same for all of them.
 */
#include "cli/farm/farm_command.h"

#include "core/utf8.h"
#include "farm/farm_book.h"
#include "farm/farm_selfplay.h"
#include "farm/proof_file.h"

#include <ctype.h>
#include <string.h>

/* The kinds of work that can be submitted. */
static const struct what {
    const char *name;
    farm_submit_fn *submit;
    const char *run;     /* its run is called so without --name; NULL: like its first file */
    const char *example; /* if its words are too few or too many */
    size_t words_least, words_most;
    int level_least;  /* of --level: lower ones slip */
    uint64_t options; /* that mean something to it, besides those of all */
} whats[] = {
    {.name = "solve",
     .submit = farm_submit_positions,
     .example = "solve FILE…",
     .words_least = 1,
     .words_most = SIZE_MAX,
     .options =
         OPTION_BIT(OPTION_WLD) | OPTION_BIT(OPTION_AT_LEAST) | OPTION_BIT(OPTION_RULES) | OPTION_BIT(OPTION_NODES)},
    {.name = "label",
     .submit = farm_submit_positions,
     .example = "label FILE…",
     .words_least = 1,
     .words_most = SIZE_MAX,
     .level_least = 6,
     .options = OPTION_BIT(OPTION_LEVEL) | OPTION_BIT(OPTION_RULES) | OPTION_BIT(OPTION_NODES)},
    {.name = FARM_BOOK_KIND,
     .submit = farm_submit_book,
     .example = "book BOOK",
     .words_least = 1,
     .words_most = 1,
     .level_least = 6,
     .options = OPTION_BIT(OPTION_LEVEL) | OPTION_BIT(OPTION_DEPTH) | OPTION_BIT(OPTION_PLIES) |
                OPTION_BIT(OPTION_ERROR) | OPTION_BIT(OPTION_LINE_ERROR) | OPTION_BIT(OPTION_POSITION) |
                OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_OPENINGS) | OPTION_BIT(OPTION_POSITIONS)},
    {.name = "analyze",
     .submit = farm_submit_games,
     .example = "analyze FILE…",
     .words_least = 1,
     .words_most = SIZE_MAX,
     .level_least = 6,
     .options = OPTION_BIT(OPTION_LEVEL)},
    {.name = "match",
     .submit = farm_submit_match,
     .run = "match",
     .example = "match flank:level=8 flank:level=7",
     .words_least = 2,
     .words_most = 2,
     .options = OPTION_BIT(OPTION_GAME) | OPTION_BIT(OPTION_RULES) | OPTION_BIT(OPTION_GAMES) |
                OPTION_BIT(OPTION_LEVEL) | OPTION_BIT(OPTION_NODES) | OPTION_BIT(OPTION_SEED) |
                OPTION_BIT(OPTION_SPRT)},
    {.name = PROOF_KIND,
     .submit = farm_submit_proof,
     .run = "proof",
     .example = "prove --moves f5d6c3 --at-least 2",
     .options = OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_RULES) |
                OPTION_BIT(OPTION_AT_LEAST) | OPTION_BIT(OPTION_NODES)},
    {.name = FARM_SELFPLAY_KIND,
     .submit = farm_submit_selfplay,
     .run = "selfplay",
     .example = "selfplay --round 0 --games 10000",
     .options = OPTION_BIT(OPTION_ROUND) | OPTION_BIT(OPTION_GAMES) | OPTION_BIT(OPTION_DEPTH) |
                OPTION_BIT(OPTION_EXACT) | OPTION_BIT(OPTION_RANDOM) | OPTION_BIT(OPTION_SEED) |
                OPTION_BIT(OPTION_EVAL)},
};

static const uint64_t of_all = OPTION_BIT(OPTION_NAME) | OPTION_BIT(OPTION_PRIORITY) | OPTION_BIT(OPTION_JSON);

static const struct what *find_what(const char *name)
{
    const size_t count = sizeof whats / sizeof *whats;
    for (size_t i = 0; i < count; i++)
        if (strcmp(whats[i].name, name) == 0)
            return &whats[i];
    complain(CLI_USAGE, "farm: submit takes solve, label, book, analyze, match, prove or selfplay, not '%s'", name);
    return NULL;
}

/* The words and options of the command line go with it. */
static int check_command(const struct what *what, const cli_arguments *arguments)
{
    const size_t words = arguments->operand_count - 3;
    if (words < what->words_least || words > what->words_most)
        return complain(CLI_USAGE, "farm: submit %s takes other words, as in 'flank farm submit STORE %s'", what->name,
                        what->example);
    const char *useless = useless_option(arguments, what->options | of_all);
    if (useless)
        return complain(CLI_USAGE, "farm: --%s means nothing to submit %s", useless, what->name);
    for (size_t i = 3; i < arguments->operand_count; i++)
        if (!*arguments->operands[i])
            return complain(CLI_USAGE, "farm: submit %s takes no empty word, as in 'flank farm submit STORE %s'",
                            what->name, what->example);
    const option_value *level = &arguments->option[OPTION_LEVEL];
    if (level->given && level->number < what->level_least)
        return complain(CLI_USAGE, "farm: levels below %d slip on purpose; submit %s takes %d and more",
                        what->level_least, what->name, what->level_least);
    return CLI_DONE;
}

/* The name of a run: that given, or of the file without folders and ending. */
static int make_name(const char *given, const char *file, char name[FARM_NAME_SIZE])
{
    const char *slash = given ? NULL : strrchr(file, '/'), *base = given ? given : slash ? slash + 1 : file;
    size_t length = strlen(base);
    const char *dot = given ? NULL : strrchr(base, '.');
    if (dot && dot > base)
        length = (size_t)(dot - base);
    if (!given && strcmp(file, "-") == 0)
        return complain(CLI_USAGE, "farm: standard input has no name; say --name");
    if (length == 0 || length >= FARM_NAME_SIZE)
        return complain(CLI_USAGE, "farm: the name of a run has 1 to %d bytes; say --name", FARM_NAME_SIZE - 1);
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)base[i]))
            return complain(CLI_USAGE, "farm: the name of a run is one line without control characters; say --name");
    memcpy(name, base, length);
    name[length] = '\0';
    return utf8_is_valid(name) ? CLI_DONE : complain(CLI_USAGE, "farm: the name of a run is UTF-8; say --name");
}

/* What a book knew before is kept in a run that is never complete, and nobody else's to fill. */
static int check_name(const farm_given *given, const char *name)
{
    farm_run run;
    const bool kept = !given->kind->find_run(given->store, name, &run, NULL) && farm_book_is_known(&run);
    return kept ? complain(CLI_USAGE, "farm: %s: %s is kept for a book; --name gives another", given->where, name)
                : CLI_DONE;
}

int farm_submit(const farm_given *given, const cli_arguments *arguments)
{
    char name[FARM_NAME_SIZE];
    if (arguments->operand_count < 3)
        return complain(CLI_USAGE, "farm: submit what? As in 'flank farm submit STORE solve FILE…'");
    const struct what *what = find_what(arguments->operands[2]);
    if (!what)
        return CLI_USAGE;
    const option_value *named = &arguments->option[OPTION_NAME];
    int status = check_command(what, arguments);
    if (!status)
        status = make_name(named->given ? named->text : what->run, arguments->operands[3], name);
    if (!status)
        status = check_name(given, name);
    const farm_plan plan = {.name = name, .priority = (int)arguments->option[OPTION_PRIORITY].number};
    if (status)
        return status;
    int64_t begun = 0;
    const farm_given of = {given->kind, given->store, given->where, &begun};
    status = what->submit(&of, arguments, &plan);
    if (status && begun)
        given->kind->drop_runs(given->store, &begun, 1, FARM_DROP_FILLING, NULL);
    return status;
}
