/* SPDX-License-Identifier: MIT
 *
 * flank book import: text line by line, other books position by position.
 *
 * The input is sorted outside memory together with the book (book/book_bulk.h), so that neither has to fit into it. The
 * book's own file is replaced at the end, all at once: an import that is killed, stopped by Ctrl-C or has no room left
 * changes nothing.
 *
 * If the book knows a position already, the deeper search stays, at equal depth the surer one. Links that lead to no
 * position of the book can only be told when everything has been read; faulty conversions have such, and the best
 * becomes the leaf. The passes, which Egaroucid does not write, come in when the book is written.
 */
#include "book/book_bulk.h"
#include "cli/input/book_input.h"
#include "cli/book/book_transfer.h"
#include "cli/command/interrupt.h"
#include "cli/command/line_reader.h"
#include "cli/command/progress.h"
#include "core/error.h"
#include "core/bits.h"
#include "formats/books/book_text.h"
#include "games/othello/othello.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPLAINTS_MAX = 10, PEEK_BYTES = 16 };

typedef struct import_session {
    const char *path; /* of what is read */
    const char *book; /* of what it goes into */
    book_bulk *bulk;
    book_bulk_rule *replaces;
    line_reader *reader;
    interrupt_watch *watch;
    flank_stop interrupted;
    progress_line progress;
    size_t found;    /* positions in the file */
    size_t damages;  /* places where the file makes no sense */
    size_t finished; /* for the last line, as the next ones */
    book_bulk_counts counts;
} import_session;

/* ---- Positions ---- */

flank_position position_with_sides_swapped(const flank_position *position)
{
    return (flank_position){.own = position->other, .other = position->own, .color = FLANK_BLACK};
}

bool position_is_pass(const flank_position *position)
{
    static const flank_rules rules;
    flank_move moves[FLANK_MOVES_MAX];
    return flank_game_moves(&othello_game, &rules, position, moves) == 1 && flank_move_is_pass(moves[0]);
}

bool position_is_over(const flank_position *position)
{
    static const flank_rules rules;
    return flank_game_outcome(&othello_game, &rules, position).over;
}

/* Mirrored, the start has its sides swapped. */
bool position_is_start(const flank_position *position)
{
    flank_position start = flank_game_start(&othello_game);
    return (position->own == start.own && position->other == start.other) ||
           (position->own == start.other && position->other == start.own);
}

int position_empties(const flank_position *position) { return 64 - (int)bit_count(position->own | position->other); }

static int complain_book(const import_session *session, flank_status status, const flank_error *error)
{
    return status == FLANK_STOPPED ? CLI_INTERRUPTED
                                   : complain(book_exit_status(status), "%s: %s", session->book, error_english(error));
}

/* ---- Text ---- */

/* A value that was changed by hand or learned again replaces one that it is as deep and sure as. */
static bool is_as_good(const book_record *line, const book_record *there)
{
    return line->depth_plies > there->depth_plies ||
           (line->depth_plies == there->depth_plies && line->selectivity >= there->selectivity);
}

static int import_line(import_session *session, size_t number, const char *text)
{
    book_text_line line;
    book_record record;
    flank_error error = {0};
    if (book_text_parse(text, &line, &error))
        return complain_at(session->path, number, "%s", error_english(&error));
    if (!line.has_position)
        return CLI_DONE;
    flank_status status = book_record_make(&line.position, &line.entry, &record);
    if (status)
        return complain_at(session->path, number, "%s", flank_status_text(status));
    session->found++;
    status = book_bulk_add(session->bulk, &record, &error);
    return status ? complain_book(session, status, &error) : CLI_DONE;
}

/* All or nothing: the book is written when every line was right. */
static int import_lines(import_session *session)
{
    const char *text;
    line_result result;
    int status = CLI_DONE;
    while ((result = line_reader_next(session->reader, &text)) == LINE_READ && !status)
        status = import_line(session, line_reader_number(session->reader), text);
    if (status || result == LINE_END)
        return status;
    return result == LINE_INTERRUPTED ? CLI_INTERRUPTED : line_reader_complain(session->reader, session->path, result);
}

/* ---- Positions of other programs ---- */

static flank_move move_to(uint8_t square) { return (flank_move){.from = FLANK_NO_SQUARE, .to = square}; }

static void set_leaf(flank_book_entry *entry, foreign_link link)
{
    entry->has_leaf = true;
    entry->rest_unknown = false;
    entry->leaf = move_to(link.move);
    entry->leaf_score = 100 * link.score_discs;
}

static bool is_better(const flank_book_entry *entry, foreign_link link)
{
    return !entry->has_leaf || 100 * link.score_discs > entry->leaf_score;
}

static flank_position behind(const flank_position *position, uint8_t move)
{
    static const flank_rules rules;
    return flank_game_play(&othello_game, &rules, position, move_to(move));
}

