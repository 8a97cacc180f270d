/* SPDX-License-Identifier: MIT
 *
 * flank book show: a position of a book, or the book as a whole; and a book's moves for flank hint.
 */
#include "cli/book/book_show.h"

#include "book/book_json.h"
#include "cli/input/book_input.h"
#include "cli/input/game_input.h"
#include "cli/command/report_text.h"
#include "core/error.h"
#include "core/bits.h"
#include "formats/books/book_text.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 61 };

/* The name of a move at the record's cursor. */
static const char *move_name(const flank_record *record, flank_move move, char text[FLANK_MOVE_TEXT_SIZE])
{
    flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position(record), move, NULL,
                      text);
    return flank_move_is_pass(move) ? "pass" : text;
}

/* ---- One position ---- */

typedef struct book_view {
    const char *path;
    const flank_record *record;
    bool found;
    flank_book_entry entry;
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count;
} book_view;

static void print_json_position(const book_view *view)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", view->path);
    position_add_json(&out, view->record);
    if (flank_opening_name(view->record))
        json_string(&out, "opening", flank_opening_name(view->record));
    json_bool(&out, "in_book", view->found);
    if (view->found) {
        const flank_book_entry *entry = &view->entry;
        book_add_json_value(&out, entry->score);
        book_add_json_search(&out, entry->depth_plies, entry->level, entry->selectivity, entry->lines);
        json_bool(&out, "root", entry->root);
        book_add_json_list(&out, "moves", view->record, view->moves, view->count);
    }
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_search(int depth, int level, int selectivity)
{
    printf("%5d %4d %%", depth, selectivity);
    if (level)
        printf("  level %d", level);
    putchar('\n');
}

static void print_position(const book_view *view)
{
    char value[BOOK_VALUE_SIZE];
    const flank_position *position = flank_record_position(view->record);
    const char *name = flank_opening_name(view->record);
    printf("%s, %s to move%s%s\n", flank_game_title(flank_record_game(view->record)),
           flank_game_color_name(flank_record_game(view->record), (flank_color)position->color), name ? ": " : "",
           name ? name : "");
    if (!view->found) {
        puts("not in the book");
        return;
    }
    book_value_format(view->entry.score, value);
    printf("%s, %u line%s%s\n", value, (unsigned)view->entry.lines, view->entry.lines == 1 ? "" : "s",
           view->entry.root ? ", a root of the book" : "");
    puts("  move   value      lines  depth  sure");
    for (size_t i = 0; i < view->count; i++) {
        const flank_book_move *move = &view->moves[i];
        char text[FLANK_MOVE_TEXT_SIZE];
        book_value_format(move->score, value);
        printf("  %-4s %7s ", move_name(view->record, move->move, text), value);
        if (move->in_book)
            printf("%10u  ", (unsigned)move->lines);
        else
            printf("%10s  ", "-");
        print_search(move->depth_plies, move->level, move->selectivity);
    }
}

/* Books of other games know of a position what its moves are worth. */
static void print_pieces(const book_view *view)
{
    char value[BOOK_VALUE_SIZE], text[FLANK_MOVE_TEXT_SIZE];
    const flank_game *game = flank_record_game(view->record);
    const flank_position *position = flank_record_position(view->record);
    printf("%s, %s to move\n", flank_game_title(game), flank_game_color_name(game, (flank_color)position->color));
    puts(view->found ? "  move        value  goes on  depth" : "not in the book");
    for (size_t i = 0; i < view->count; i++) {
        const flank_book_move *move = &view->moves[i];
        book_value_format(move->score, value);
        printf("  %-9s %7s  %7s  %5d\n", move_name(view->record, move->move, text), value, move->in_book ? "yes" : "no",
               move->depth_plies);
    }
}

static void print_json_pieces(const book_view *view)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", view->path);
    position_add_json(&out, view->record);
    json_bool(&out, "in_book", view->found);
    if (view->found)
        book_add_json_list(&out, "moves", view->record, view->moves, view->count);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void show_pieces(const cli_arguments *arguments, const flank_book *book, book_view *view)
{
    view->found = flank_book_here(book, view->record, view->moves, &view->count, NULL) == FLANK_OK;
    if (arguments->option[OPTION_JSON].given)
        print_json_pieces(view);
    else
        print_pieces(view);
}

