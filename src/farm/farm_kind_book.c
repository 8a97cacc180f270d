/* SPDX-License-Identifier: MIT
 *
 * Answers to the units of books: searches, and the foreman, who asks them (farm_book.h).
 *
 * To work a round out the foreman reads all answers, sorts them outside memory, works out values and costs layer by
 * layer, and takes the most urgent wishes (book_layers.h, book_frontier.h). Its temporary files lie in $TMPDIR, some
 * 100 bytes a position of the book.
 */
#define _DEFAULT_SOURCE /* mkstemp */

#include "book/book_bulk.h"
#include "book/book_frontier.h"
#include "core/error.h"
#include "core/little_endian.h"
#include "core/symmetry.h"
#include "farm/farm_book.h"
#include "games/othello/othello_board.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_ROUND = 64, ROUND_SHARE = 16, CHUNK = 1024, WAIT_S = 1, TAG_BITS = 2 };

/* ---- Searches ---- */

static flank_reply count_nodes(void *user, const flank_report *report)
{
    farm_unit *unit = user;
    farm_unit_count(unit, report->nodes - unit->nodes);
    return FLANK_GO_ON;
}

static flank_status answer_search(farm_unit *unit, flank_error *error)
{
    const uint8_t *bytes = unit->task->payload.bytes, *rest = bytes + BOOK_RECORD_BYTES;
    book_question question = {.in_book = little_get(rest, 8), .count = rest[8], .effort = {rest[9], rest[10]}};
    book_record record;
    uint64_t nodes;
    uint8_t answer[BOOK_RECORD_BYTES];
    book_record_read(bytes, &question.record);
    if (book_record_check(bytes) != book_record_sum(bytes) || book_record_fault(&question.record))
        return error_say(error, FLANK_BAD_FILE, 0, say_status(FLANK_BAD_FILE));
    const flank_status status = book_search(unit->engine, &question, unit->stop, count_nodes, unit, &record, &nodes);
    if (flank_stop_is_raised(unit->stop))
        return FLANK_STOPPED;
    if (status || record.leaf == BOOK_LEAF_UNKNOWN)
        return error_say(error, status ? status : FLANK_NOT_SUPPORTED, 0,
                         say_status(status ? status : FLANK_NOT_SUPPORTED));
    farm_unit_count(unit, nodes > unit->nodes ? nodes - unit->nodes : 0);
    book_record_write(&record, answer);
    text_add_bytes(&unit->answer, (const char *)answer, sizeof answer);
    return FLANK_OK;
}

/* ---- Foreman ---- */

/* A position to be searched. */
typedef struct chosen {
    uint64_t own, other;
    bool is_root;
    uint8_t followed; /* its leaf, whose position is searched in the same round; BOOK_LEAF_NONE: it is not */
} chosen;

typedef struct foreman {
    farm_unit *unit;
    flank_book_plan plan;
    char name[FARM_BOOK_NAME_SIZE];
    const uint8_t *roots;
    size_t root_count;
    char *place;       /* of temporary files */
    row_sort arrivals; /* tagged by their number and BOOK_TAG_TRIED */
    uint32_t arrived;
    book_layers layers;
    flank_book *book;
    chosen *chosen;
    size_t chosen_count, chosen_room;
    bool no_memory;
} foreman;

static flank_status fail(int number, flank_error *error)
{
    if (number == ECANCELED)
        return FLANK_STOPPED;
    if (number == ENOMEM)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return error_say(error, FLANK_BAD_FILE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number));
}

static flank_status read_foreman(foreman *of, flank_error *error)
{
    const farm_bytes payload = of->unit->task->payload;
    const char *end = memchr(payload.bytes, '\n', payload.size);
    const size_t length = end ? (size_t)(end - (const char *)payload.bytes) : 0;
    if (length == 0 || length >= sizeof of->name)
        return error_say(error, FLANK_BAD_FILE, 0, say_status(FLANK_BAD_FILE));
    memcpy(of->name, payload.bytes, length);
    of->roots = (const uint8_t *)end + 1;
    of->root_count = (payload.size - length - 1) / sizeof(farm_book_root);
    return farm_book_read_plan(of->unit->lease->params, &of->plan, error);
}

/* ---- All that is known ---- */

/* 0, or ECANCELED: a stop, after so many rows. */
static int look(const foreman *of, uint64_t rows)
{
    return rows % CHUNK == 0 && flank_stop_is_raised(of->unit->stop) ? ECANCELED : 0;
}

