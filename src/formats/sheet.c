/* SPDX-License-Identifier: MIT
 *
 * Score sheets: an arena of nodes and texts.
 *
 * Everything of a sheet is allocated from blocks that only grow and are freed at once: readers of a hundred thousand
 * games make and drop some ten million nodes and tags, which malloc would see one by one, and a sheet never shrinks.
 * Texts that are replaced stay in the arena.
 */
#include <flank/sheet.h>

#include "core/error.h"
#include "games/game_table.h"
#include "formats/format_table.h"
#include "core/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 8192, ALIGNMENT = 16 };

typedef struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} arena_block;

/* A node with what only this file needs: the end of its list of children, so that adding one costs the same however
 * many there are. */
typedef struct sheet_node {
    flank_node node; /* first: callers have a pointer to it */
    flank_node *last_child;
} sheet_node;

struct flank_sheet {
    const flank_game *game;
    flank_rules rules;
    flank_sheet_kind kind;
    stated_result stated[STATED_RESULTS];
    size_t count;
    arena_block *blocks; /* the newest first */
    flank_node *root;
    const flank_error *notes[SHEET_NOTE_KINDS]; /* sheet_note */
    size_t note_place;                          /* sheet_note_place */
};

/* NULL without memory. */
static void *allocate(flank_sheet *sheet, size_t size)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_block *block = sheet->blocks;
    if (!block || block->size - block->used < size) {
        const size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = malloc(sizeof *block + room);
        if (!block)
            return NULL;
        *block = (arena_block){sheet->blocks, 0, room};
        sheet->blocks = block;
    }
    void *bytes = block->bytes + block->used;
    block->used += size;
    return bytes;
}

static char *copy_text(flank_sheet *sheet, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *twin = allocate(sheet, size);
    return twin ? memcpy(twin, text, size) : NULL;
}

static flank_node *create_node(flank_sheet *sheet, const flank_node *parent, const flank_position *position)
{
    sheet_node *fresh = allocate(sheet, sizeof *fresh);
    if (!fresh)
        return NULL;
    *fresh = (sheet_node){.node = {.parent = parent, .position = *position, .ply = parent ? parent->ply + 1 : 0}};
    sheet->count++;
    return &fresh->node;
}

flank_sheet *flank_sheet_create(const flank_game *game, const flank_rules *rules, const flank_position *start,
                                flank_sheet_kind kind)
{
    flank_sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet)
        return NULL;
    sheet->game = game;
    sheet->kind = kind;
    if (rules)
        sheet->rules = *rules;
    const flank_position first = start ? *start : game->start();
    sheet->root = create_node(sheet, NULL, &first);
    if (!sheet->root) {
        flank_sheet_destroy(sheet);
        return NULL;
    }
    return sheet;
}

flank_sheet *flank_sheet_of_record(const flank_record *record)
{
    flank_sheet *sheet = flank_sheet_create(flank_record_game(record), flank_record_rules(record),
                                            flank_record_position_at(record, 0), FLANK_SHEET_GAME);
    const flank_node *node = sheet ? sheet->root : NULL;
    for (size_t i = 0; sheet && i < flank_record_ply(record); i++)
        if (flank_sheet_add(sheet, node, flank_record_move_at(record, i), &node)) {
            flank_sheet_destroy(sheet);
            sheet = NULL;
        }
    return sheet;
}

void flank_sheet_destroy(flank_sheet *sheet)
{
    if (!sheet)
        return;
    for (arena_block *block = sheet->blocks; block;) {
        arena_block *next = block->next;
        free(block);
        block = next;
    }
    free(sheet);
}

const flank_game *flank_sheet_game(const flank_sheet *sheet) { return sheet->game; }
const flank_rules *flank_sheet_rules(const flank_sheet *sheet) { return &sheet->rules; }
flank_sheet_kind flank_sheet_kind_of(const flank_sheet *sheet) { return sheet->kind; }
const flank_node *flank_sheet_root(const flank_sheet *sheet) { return sheet->root; }
size_t flank_sheet_count(const flank_sheet *sheet) { return sheet->count; }

const flank_node *flank_sheet_end(const flank_sheet *sheet)
{
    const flank_node *node = sheet->root;
    while (node->child)
        node = node->child;
    return node;
}

