/* SPDX-License-Identifier: MIT
 *
 * flank book export: as text, or as the book of another program, which that program must be able to load and use.
 *
 * The book is mapped and read twice, once to count and once to write, so that an export of any size takes no memory and
 * may go into a pipe. Functions that the formats need and that ours does not have:
 *
 *   Edax        every link leads to a position of the file, and every position has a link or a leaf. A position of
 * which only the value is known becomes a leaf of those before it, as in Egaroucid's own export to Edax. A move to
 * which the other side can only pass leads to a position that is put in. Egaroucid   no position in which a pass is
 * forced; where such a one has no other behind it, that is put in.
 *
 * Rounding to whole discs keeps everything that follows from one another: it is the same for both sides, and keeps
 * order.
 */
#include "cli/input/book_input.h"
#include "cli/book/book_transfer.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "core/error.h"
#include "core/symmetry.h"
#include "core/text_buffer.h"
#include "formats/books/book_text.h"
#include "core/whole_file.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The number of things of a kind the format had no place for. */
typedef struct export_losses {
    size_t rounded;    /* values with hundredths */
    size_t roots;      /* other than the start */
    size_t efforts;    /* searched deeper or surer than the level tells */
    size_t unsearched; /* Edax: positions with moves that were not searched */
    size_t bare;       /* Edax: positions of which only the value is known, now leaves at best */
    size_t centres;    /* Edax: positions whose centre is not full */
    size_t passes;     /* Egaroucid: positions in which a pass is forced */
} export_losses;

typedef struct export_session {
    const flank_book *book;
    const char *book_path, *path;
    const foreign_format *format; /* NULL: text */
    FILE *out;                    /* NULL while counting */
    foreign_summary summary;
    uint64_t count; /* of positions; summary.count when it fits */
    size_t added;   /* Egaroucid: positions behind a pass */
    export_losses losses;
    progress_line progress;
    flank_stop interrupted;
    flank_status status; /* FLANK_BAD_FILE: the book is damaged */
    flank_error error;
} export_session;

/* ---- Text ---- */

static int complain_book(const export_session *session)
{
    return complain(book_exit_status(session->status), "%s: %s", session->book_path, error_english(&session->error));
}

static int export_text(export_session *session)
{
    for (size_t i = 0; i < flank_book_count(session->book) && !flank_stop_is_raised(&session->interrupted); i++) {
        flank_position position;
        flank_book_entry entry;
        char line[BOOK_TEXT_SIZE];
        session->status = flank_book_at(session->book, i, &position, &entry, &session->error);
        if (session->status)
            return complain_book(session);
        book_text_format(&position, &entry, line);
        fprintf(session->out, "%s\n", line);
    }
    return CLI_DONE;
}

/* ---- One position, for another program ---- */

static int whole_discs(int score) { return score < 0 ? -((50 - score) / 100) : (score + 50) / 100; }

/* Look up; damage ends the export. */
static bool find(export_session *session, const flank_position *position, flank_book_entry *entry)
{
    flank_error error = {0};
    flank_status found = session->status ? session->status : flank_book_find(session->book, position, entry, &error);
    if (found == FLANK_BAD_FILE && !session->status) {
        session->status = found;
        session->error = error;
    }
    return found == FLANK_OK;
}

/* Count or write an entry. */
static void emit(export_session *session, const foreign_entry *entry)
{
    int empties = position_empties(&entry->position);
    foreign_summary *summary = &session->summary;
    if (session->out) {
        uint8_t bytes[FOREIGN_BYTES_MAX];
        fwrite(bytes, 1, session->format->write(entry, bytes), session->out);
        return;
    }
    summary->empties = session->count == 0 || empties < summary->empties ? empties : summary->empties;
    summary->level = entry->level > summary->level ? entry->level : summary->level;
    session->count++;
}

/* The entry without its moves. */
static foreign_entry plain_entry(const export_session *session, const flank_position *position,
                                 const flank_book_entry *entry)
{
    return (foreign_entry){.position = *position,
                           .score_discs = whole_discs(entry->score),
                           .level = foreign_level(session->format, entry, position_empties(position)),
                           .lines = entry->lines};
}

static void count_losses(export_session *session, const flank_position *position, const flank_book_entry *entry,
                         int level)
{
    export_losses *losses = &session->losses;
    foreign_effort effort = session->format->effort(level, position_empties(position));
    losses->rounded += entry->score % 100 != 0 || (entry->has_leaf && entry->leaf_score % 100 != 0);
    losses->roots += entry->root && !position_is_start(position);
    losses->efforts += effort.depth_plies != entry->depth_plies || effort.percent != entry->selectivity;
}

