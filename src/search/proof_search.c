/* SPDX-License-Identifier: MIT
 *
 * df-pn: proof-number search depth-first, in bounded memory. Source: Nagai, "Df-pn algorithm for searching AND/OR trees
 * and its applications", PhD thesis, University of Tokyo, 2002.
 *
 * A node has two numbers: how many leaves must at least be won to prove a win, and how many lost to give it up. Here
 * they are `phi`, of what the side to move wants, and `delta`, of what the other side wants: of the winner to move phi
 * is the proof number and delta the disproof number, of its opponent to move the other way round. A node is as easy as
 * its easiest child, and as hard to refute as all of its children: delta is the greatest phi of them and one more for
 * each other child that is open. Their sum, as the first papers have it, counts a position that many moves lead to many
 * times over. Source: Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", CG 2008.
 *
 * Positions repeat. A move back to a position of the path does not win, so what was refuted that way may win by another
 * path. (The graph-history interaction; source: Kishimoto and Müller, "A general solution to the graph history
 * interaction problem", AAAI 2004.) Wins never rest on repetitions. Refutations that do are kept for paths of the same
 * positions alone, by a key of position and path; they do so no longer at the position that was repeated. Only wins are
 * told, so that no error of a refutation is ever told as a truth.
 */
#include "search/proof_search.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/large_memory.h"
#include "core/random.h"
#include "core/stop_poll.h"
#include "games/game_table.h"
#include "search/spent_positions.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROOF_PLIES = FLANK_LINE_PLIES_MAX, /* of a path */
    CHILDREN = 1 << 14,                 /* of all positions of a path */
    BUCKET_ENTRIES = 4,
    DECIDED_WEIGHT = 100, /* of a decided position, beside twice the binary logarithm of its work */
    LIMIT = -1,           /* a refutation that is one only as there is no room for a longer path: not kept */
    LINE_NODES = 10000,   /* beyond its limit, to make the line of a proof */
    FREE = INT_MAX,       /* the ply of a refutation that rests on no position of the path */
    CLOCK_NODES = 1000,   /* from one look at the clock to the next */
};

/* A number of leaves; of those that are out of reach. */
static const uint32_t never = (1u << 28) - 1;

/* ---- The table ---- */

/* The facts about a position. Of a won one, delta never and phi 0 of the winner, `plies` tells how long it takes. */
typedef struct proof_entry {
    uint64_t key; /* 0: none */
    uint64_t phi : 28, delta : 28, work : 8;
} proof_entry;

typedef struct proof_bucket {
    proof_entry entries[BUCKET_ENTRIES];
} proof_bucket;

typedef struct proof_child {
    flank_position position;
    flank_move move;
    uint64_t hash;
    uint32_t phi, delta; /* for its side to move */
    int plies;           /* if the winner wins it: to the end */
    int rests_on;        /* if it is refuted: the first ply of the path on which that rests, or FREE */
} proof_child;

typedef struct proof_node {
    flank_position position;
    uint64_t hash, path; /* of all positions from the root to this one */
    unsigned pieces;
} proof_node;

struct prover {
    proof_bucket *buckets;
    size_t bucket_count;

    /* The question. */
    const search_task *task;
    game_hot hot; /* the functions of its game */
    proof_question question;
    uint64_t salt;
    uint64_t *spent;
    size_t spent_count, spent_room;
    unsigned known_pieces;

    uint64_t nodes, look_at_clock;
    bool ended; /* numbers returned from now on mean nothing */
    proof_node path[PROOF_PLIES + 1];
    proof_child *children; /* [CHILDREN], those of the path one after another */
    size_t children_used;
    flank_move moves[FLANK_MOVES_MAX]; /* of one position, for the moment */
};

static size_t table_bytes(const prover *proof) { return proof->bucket_count * sizeof(proof_bucket); }

prover *prover_create(size_t size_bytes)
{
    prover *proof = calloc(1, sizeof *proof);
    if (!proof)
        return NULL;
    proof->bucket_count = size_bytes / sizeof(proof_bucket) ? size_bytes / sizeof(proof_bucket) : 1;
    proof->buckets = large_memory_create(table_bytes(proof));
    proof->children = malloc(CHILDREN * sizeof *proof->children);
    if (!proof->buckets || !proof->children) {
        prover_destroy(proof);
        return NULL;
    }
    return proof;
}

void prover_destroy(prover *proof)
{
    if (!proof)
        return;
    large_memory_destroy(proof->buckets, table_bytes(proof));
    free(proof->children);
    free(proof->spent);
    free(proof);
}

