/* SPDX-License-Identifier: MIT
 *
 * Growing a book of pieces, best first.
 *
 * A step takes the position of the book's edge that good play reaches most easily, searches it for its best moves, and
 * puts what stands behind those into the book. Easily: the errors of both sides on the way there are together small,
 * each ply counting as an eighth of the largest error that is followed (Lincke, "Strategies for the Automatic
 * Construction of Opening Books", 2000). Then values are passed up, from the latest ply to the first, and errors down.
 *
 * A position whose moves in the book turn out worse than the best of the others is searched again, and gets that one.
 *
 * Each step depends on nothing but what the file holds: every search begins with an empty table, from the canonical
 * position, in one thread, and of equals the smaller key comes first. So a builder that was killed and goes on makes
 * the same bytes as one that was not (tests/book/check_grown.py).
 *
 * All is worked out anew after each step: some thousand positions take a hundredth of the time of a search.
 */
#include <flank/book_builder.h>

#include "book/book_agenda.h"
#include "book/book_store.h"
#include "book/piece_book.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/mapped_file.h"
#include "core/whole_file.h"
#include "games/game_table.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LINES = 6, /* that a search looks for: more are rarely good enough */
    NOWHERE = INT_MAX,
    PLY_PART = 8, /* a ply counts as this part of the largest error */

    /* Unless told: */
    ERROR_PART = 10, /* the largest error is this part of the scale of chances */
    LINE_ERRORS = 4, /* and a line may have so many */
    DEPTH_PLIES = 10,
    PLIES = 24
};

typedef struct grown_node {
    piece_entry entry;
    flank_position position; /* canonical */
    uint64_t *next;          /* the keys behind its legal moves, once; NULL: not worked out */
    size_t next_count;
    int loss; /* the smallest sum of errors on a way here, or NOWHERE */
} grown_node;

typedef struct grown_book {
    const flank_game *game;
    const char *path;
    flank_book_plan plan;
    flank_engine *engine;
    grown_node *nodes; /* sorted by key */
    size_t count, room;
    bool changed; /* since it was saved */
    flank_book_progress progress;
    double start_s, saved_s;
} grown_book;

static const flank_rules usual_rules;

/* ---- The positions ---- */

