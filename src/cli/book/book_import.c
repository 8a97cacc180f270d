/* SPDX-License-Identifier: MIT
 *
 * flank book import: text line by line, the books of other programs position by position.
 *
 * The input goes into a builder, which holds the whole book, some 60 bytes a position; the file that is read is
 * never in memory. The book's own file is replaced at the end, all at once, so that an import that is killed, stopped
 * by Ctrl-C or out of memory changes nothing.
 *
 * If the book knows a position already, the deeper search stays, at equal depth the surer one. Links that lead to no
 * position of the book can only be told when everything has been read; faulty conversions have such, and the best
 * becomes the leaf. The passes, which Egaroucid does not write, come in when the book is saved.
 */
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
#include <unistd.h>

enum { COMPLAINTS_MAX = 10, PEEK_BYTES = 16, POSITION_BYTES = 60 /* measured */ };

/* A link that was better than the leaf, and whose position was not there yet. */
typedef struct loose_link {
    uint64_t own, other;
    foreign_link link;
} loose_link;

typedef struct import_session {
    const char *path; /* of what is read */
    flank_book_builder *builder;
    line_reader *reader;
    interrupt_watch *watch;
    progress_line progress;
    size_t found;                        /* positions in the file */
    size_t damages;                      /* places where the file makes no sense */
    size_t kept, finished, loose_leaves; /* for the last line */
    loose_link *links;
    size_t link_count, link_room;
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

/* ---- Text ---- */

static bool tells_less(const flank_book_entry *entry, const flank_book_entry *there)
{
    return entry->depth_plies < there->depth_plies ||
           (entry->depth_plies == there->depth_plies && entry->selectivity < there->selectivity);
}

/* Put in a line's position, unless the book knows it better: what was changed by hand or learned again replaces what it
 * is as deep and sure as. */
static flank_status put_line(import_session *session, const flank_position *position, flank_book_entry *entry)
{
    flank_book_entry there;
    if (flank_book_builder_find(session->builder, position, &there) == FLANK_OK) {
        if (tells_less(entry, &there)) {
            session->kept++;
            return FLANK_OK;
        }
        entry->root = entry->root || there.root;
    }
    return flank_book_builder_put(session->builder, position, entry);
}

static int import_line(import_session *session, size_t number, const char *text)
{
    book_text_line line;
    flank_error error = {0};
    if (book_text_parse(text, &line, &error))
        return complain_at(session->path, number, "%s", error_english(&error));
    session->found += line.has_position;
    flank_status status = line.has_position ? put_line(session, &line.position, &line.entry) : FLANK_OK;
    return status ? complain_at(session->path, number, "%s", flank_status_text(status)) : CLI_DONE;
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

static flank_status add_loose(import_session *session, const flank_position *position, foreign_link link)
{
    if (session->link_count == session->link_room) {
        size_t room = session->link_room ? 2 * session->link_room : 1024;
        loose_link *links = realloc(session->links, room * sizeof *links);
        if (!links)
            return FLANK_NO_MEMORY;
        session->links = links;
        session->link_room = room;
    }
    session->links[session->link_count++] = (loose_link){position->own, position->other, link};
    return FLANK_OK;
}

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

/* Look at the links that are better than the leaf. One to a finished game is a leaf itself. */
static flank_status weigh_links(import_session *session, const foreign_entry *foreign, flank_book_entry *entry)
{
    flank_book_entry there;
    for (size_t i = 0; i < foreign->link_count; i++) {
        flank_position next = behind(&foreign->position, foreign->links[i].move);
        if (!is_better(entry, foreign->links[i]) ||
            flank_book_builder_find(session->builder, &next, &there) == FLANK_OK)
            continue;
        if (position_is_over(&next))
            set_leaf(entry, foreign->links[i]);
        else if (add_loose(session, &foreign->position, foreign->links[i]))
            return FLANK_NO_MEMORY;
    }
    return FLANK_OK;
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
static bool tells_more(const flank_book_entry *entry, const flank_book_entry *there)
{
    if (entry->depth_plies != there->depth_plies)
        return entry->depth_plies > there->depth_plies;
    return entry->selectivity > there->selectivity ||
           (entry->selectivity == there->selectivity && entry->has_leaf && there->rest_unknown);
}

static flank_status import_entry(import_session *session, const foreign_format *format, const foreign_entry *foreign)
{
    const flank_position *position = &foreign->position;
    session->found++;
    if (position_is_over(position)) {
        session->finished++;
        return FLANK_OK;
    }
    flank_book_entry entry = entry_from_foreign(format, foreign), there;
    if (flank_book_builder_find(session->builder, position, &there) == FLANK_OK) {
        if (!tells_more(&entry, &there)) {
            session->kept++;
            return FLANK_OK;
        }
        entry.root = entry.root || there.root;
    }
    flank_status status = weigh_links(session, foreign, &entry);
    if (status == FLANK_OK)
        status = flank_book_builder_put(session->builder, position, &entry);
    return status;
}

/* ---- When all has been read ---- */

/* Links that still lead nowhere become leaves where they are better. */
static flank_status settle_links(import_session *session)
{
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < session->link_count && status == FLANK_OK; i++) {
        const loose_link *row = &session->links[i];
        flank_position position = {.own = row->own, .other = row->other, .color = FLANK_BLACK};
        flank_position next = behind(&position, row->link.move);
        flank_book_entry entry;
        if (flank_book_builder_find(session->builder, &next, &entry) == FLANK_OK ||
            flank_book_builder_find(session->builder, &position, &entry) || !is_better(&entry, row->link))
            continue;
        set_leaf(&entry, row->link);
        status = flank_book_builder_put(session->builder, &position, &entry);
        session->loose_leaves++;
    }
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
        else if ((status = import_entry(session, scan->format, &entry)))
            break;
        progress_show(&session->progress, (size_t)scan->found, "positions",
                      scan->count ? (double)scan->found / scan->count : 0);
    }
    progress_clear(&session->progress);
    status = status ? status : settle_links(session);
    return status == FLANK_OK          ? CLI_DONE
           : status == FLANK_NO_MEMORY ? no_memory()
                                       : complain(CLI_INTERNAL, "%s", flank_status_text(status));
}

/* The header tells how much memory it will take; that is better known before than after an hour. */
static void warn_of_size(const import_session *session, uint32_t count)
{
    const double gigabyte = 1e9, needed = (double)count * POSITION_BYTES;
    const double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (there > 0 && needed > there)
        complain(CLI_INTERNAL, "%s: %" PRIu32 " positions take some %.0f GB of memory; this machine has %.0f",
                 session->path, count, needed / gigabyte, there / gigabyte);
}

static int import_foreign(import_session *session, const foreign_format *format)
{
    flank_error error = {0};
    foreign_scan *scan = malloc(sizeof *scan);
    if (!scan)
        return no_memory();
    flank_status status = foreign_scan_open(scan, format, more_bytes, session, &error);
    if (status == FLANK_OK)
        warn_of_size(session, scan->count);
    int result = status == FLANK_OK ? import_entries(session, scan)
                 : line_reader_interrupted(session->reader)
                     ? CLI_INTERRUPTED
                     : complain(book_exit_status(status), "%s: %s", session->path, error_english(&error));
    free(scan);
    free(session->links);
    return result;
}

/* ---- The command ---- */

static void print_count(size_t count, const char *one, const char *many)
{
    if (count)
        printf("; %zu %s", count, count == 1 ? one : many);
}

static void print_imported(const import_session *session, const char *book, size_t before, size_t read)
{
    size_t count = flank_book_builder_count(session->builder);
    printf("%s: %zu position%s, %zu of them new", book, count, count == 1 ? "" : "s", count - before);
    print_count(session->kept, "was known as well", "were known as well");
    print_count(count - read, "pass put in", "passes put in");
    print_count(session->finished, "finished game left out", "finished games left out");
    print_count(session->loose_leaves, "link to no position became a leaf", "links to no position became leaves");
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
    if (size >= sizeof own_mark - 1 && memcmp(bytes, own_mark, sizeof own_mark - 1) == 0)
        return complain(CLI_DATA, "%s: is a book of flank itself; import what 'flank book export' makes of it",
                        session->path);
    const foreign_format *format =
        named->given ? foreign_format_named(named->text) : foreign_format_of_bytes((const uint8_t *)bytes, size);
    return format ? import_foreign(session, format) : import_lines(session);
}

static void nothing(void *user) { (void)user; } /* the reader hears of Ctrl-C by itself */

static int import_into(const cli_arguments *arguments, import_session *session)
{
    const char *book = arguments->operands[1];
    flank_status status = FLANK_OK;
    flank_error error = {0};
    session->builder = flank_book_builder_open(book, FLANK_BOOK_EITHER, &status, &error);
    if (!session->builder)
        return complain(book_exit_status(status), "%s: %s", book, error_english(&error));
    size_t before = flank_book_builder_count(session->builder);
    int result = import_any(session, arguments);
    line_reader_close(session->reader);
    if (!result && interrupt_watch_take(session->watch))
        result = CLI_INTERRUPTED;
    if (!result && !session->found && !session->damages)
        result = complain(CLI_DATA, "%s: holds no position", session->path);
    size_t read = flank_book_builder_count(session->builder);
    if (!result && (status = flank_book_builder_save(session->builder, &error)))
        result = complain(book_exit_status(status), "%s: %s", book, error_english(&error));
    if (!result)
        print_imported(session, book, before, read);
    else if (result == CLI_INTERRUPTED)
        complain(result, "%s: interrupted; it is as it was", book);
    flank_book_builder_close(session->builder);
    return !result && session->damages ? CLI_DATA : result;
}

int book_import(const cli_arguments *arguments)
{
    import_session session = {.path = arguments->operand_count > 2 ? arguments->operands[2] : "-",
                              .progress = progress_start()};
    session.watch = interrupt_watch_start(INTERRUPT_FINAL, nothing, NULL);
    if (!session.watch)
        return no_memory();
    int result = import_into(arguments, &session);
    interrupt_watch_stop(session.watch);
    return result;
}