void prover_clear(prover *proof) { large_memory_hand_back(proof->buckets, table_bytes(proof)); }

static proof_bucket *bucket_of(const prover *proof, uint64_t key)
{
    return &proof->buckets[((key >> 32) * proof->bucket_count) >> 32];
}

static bool wants_to_win(const prover *proof, const flank_position *position)
{
    return position->color == proof->question.winner;
}

/* The position is decided: `won` by the winner in so many plies, or refuted. */
static void decide(const prover *proof, proof_child *child, bool won, int plies, int rests_on)
{
    const bool mover_has_it = won == wants_to_win(proof, &child->position);
    child->phi = mover_has_it ? 0 : never;
    child->delta = mover_has_it ? never : 0;
    child->plies = plies;
    child->rests_on = rests_on;
}

static bool is_decided(const proof_child *child) { return child->phi == 0 || child->delta == 0; }

static bool is_won(const prover *proof, const proof_child *child)
{
    return (wants_to_win(proof, &child->position) ? child->phi : child->delta) == 0;
}

static const proof_entry *find(const prover *proof, uint64_t key)
{
    const proof_bucket *bucket = bucket_of(proof, key);
    for (size_t i = 0; i < BUCKET_ENTRIES; i++)
        if (bucket->entries[i].key == key)
            return &bucket->entries[i];
    return NULL;
}

/* Fill in the numbers that the table has of a position, or of it on this path. */
static bool recall(const prover *proof, uint64_t path, proof_child *child)
{
    const proof_entry *known = find(proof, child->hash ^ proof->salt);
    const proof_entry *here =
        known && (known->phi == 0 || known->delta == 0) ? NULL : find(proof, path ^ child->hash ^ proof->salt);
    if (here || known) {
        const proof_entry *told = here ? here : known;
        child->phi = told->phi;
        child->delta = told->delta;
        if (is_decided(child))
            decide(proof, child, is_won(proof, child), child->phi ? (int)child->phi : (int)child->delta,
                   here ? 0 : FREE);
    }
    return here || known;
}

/* Keep what is found of a position in place of what is there, or of what took least work. */
static void keep(prover *proof, uint64_t path, const proof_child *found, uint64_t work)
{
    const bool decided = is_decided(found), won = decided && is_won(proof, found);
    if (decided && !won && found->rests_on == LIMIT)
        return;
    const uint64_t of_path = decided && !won && found->rests_on != FREE ? path : 0;
    const uint64_t key = found->hash ^ proof->salt ^ of_path;
    const unsigned weight = 2 * (unsigned)(64 - __builtin_clzll(work | 1)) + (decided ? DECIDED_WEIGHT : 0);
    proof_bucket *bucket = bucket_of(proof, key);
    proof_entry *place = &bucket->entries[0];
    for (size_t i = 0; i < BUCKET_ENTRIES; i++) {
        proof_entry *other = &bucket->entries[i];
        if (other->key == key || other->work < place->work)
            place = other;
        if (other->key == key)
            break;
    }
    const uint32_t plies = won ? (uint32_t)found->plies : never;
    *place = (proof_entry){.key = key,
                           .phi = found->phi == never ? plies : found->phi,
                           .delta = found->delta == never ? plies : found->delta,
                           .work = weight};
}

/* ---- Positions ---- */

/* The ply of the path on which this position stood before; FREE: before the root, as often as may be; -1: not before.
 */
static int stood_at(const prover *proof, int ply, uint64_t hash, unsigned pieces)
{
    int before = ply - 2;
    for (; before >= 0 && proof->path[before].pieces == pieces; before -= 2)
        if (proof->path[before].hash == hash)
            return before;
    return before < 0 && proof->spent_count && spent_has(proof->spent, proof->spent_count, hash) ? FREE : -1;
}

/* A number for the positions of a path that may stand again: those since the last capture. */
static uint64_t path_of(const proof_node *parent, uint64_t hash, unsigned pieces)
{
    return (parent->pieces == pieces ? parent->path : 0) ^ random_mix(hash);
}