flank_record *flank_sheet_record(const flank_sheet *sheet, const flank_node *node)
{
    if (!node)
        node = flank_sheet_end(sheet);
    const size_t plies = (size_t)node->ply;
    const flank_node **line = malloc((plies + 1) * sizeof *line);
    flank_record *record = flank_record_create(sheet->game, &sheet->rules, &sheet->root->position);
    for (const flank_node *at = node; line && at; at = at->parent)
        line[at->ply] = at;
    flank_status status = line && record ? FLANK_OK : FLANK_NO_MEMORY;
    for (size_t i = 1; status == FLANK_OK && i <= plies; i++)
        status = flank_record_play(record, line[i]->move);
    free(line);
    if (status == FLANK_OK || status == FLANK_GAME_OVER)
        return record;
    flank_record_destroy(record);
    return NULL;
}

/* Take a rule that makes draws out of the sheet's rules; false if its game is never without. */
static bool drop_rule(flank_sheet *sheet, const char *name)
{
    const flank_param *params = sheet->game->params;
    for (size_t i = 0; params && params[i].name; i++)
        for (size_t value = 0; strcmp(params[i].name, name) == 0 && params[i].values[value]; value++)
            if (strcmp(params[i].values[value], "none") == 0) {
                sheet->rules.value[i] = (uint8_t)value;
                return true;
            }
    return false;
}

void sheet_change_rules(flank_sheet *sheet, const flank_rules *rules) { sheet->rules = *rules; }

/* Take all that comes behind `node` out of the sheet; the memory is the sheet's. */
static void cut_behind(flank_sheet *sheet, const flank_node *node)
{
    for (const flank_node *at = node->child; at && at != node;) {
        sheet->count--;
        if (at->child) {
            at = at->child;
            continue;
        }
        while (at != node && !at->sibling)
            at = at->parent;
        at = at == node ? at : at->sibling;
    }
    sheet_node *last = (sheet_node *)(flank_node *)node;
    last->node.child = last->last_child = NULL;
}

const flank_error *sheet_note(const flank_sheet *sheet, sheet_note_kind kind) { return sheet->notes[kind]; }

void notes_join(flank_error *notes, const flank_error *note)
{
    const bool has_room = notes->argument_count + note->argument_count + 2 <= FLANK_ERROR_ARGUMENTS_MAX;
    if (!notes->code)
        *notes = *note;
    else if (note->code && has_room && !error_is_same(notes, note))
        error_say(notes, FLANK_OK, 0, SAY(TWO_NOTES), say_error(notes), say_error(note));
}

void sheet_place_note(flank_sheet *sheet, size_t offset)
{
    if (sheet->notes[SHEET_NOTE])
        sheet->note_place = offset;
}

size_t sheet_note_place(const flank_sheet *sheet) { return sheet->note_place; }

flank_status sheet_add_note(flank_sheet *sheet, sheet_note_kind kind, const flank_error *note)
{
    static const char *const tags[] = {"flank.note", "flank.game"};
    if (!note->code)
        return FLANK_OK;
    flank_error *kept = allocate(sheet, sizeof *kept);
    if (!kept)
        return FLANK_NO_MEMORY;
    *kept = sheet->notes[kind] ? *sheet->notes[kind] : (flank_error){.code = FLANK_ERROR_OK};
    notes_join(kept, note);
    sheet->notes[kind] = kept;
    return flank_sheet_set_tag(sheet, sheet->root, tags[kind], error_english(kept));
}

/* The main line as far as the rules let it be played; `*idle`: a want of progress ends it there. Returns its plies, or
 * -1 without memory. */
static int playable_plies(const flank_sheet *sheet, bool *idle)
{
    flank_record *record = flank_sheet_record(sheet, NULL);
    if (!record)
        return -1;
    const int plies = (int)flank_record_ply(record);
    const int limit = flank_game_no_progress_limit(sheet->game, &sheet->rules);
    *idle = limit && flank_record_idle_plies(record) >= limit;
    flank_record_destroy(record);
    return plies;
}

static bool knows_draws_of_records(const flank_sheet *sheet)
{
    return flank_game_repetition_limit(sheet->game, &sheet->rules) ||
           flank_game_no_progress_limit(sheet->game, &sheet->rules);
}

