/* SPDX-License-Identifier: MIT
 *
 * The foreman of a proof (proof_tree.h): a unit that never ends before the proof does, but hands its lease back after
 * each step, so that any worker may do the next one.
 *
 * A step reads the tree from the notes of the run, takes over what was answered since, grows the tree where it is
 * cheapest to get to an end, and asks what is missing. A leaf whose estimate fits a task is asked, a dearer one is
 * expanded; so is one that used up its budget, or was parked. A question that is not needed any more is answered
 * nevertheless: that is the price of many workers, and the reason to ask only so much at a time.
 */
#include "farm/farm_kind_prove.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/error.h"
#include "farm/proof_file.h"
#include "games/othello/othello.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SELECT_MOST = 1 << 13, /* leaves that a round looks at */
    EXPAND_LEAST = 16,     /* leaves of a round */
    OPEN_LEAST = 64,       /* questions that may be open at a time */
    OPEN_MOST = 1024,
    ESTIMATE_PART = 64, /* an estimate takes this part of the budget of a task, between the two next numbers of nodes */
    ESTIMATE_LEAST = 500,
    ESTIMATE_MOST = 50000,
    TASK_PART = 4, /* a leaf is asked if it is likely to take this part of the budget of a task */
};

static const double open_work = 4e9; /* nodes that may be asked for at a time, beyond OPEN_LEAST questions */
static const double step_s = 3;
static const double least_need = 0.02; /* questions that are needed less are not asked */

typedef struct foreman {
    farm_unit *unit;
    flank_error *error;
    farm_run leaves; /* the run that answers the leaves */
    proof_file file;
    uint32_t selected[SELECT_MOST];
    farm_item items[OPEN_MOST];
    size_t asked;  /* of the items: in this step */
    size_t open;   /* questions */
    double work;   /* of those */
    bool progress; /* something became known, or the tree is to grow more before anything else is waited for */
    double start_s;
} foreman;