static size_t place_of(const grown_book *book, uint64_t key)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (book->nodes[middle].entry.key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static grown_node *find(const grown_book *book, uint64_t key)
{
    const size_t at = place_of(book, key);
    return at < book->count && book->nodes[at].entry.key == key ? &book->nodes[at] : NULL;
}

/* Add a position unless it is there. False without memory. Pointers to nodes end here. */
static bool add(grown_book *book, const flank_position *position, const piece_entry *entry)
{
    const size_t at = place_of(book, entry->key);
    if (at < book->count && book->nodes[at].entry.key == entry->key)
        return true;
    if (book->count == book->room) {
        const size_t room = book->room ? 2 * book->room : 1024;
        grown_node *nodes = realloc(book->nodes, room * sizeof *nodes);
        if (!nodes)
            return false;
        book->nodes = nodes;
        book->room = room;
    }
    memmove(book->nodes + at + 1, book->nodes + at, (book->count - at) * sizeof *book->nodes);
    book->nodes[at] = (grown_node){.entry = *entry, .position = *position, .loss = NOWHERE};
    book->count++;
    return true;
}

/* Work out the keys behind the moves of a node. False without memory. */
static bool look_behind(const flank_game *game, grown_node *node)
{
    flank_move moves[FLANK_MOVES_MAX];
    if (node->next)
        return true;
    const size_t count = game->moves(&usual_rules, &node->position, moves);
    node->next = malloc((count + 1) * sizeof *node->next);
    if (!node->next)
        return false;
    for (size_t i = 0; i < count; i++) {
        flank_position next = game->play(&usual_rules, &node->position, moves[i]);
        const uint64_t key = piece_book_key(game, &next);
        size_t seen = 0;
        while (seen < node->next_count && node->next[seen] != key)
            seen++;
        node->next[seen] = key;
        node->next_count += seen == node->next_count;
    }
    return true;
}

/* The node behind a move, if the book goes on there. */
static grown_node *behind(const grown_book *book, const grown_node *node, size_t move)
{
    grown_node *next = find(book, node->next[move]);
    return next && next->entry.ply > node->entry.ply ? next : NULL;
}

/* ---- Values up, errors down ---- */

static bool is_grown(const grown_node *node) { return node->entry.rest != PIECE_NOT_GROWN; }

/* The best of a node's moves in the book; INT_MIN if there is none. */
static int best_in_book(const grown_book *book, const grown_node *node)
{
    int best = INT_MIN;
    for (size_t i = 0; i < node->next_count; i++) {
        const grown_node *next = behind(book, node, i);
        best = next && -next->entry.score > best ? -next->entry.score : best;
    }
    return best;
}

static void pass_value_up(const grown_book *book, grown_node *node)
{
    const int best = best_in_book(book, node);
    if (best != INT_MIN)
        node->entry.score = (int16_t)(best > node->entry.rest ? best : node->entry.rest);
}

static void pass_loss_down(const grown_book *book, const grown_node *node)
{
    for (size_t i = 0; node->loss != NOWHERE && i < node->next_count; i++) {
        grown_node *next = behind(book, node, i);
        const int error = next ? node->entry.score + next->entry.score : NOWHERE;
        if (error <= book->plan.error && node->loss + error < next->loss)
            next->loss = node->loss + error;
    }
}

static void work_out(grown_book *book)
{
    for (int ply = PIECE_PLY_MAX; ply >= 0; ply--)
        for (size_t i = 0; i < book->count; i++)
            if (book->nodes[i].entry.ply == ply && is_grown(&book->nodes[i]))
                pass_value_up(book, &book->nodes[i]);
    for (size_t i = 0; i < book->count; i++)
        book->nodes[i].loss = book->nodes[i].entry.ply ? NOWHERE : 0;
    for (int ply = 0; ply < PIECE_PLY_MAX; ply++)
        for (size_t i = 0; i < book->count; i++)
            if (book->nodes[i].entry.ply == ply && is_grown(&book->nodes[i]))
                pass_loss_down(book, &book->nodes[i]);
}

/* ---- A step ---- */

/* It is at the edge, or its best move is not in the book. */
static bool is_to_do(const grown_book *book, const grown_node *node)
{
    const flank_game *game = book->game;
    if (node->loss > book->plan.line_error || node->entry.ply >= book->plan.plies ||
        abs(node->entry.score) >= FLANK_SCORE_MATE)
        return false;
    return is_grown(node) ? node->entry.rest > best_in_book(book, node) && node->entry.rest != PIECE_REST_NONE
                          : !game->outcome(&usual_rules, &node->position).over;
}

static grown_node *most_urgent(grown_book *book)
{
    grown_node *best = NULL;
    int64_t least = 0;
    book->progress.waiting = 0;
    for (size_t i = 0; i < book->count; i++) {
        grown_node *node = &book->nodes[i];
        if (!is_to_do(book, node))
            continue;
        const int64_t cost = (int64_t)PLY_PART * node->loss + (int64_t)book->plan.error * node->entry.ply;
        book->progress.waiting++;
        if (!best || cost < least) {
            best = node;
            least = cost;
        }
    }
    return best;
}

static int16_t bounded(int score)
{
    assert(abs(score) < FLANK_SCORE_LIMIT);
    return (int16_t)score;
}

/* Put a line's move into the book. */
static bool add_line(grown_book *book, const flank_position *position, int ply, const flank_line *line)
{
    flank_position next = book->game->play(&usual_rules, position, line->moves[0]);
    const piece_entry entry = {.key = piece_book_key(book->game, &next),
                               .score = bounded(-line->score),
                               .rest = PIECE_NOT_GROWN,
                               .ply = (uint8_t)(ply + 1),
                               .depth_plies = (uint8_t)(line->depth_plies > 1 ? line->depth_plies - 1 : 0)};
    return add(book, &next, &entry);
}

/* The best of the lines from `first` on whose move does not lead on in the book. Where all of them do, no move that was
 * not a line is worth more than the last line. */
static int16_t rest_of(const grown_book *book, const grown_node *node, const flank_report *report, int first)
{
    flank_move legal[FLANK_MOVES_MAX];
    const size_t legal_count = book->game->moves(&usual_rules, &node->position, legal);
    for (int i = first; i < report->line_count; i++) {
        flank_position next = book->game->play(&usual_rules, &node->position, report->lines[i].moves[0]);
        const grown_node *there = find(book, piece_book_key(book->game, &next));
        if (!there || there->entry.ply <= node->entry.ply)
            return bounded(report->lines[i].score);
    }
    const bool are_all = (size_t)report->line_count == legal_count;
    return are_all ? PIECE_REST_NONE : bounded(report->lines[report->line_count - 1].score);
}

/* Of the lines those that are worth at least `floor` go into the book; the best of the others is the rest. A line so
 * good that leads back to an earlier ply is left out for good: so the rest falls whenever a search adds nothing, and no
 * position is searched for ever. */
static flank_status take_lines(grown_book *book, uint64_t key, const flank_report *report, int floor)
{
    const flank_position position = find(book, key)->position;
    const int ply = find(book, key)->entry.ply;
    int taken = 0;
    while (taken < report->line_count && report->lines[taken].score >= floor)
        if (!add_line(book, &position, ply, &report->lines[taken++]))
            return FLANK_NO_MEMORY;
    grown_node *node = find(book, key);
    node->entry.rest = rest_of(book, node, report, taken);
    node->entry.depth_plies = (uint8_t)report->depth_plies;
    return FLANK_OK;
}

/* Symmetric moves are lines of their own: so many for each. */
static int lines_for(const grown_book *book, const grown_node *node)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t legal = book->game->moves(&usual_rules, &node->position, moves);
    size_t wanted = LINES;
    for (size_t i = 0; is_grown(node) && i < node->next_count; i++)
        wanted += behind(book, node, i) != NULL;
    const size_t lines = wanted * legal / node->next_count;
    return (int)(lines < FLANK_MOVES_MAX ? lines : FLANK_MOVES_MAX);
}