flank_status sheet_check_draws(flank_sheet *sheet, flank_error *error)
{
    flank_error note;
    bool idle;
    if (!knows_draws_of_records(sheet))
        return FLANK_OK;
    const int end = playable_plies(sheet, &idle);
    if (end < 0)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const flank_node *node = flank_sheet_end(sheet);
    if (end == node->ply)
        return FLANK_OK;
    const int behind = node->ply - end;
    if (idle && drop_rule(sheet, "no_progress")) {
        error_say(&note, FLANK_OK, 0, SAY(READ_WITHOUT_NO_PROGRESS), say_number(end));
        const flank_status status = sheet_add_note(sheet, SHEET_NOTE, &note);
        return status ? status : sheet_check_draws(sheet, error);
    }
    if (drop_rule(sheet, "repetition")) {
        error_say(&note, FLANK_OK, 0, SAY(READ_WITHOUT_REPETITION), say_number(end));
    } else {
        while (node->ply > end)
            node = node->parent;
        cut_behind(sheet, node);
        error_say(&note, FLANK_OK, 0, SAY(CUT_AT_REPETITION), say_number(end), say_number(behind));
    }
    return sheet_add_note(sheet, SHEET_NOTE, &note);
}

/* ---- Changing ---- */

static bool is_legal(const flank_sheet *sheet, const flank_position *position, flank_move move)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = sheet->game->moves(&sheet->rules, position, moves);
    for (size_t i = 0; i < count; i++)
        if (flank_move_equal(moves[i], move))
            return true;
    return false;
}

const flank_node *flank_node_next(const flank_node *node)
{
    if (node->child)
        return node->child;
    while (node && !node->sibling)
        node = node->parent;
    return node ? node->sibling : NULL;
}

flank_status flank_sheet_set_rules(flank_sheet *sheet, const flank_rules *rules, flank_error *error)
{
    const flank_game *game = sheet->game;
    const flank_rules before = sheet->rules;
    flank_status status = flank_position_check(game, rules, &sheet->root->position, error);
    sheet->rules = *rules;
    for (const flank_node *node = sheet->root->child; node && status == FLANK_OK; node = flank_node_next(node)) {
        const flank_position *from = &node->parent->position;
        if (!is_legal(sheet, from, node->move) ||
            !flank_position_equal(game->play(rules, from, node->move), node->position))
            status = error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(AT_MOVE), say_number(node->ply),
                               say_status(FLANK_ILLEGAL_MOVE));
    }
    if (status)
        sheet->rules = before;
    return status;
}

/* Callers get constant nodes so that a tree is only changed here; every node of a sheet is one of its own. */
static flank_node *own(const flank_node *node) { return (flank_node *)node; }

flank_status flank_sheet_append(flank_sheet *sheet, const flank_node *at, flank_move move, const flank_node **node)
{
    if (!is_legal(sheet, &at->position, move))
        return FLANK_ILLEGAL_MOVE;
    const flank_position next = sheet->game->play(&sheet->rules, &at->position, move);
    flank_node *fresh = create_node(sheet, at, &next);
    if (!fresh)
        return FLANK_NO_MEMORY;
    fresh->move = move;
    sheet_node *parent = (sheet_node *)own(at);
    if (parent->last_child)
        parent->last_child->sibling = fresh;
    else
        parent->node.child = fresh;
    parent->last_child = fresh;
    if (node)
        *node = fresh;
    return FLANK_OK;
}

flank_status flank_sheet_add(flank_sheet *sheet, const flank_node *at, flank_move move, const flank_node **node)
{
    for (const flank_node *child = at->child; child; child = child->sibling)
        if (flank_move_equal(child->move, move)) {
            if (node)
                *node = child;
            return FLANK_OK;
        }
    return flank_sheet_append(sheet, at, move, node);
}

/* The only move of a player who must pass. */
static bool must_pass(const flank_sheet *sheet, const flank_position *position, flank_move *pass)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = sheet->game->moves(&sheet->rules, position, moves);
    *pass = moves[0];
    return count == 1 && flank_move_is_pass(moves[0]);
}

/* The content of a text: a move, and the pass before it if that is left out. */
typedef struct said_move {
    bool passes;
    flank_move pass, move;
} said_move;

static flank_status read_move(const flank_sheet *sheet, const flank_position *at, const char *text, said_move *said,
                              flank_error *error)
{
    const flank_game *game = sheet->game;
    const flank_outcome outcome = game->outcome(&sheet->rules, at);
    if (outcome.over)
        return error_say(error, FLANK_GAME_OVER, 0, SAY(MOVE_AFTER_END), say_cut(text, 20), say_reason(outcome.reason));
    said->passes = false;
    flank_status status = flank_move_parse(game, &sheet->rules, at, text, &said->move, error);
    if (status && game->moves_run_together && must_pass(sheet, at, &said->pass)) {
        const flank_position passed = game->play(&sheet->rules, at, said->pass);
        said->passes = true;
        status = flank_move_parse(game, &sheet->rules, &passed, text, &said->move, error);
    }
    return status;
}