static flank_status take_record(void *user, const book_record *record, bool tried, flank_error *error)
{
    foreman *of = user;
    const uint32_t tag = of->arrived++ << TAG_BITS | (tried ? (uint32_t)BOOK_TAG_TRIED : 0);
    const word_row added = book_row(record, tag);
    const bool full = of->arrived >= UINT32_MAX >> TAG_BITS;
    const int number = full ? EFBIG : look(of, of->arrived) ? ECANCELED : row_sort_add(&of->arrivals, &added);
    return number ? fail(number, error) : FLANK_OK;
}

/* Of several answers for a position the latest counts. */
static int fold(foreman *of)
{
    row_cursor next = {.more = false};
    int number = row_sort_read(&of->arrivals, &next);
    bool root = false;
    for (uint64_t rows = 0; number == 0 && next.more; rows++) {
        const word_row row = next.head;
        book_record record = book_row_record(&row);
        record.root = root = root || record.root;
        row_cursor_step(&next);
        number = look(of, rows);
        if (next.more && next.head.word[0] == row.word[0] && next.head.word[1] == row.word[1])
            continue;
        number = number ? number : book_layers_add(&of->layers, &record, book_row_tag(&row) & BOOK_TAG_TRIED);
        root = false;
    }
    number = number ? number : next.merge.error;
    row_cursor_close(&next);
    return number;
}

typedef struct known_rows {
    const foreman *of;
    row_merge merge;
    uint64_t count; /* that were handed out */
} known_rows;

static int next_record(void *user, book_record *record)
{
    known_rows *rows = user;
    word_row next;
    errno = look(rows->of, rows->count++);
    if (errno)
        return -1;
    if (!row_merge_next(&rows->merge, &next)) {
        errno = rows->merge.error;
        return errno ? -1 : 0;
    }
    *record = book_row_record(&next);
    return 1;
}

/* A mapped book of all that is known, whose file has no name any more. */
static flank_status open_known(foreman *of, flank_error *error)
{
    known_rows rows = {.of = of};
    const int descriptor = mkstemp(of->place);
    if (descriptor < 0)
        return fail(errno, error);
    close(descriptor);
    const int number = book_layers_read(&of->layers, &rows.merge);
    flank_status status = number ? fail(number, error) : book_store_write(of->place, next_record, &rows, error);
    if (!number)
        row_merge_close(&rows.merge);
    if (status && flank_stop_is_raised(of->unit->stop))
        status = FLANK_STOPPED;
    if (!status)
        of->book = flank_book_open(of->place, &status, error);
    unlink(of->place);
    return status == FLANK_CANNOT_WRITE ? FLANK_BAD_FILE : status; /* the disk of this machine, not the store */
}

static flank_status read_known(foreman *of, farm_book_progress *progress, flank_error *error)
{
    const farm_unit *unit = of->unit;
    flank_status status = farm_book_each(unit->stores, unit->store, of->name, take_record, of, progress, error);
    if (status)
        return status;
    int number = fold(of);
    row_sort_close(&of->arrivals);
    number = number ? number : book_layers_update(&of->layers);
    return number ? fail(number, error) : open_known(of, error);
}

/* ---- The next round ---- */

static bool find(const foreman *of, uint64_t own, uint64_t other, flank_book_entry *entry)
{
    const flank_position position = {.own = own, .other = other, .color = FLANK_BLACK};
    return flank_book_find(of->book, &position, entry, NULL) == FLANK_OK;
}

/* Enough for a round: some share of the book, and no more than it may still grow. */
static size_t round_size(const foreman *of)
{
    const size_t known = (size_t)of->layers.count;
    const size_t share = known / ROUND_SHARE > LEAST_ROUND ? known / ROUND_SHARE : LEAST_ROUND;
    const size_t left = of->plan.positions > known ? of->plan.positions - known : 0;
    return of->plan.positions && left < share ? left : share;
}

/* Note a position to be searched; false without memory. */
static bool add_position(foreman *of, const chosen *position)
{
    if (of->chosen_count == of->chosen_room) {
        const size_t room = of->chosen_room ? 2 * of->chosen_room : LEAST_ROUND;
        chosen *larger = realloc(of->chosen, room * sizeof *larger);
        of->no_memory = of->no_memory || !larger;
        if (!larger)
            return false;
        of->chosen = larger;
        of->chosen_room = room;
    }
    chosen *added = &of->chosen[of->chosen_count++];
    *added = *position;
    symmetry_canonical(&added->own, &added->other);
    return true;
}