/* Odd plies a ply less deep: all values are then of the same side's last move. */
static flank_status search(grown_book *book, const grown_node *node, int lines, flank_report *report)
{
    flank_record *record = flank_record_create(book->game, NULL, &node->position);
    if (!record)
        return FLANK_NO_MEMORY;
    const int depth = book->plan.depth_plies;
    const flank_limits limits = {.depth_plies = depth > 1 ? depth - node->entry.ply % 2 : depth,
                                 .level = book->plan.level,
                                 .lines = lines,
                                 .stop = book->plan.stop};
    flank_engine_clear(book->engine);
    const flank_status status = flank_engine_search(book->engine, record, &limits, NULL, NULL, report);
    flank_record_destroy(record);
    return status;
}

/* Search a position, and count it. FLANK_STOPPED if the stop ended the search. */
static flank_status look_for(grown_book *book, const grown_node *node, int lines, flank_report *report)
{
    const flank_status status = search(book, node, lines, report);
    if (status)
        return status;
    if (flank_stop_is_raised(book->plan.stop))
        return FLANK_STOPPED;
    book->progress.searches++;
    book->progress.nodes += report->nodes;
    return FLANK_OK;
}

/* The lines of a search are not all moves, and each of them is worth `floor` and can add nothing: what the other moves
 * are worth is not known. */
