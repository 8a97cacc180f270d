/* SPDX-License-Identifier: MIT
 *
 * The plan of a book and its roots, from options.
 */
#include "cli/book/book_plan_input.h"

#include "cli/command/file_input.h"
#include "cli/input/game_input.h"
#include "games/othello/othello.h"

/* 0 if it is not given, else at least 1: nothing but the best moves, or nearly. */
static int hundredths(const option_value *value)
{
    int whole = (int)(value->discs * 100 + 0.5);
    return value->given && whole == 0 ? 1 : whole;
}

flank_book_plan book_plan_given(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    return (flank_book_plan){
        .depth_plies = (int)option[OPTION_DEPTH].number,
        .level = (int)option[OPTION_LEVEL].number,
        .plies = (int)option[OPTION_PLIES].number,
        .error = hundredths(&option[OPTION_ERROR]),
        .line_error = hundredths(&option[OPTION_LINE_ERROR]),
        .threads = (int)option[OPTION_THREADS].number,
        .hash_bytes = (size_t)option[OPTION_HASH].number << 20,
        .time_ms = milliseconds(&option[OPTION_TIME]),
        .positions = (size_t)option[OPTION_POSITIONS].number,
        .save_ms = milliseconds(&option[OPTION_SAVE]),
    };
}

/* Receives the roots. */
typedef struct root_taker {
    book_root_fn *add;
    void *user;
} root_taker;

static int add_root(const root_taker *taker, const flank_record *record)
{
    return taker->add(taker->user, flank_record_position(record));
}

static int add_opening(const root_taker *taker, const flank_sheet *sheet)
{
    const bool is_game = flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
    flank_record *record = flank_sheet_record(sheet, is_game ? NULL : flank_sheet_root(sheet));
    const int status = record ? add_root(taker, record) : complain(CLI_INTERNAL, "not enough memory");
    flank_record_destroy(record);
    return status;
}

/* The ends of the games of a file in any format, and its positions. */
static int add_openings(const root_taker *taker, const char *path)
{
    const flank_reader_options options = {.game = &othello_game};
    flank_reader *reader;
    int status = file_open(path, &options, &reader);
    while (status == CLI_DONE) {
        flank_sheet *sheet;
        flank_error error = {0};
        const flank_status read = flank_reader_next(reader, &sheet, &error);
        if (read == FLANK_NOT_FOUND)
            break;
        const file_place place = file_place_of_game(reader, path);
        if (read)
            status = file_complain(reader, path, &error);
        else if (flank_rules_stand_apart(flank_sheet_game(sheet), flank_sheet_rules(sheet)))
            status = complain_at(place.name, (size_t)place.line, "a game by other rules than those of the book");
        else if (flank_sheet_game(sheet) == options.game)
            status = add_opening(taker, sheet);
        else
            status = complain_at(place.name, (size_t)place.line, "a game of %s, not of %s",
                                 flank_game_title(flank_sheet_game(sheet)), flank_game_title(options.game));
        if (read == FLANK_OK)
            flank_sheet_destroy(sheet);
    }
    flank_reader_close(reader);
    return status;
}

int book_roots_given(const cli_arguments *arguments, bool is_empty, book_root_fn *add, void *user)
{
    const option_value *option = arguments->option;
    const root_taker taker = {add, user};
    int status = CLI_DONE;
    bool position = option[OPTION_POSITION].given || option[OPTION_MOVES].given;
    if (position || is_empty) {
        static const flank_rules rules;
        flank_record *record;
        status = record_from_arguments(arguments, &othello_game, &rules, &record);
        if (status)
            return status;
        const flank_outcome outcome = flank_record_outcome(record);
        status = outcome.over ? complain(CLI_DATA, "book: the game is over (%s)", outcome.reason->words)
                              : add_root(&taker, record);
        flank_record_destroy(record);
    }
    if (!status && option[OPTION_OPENINGS].given)
        status = add_openings(&taker, option[OPTION_OPENINGS].text);
    return status;
}

int book_plan_check(const cli_arguments *arguments)
{
    return arguments->option[OPTION_DEPTH].given && arguments->option[OPTION_LEVEL].given
               ? complain(CLI_USAGE, "book: only one of --depth and --level")
               : CLI_DONE;
}