/* Following a leaf takes two searches: of the new position, and of the old one, which needs another leaf then. */
static bool take_wish(void *user, const book_wish *wish)
{
    foreman *of = user;
    const book_record from = {.own = wish->own, .other = wish->other};
    const chosen here = {.own = wish->own, .other = wish->other, .followed = wish->move};
    chosen next = {.followed = BOOK_LEAF_NONE};
    if (of->chosen_count >= round_size(of))
        return false;
    if (wish->move != BOOK_LEAF_NONE)
        book_play(&from, wish->move, &next.own, &next.other);
    return add_position(of, &here) && (wish->move == BOOK_LEAF_NONE || add_position(of, &next));
}

/* By position, roots first. */
static int compare_chosen(const void *a, const void *b)
{
    const chosen *first = a, *second = b;
    const int order = book_key_compare(first->own, first->other, second->own, second->other);
    return order ? order : second->is_root - first->is_root;
}

/* Positions to be searched, each once. */
static flank_status choose(foreman *of, flank_error *error)
{
    size_t kept = 0;
    const int number = book_frontier_each(&of->layers, &of->plan, take_wish, of);
    if (number)
        return fail(number, error);
    if (of->no_memory)
        return fail(ENOMEM, error);
    for (size_t i = 0; i < of->root_count; i++) {
        const uint8_t *bytes = of->roots + i * sizeof(farm_book_root);
        const chosen root = {.own = little_get(bytes, 8),
                             .other = little_get(bytes + 8, 8),
                             .is_root = true,
                             .followed = BOOK_LEAF_NONE};
        flank_book_entry entry;
        if (!find(of, root.own, root.other, &entry) && !add_position(of, &root))
            return fail(ENOMEM, error);
    }
    if (of->chosen_count)
        qsort(of->chosen, of->chosen_count, sizeof *of->chosen, compare_chosen);
    for (size_t i = 0; i < of->chosen_count; i++) {
        const chosen *before = kept ? &of->chosen[kept - 1] : NULL;
        if (!before || before->own != of->chosen[i].own || before->other != of->chosen[i].other)
            of->chosen[kept++] = of->chosen[i];
    }
    of->chosen_count = kept;
    return FLANK_OK;
}

static book_question question_of(const foreman *of, const chosen *position)
{
    book_question question = {.record = {.own = position->own,
                                         .other = position->other,
                                         .leaf = BOOK_LEAF_UNKNOWN,
                                         .root = position->is_root,
                                         .lines = 1}};
    book_record *record = &question.record;
    flank_book_entry entry;
    if (find(of, record->own, record->other, &entry))
        book_entry_to_record(&entry, 0, record);
    const uint64_t legal = othello_moves(record->own, record->other);
    uint64_t own, other;
    for (BITS_EACH(square, legal)) {
        book_play(record, (uint8_t)square, &own, &other);
        question.in_book |= square == position->followed || find(of, own, other, &entry) ? bit((unsigned)square) : 0;
    }
    question.count = legal ? bit_count(question.in_book)
                           : position->followed == BOOK_LEAF_PASS || find(of, record->other, record->own, &entry);
    question.effort = book_effort_for(&of->plan, record);
    return question;
}

/* Add the chosen positions as units. */
static flank_status fill_round(foreman *of, int64_t run, flank_error *error)
{
    const farm_unit *unit = of->unit;
    uint8_t *bytes = malloc((size_t)CHUNK * FARM_BOOK_QUESTION_BYTES);
    farm_bytes *payloads = calloc(CHUNK, sizeof *payloads);
    flank_status status = bytes && payloads ? FLANK_OK : fail(ENOMEM, error);
    for (size_t at = 0; at < of->chosen_count && !status;) {
        size_t count = 0;
        if (flank_stop_is_raised(unit->stop)) {
            status = FLANK_STOPPED;
            break;
        }
        for (; count < CHUNK && at + count < of->chosen_count; count++) {
            const book_question question = question_of(of, &of->chosen[at + count]);
            payloads[count] = (farm_bytes){bytes + count * FARM_BOOK_QUESTION_BYTES, FARM_BOOK_QUESTION_BYTES};
            farm_book_write_question(&question, bytes + count * FARM_BOOK_QUESTION_BYTES);
        }
        status = unit->stores->add_units(unit->store, run, (int64_t)at, payloads, count, error);
        at += count;
    }
    free(payloads);
    free(bytes);
    return status;
}