static bool tells_nothing(const grown_book *book, const grown_node *node, const flank_report *report, int floor)
{
    flank_move legal[FLANK_MOVES_MAX];
    bool adds = (size_t)report->line_count == book->game->moves(&usual_rules, &node->position, legal);
    for (int i = 0; !adds && i < report->line_count; i++) {
        flank_position next = book->game->play(&usual_rules, &node->position, report->lines[i].moves[0]);
        adds = report->lines[i].score < floor || !find(book, piece_book_key(book->game, &next));
    }
    return !adds;
}

/* FLANK_STOPPED, and nothing has changed, if the stop ended the search. */
static flank_status grow(grown_book *book, grown_node *node)
{
    flank_report report;
    if (!look_behind(book->game, node))
        return FLANK_NO_MEMORY;
    flank_status status = look_for(book, node, lines_for(book, node), &report);
    if (!status && is_grown(node) && tells_nothing(book, node, &report, node->entry.rest))
        status = look_for(book, node, FLANK_MOVES_MAX, &report);
    if (status)
        return status;
    const int floor = is_grown(node) ? node->entry.rest : report.lines[0].score - book->plan.error;
    book->changed = true;
    return take_lines(book, node->entry.key, &report, floor);
}

/* ---- The file ---- */

static flank_status cannot_write(int number, flank_error *error)
{
    return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number));
}

static flank_status save(grown_book *book, flank_error *error)
{
    piece_entry *entries = malloc((book->count + 1) * sizeof *entries);
    size_t size = 0;
    for (size_t i = 0; entries && i < book->count; i++)
        entries[i] = book->nodes[i].entry;
    uint8_t *bytes = entries ? piece_book_write(book->game, entries, book->count, &size) : NULL;
    free(entries);
    if (!bytes)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    whole_file file;
    int number = whole_file_open_locked(&file, book->path);
    if (!number) {
        (void)fwrite(bytes, 1, size, file.stream); /* whole_file_keep sees a failure */
        number = whole_file_keep(&file);
    }
    free(bytes);
    book->changed = book->changed && number;
    book->saved_s = clock_now_s();
    return number ? cannot_write(number, error) : FLANK_OK;
}

/* Find the positions of a file again by walking from the start, ply by ply. */
static flank_status walk(grown_book *book, const piece_book *file, flank_error *error)
{
    for (int ply = 0; ply < PIECE_PLY_MAX; ply++)
        for (size_t i = 0; i < book->count; i++) {
            if (book->nodes[i].entry.ply != ply || !is_grown(&book->nodes[i]) || book->nodes[i].next)
                continue;
            const flank_position position = book->nodes[i].position;
            flank_move moves[FLANK_MOVES_MAX];
            bool well = look_behind(book->game, &book->nodes[i]);
            const size_t count = book->game->moves(&usual_rules, &position, moves);
            for (size_t move = 0; well && move < count; move++) {
                flank_position next = book->game->play(&usual_rules, &position, moves[move]);
                piece_entry entry;
                if (piece_book_find(file, piece_book_key(book->game, &next), &entry) && entry.ply > ply)
                    well = add(book, &next, &entry);
            }
            if (!well)
                return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
            i = (size_t)-1; /* nodes have moved: from the first one again */
        }
    return book->count == file->count ? FLANK_OK : error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_SUM));
}

static flank_status begin_at_start(grown_book *book, const piece_book *file, flank_error *error)
{
    flank_position start = book->game->start();
    piece_entry entry = {.key = piece_book_key(book->game, &start), .rest = PIECE_NOT_GROWN};
    if (file && !piece_book_find(file, entry.key, &entry))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_NO_POSITION));
    return add(book, &start, &entry) ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

static flank_status load(grown_book *book, flank_error *error)
{
    size_t size = 0;
    flank_status status = FLANK_OK;
    piece_book file;
    uint8_t *bytes =
        mapped_file_open(book->path, FLANK_ERROR_NO_BOOK_EMPTY, FLANK_ERROR_NO_BOOK_NO_FILE, &size, &status, error);
    if (!bytes)
        return status;
    status = piece_book_read(bytes, size, &file, error);
    if (!status && file.game != book->game)
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_OTHER_GAME), say_name(flank_game_title(file.game)),
                           say_name(flank_game_title(book->game)));
    if (!status)
        status = begin_at_start(book, &file, error);
    if (!status)
        status = walk(book, &file, error);
    munmap(bytes, size);
    return status;
}