/* A link to a finished game is a leaf itself. */
static void take_finished(const foreign_entry *foreign, flank_book_entry *entry)
{
    for (size_t i = 0; i < foreign->link_count; i++) {
        const flank_position next = behind(&foreign->position, foreign->links[i].move);
        if (is_better(entry, foreign->links[i]) && position_is_over(&next))
            set_leaf(entry, foreign->links[i]);
    }
}

static flank_book_entry entry_from_foreign(const foreign_format *format, const foreign_entry *foreign)
{
    foreign_effort effort = format->effort(foreign->level, position_empties(&foreign->position));
    flank_book_entry entry = {.score = 100 * foreign->score_discs,
                              .rest_unknown = true,
                              .depth_plies = effort.depth_plies,
                              .level = foreign->level,
                              .selectivity = effort.percent,
                              .lines = foreign->lines ? foreign->lines : 1};
    entry.root = position_is_start(&foreign->position);
    if (foreign->has_leaf)
        set_leaf(&entry, foreign->leaf);
    return entry;
}

/* True if a new entry tells more than the one that is there: of those as deep and sure, the one whose moves were all
 * looked at. */
static bool tells_more(const book_record *added, const book_record *there)
{
    if (added->depth_plies != there->depth_plies)
        return added->depth_plies > there->depth_plies;
    return added->selectivity > there->selectivity ||
           (added->selectivity == there->selectivity && book_has_leaf(added) && there->leaf == BOOK_LEAF_UNKNOWN);
}

static flank_status import_entry(import_session *session, const foreign_format *format, const foreign_entry *foreign,
                                 flank_error *error)
{
    session->found++;
    if (position_is_over(&foreign->position)) {
        session->finished++;
        return FLANK_OK;
    }
    flank_book_entry entry = entry_from_foreign(format, foreign);
    book_record record;
    take_finished(foreign, &entry);
    flank_status status = book_record_make(&foreign->position, &entry, &record);
    if (status)
        return error_say(error, status, 0, say_status(status));
    status = book_bulk_add(session->bulk, &record, error);
    for (size_t i = 0; i < foreign->link_count && status == FLANK_OK; i++)
        if (is_better(&entry, foreign->links[i]))
            status =
                book_bulk_add_link(session->bulk, foreign->links[i].move, 100 * foreign->links[i].score_discs, error);
    return status;
}

/* ---- Files of other programs ---- */

static long more_bytes(void *user, uint8_t *bytes, size_t room)
{
    import_session *session = user;
    return line_reader_bytes(session->reader, bytes, room);
}

static int no_memory(void) { return complain(CLI_INTERNAL, "not enough memory"); }

static void complain_of_damage(import_session *session, const flank_error *error)
{
    if (session->damages++ < COMPLAINTS_MAX)
        complain(CLI_DATA, "%s: %s", session->path, error_english(error));
}

static int import_entries(import_session *session, foreign_scan *scan)
{
    foreign_entry entry;
    flank_error error = {0};
    flank_status status = FLANK_OK;
    for (;;) {
        foreign_result result = foreign_scan_next(scan, &entry, &error);
        if (result == FOREIGN_FAILED)
            return line_reader_interrupted(session->reader)
                       ? CLI_INTERRUPTED
                       : line_reader_complain(session->reader, session->path, LINE_FAILED);
        if (result == FOREIGN_END)
            break;
        if (result == FOREIGN_DAMAGE)
            complain_of_damage(session, &error);
        else if ((status = import_entry(session, scan->format, &entry, &error)))
            break;
        progress_show(&session->progress, (size_t)scan->found, "positions",
                      scan->count ? (double)scan->found / scan->count : 0);
    }
    progress_clear(&session->progress);
    return status ? complain_book(session, status, &error) : CLI_DONE;
}

static int import_foreign(import_session *session, const foreign_format *format)
{
    flank_error error = {0};
    foreign_scan *scan = malloc(sizeof *scan);
    if (!scan)
        return no_memory();
    flank_status status = foreign_scan_open(scan, format, more_bytes, session, &error);
    int result = status == FLANK_OK ? import_entries(session, scan)
                 : line_reader_interrupted(session->reader)
                     ? CLI_INTERRUPTED
                     : complain(book_exit_status(status), "%s: %s", session->path, error_english(&error));
    free(scan);
    return result;
}

/* ---- Books of our own ---- */

static int complain_own(const import_session *session, flank_status status, const flank_error *error)
{
    return complain(book_exit_status(status), "%s: %s", session->path, error_english(error));
}

static int import_record(import_session *session, const flank_book *book, size_t index)
{
    flank_position position;
    flank_book_entry entry;
    flank_error error = {0};
    flank_status status = flank_book_at(book, index, &position, &entry, &error);
    if (status)
        return complain_own(session, status, &error);
    book_record record = {.own = position.own, .other = position.other};
    book_entry_to_record(&entry, 0, &record);
    session->found++;
    status = book_bulk_add(session->bulk, &record, &error);
    return status ? complain_book(session, status, &error) : CLI_DONE;
}