/* Tell that the round is asked. FLANK_NOT_FOUND: the lease is not there any more. */
static flank_status note_round(const foreman *of, int round, flank_error *error)
{
    const farm_unit *unit = of->unit;
    char note[32];
    bool taken = false;
    const int length = snprintf(note, sizeof note, "%d", round);
    const flank_status status =
        unit->stores->put_note(unit->store, unit->lease, "round", (farm_bytes){note, (size_t)length}, &taken, error);
    return status || taken ? status : FLANK_NOT_FOUND;
}

/* Whoever drops the book deletes the lease, and then looks for rounds again: it finds this one, or is noticed by the
 * last note. */
static flank_status ask_round(foreman *of, int round, flank_error *error)
{
    const farm_unit *unit = of->unit;
    char name[FARM_NAME_SIZE];
    farm_run own;
    int64_t run;
    farm_book_round_name(of->name, round, name);
    flank_status status = unit->stores->find_run(unit->store, of->name, &own, error);
    if (!status)
        status = note_round(of, round, error);
    const farm_plan plan = {.name = name, .kind = FARM_BOOK_KIND, .priority = status ? 0 : own.priority + 1};
    if (!status)
        status = unit->stores->begin_run(unit->store, &plan, &run, error);
    if (status)
        return status;
    status = fill_round(of, run, error);
    if (!status)
        status = note_round(of, round, error);
    if (!status)
        status = unit->stores->open_run(unit->store, run, error);
    if (status) /* nobody else would open it */
        unit->stores->drop_runs(unit->store, &run, 1, FARM_DROP_FILLING, NULL);
    return status;
}

/* The last round that was asked, and whether its searches are done. */
static flank_status look_at_rounds(const foreman *of, int *last, bool *done, flank_error *error)
{
    const farm_unit *unit = of->unit;
    char name[FARM_NAME_SIZE];
    farm_run run = {.id = 0};
    *last = 0;
    *done = true;
    for (;;) {
        farm_book_round_name(of->name, *last + 1, name);
        const flank_status status = unit->stores->find_run(unit->store, name, &run, error);
        if (status == FLANK_NOT_FOUND || (!status && run.state == FARM_FILLING))
            return FLANK_OK;
        if (status)
            return status;
        ++*last;
        *done = run.waiting + run.leased == 0;
        if (*done && run.parked)
            return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(name));
    }
}

/* Work out the next round, ask it, and wait for it. Without one the book is done. */
static flank_status lead(foreman *of, int last, flank_error *error)
{
    farm_unit *unit = of->unit;
    farm_book_progress progress;
    flank_status status = read_known(of, &progress, error);
    if (!status)
        status = choose(of, error);
    if (status)
        return status;
    if (of->chosen_count) {
        unit->wait_s = 0; /* its searches go first */
        return ask_round(of, last + 1, error);
    }
    text_addf(&unit->answer, "%" PRIu64 " positions, %d rounds", of->layers.count, last);
    return FLANK_OK;
}

static flank_status answer_foreman(foreman *of, flank_error *error)
{
    int last;
    bool done;
    flank_status status = read_foreman(of, error);
    if (!status)
        status = look_at_rounds(of, &last, &done, error);
    if (status)
        return status;
    if (!done) {
        of->unit->wait_s = WAIT_S;
        return FLANK_OK;
    }
    return lead(of, last, error);
}

static char *temporary_place(void)
{
    const char *folder = getenv("TMPDIR");
    text_buffer place = {NULL};
    text_addf(&place, "%s/flank-book-XXXXXX", folder && *folder ? folder : "/tmp");
    return place.bytes;
}

flank_status farm_answer_book(farm_unit *unit, flank_error *error)
{
    const size_t memory = (size_t)BOOK_BULK_MIB << 20;
    if (!unit->lease->params || !*unit->lease->params)
        return unit->task->payload.size == FARM_BOOK_QUESTION_BYTES
                   ? answer_search(unit, error)
                   : error_say(error, FLANK_BAD_FILE, 0, say_status(FLANK_BAD_FILE));
    foreman of = {.unit = unit, .place = temporary_place()};
    if (!of.place)
        return fail(ENOMEM, error);
    of.layers = (book_layers){.beside = of.place, .memory_bytes = memory, .stop = unit->stop};
    row_sort_open(&of.arrivals, of.place, memory);
    book_layers_open(&of.layers);
    const flank_status status = answer_foreman(&of, error);
    flank_book_close(of.book);
    row_sort_close(&of.arrivals);
    book_layers_close(&of.layers);
    free(of.chosen);
    free(of.place);
    return status;
}