static flank_status begin(grown_book *book, flank_book_mode mode, flank_error *error)
{
    const bool is_there = access(book->path, F_OK) == 0;
    if (is_there && mode == FLANK_BOOK_NEW)
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_FILE_EXISTS));
    if (is_there || mode == FLANK_BOOK_EXISTING)
        return load(book, error);
    const flank_status status = begin_at_start(book, NULL, error);
    return status || mode != FLANK_BOOK_NEW ? status : save(book, error);
}

/* ---- The whole ---- */

static bool has_enough(const grown_book *book)
{
    const flank_book_plan *plan = &book->plan;
    return flank_stop_is_raised(plan->stop) || (plan->positions && book->count >= plan->positions) ||
           (plan->time_ms && (clock_now_s() - book->start_s) * 1000 >= (double)plan->time_ms);
}

static flank_reply tell(grown_book *book, flank_book_progress_fn *on_progress, void *user)
{
    book->progress.positions = book->count;
    book->progress.time_s = clock_now_s() - book->start_s;
    return on_progress ? on_progress(user, &book->progress) : FLANK_GO_ON;
}

static flank_status run(grown_book *book, flank_book_progress_fn *on_progress, void *user, flank_error *error)
{
    flank_status status = FLANK_OK;
    flank_reply reply = FLANK_GO_ON;
    while (!status && reply == FLANK_GO_ON && !has_enough(book)) {
        work_out(book);
        grown_node *node = most_urgent(book);
        reply = tell(book, on_progress, user);
        if (!node)
            break;
        status = grow(book, node);
        if (!status && (clock_now_s() - book->saved_s) * 1000 >= (double)book->plan.save_ms) {
            work_out(book);
            status = save(book, error);
        }
    }
    if (status == FLANK_NO_MEMORY)
        error_say(error, status, 0, SAY(NO_MEMORY));
    if (status && status != FLANK_STOPPED)
        return status;
    work_out(book);
    tell(book, on_progress, user);
    return book->changed ? save(book, error) : FLANK_OK;
}

static flank_book_plan full_plan(const flank_game *game, const flank_book_plan *plan)
{
    flank_book_plan own = *plan;
    if (!own.level && !own.depth_plies)
        own.depth_plies = DEPTH_PLIES;
    if (!own.error)
        own.error = piece_book_scale(game) / ERROR_PART;
    if (!own.line_error)
        own.line_error = LINE_ERRORS * own.error;
    if (!own.plies)
        own.plies = PLIES;
    return book_plan_full(&own);
}

static void close_book(grown_book *book)
{
    for (size_t i = 0; i < book->count; i++)
        free(book->nodes[i].next);
    free(book->nodes);
    flank_engine_destroy(book->engine);
}

flank_status flank_book_grow(const char *path, const flank_game *game, flank_book_mode mode,
                             const flank_book_plan *plan, flank_book_progress_fn *on_progress, void *user,
                             flank_error *error)
{
    if (!book_plan_is_valid(plan) || plan->threads > 1 || game->scores_discs || !game->has_book)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(BOOK_PLAN_RANGE));
    book_place place;
    grown_book book = {.game = game, .plan = full_plan(game, plan), .start_s = clock_now_s()};
    book.saved_s = book.start_s;
    flank_status status = book_place_take(&place, path, error);
    book.path = place.path;
    if (!status) {
        book.engine = flank_engine_create(&(flank_engine_options){.hash_bytes = book.plan.hash_bytes});
        status = book.engine ? begin(&book, mode, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    if (!status)
        status = run(&book, on_progress, user, error);
    close_book(&book);
    book_place_leave(&place);
    return status;
}
