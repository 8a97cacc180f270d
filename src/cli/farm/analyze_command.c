/* SPDX-License-Identifier: MIT
 *
 * flank analyze --store: reviews of games, of which the store of a farm remembers each position.
 */
#include "cli/farm/farm_command.h"

#include "cli/think/analyze_games.h"
#include "farm/farm_reviews.h"

/* A store of the command line as a memory. */
typedef struct remembering {
    farm_given given;
    farm_reviews reviews;
} remembering;

static flank_status open_reviews(void *user, const flank_engine_options *options)
{
    remembering *of = user;
    return farm_reviews_open(&of->reviews, of->given.kind, of->given.store, options);
}

static search_memory memory_of_game(void *user) { return farm_reviews_memory(&((remembering *)user)->reviews); }

int analyze_command(const cli_arguments *arguments)
{
    remembering of = {.given = {.where = arguments->option[OPTION_STORE].text}};
    const analyze_memory memory = {of.given.where, open_reviews, memory_of_game, &of};
    flank_error error = {0};
    if (!of.given.where)
        return analyze_games(arguments, NULL);
    int status = farm_kind_given(of.given.where, &of.given.kind);
    if (status)
        return status;
    const flank_status failed = of.given.kind->open(of.given.where, false, &of.given.store, &error);
    status = failed ? farm_complain(&of.given, failed, &error) : analyze_games(arguments, &memory);
    farm_reviews_close(&of.reviews);
    of.given.kind->close(of.given.store);
    return status;
}