flank_status flank_sheet_add_text(flank_sheet *sheet, const flank_node *at, const char *text, const flank_node **node,
                                  flank_error *error)
{
    said_move said;
    flank_status status = read_move(sheet, &at->position, text, &said, error);
    if (status)
        return status;
    if (said.passes)
        status = flank_sheet_add(sheet, at, said.pass, &at);
    if (status == FLANK_OK)
        status = flank_sheet_add(sheet, at, said.move, node);
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}

flank_status flank_sheet_append_pass(flank_sheet *sheet, const flank_node *at, flank_move pass, const flank_node **node)
{
    if (!at->child || !at->child->child || !flank_move_equal(at->child->move, pass))
        return flank_sheet_append(sheet, at, pass, node);
    *node = at->child;
    return FLANK_OK;
}

flank_status flank_sheet_append_text(flank_sheet *sheet, const flank_node *at, const char *text,
                                     const flank_node **node, flank_error *error)
{
    said_move said;
    flank_status status = read_move(sheet, &at->position, text, &said, error);
    if (status)
        return status;
    if (said.passes)
        status = flank_sheet_append_pass(sheet, at, said.pass, &at);
    if (status == FLANK_OK)
        status = flank_sheet_append(sheet, at, said.move, node);
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}

/* All texts come through here, whatever the format of their file: what a sheet holds is UTF-8. */
static char *copy_as_utf8(flank_sheet *sheet, const char *text)
{
    if (utf8_is_valid(text))
        return copy_text(sheet, text);
    text_buffer made = {NULL};
    utf8_add_text(&made, text);
    char *twin = made.failed ? NULL : copy_text(sheet, made.bytes);
    text_free(&made);
    return twin;
}

flank_status flank_sheet_set_tag(flank_sheet *sheet, const flank_node *node, const char *name, const char *value)
{
    const flank_tag **at = &own(node)->tags;
    while (*at && strcmp((*at)->name, name) != 0)
        at = (const flank_tag **)&(*at)->next;
    if (!value || !*value) {
        if (*at)
            *at = (*at)->next;
        return FLANK_OK;
    }
    flank_tag *tag = allocate(sheet, sizeof *tag);
    const char *own_name = *at ? (*at)->name : copy_text(sheet, name), *own_value = copy_as_utf8(sheet, value);
    if (!tag || !own_name || !own_value)
        return FLANK_NO_MEMORY;
    *tag = (flank_tag){own_name, own_value, *at ? (*at)->next : NULL};
    *at = tag;
    return FLANK_OK;
}

const char *flank_node_tag(const flank_node *node, const char *name)
{
    for (const flank_tag *tag = node->tags; tag; tag = tag->next)
        if (strcmp(tag->name, name) == 0)
            return tag->value;
    return NULL;
}

void flank_sheet_set_value(flank_sheet *sheet, const flank_node *node, int value)
{
    (void)sheet;
    own(node)->has_value = true;
    own(node)->value = value;
}

void flank_sheet_set_time(flank_sheet *sheet, const flank_node *node, int64_t time_ms)
{
    (void)sheet;
    own(node)->has_time = true;
    own(node)->time_ms = time_ms;
}

void flank_sheet_set_result(flank_sheet *sheet, const flank_sheet_result *result)
{
    sheet->stated[STATED_RESULT] = (stated_result){.result = *result};
    sheet->stated[STATED_AGAINST] = (stated_result){.empties = 0};
}

stated_result *sheet_stated_results(flank_sheet *sheet) { return sheet->stated; }

bool flank_sheet_states_result(const flank_sheet *sheet) { return sheet->stated[STATED_RESULT].result.known; }

flank_sheet_result flank_sheet_result_of(const flank_sheet *sheet)
{
    if (flank_sheet_states_result(sheet))
        return sheet->stated[STATED_RESULT].result;
    const flank_node *end = flank_sheet_end(sheet);
    const flank_outcome outcome = sheet->game->outcome(&sheet->rules, &end->position);
    if (!outcome.over || sheet->kind == FLANK_SHEET_POSITION)
        return (flank_sheet_result){.known = false};
    const int view = end->position.color == FLANK_BLACK ? 1 : -1;
    return (flank_sheet_result){.known = true,
                                .sign = view * outcome.sign,
                                .has_discs = sheet->game->scores_discs,
                                .discs = view * outcome.discs};
}
