/* SPDX-License-Identifier: MIT
 *
 * WTHOR gives each game's moves and the score that perfect play would have reached from 22 or 24 empty squares: for
 * free, an exact label for that position and a good one for those before it, which good players played.
 */
#include "train/train_wthor.h"

#include "games/othello/othello_board.h"
#include "othello/evaluation.h"
#include "othello/othello_search.h"

#include <flank/flank.h>
#include <stdlib.h>

enum { FIRST_EMPTIES = 58 /* before that everybody plays the same */ };

/* Numbers of empty squares at which a game's position is solved: each costs several times the next. */
static bool is_solved_at(int empties) { return empties == 12 || empties == 10 || empties == 8; }

static train_record solved(othello_search *search, uint64_t own, uint64_t other)
{
    const search_request request = {.mode = SEARCH_SOLVE};
    flank_report report;
    othello_search_run(search, own, other, &request, &report);
    const int score = report.lines[0].score / 100;
    return (train_record){.own = own,
                          .other = other,
                          .outcome = (int16_t)score,
                          .value = (int16_t)(score * EVAL_PER_DISC),
                          .exact = true};
}

static int number_tag(const flank_sheet *sheet, const char *name)
{
    const char *text = flank_node_tag(flank_sheet_root(sheet), name);
    return text ? atoi(text) : 0;
}

/* Positions in which a move was made; where that was a pass, the one before it. */
static bool add_game(const flank_sheet *sheet, othello_search *search, train_records *records)
{
    const int perfect = 2 * number_tag(sheet, "wthor.theoretical") - 64, depth = number_tag(sheet, "wthor.depth");
    const bool known = perfect > -64 ? perfect <= 64 : flank_sheet_result_of(sheet).discs == -64; /* 0: not computed */
    for (const flank_node *node = flank_sheet_root(sheet); node->child; node = node->child) {
        const uint64_t own = node->position.own, other = node->position.other;
        const int empties = (int)bit_count(~(own | other));
        const int label = node->position.color == FLANK_BLACK ? perfect : -perfect;
        if (node->parent && flank_move_is_pass(node->move))
            continue;
        const train_record record = {.own = own,
                                     .other = other,
                                     .outcome = (int16_t)label,
                                     .value = (int16_t)(label * EVAL_PER_DISC),
                                     .exact = empties == depth};
        if (known && empties <= FIRST_EMPTIES && empties >= depth && !train_records_add(records, record))
            return false;
        if (is_solved_at(empties) && othello_moves(own, other) &&
            !train_records_add(records, solved(search, own, other)))
            return false;
    }
    return true;
}

/* The bytes come from here, not by the file's name, since the names of players are not wanted. */
static int64_t read_stream(void *user, void *buffer, size_t size)
{
    const size_t count = fread(buffer, 1, size, user);
    return count == 0 && ferror((FILE *)user) ? -1 : (int64_t)count;
}

static flank_status read_games(flank_reader *reader, othello_search *search, train_records *records)
{
    for (;;) {
        flank_sheet *sheet;
        const flank_status status = flank_reader_next(reader, &sheet, NULL);
        if (status == FLANK_BAD_RECORD || status == FLANK_ILLEGAL_MOVE)
            continue;
        if (status)
            return status == FLANK_NOT_FOUND ? FLANK_OK : status;
        const bool stored = add_game(sheet, search, records);
        flank_sheet_destroy(sheet);
        if (!stored)
            return FLANK_NO_MEMORY;
    }
}

/* No file of games has not even a header; the reader, which reads pipes too, takes it for no games. */
static bool is_empty(FILE *file)
{
    const int first = getc(file);
    return ungetc(first, file) == EOF && !ferror(file);
}

flank_status train_wthor_take(FILE *file, othello_search *search, train_records *records)
{
    const flank_reader_options options = {.format = flank_format_find("wthor")};
    flank_status status = FLANK_BAD_FILE;
    if (is_empty(file))
        return status;
    flank_reader *reader = flank_reader_open_source(read_stream, file, &options, &status, NULL);
    if (reader)
        status = read_games(reader, search, records);
    flank_reader_close(reader);
    return status == FLANK_NOT_SUPPORTED ? FLANK_BAD_FILE : status;
}

flank_status train_wthor_read(const char *path, othello_search *search, train_records *records)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    const flank_status status = train_wthor_take(file, search, records);
    fclose(file);
    return status;
}
