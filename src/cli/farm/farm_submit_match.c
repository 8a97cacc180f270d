/* SPDX-License-Identifier: MIT
 *
 * flank farm submit match: pairs of games of two settings of flank.
 */
#include "cli/farm/farm_command.h"

#include "cli/input/game_input.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_match.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES_USUALLY = 100, GAMES_OF_A_TEST = 20000, CHUNK = 1024 };

static int add_pairs(const farm_given *given, int64_t run, int64_t pairs)
{
    char numbers[CHUNK][24];
    farm_bytes units[CHUNK];
    flank_error error = {0};
    for (int64_t at = 0; at < pairs;) {
        size_t count = 0;
        for (; count < CHUNK && at + (int64_t)count < pairs; count++) {
            const int size = snprintf(numbers[count], sizeof numbers[count], "%lld", (long long)at + (long long)count);
            units[count] = (farm_bytes){numbers[count], (size_t)size};
        }
        const flank_status failed = given->kind->add_units(given->store, run, at, units, count, &error);
        if (failed)
            return farm_complain(given, failed, &error);
        at += (int64_t)count;
    }
    return CLI_DONE;
}

static int read_plan(const cli_arguments *arguments, farm_match_plan *plan, char rules_text[FLANK_RULES_TEXT_SIZE])
{
    const option_value *option = arguments->option;
    flank_rules rules = {{0}};
    const flank_game *game = option[OPTION_GAME].given ? flank_game_find(option[OPTION_GAME].text) : flank_game_at(0);
    if (option[OPTION_LEVEL].given && option[OPTION_NODES].given)
        return complain(CLI_USAGE, "farm: --level or --nodes, not both");
    *plan = (farm_match_plan){.engines = {arguments->operands[3], arguments->operands[4]},
                              .game = flank_game_name(game),
                              .rules = rules_text,
                              .level = (int)option[OPTION_LEVEL].number,
                              .nodes = (uint64_t)option[OPTION_NODES].number,
                              .seed = option[OPTION_SEED].given ? (uint64_t)option[OPTION_SEED].number : 1,
                              .sprt = option[OPTION_SPRT].given};
    if (plan->sprt && !match_sprt_read(option[OPTION_SPRT].text, &plan->elo0, &plan->elo1))
        return complain(
            CLI_USAGE,
            "farm: --sprt takes two Elo differences such as 0,5, the smaller one first, at most %d, not '%s'",
            MATCH_ELO_MAX, option[OPTION_SPRT].text);
    const int status = rules_from_arguments(arguments, game, &rules);
    flank_rules_format(game, &rules, rules_text);
    return status;
}

int farm_submit_match(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan)
{
    const option_value *games = &arguments->option[OPTION_GAMES];
    const int64_t count = games->given                           ? games->number
                          : arguments->option[OPTION_SPRT].given ? GAMES_OF_A_TEST
                                                                 : GAMES_USUALLY;
    char rules[FLANK_RULES_TEXT_SIZE];
    farm_match_plan asked;
    farm_match match;
    text_buffer params = {NULL};
    flank_error error = {0};
    int64_t run;
    if (count % 2)
        return complain(CLI_USAGE, "farm: --games takes an even number, two games for each opening, not '%s'",
                        games->text);
    if (count > MATCH_GAMES_MAX)
        return complain(CLI_USAGE, "farm: a match has at most %d games, not %s", MATCH_GAMES_MAX, games->text);
    int status = read_plan(arguments, &asked, rules);
    if (status)
        return status;
    farm_match_format(&asked, &params);
    const flank_status failed = params.failed ? FLANK_NO_MEMORY : farm_match_open(params.bytes, &match, &error);
    if (failed)
        status = complain(failed == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_USAGE, "farm: %s", error_english(&error));
    if (!params.failed)
        farm_match_close(&match);
    farm_plan of_match = *plan;
    of_match.kind = "match";
    of_match.params = params.bytes;
    of_match.rules = NULL; /* those of the store are of Othello; the parameters have the match's */
    if (!status)
        status = farm_begin_run(given, &of_match, &run);
    if (!status)
        status = add_pairs(given, run, count / 2);
    if (!status)
        status = farm_open_run(given, &of_match, run, arguments->option[OPTION_JSON].given);
    text_free(&params);
    return status;
}

/* ---- Export ------------------------------------------------------------------------------------------------------ */

typedef struct showing {
    farm_match match;
    farm_match_result result;
    bool json;
    flank_status status;
    flank_error error;
} showing;

/* Pairs in their order, up to the first that is not played yet and to the end of the test. */
static int show_pair(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    showing *of = user;
    (void)at;
    (void)payload;
    if (!answer || !answer->size || of->result.decided)
        return FLANK_ENOUGH;
    of->status = farm_match_take(&of->match, *answer, &of->result, &of->error);
    if (!of->status && !of->json && fwrite(answer->bytes, 1, answer->size, stdout) < answer->size)
        return FLANK_ENOUGH; /* output_flush says why */
    return of->status ? FLANK_ENOUGH : FLANK_OK;
}

static void print_result(const showing *of)
{
    static const char *const decisions[] = {NULL, "elo0", "elo1"};
    const match_tally *tally = &of->result.tally;
    const match_verdict verdict = match_judge(tally);
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_count(&out, "games", tally->wins + tally->draws + tally->losses);
    json_count(&out, "wins", tally->wins);
    json_count(&out, "draws", tally->draws);
    json_count(&out, "losses", tally->losses);
    json_real_or_null(&out, "elo", verdict.has_elo, verdict.elo, 1);
    json_real_or_null(&out, "elo_error", verdict.has_error, verdict.elo_error, 1);
    if (of->match.sprt) {
        json_real(&out, "llr", of->result.llr, 3);
        json_string(&out, "decision", decisions[of->result.sprt]);
    }
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

int farm_export_match(const farm_given *given, const farm_run *run, bool json)
{
    showing of = {.json = json};
    char *params = NULL;
    flank_error error = {0};
    flank_status failed = given->kind->get_params(given->store, run->id, &params, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    failed = farm_match_open(params, &of.match, &error);
    if (!failed)
        failed = given->kind->each_unit(given->store, run->id, show_pair, &of, &error);
    int status = CLI_DONE;
    if (failed || of.status)
        status = farm_complain(given, failed ? failed : of.status, failed ? &error : &of.error);
    else if (json)
        print_result(&of);
    if (!status && !of.result.decided)
        farm_say_open(run, run->waiting + run->leased + run->parked, "pair", "pairs");
    farm_match_close(&of.match);
    free(params);
    return status ? status : output_flush();
}