/* The position before a pass, turned as books turn it, from the one behind it, and the other way round. */
static flank_position across_pass(const flank_position *position)
{
    flank_position swapped = position_with_sides_swapped(position);
    symmetry_canonical(&swapped.own, &swapped.other);
    return swapped;
}

/* ---- Edax ---- */

/* A move to a position of the book. */
typedef struct known_move {
    foreign_link link;
    flank_position position; /* behind it */
    flank_book_entry entry;
} known_move;

/* The moves of a position that the book knows; `legal_count` of them there are. */
static size_t find_moves(export_session *session, const flank_position *position, known_move *moves,
                         size_t *legal_count)
{
    static const flank_rules rules;
    const flank_game *game = &othello_game;
    flank_move legal[FLANK_MOVES_MAX];
    size_t count = 0;
    *legal_count = flank_game_moves(game, &rules, position, legal);
    for (size_t i = 0; i < *legal_count; i++) {
        known_move *move = &moves[count];
        move->position = flank_game_play(game, &rules, position, legal[i]);
        if (!find(session, &move->position, &move->entry))
            continue;
        move->link = (foreign_link){legal[i].to, (int8_t)whole_discs(-move->entry.score)};
        count++;
    }
    return count;
}

/* True if the book knows no move of a position, only what it is worth. */
static bool is_bare(export_session *session, const flank_position *position, const flank_book_entry *entry)
{
    known_move moves[FLANK_BOOK_MOVES_MAX];
    size_t legal_count;
    return !entry->has_leaf && find_moves(session, position, moves, &legal_count) == 0;
}

static void offer_leaf(foreign_entry *foreign, foreign_link link)
{
    if (foreign->has_leaf && foreign->leaf.score_discs >= link.score_discs)
        return;
    foreign->has_leaf = true;
    foreign->leaf = link;
}

/* Links and leaf of a position; false if it has neither. */
static bool add_moves(export_session *session, const flank_book_entry *entry, foreign_entry *foreign)
{
    known_move moves[FLANK_BOOK_MOVES_MAX];
    size_t legal_count, count = find_moves(session, &foreign->position, moves, &legal_count);
    bool leaf_is_known = false;
    for (size_t i = 0; i < count; i++) {
        leaf_is_known = leaf_is_known || (entry->has_leaf && moves[i].link.move == entry->leaf.to);
        if (is_bare(session, &moves[i].position, &moves[i].entry))
            offer_leaf(foreign, moves[i].link);
        else
            foreign->links[foreign->link_count++] = moves[i].link;
    }
    if (entry->has_leaf && !leaf_is_known)
        offer_leaf(foreign, (foreign_link){entry->leaf.to, (int8_t)whole_discs(entry->leaf_score)});
    if (!foreign->link_count && !foreign->has_leaf)
        return false;
    session->losses.unsearched += !session->out && !foreign->has_leaf && foreign->link_count < legal_count;
    return true;
}

static void export_to_edax(export_session *session, const flank_position *position, const flank_book_entry *entry)
{
    const uint64_t centre = UINT64_C(0x0000001818000000);
    foreign_entry foreign = plain_entry(session, position, entry);
    if (((position->own | position->other) & centre) != centre) {
        session->losses.centres += !session->out;
        return;
    }
    if (!add_moves(session, entry, &foreign)) {
        session->losses.bare += !session->out;
        return;
    }
    if (!session->out)
        count_losses(session, position, entry, foreign.level);
    emit(session, &foreign);
}

/* ---- Egaroucid ---- */

static void export_to_egaroucid(export_session *session, const flank_position *position, const flank_book_entry *entry)
{
    flank_book_entry there;
    foreign_entry foreign = plain_entry(session, position, entry);
    if (!session->out)
        count_losses(session, position, entry, foreign.level);
    if (position_is_pass(position)) {
        session->losses.passes += !session->out;
        foreign.position = across_pass(position);
        foreign.score_discs = -foreign.score_discs;
        if (find(session, &foreign.position, &there) || session->status)
            return;
        session->added += !session->out;
    } else if (entry->has_leaf) {
        offer_leaf(&foreign, (foreign_link){entry->leaf.to, (int8_t)whole_discs(entry->leaf_score)});
    }
    emit(session, &foreign);
}

/* ---- The whole book, for another program ---- */

static void export_all(export_session *session)
{
    const size_t count = flank_book_count(session->book);
    for (size_t i = 0; i < count && !session->status && !flank_stop_is_raised(&session->interrupted); i++) {
        flank_position position;
        flank_book_entry entry;
        session->status = flank_book_at(session->book, i, &position, &entry, &session->error);
        if (session->status)
            return;
        if (session->format->has_passes)
            export_to_edax(session, &position, &entry);
        else
            export_to_egaroucid(session, &position, &entry);
        double done = (double)(i + 1) / (double)count;
        progress_show(&session->progress, i + 1, session->out ? "positions written" : "positions counted",
                      session->out ? (1 + done) / 2 : done / 2);
    }
    progress_clear(&session->progress);
}