/* The position of ply `ply` by a move from the one before, with what is known of it. */
static void make_child(prover *proof, int ply, flank_move move, proof_child *child)
{
    const search_task *task = proof->task;
    const proof_node *parent = &proof->path[ply - 1];
    child->position = proof->hot.play(task->rules, &parent->position, move);
    child->move = move;
    child->hash = flank_position_hash(&child->position);
    child->plies = 0;
    child->rests_on = FREE;
    proof->nodes++;
    const unsigned pieces = bit_count(child->position.own | child->position.other);
    const int before = stood_at(proof, ply, child->hash, pieces);
    if (before >= 0) {
        decide(proof, child, false, 0, before);
        return;
    }
    if (recall(proof, path_of(parent, child->hash, pieces), child))
        return;
    const flank_outcome outcome = proof->hot.outcome(task->rules, &child->position);
    int sign = outcome.sign, plies = 0;
    if (outcome.over || (pieces <= proof->known_pieces &&
                         task->known.value(task->known.user, task->rules, &child->position, &sign, &plies))) {
        decide(proof, child, wants_to_win(proof, &child->position) ? sign > 0 : sign < 0, plies, FREE);
        return;
    }
    child->phi = 1;
    child->delta = (uint32_t)proof->hot.moves(task->rules, &child->position, proof->moves);
}

/* ---- The search ---- */

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The numbers of a position from those of its children. Returns how many of these the other side may still succeed in.
 */
static uint32_t sum_up(const prover *proof, int ply, const proof_child *children, size_t count, proof_child *self)
{
    uint32_t least_delta = never, most_phi = 0, open = 0;
    for (size_t i = 0; i < count; i++) {
        least_delta = children[i].delta < least_delta ? children[i].delta : least_delta;
        most_phi = children[i].phi > most_phi ? children[i].phi : most_phi;
        open += children[i].phi > 0;
    }
    self->phi = least_delta;
    self->delta = most_phi == never || !open ? most_phi : lesser(most_phi + open - 1, never - 1);
    if (!is_decided(self))
        return open;
    const bool won = is_won(proof, self), choice = self->phi == 0; /* one child does, or all are needed */
    int plies = choice ? INT_MAX : 0, rests_on = choice ? LIMIT : FREE;
    for (size_t i = 0; i < count; i++) {
        if (choice && children[i].delta > 0)
            continue;
        if (choice ? children[i].plies < plies : children[i].plies > plies)
            plies = children[i].plies;
        if (choice ? children[i].rests_on > rests_on : children[i].rests_on < rests_on)
            rests_on = children[i].rests_on;
    }
    self->plies = won ? plies + 1 : 0;
    self->rests_on = won || rests_on >= ply ? FREE : rests_on;
    return open;
}

/* The easiest child; `*next`: how easy the one behind it is. */
static size_t choose_child(const proof_child *children, size_t count, uint32_t *next)
{
    size_t best = 0;
    *next = never;
    for (size_t i = 1; i < count; i++) {
        const uint32_t delta = children[i].delta;
        if (delta < children[best].delta) {
            *next = children[best].delta;
            best = i;
        } else if (delta < *next) {
            *next = delta;
        }
    }
    return best;
}

static void enter(prover *proof, int ply, const proof_child *child)
{
    const unsigned pieces = bit_count(child->position.own | child->position.other);
    proof->path[ply] =
        (proof_node){.position = child->position,
                     .hash = child->hash,
                     .path = ply ? path_of(&proof->path[ply - 1], child->hash, pieces) : random_mix(child->hash),
                     .pieces = pieces};
}

static bool has_ended(prover *proof)
{
    const proof_question *question = &proof->question;
    if ((question->nodes && proof->nodes >= question->nodes) || stop_poll(question->stop))
        proof->ended = true;
    if (question->end_s > 0 && proof->nodes >= proof->look_at_clock) {
        proof->look_at_clock = proof->nodes + CLOCK_NODES;
        proof->ended |= clock_now_s() >= question->end_s;
    }
    return proof->ended;
}

/* Put the moves of path[ply] behind the children so far. Returns their number; 0 if there is no room for them. */
static size_t open_node(prover *proof, int ply)
{
    const search_task *task = proof->task;
    const size_t count = proof->hot.moves(task->rules, &proof->path[ply].position, proof->moves);
    assert(count > 0);
    if (ply == PROOF_PLIES || proof->children_used + count > CHILDREN)
        return 0;
    proof_child *children = &proof->children[proof->children_used];
    for (size_t i = 0; i < count; i++)
        children[i].move = proof->moves[i];
    for (size_t i = 0; i < count; i++)
        make_child(proof, ply + 1, children[i].move, &children[i]);
    proof->children_used += count;
    return count;
}