static int import_own(import_session *session)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_book *book = flank_book_open(session->path, &status, &error);
    if (book)
        status = flank_book_verify(book, &error);
    int result = status ? complain_own(session, status, &error) : CLI_DONE;
    const size_t count = result ? 0 : flank_book_count(book);
    for (size_t i = 0; i < count && !result; i++) {
        result = import_record(session, book, i);
        progress_show(&session->progress, i + 1, "positions", (double)(i + 1) / (double)count);
    }
    progress_clear(&session->progress);
    flank_book_close(book);
    return result;
}

/* ---- The command ---- */

static void print_count(size_t count, const char *one, const char *many)
{
    if (count)
        printf("; %zu %s", count, count == 1 ? one : many);
}

static void print_imported(const import_session *session)
{
    const book_bulk_counts *counts = &session->counts;
    const size_t count = (size_t)counts->positions;
    printf("%s: %zu position%s, %zu of them new", session->book, count, count == 1 ? "" : "s",
           count - (size_t)counts->before);
    print_count((size_t)counts->kept, "was known as well", "were known as well");
    print_count((size_t)counts->passes, "pass put in", "passes put in");
    print_count(session->finished, "finished game left out", "finished games left out");
    print_count((size_t)counts->leaves, "link to no position became a leaf", "links to no position became leaves");
    print_count(session->damages, "damaged place", "damaged places");
    putchar('\n');
}

static const char own_mark[] = "FlankBk\n";

/* The format: as --format says, else as the first bytes do. */
static int import_any(import_session *session, const cli_arguments *arguments)
{
    const char *bytes;
    size_t size;
    const option_value *named = &arguments->option[OPTION_FORMAT];
    session->reader = line_reader_open(session->path, interrupt_watch_descriptor(session->watch));
    if (!session->reader)
        return line_reader_complain(NULL, session->path, LINE_FAILED);
    line_result result = line_reader_peek(session->reader, PEEK_BYTES, &bytes, &size);
    if (result != LINE_READ)
        return result == LINE_INTERRUPTED ? CLI_INTERRUPTED
                                          : line_reader_complain(session->reader, session->path, result);
    const bool is_own = size >= sizeof own_mark - 1 && memcmp(bytes, own_mark, sizeof own_mark - 1) == 0;
    if (is_own && line_reader_is_packed(session->reader))
        return complain(CLI_DATA, "%s: a packed book of flank itself: unpack it first", session->path);
    if (is_own)
        return strcmp(session->path, "-") == 0
                   ? complain(CLI_DATA, "-: a book of flank itself cannot be read from standard input; name the file")
                   : import_own(session);
    const foreign_format *format =
        named->given ? foreign_format_named(named->text) : foreign_format_of_bytes((const uint8_t *)bytes, size);
    if (format)
        return import_foreign(session, format);
    session->replaces = is_as_good;
    return import_lines(session);
}

static void on_interrupt(void *session) { flank_stop_raise(&((import_session *)session)->interrupted); }

static void show_layers(void *user, uint64_t done, uint64_t all)
{
    import_session *session = user;
    progress_show(&session->progress, (size_t)done, "values", all ? (double)done / (double)all : 0);
}

/* Read all, then write the book. */
static int import_and_write(import_session *session, const cli_arguments *arguments)
{
    flank_error error = {0};
    int result = import_any(session, arguments);
    line_reader_close(session->reader);
    if (!result && !session->found && !session->damages)
        return complain(CLI_DATA, "%s: holds no position", session->path);
    if (result)
        return result;
    const flank_status status = book_bulk_finish(session->bulk, session->replaces, &session->counts, &error);
    progress_clear(&session->progress);
    return status ? complain_book(session, status, &error) : CLI_DONE;
}

static int import_into(const cli_arguments *arguments, import_session *session)
{
    const option_value *memory = &arguments->option[OPTION_MEMORY];
    const book_bulk_options options = {.memory_bytes = (size_t)(memory->given ? memory->number : BOOK_BULK_MIB) << 20,
                                       .stop = &session->interrupted,
                                       .on_layers = show_layers,
                                       .user = session};
    flank_status status = FLANK_OK;
    flank_error error = {0};
    session->bulk = book_bulk_open(session->book, &options, &status, &error);
    int result = session->bulk ? import_and_write(session, arguments) : complain_book(session, status, &error);
    book_bulk_close(session->bulk);
    if (!result)
        print_imported(session);
    else if (result == CLI_INTERRUPTED)
        complain(result, "%s: interrupted; it is as it was", session->book);
    return !result && session->damages ? CLI_DATA : result;
}

int book_import(const cli_arguments *arguments)
{
    import_session session = {.path = arguments->operand_count > 2 ? arguments->operands[2] : "-",
                              .book = arguments->operands[1],
                              .replaces = tells_more,
                              .interrupted = FLANK_STOP_INIT,
                              .progress = progress_start()};
    session.watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, &session);
    if (!session.watch)
        return no_memory();
    int result = import_into(arguments, &session);
    interrupt_watch_stop(session.watch);
    return result;
}