static const proof_node *nodes_of(const foreman *of, uint32_t *count) { return proof_tree_nodes(of->file.tree, count); }

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Take over what the store knows of these open leaves. Questions that no task will answer any more count as spent. */
static flank_status take_answers(foreman *of, const uint32_t *leaves, size_t count, bool is_over)
{
    farm_answer *answers = calloc(count ? count : 1, sizeof *answers);
    if (!answers)
        return error_say(of->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const flank_status status = proof_file_look_up(of->unit->stores, of->unit->store, of->unit->lease->rules_id,
                                                   of->leaves.id, of->file.tree, leaves, count, answers, of->error);
    uint32_t all;
    for (size_t i = 0; i < count && !status; i++) {
        const proof_node *leaf = &nodes_of(of, &all)[leaves[i]];
        if (proof_tree_know(of->file.tree, leaves[i], answers[i].lo, answers[i].hi))
            of->progress = true;
        else if (leaf->asked && (answers[i].spent || is_over)) {
            proof_tree_spend(of->file.tree, leaves[i], (double)of->leaves.budget_nodes);
            of->progress = true;
        } else if (leaf->asked) {
            of->open++;
            of->work += leaf->work;
        }
    }
    free(answers);
    return status;
}

/* The answers to the questions that earlier steps asked. */
static flank_status take_asked(foreman *of)
{
    uint32_t count;
    const proof_node *nodes = nodes_of(of, &count);
    uint32_t *asked = calloc(count, sizeof *asked);
    size_t found = 0;
    if (!asked)
        return error_say(of->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i].asked && !nodes[i].spent && nodes[i].count == 0 && nodes[i].state == PROOF_OPEN)
            asked[found++] = i;
    const bool is_over = of->leaves.waiting == 0 && of->leaves.leased == 0;
    const flank_status status = take_answers(of, asked, found, is_over);
    free(asked);
    return status;
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static flank_status estimate(foreman *of, uint32_t node)
{
    uint32_t count;
    const proof_node *leaf = &nodes_of(of, &count)[node];
    const double likely = (double)of->leaves.budget_nodes / ESTIMATE_PART;
    const flank_limits limits = {.nodes = (uint64_t)fmin(fmax(likely, ESTIMATE_LEAST), ESTIMATE_MOST),
                                 .stop = of->unit->stop};
    flank_report report = {0};
    flank_record *record = flank_record_create(&othello_game, of->unit->rules, &leaf->at);
    if (!record)
        return error_say(of->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = flank_engine_search(of->unit->engine, record, &limits, NULL, NULL, &report);
    if (!status && flank_stop_is_raised(of->unit->stop))
        status = FLANK_STOPPED;
    if (!status) {
        const int score = report.lines[0].score;
        farm_unit_count(of->unit, report.nodes);
        status = proof_tree_estimate(of->file.tree, (score < 0 ? score - 50 : score + 50) / 100);
    }
    flank_record_destroy(record);
    return status;
}

/* Take over what is known of the new leaves, and estimate the others. */
static flank_status meet_new(foreman *of, uint32_t first)
{
    uint32_t fresh[PROOF_CHILDREN_MAX], count, node;
    size_t found = 0;
    const proof_node *nodes = nodes_of(of, &count);
    assert(count - first <= PROOF_CHILDREN_MAX);
    for (uint32_t i = first; i < count; i++)
        if (nodes[i].state == PROOF_OPEN)
            fresh[found++] = i;
    flank_status status = take_answers(of, fresh, found, false);
    while (!status && proof_tree_unestimated(of->file.tree, &node))
        status = estimate(of, node);
    return status;
}

static flank_status expand(foreman *of, uint32_t leaf)
{
    uint32_t first;
    nodes_of(of, &first);
    const flank_status status = proof_tree_expand(of->file.tree, leaf);
    return status ? error_say(of->error, status, 0, say_status(status)) : meet_new(of, first);
}

static void ask(foreman *of, uint32_t leaf)
{
    uint32_t count;
    const proof_node *node = &nodes_of(of, &count)[leaf];
    of->items[of->asked++] = (farm_item){.own = node->at.own,
                                         .other = node->at.other,
                                         .color = FLANK_BLACK,
                                         .number = (int8_t)proof_tree_number(of->file.tree, leaf)};
    of->open++;
    of->work += node->work;
    proof_tree_ask(of->file.tree, leaf);
}

static bool is_full(const foreman *of)
{
    return of->asked == OPEN_MOST || of->open >= OPEN_MOST || (of->open >= OPEN_LEAST && of->work >= open_work);
}

/* Deal with the leaves that are needed with that chance. `*more`: there are new ones. */
static flank_status go_round(foreman *of, double least, bool *more)
{
    uint32_t count;
    const size_t found = proof_tree_select(of->file.tree, least, of->selected, SELECT_MOST);
    const double task = (double)of->leaves.budget_nodes / TASK_PART;
    nodes_of(of, &count);
    size_t expansions = 0, most = count / 16 > EXPAND_LEAST ? count / 16 : EXPAND_LEAST;
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < found && !status && expansions < most && !is_full(of); i++) {
        const proof_node *leaf = &nodes_of(of, &count)[of->selected[i]];
        if (leaf->state != PROOF_OPEN || leaf->count > 0)
            continue; /* it became known, or has got children, in this round */
        if (leaf->spent || (!leaf->asked && leaf->work > task)) {
            status = expand(of, of->selected[i]);
            expansions++;
        } else if (!leaf->asked)
            ask(of, of->selected[i]);
    }
    *more = expansions > 0;
    return status;
}

static flank_status grow(foreman *of, proof_state *state)
{
    bool more = false;
    uint32_t root;
    flank_status status = proof_tree_unestimated(of->file.tree, &root) ? meet_new(of, root) : FLANK_OK;
    *state = proof_tree_update(of->file.tree);
    for (double least = 1; !status && least > least_need && *state == PROOF_OPEN && !is_full(of);
         least /= more ? 1 : 2) {
        if (clock_now_s() - of->start_s > step_s) {
            of->progress = true;
            break;
        }
        status = go_round(of, least, &more);
        *state = proof_tree_update(of->file.tree);
    }
    return status;
}

/* ---- A step ------------------------------------------------------------------------------------------------------ */

/* The state of the proof, for people. */
static void describe(const foreman *of, proof_state state, text_buffer *out)
{
    uint32_t count, answered = 0;
    const proof_node *nodes = nodes_of(of, &count);
    for (uint32_t i = 0; i < count; i++)
        answered += nodes[i].asked && nodes[i].count == 0 && nodes[i].state != PROOF_OPEN;
    if (state == PROOF_OPEN)
        text_addf(out, "open: at least %+d has a chance of %.0f %%; some %.3g more nodes", of->file.at_least,
                  100 * nodes[0].chance, nodes[0].work);
    else
        text_addf(out, "%s: at %s %+d", state == PROOF_PROVED ? "proved" : "refuted",
                  state == PROOF_PROVED ? "least" : "most",
                  state == PROOF_PROVED ? of->file.at_least : of->file.at_least - 2);
    text_addf(out, "; %" PRIu32 " position%s, %" PRIu32 " lea%s answered, %" PRIu64 " nodes", count,
              count == 1 ? "" : "s", answered, answered == 1 ? "f" : "ves", of->leaves.nodes);
}

/* Put the questions of this step, and the changes of the tree, into the store. */
static flank_status bring_in(foreman *of, proof_state state)
{
    const farm_unit *unit = of->unit;
    bool taken = true;
    flank_status status = FLANK_OK;
    text_buffer progress = {NULL};
    if (of->asked && state == PROOF_OPEN)
        status = unit->stores->append(unit->store, unit->lease, of->leaves.id, of->items, of->asked, NULL, &taken,
                                      of->error);
    if (!status && taken)
        status = proof_file_save(unit->stores, unit->store, unit->lease, &of->file, &taken, of->error);
    describe(of, state, &progress);
    if (!status && taken && !progress.failed)
        status = unit->stores->put_note(unit->store, unit->lease, PROOF_PROGRESS,
                                        (farm_bytes){progress.bytes, progress.length}, &taken, of->error);
    if (state != PROOF_OPEN && progress.bytes)
        text_add(&of->unit->answer, progress.bytes);
    text_free(&progress);
    return status ? status : taken ? FLANK_OK : FLANK_NOT_FOUND;
}

static flank_status take_step(foreman *of)
{
    const farm_unit *unit = of->unit;
    proof_state state = PROOF_OPEN;
    flank_status status = unit->stores->find_run(unit->store, unit->lease->params, &of->leaves, of->error);
    if (!status)
        status = proof_file_open(unit->stores, unit->store, unit->lease->run, unit->task->payload, unit->rules,
                                 &of->file, of->error);
    if (!status)
        status = take_asked(of);
    if (!status)
        status = grow(of, &state);
    if (!status)
        status = bring_in(of, state);
    if (!status && state == PROOF_OPEN) { /* the larger the tree, the dearer is a step */
        const double idle_s = 1 + 10 * (clock_now_s() - of->start_s);
        of->unit->wait_s = of->asked || of->progress ? 0 : idle_s < 30 ? (int)idle_s : 30;
    }
    return status;
}

flank_status farm_answer_prove(farm_unit *unit, flank_error *error)
{
    foreman *of = calloc(1, sizeof *of);
    if (!of)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    of->unit = unit;
    of->error = error;
    of->start_s = clock_now_s();
    const flank_status status = take_step(of);
    proof_file_close(&of->file);
    free(of);
    return status;
}