/* Search path[ply] until one of its numbers reaches its limit. Its children stay the last ones. */
static size_t search_node(prover *proof, int ply, uint32_t phi_limit, uint32_t delta_limit, proof_child *self)
{
    assert(self->hash == proof->path[ply].hash);
    const uint64_t before = proof->nodes;
    const size_t count = open_node(proof, ply);
    proof_child *children = &proof->children[proof->children_used - count];
    if (!count) {
        decide(proof, self, false, 0, LIMIT);
        return 0;
    }
    for (;;) {
        const uint32_t open = sum_up(proof, ply, children, count, self);
        if (self->phi >= phi_limit || self->delta >= delta_limit || has_ended(proof))
            break;
        uint32_t next;
        proof_child *best = &children[choose_child(children, count, &next)];
        const size_t used = proof->children_used;
        enter(proof, ply + 1, best);
        /* A quarter more than the next one: else two children as easy take turns at every step. */
        search_node(proof, ply + 1, delta_limit - (open - 1), lesser(phi_limit, next + next / 4 + 1), best);
        proof->children_used = used;
        if (proof->ended)
            break;
    }
    if (!proof->ended || is_decided(self))
        keep(proof, proof->path[ply].path, self, proof->nodes - before);
    return count;
}

/* ---- Questions ---- */

/* A number that differs between questions whose table entries must not be mixed. */
static uint64_t salt_of(const prover *proof)
{
    uint64_t salt = proof->question.winner + 1;
    for (const char *letter = proof->task->game->name; *letter; letter++)
        salt = random_mix(salt + (unsigned char)*letter);
    for (int i = 0; i < FLANK_PARAMS_MAX; i++)
        salt = random_mix(salt + proof->task->rules->value[i]);
    for (size_t i = 0; i < proof->spent_count; i++)
        salt ^= random_mix(proof->spent[i]);
    return salt;
}

static bool set_up(prover *proof, const search_task *task, const proof_question *question)
{
    if (task->history_count > proof->spent_room) {
        uint64_t *spent = realloc(proof->spent, task->history_count * sizeof *spent);
        if (!spent)
            return false;
        proof->spent = spent;
        proof->spent_room = task->history_count;
    }
    proof->task = task;
    proof->hot = game_hot_best(task->game);
    proof->question = *question;
    proof->spent_count = spent_positions(task, proof->spent);
    proof->salt = salt_of(proof);
    proof->known_pieces = spent_known_pieces(task, proof->spent_count);
    proof->nodes = proof->look_at_clock = 0;
    proof->ended = false;
    proof->children_used = 0;
    return true;
}

/* The child that a proved line goes on with. */
static const proof_child *line_child(const prover *proof, int ply, const proof_child *children, size_t count)
{
    const bool shortest = wants_to_win(proof, &proof->path[ply].position);
    const proof_child *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const proof_child *here = &children[i];
        if (!is_decided(here) || !is_won(proof, here))
            continue;
        if (!best || (shortest ? here->plies < best->plies : here->plies > best->plies))
            best = here;
    }
    return best;
}

/* The line of a win of path[0]. Parts that the table has lost are searched again. */
static void make_line(prover *proof, proof_result *result)
{
    int left = result->plies;
    proof->children_used = 0;
    if (proof->question.nodes)
        proof->question.nodes = proof->nodes + LINE_NODES;
    for (int ply = 0; ply < PROOF_PLIES && left > 0; ply++) {
        proof_child self = {.position = proof->path[ply].position, .hash = proof->path[ply].hash};
        const size_t count = search_node(proof, ply, never, never, &self);
        const proof_child *next = line_child(proof, ply, &proof->children[proof->children_used - count], count);
        if (!next)
            break;
        result->moves[result->length++] = next->move;
        left = next->plies;
        if (result->plies < result->length + left) /* a way found again may be longer */
            result->plies = result->length + left;
        enter(proof, ply + 1, next);
    }
}

void prover_run(prover *proof, const search_task *task, const proof_question *question, proof_result *result)
{
    assert(!task->game->scores_discs);
    *result = (proof_result){.answer = PROOF_OPEN};
    if (!set_up(proof, task, question)) {
        result->answer = PROOF_NO_MEMORY;
        return;
    }
    proof_child root = {.position = task->root, .hash = flank_position_hash(&task->root)};
    enter(proof, 0, &root);
    search_node(proof, 0, never, never, &root);
    if (is_decided(&root) && is_won(proof, &root)) {
        result->answer = PROOF_WON;
        result->plies = root.plies;
        make_line(proof, result);
    } else {
        result->hopeless = is_decided(&root) && root.rests_on != LIMIT;
    }
    result->nodes = proof->nodes;
}
