/* SPDX-License-Identifier: MIT
 *
 * The input of a match: ENGINE (first byte e), openings (o and a digit for the game), a record (r), a program's answers
 * (a). A refusal is explained; a record is read up to a place where reading it again stops too.
 */
#include "fuzz_target.h"

#include "match/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_spec(const char *text)
{
    match_spec spec;
    flank_error error = {0};
    if (match_spec_parse(text, &spec, &error)) {
        if (!error.code)
            abort();
        return;
    }
    if (spec.level < 0 || spec.level > FLANK_LEVEL_MAX || (spec.kind != MATCH_OWN) != (spec.command != NULL))
        abort();
}

static void check_openings(const char *text, size_t size)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_at((size_t)(unsigned char)text[0] % flank_game_count());
    flank_status status = FLANK_OK;
    flank_error error = {0};
    size_t line;
    match_openings *openings =
        size ? match_openings_parse(game, &rules, (match_text){text + 1, size - 1}, &status, &line, &error) : NULL;
    if (size && !openings && (status == FLANK_OK || !error.code))
        abort();
    if (!openings)
        return;
    flank_record *record = match_openings_get(openings, match_openings_count(openings) - 1);
    if (!record || flank_record_outcome(record).over)
        abort();
    flank_record_destroy(record);
    match_openings_destroy(openings);
}

static flank_status take(void *user, match_logged *logged)
{
    size_t *count = user;
    ++*count;
    match_game_free(&logged->game);
    return FLANK_OK;
}

static void check_record(char *text)
{
    static const match_terms terms = {.plan = {.engines = 2},
                                      .engines = {"flank:level=1", "flank:level=1"},
                                      .game = "othello",
                                      .limits = "level 10, seed 1",
                                      .openings = "random"};
    flank_error error = {0};
    size_t whole, line, again, count = 0, count_again = 0;
    if (match_log_parse(text, &(match_log_taker){&terms, take, &count}, &whole, &line, &error)) {
        if (!error.code || !line)
            abort();
        return;
    }
    text[whole] = '\0';
    if (match_log_parse(text, &(match_log_taker){&terms, take, &count_again}, &again, &line, &error) ||
        again != whole || count != count_again)
        abort();
}

/* A score is a number, and only a proof may be without bounds. */
static void check_opinion(const match_opinion *opinion)
{
    if (opinion->proved ? abs(opinion->sign) != 1 || !opinion->has_score : !isfinite(opinion->score))
        abort();
}

static void check_scores(const char *text)
{
    match_opinion of_ugi = {.has_score = false}, of_hub = of_ugi, of_nboard = of_ugi;
    match_ugi_opinion(text, &of_ugi);
    match_hub_opinion(text, &of_hub);
    if (strncmp(text, "===", 3) == 0)
        match_nboard_opinion(text, &of_nboard);
    check_opinion(&of_ugi);
    check_opinion(&of_hub);
    check_opinion(&of_nboard);
}

static void check_answer(const char *text)
{
    check_scores(text);
    char move[MATCH_REPLY_SIZE];
    if (match_nboard_reply(text, move) && (!*move || strpbrk(move, "/ ")))
        abort();
    if (match_hub_value(text, "move", move, sizeof move) && strlen(move) >= sizeof move)
        abort();
    if (talk_word(text, move) && !*move)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (data[0] == 'e')
        check_spec(text);
    else if (data[0] == 'o')
        check_openings(text, size - 1);
    else if (data[0] == 'r')
        check_record(text);
    else
        check_answer(text);
    free(text);
    return 0;
}
