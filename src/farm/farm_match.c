/* SPDX-License-Identifier: MIT
 *
 * The parameters of a match, and what its games prove.
 */
#include "farm/farm_match.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 64 << 20, VALUE_SIZE = MATCH_TERMS_SIZE };

/* ---- Parameters: lines of a name and a value --------------------------------------------------------------------- */

void farm_match_format(const farm_match_plan *plan, text_buffer *params)
{
    text_addf(params, "game %s\nrules %s\nengine1 %s\nengine2 %s\n", plan->game, plan->rules, plan->engines[0],
              plan->engines[1]);
    text_addf(params, "level %d\nnodes %" PRIu64 "\nseed %" PRIu64 "\n", plan->level, plan->nodes, plan->seed);
    if (plan->sprt)
        text_addf(params, "elo0 %.17g\nelo1 %.17g\n", plan->elo0, plan->elo1);
}

/* The value of a line; false if there is none. */
static bool find(const char *params, const char *name, char value[VALUE_SIZE])
{
    const size_t length = strlen(name);
    for (const char *line = params; *line; line += strcspn(line, "\n") + 1) {
        const size_t whole = strcspn(line, "\n");
        if (whole > length && strncmp(line, name, length) == 0 && line[length] == ' ' &&
            whole - length - 1 < VALUE_SIZE) {
            memcpy(value, line + length + 1, whole - length - 1);
            value[whole - length - 1] = '\0';
            return true;
        }
        if (!line[whole])
            break;
    }
    return false;
}

static uint64_t find_count(const char *params, const char *name)
{
    char value[VALUE_SIZE];
    return find(params, name, value) ? strtoull(value, NULL, 10) : 0;
}

static bool find_real(const char *params, const char *name, double *number)
{
    char value[VALUE_SIZE];
    if (!find(params, name, value))
        return false;
    *number = strtod(value, NULL);
    return true;
}

static flank_status open_engine(farm_match *match, int engine, flank_error *error)
{
    match_spec spec;
    flank_status status = match_spec_parse(match->terms.engines[engine], &spec, error);
    if (status)
        return status;
    if (spec.kind != MATCH_OWN || spec.time_s > 0 || *spec.eval_path || spec.uses_book)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT),
                         say_text("a farm plays flank itself, by level, depth or nodes, without files and clocks"));
    return match_entry_open(&spec, NULL, &match->entries[engine], error);
}

static flank_status no_match(flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the parameters are no match"));
}

flank_status farm_match_open(const char *params, farm_match *match, flank_error *error)
{
    match_terms *terms = &match->terms;
    *match = (farm_match){.setting = {.hash_bytes = HASH_BYTES}, .terms = {.plan = {.engines = 2}}};
    if (!find(params, "game", terms->openings) || !find(params, "rules", terms->limits) ||
        !find(params, "engine1", terms->engines[0]) || !find(params, "engine2", terms->engines[1]))
        return no_match(error);
    match_setting *setting = &match->setting;
    setting->game = flank_game_find(terms->openings);
    if (!setting->game || flank_rules_parse(setting->game, terms->limits, &setting->rules, NULL))
        return no_match(error);
    setting->level = (int)find_count(params, "level");
    setting->nodes = find_count(params, "nodes");
    setting->seed = find_count(params, "seed");
    match->sprt = find_real(params, "elo0", &match->elo0) && find_real(params, "elo1", &match->elo1);
    snprintf(terms->game, sizeof terms->game, "%s", flank_game_name(setting->game));
    flank_rules_format(setting->game, &setting->rules, terms->rules);
    snprintf(terms->openings, sizeof terms->openings, "random");
    flank_status status = open_engine(match, 0, error);
    status = status ? status : open_engine(match, 1, error);
    match_limits_format(setting, match->entries, 2, terms->limits);
    if (!status && !(match->openings = match_openings_random(setting->game, &setting->rules, setting->seed)))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return status;
}

void farm_match_close(farm_match *match)
{
    match_openings_destroy(match->openings);
    match_entry_close(&match->entries[0]);
    match_entry_close(&match->entries[1]);
}

/* ---- Result ------------------------------------------------------------------------------------------------------ */

typedef struct taking {
    farm_match_result *result;
    int points2; /* of the pair */
    int games;
} taking;

static flank_status take_game(void *user, match_logged *logged)
{
    taking *of = user;
    match_tally *tally = &of->result->tally;
    const int points2 = logged->game.points2;
    *(points2 == 2 ? &tally->wins : points2 ? &tally->draws : &tally->losses) += 1;
    of->points2 += points2;
    of->games++;
    match_game_free(&logged->game);
    return FLANK_OK;
}

flank_status farm_match_take(const farm_match *match, farm_bytes answer, farm_match_result *result, flank_error *error)
{
    taking of = {.result = result};
    size_t whole, line;
    char *text = malloc(answer.size + 1);
    if (!text)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    memcpy(text, answer.bytes, answer.size);
    text[answer.size] = '\0';
    const match_log_taker taker = {&match->terms, take_game, &of};
    const flank_status status = match_log_parse(text, &taker, &whole, &line, error);
    free(text);
    if (status)
        return status;
    if (of.games != 2 || whole != answer.size)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the answer is no pair of games"));
    result->pairs++;
    result->tally.pairs[of.points2]++;
    if (match->sprt) {
        result->llr = match_log_likelihood_ratio(result->tally.pairs, match->elo0, match->elo1);
        result->sprt = match_sprt_of(result->llr);
        result->decided = result->sprt != MATCH_SPRT_OPEN;
    }
    return FLANK_OK;
}