static int show_entry(const cli_arguments *arguments, const flank_book *book, book_view *view)
{
    flank_error error = {0};
    const flank_position *position = flank_record_position(view->record);
    flank_status found = flank_book_find(book, position, &view->entry, &error);
    if (found == FLANK_OK)
        found = flank_book_moves(book, position, view->moves, &view->count, &error);
    view->found = found == FLANK_OK;
    if (found != FLANK_OK && found != FLANK_NOT_FOUND)
        return complain(book_exit_status(found), "%s: %s", view->path, error_english(&error));
    if (arguments->option[OPTION_JSON].given)
        print_json_position(view);
    else
        print_position(view);
    return CLI_DONE;
}

static int show_position(const cli_arguments *arguments, const flank_book *book, const char *path)
{
    static const flank_rules rules;
    flank_record *record;
    int status = record_from_arguments(arguments, flank_book_game(book), &rules, &record);
    if (status)
        return status;
    const flank_outcome outcome = flank_record_outcome(record);
    if (outcome.over) {
        flank_record_destroy(record);
        return complain(CLI_DATA, "book: the game is over (%s)", outcome.reason->words);
    }
    book_view view = {.path = path, .record = record};
    if (flank_book_game(book) == &othello_game)
        status = show_entry(arguments, book, &view);
    else
        show_pieces(arguments, book, &view);
    flank_record_destroy(record);
    return status;
}

/* ---- The whole book ---- */

typedef struct book_summary {
    size_t positions[PLIES], roots;
    int depth_min[PLIES], depth_max[PLIES];
} book_summary;

static flank_status sum_up(const flank_book *book, book_summary *summary, flank_error *error)
{
    flank_status status = flank_book_verify(book, error);
    for (size_t i = 0; status == FLANK_OK && i < flank_book_count(book); i++) {
        flank_position position;
        flank_book_entry entry;
        status = flank_book_at(book, i, &position, &entry, error);
        if (status)
            break;
        int discs = (int)bit_count(position.own | position.other), ply = discs > 4 ? discs - 4 : 0;
        int depth = entry.depth_plies;
        bool first = summary->positions[ply]++ == 0;
        summary->depth_min[ply] = first || depth < summary->depth_min[ply] ? depth : summary->depth_min[ply];
        summary->depth_max[ply] = first || depth > summary->depth_max[ply] ? depth : summary->depth_max[ply];
        summary->roots += entry.root;
    }
    return status;
}

static void print_json_summary(const flank_book *book, const char *path, const book_summary *summary)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_count(&out, "positions", flank_book_count(book));
    json_count(&out, "bytes", flank_book_size(book));
    json_count(&out, "roots", summary->roots);
    json_open_array(&out, "plies");
    for (int ply = 0; ply < PLIES; ply++) {
        if (!summary->positions[ply])
            continue;
        json_open_object(&out, NULL);
        json_integer(&out, "ply", ply);
        json_count(&out, "positions", summary->positions[ply]);
        json_integer(&out, "depth_min", summary->depth_min[ply]);
        json_integer(&out, "depth_max", summary->depth_max[ply]);
        json_close_object(&out);
    }
    json_close_array(&out);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_summary(const flank_book *book, const char *path, const book_summary *summary)
{
    const size_t positions = flank_book_count(book);
    printf("%s: %zu %s, %zu %s, %zu bytes; all of it checked\n", path, positions,
           positions == 1 ? "position" : "positions", summary->roots, summary->roots == 1 ? "root" : "roots",
           flank_book_size(book));
    if (flank_book_count(book))
        puts("  moves made  positions  searched plies");
    for (int ply = 0; ply < PLIES; ply++)
        if (summary->positions[ply])
            printf("  %10d %10zu  %6d to %d\n", ply, summary->positions[ply], summary->depth_min[ply],
                   summary->depth_max[ply]);
}