static void add_loss(text_buffer *line, size_t count, const char *one, const char *many)
{
    if (count)
        text_addf(line, "%s%zu %s", line->length ? ", " : "; not held: ", count, count == 1 ? one : many);
}

/* The contents of the file, and the rest, in one line. */
static void print_exported(const export_session *session, bool to_file)
{
    const export_losses *losses = &session->losses;
    text_buffer line = {NULL}, lost = {NULL};
    add_loss(&lost, losses->rounded, "value to the hundredth of a disc", "values to the hundredth of a disc");
    add_loss(&lost, losses->efforts, "depth or confidence that its level does not tell",
             "depths or confidences that their level does not tell");
    add_loss(&lost, losses->roots, "root", "roots");
    add_loss(&lost, losses->bare, "position without a known move (a leaf now, or nothing)",
             "positions without a known move (leaves now, or nothing)");
    add_loss(&lost, losses->unsearched, "set of moves not searched yet (Edax: book link)",
             "sets of moves not searched yet (Edax: book link)");
    add_loss(&lost, losses->centres, "position with an empty centre", "positions with an empty centre");
    add_loss(&lost, losses->passes, "forced pass", "forced passes");
    const unsigned count = (unsigned)session->summary.count;
    text_addf(&line, "%s: %u position%s", session->path, count, count == 1 ? "" : "s");
    if (session->added)
        text_addf(&line, ", %zu of them behind a pass", session->added);
    text_addf(&line, "%s", lost.bytes ? lost.bytes : "");
    if (to_file)
        puts(line.bytes ? line.bytes : "");
    else
        complain(CLI_DONE, "%s", line.bytes ? line.bytes : "");
    text_free(&line);
    text_free(&lost);
}

/* Count first: the header comes before the positions. */
static int export_foreign(export_session *session)
{
    FILE *out = session->out;
    uint8_t header[FOREIGN_HEADER_MAX];
    session->out = NULL;
    session->summary.time_s = (int64_t)time(NULL);
    export_all(session);
    if (session->status)
        return complain_book(session);
    if (flank_stop_is_raised(&session->interrupted))
        return CLI_INTERRUPTED;
    if (session->count > INT32_MAX)
        return complain(CLI_DATA, "%s: such a book holds at most %d positions", session->path, INT32_MAX);
    session->summary.count = (uint32_t)session->count;
    session->out = out;
    session->format->write_header(&session->summary, header);
    fwrite(header, 1, session->format->header_bytes, out);
    export_all(session);
    return session->status ? complain_book(session) : CLI_DONE;
}

/* ---- The command ---- */

/* Opening the book itself to write would empty it. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static int export_to(export_session *session, bool to_file)
{
    if (to_file && is_same_file(session->path, session->book_path))
        return complain(CLI_USAGE, "book: %s would overwrite itself", session->path);
    whole_file file;
    int number = to_file ? whole_file_open(&file, session->path) : 0;
    if (number)
        return complain_unwritable(session->path, number);
    session->out = to_file ? file.stream : stdout;
    int status = session->format ? export_foreign(session) : export_text(session);
    if (!status && flank_stop_is_raised(&session->interrupted))
        status = CLI_INTERRUPTED;
    if (to_file && status == CLI_INTERRUPTED)
        complain(status, "%s: interrupted; it is as it was", session->path);
    if (to_file && status)
        whole_file_drop(&file);
    else if (to_file && (number = whole_file_keep(&file)) != 0)
        status = complain_unwritable(session->path, number);
    if (!status && session->format)
        print_exported(session, to_file);
    return status;
}

static void on_interrupt(void *user) { flank_stop_raise(&((export_session *)user)->interrupted); }

int book_export(const cli_arguments *arguments)
{
    const option_value *named = &arguments->option[OPTION_FORMAT];
    export_session session = {.book_path = arguments->operands[1],
                              .path = arguments->operand_count > 2 ? arguments->operands[2] : "-",
                              .progress = progress_start()};
    session.format = named->given ? foreign_format_named(named->text) : foreign_format_of_name(session.path);
    flank_book *book;
    int status = book_open(session.book_path, &book);
    if (status)
        return status;
    session.book = book;
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, &session);
    status = export_to(&session, strcmp(session.path, "-") != 0);
    interrupt_watch_stop(watch);
    flank_book_close(book);
    return status;
}
