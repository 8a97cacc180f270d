/* SPDX-License-Identifier: MIT
 *
 * Proofs (farm/farm_kind_prove.h) of the command line: flank farm submit STORE prove, and the certificate of export.
 */
#include "cli/farm/farm_command.h"

#include "cli/input/game_input.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/proof_certificate.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t usual_budget_nodes = 1000000000;

typedef struct claim {
    flank_position root;
    bool from_start; /* no position was named */
    int at_least;
    flank_rules rules;
} claim;

/* ---- Submit ------------------------------------------------------------------------------------------------------ */

static int read_claim(const cli_arguments *arguments, claim *of)
{
    const option_value *option = arguments->option;
    flank_record *record = NULL;
    if (!option[OPTION_AT_LEAST].given)
        return complain(CLI_USAGE, "farm: prove needs --at-least N");
    int status = rules_from_arguments(arguments, &othello_game, &of->rules);
    if (!status)
        status = record_from_arguments(arguments, &othello_game, &of->rules, &record);
    if (status)
        return status;
    of->from_start = !option[OPTION_POSITION].given && !option[OPTION_MOVES].given;
    of->root = *flank_record_position(record);
    of->rules = *flank_record_rules(record);
    flank_record_destroy(record);
    const int number = (int)option[OPTION_AT_LEAST].number;
    of->at_least = number + (number % 2 != 0); /* results are even */
    return CLI_DONE;
}

/* Begin a run, or find it as an earlier submit left it that did not end. */
static flank_status begin_leaves(const farm_given *given, const farm_plan *plan, int64_t *run, flank_error *error)
{
    farm_run left;
    flank_status status = given->kind->begin_run(given->store, plan, run, error);
    if (!status)
        return given->kind->open_run(given->store, *run, error);
    if (status == FLANK_BAD_ARGUMENT && !given->kind->find_run(given->store, plan->name, &left, NULL) &&
        left.items == 0 && left.wish.question == FARM_AT_LEAST && left.budget_nodes == plan->budget_nodes &&
        strcmp(left.rules, plan->rules) == 0) {
        *run = left.id;
        return FLANK_OK;
    }
    return status;
}

/* Make both runs; `*name` is that of the one that failed. */
static flank_status fill(const farm_given *given, const claim *of, const farm_plan *proof, const farm_plan *leaves,
                         const char **name, flank_error *error)
{
    int64_t run, leaf_run;
    text_buffer unit = {NULL};
    *name = proof->name;
    flank_status status = farm_begin(given, proof, &run, error);
    if (!status && (status = begin_leaves(given, leaves, &leaf_run, error)))
        *name = leaves->name;
    proof_file_write_claim(&of->root, of->at_least, &unit);
    if (!status && unit.failed)
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!status)
        status = given->kind->add_units(given->store, run, 0, &(farm_bytes){unit.bytes, unit.length}, 1, error);
    if (!status)
        status = given->kind->open_run(given->store, run, error);
    text_free(&unit);
    return status;
}

static int print_run(const farm_given *given, const claim *of, const char *name, bool json)
{
    text_buffer out = {NULL};
    if (!json) {
        printf("run %s: is %s worth %+d or more to the side to move?\n", name,
               of->from_start ? "the starting position" : "it", of->at_least);
        return output_flush();
    }
    farm_open_json(&out, given);
    json_string(&out, "run", name);
    json_integer(&out, "at_least", of->at_least);
    return farm_print_json(&out);
}

int farm_submit_proof(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan)
{
    const option_value *option = arguments->option;
    char rules[FLANK_RULES_TEXT_SIZE], leaves_name[FARM_NAME_SIZE + 8];
    claim of = {.at_least = 0};
    flank_error error = {0};
    const int status = read_claim(arguments, &of);
    if (status)
        return status;
    flank_rules_format(&othello_game, &of.rules, rules);
    snprintf(leaves_name, sizeof leaves_name, "%s" PROOF_LEAVES, plan->name);
    if (strlen(leaves_name) >= FARM_NAME_SIZE)
        return complain(CLI_USAGE, "farm: the name of a proof has 1 to %d bytes; say --name", FARM_NAME_SIZE - 8);
    farm_plan proof = *plan, leaves = *plan;
    proof.kind = PROOF_KIND;
    proof.params = leaves_name;
    leaves.name = leaves_name;
    proof.rules = leaves.rules = rules;
    leaves.wish = (farm_wish){FARM_AT_LEAST, 0};
    leaves.priority++; /* a lone worker answers them before it is foreman again */
    leaves.budget_nodes = option[OPTION_NODES].given ? (uint64_t)option[OPTION_NODES].number : usual_budget_nodes;
    const char *name;
    const flank_status failed = fill(given, &of, &proof, &leaves, &name, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "farm: %s: %s: %s; --name gives another", given->where, name, error_english(&error));
    return failed ? farm_complain(given, failed, &error) : print_run(given, &of, plan->name, option[OPTION_JSON].given);
}

/* ---- Export ------------------------------------------------------------------------------------------------------ */

typedef struct exporting {
    const farm_given *given;
    const farm_run *run;
    text_buffer unit, certificate;
    bool answered;
} exporting;

static int take_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    exporting *of = user;
    (void)at;
    text_add_bytes(&of->unit, payload.bytes, payload.size);
    of->answered = answer != NULL;
    return 0;
}

static flank_status make_certificate(exporting *of, flank_error *error)
{
    const farm_given *given = of->given;
    flank_rules rules = {{0}};
    proof_file file = {.last = 0};
    const proof_source source = {given->kind, given->store, of->run->rules_id};
    const farm_bytes unit = {of->unit.bytes, of->unit.length};
    flank_status status = flank_rules_parse(&othello_game, of->run->rules, &rules, error);
    if (!status)
        status = proof_file_open(given->kind, given->store, of->run->id, unit, &rules, &file, error);
    if (!status && proof_tree_update(file.tree) == PROOF_OPEN)
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the notes of this proof are damaged"));
    if (!status)
        status = proof_certificate_write(&file, &source, &of->certificate, error);
    proof_file_close(&file);
    return status;
}

int farm_export_proof(const farm_given *given, const farm_run *run)
{
    exporting of = {.given = given, .run = run};
    flank_error error = {0};
    int status = CLI_DONE;
    flank_status failed = given->kind->each_unit(given->store, run->id, take_unit, &of, &error);
    if (!failed && !of.answered)
        status = complain(CLI_DATA, "farm: run %s is not proved yet", run->name);
    else if (!failed)
        failed = of.unit.failed ? FLANK_NO_MEMORY : make_certificate(&of, &error);
    if (failed)
        status = farm_complain(given, failed, &error);
    else if (!status) {
        fputs(of.certificate.bytes, stdout);
        status = output_flush();
    }
    text_free(&of.unit);
    text_free(&of.certificate);
    return status;
}

/* ---- Status ------------------------------------------------------------------------------------------------------ */

flank_status farm_proof_progress(const farm_given *given, const farm_run *run, char **words, flank_error *error)
{
    uint8_t *note;
    size_t size = 0;
    text_buffer text = {NULL};
    const flank_status status = given->kind->get_note(given->store, run->id, PROOF_PROGRESS, &note, &size, error);
    if (status)
        return status;
    text_add_bytes(&text, note ? (const char *)note : "not begun", note ? size : strlen("not begun"));
    free(note);
    *words = text.bytes;
    return text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}