static void print_json_plies(const flank_book *book, const char *path)
{
    size_t positions[PLIES];
    const size_t plies = flank_book_plies(book, positions, PLIES);
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_string(&out, "game", flank_game_name(flank_book_game(book)));
    json_count(&out, "positions", flank_book_count(book));
    json_count(&out, "bytes", flank_book_size(book));
    json_open_array(&out, "plies");
    for (size_t ply = 0; ply < plies; ply++) {
        json_open_object(&out, NULL);
        json_count(&out, "ply", ply);
        json_count(&out, "positions", positions[ply]);
        json_close_object(&out);
    }
    json_close_array(&out);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_plies(const flank_book *book, const char *path)
{
    size_t positions[PLIES];
    const size_t plies = flank_book_plies(book, positions, PLIES), count = flank_book_count(book);
    printf("%s: %s, %zu %s, %zu bytes; all of it checked\n", path, flank_game_title(flank_book_game(book)), count,
           count == 1 ? "position" : "positions", flank_book_size(book));
    puts("  moves made  positions");
    for (size_t ply = 0; ply < plies; ply++)
        printf("  %10zu %10zu\n", ply, positions[ply]);
}

static int show_all(const cli_arguments *arguments, const flank_book *book, const char *path)
{
    if (flank_book_game(book) != &othello_game) {
        arguments->option[OPTION_JSON].given ? print_json_plies(book, path) : print_plies(book, path);
        return CLI_DONE;
    }
    book_summary summary = {.roots = 0};
    flank_error error = {0};
    flank_status status = sum_up(book, &summary, &error);
    if (status)
        return complain(book_exit_status(status), "%s: %s", path, error_english(&error));
    if (arguments->option[OPTION_JSON].given)
        print_json_summary(book, path, &summary);
    else
        print_summary(book, path, &summary);
    return CLI_DONE;
}

/* Open the first of the usual books, or the first of `game` if that is not NULL. */
static int open_usual(const flank_game *game, char ***path, flank_book **book)
{
    for (; **path; ++*path) {
        const int status = book_open(**path, book);
        if (!game || (!status && flank_book_game(*book) == game))
            return status;
        flank_book_close(*book);
    }
    *book = NULL;
    return complain(CLI_NO_INPUT, "book: no book of %s is among the usual ones; name one", flank_game_title(game));
}

static int open_named(const flank_game *game, const char *path, flank_book **book)
{
    const int status = book_open(path, book);
    if (status || !game || flank_book_game(*book) == game)
        return status;
    return complain(CLI_DATA, "%s: this is a book of %s, not of %s", path, flank_game_title(flank_book_game(*book)),
                    flank_game_title(game));
}

int book_show(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    const flank_game *game = option[OPTION_GAME].given ? flank_game_find(option[OPTION_GAME].text) : NULL;
    const char *named = arguments->operand_count > 1 ? arguments->operands[1] : NULL;
    if (game && !flank_game_has_book(game))
        return complain(CLI_USAGE, "book: there are no books of %s", flank_game_title(game));
    char **usual = named ? NULL : book_default_paths(), **path = usual;
    if (!named && !usual)
        return complain(CLI_NO_INPUT, getenv("FLANK_BOOK") ? "book: $FLANK_BOOK is empty, which means no book; name one"
                                                           : "book: no book comes with this flank; name one");
    flank_book *book;
    int status = named ? open_named(game, named, &book) : open_usual(game, &path, &book);
    const char *shown = named ? named : *path;
    if (!status && (option[OPTION_POSITION].given || option[OPTION_MOVES].given))
        status = show_position(arguments, book, shown);
    else if (!status)
        status = show_all(arguments, book, shown);
    flank_book_close(book);
    book_paths_free(usual);
    return status;
}

/* ---- For flank hint ---- */

void book_add_moves(text_buffer *out, book_input *book, const flank_record *record)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count = book_input_moves(book, record, moves);
    for (size_t i = 0; i < count; i++) {
        char value[BOOK_VALUE_SIZE], text[FLANK_MOVE_TEXT_SIZE];
        book_value_format(moves[i].score, value);
        text_addf(out, "%s%s %s", i ? ", " : "", move_name(record, moves[i].move, text), value);
    }
}

void book_add_json_moves(text_buffer *out, book_input *book, const flank_record *record)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count = book_input_moves(book, record, moves);
    if (count)
        book_add_json_list(out, "book", record, moves, count);
}
