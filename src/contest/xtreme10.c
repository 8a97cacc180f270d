/* SPDX-License-Identifier: MIT
 *
 * IEEEXtreme 10.0 "Checkers Challenge": boards of Turkish draughts with one white piece; in how many ways does it
 * capture everything in one move? xtreme10_ways.c counts.
 *
 * Each board's rows are exactly eight. Blank lines before, between and after boards are taken as they come, none
 * included: a ninth row begins the next board. A fault of a whole board (no piece of a colour, a number that is too
 * large) is reported at its first row.
 */
#include "contest/contest_board.h"
#include "contest/contest_filters.h"
#include "contest/xtreme10_ways.h"
#include "core/bits.h"

#include <inttypes.h>

static const contest_alphabet alphabet = {'.', 'o', 'x', FLANK_ERROR_A_BOARD};

/* Read a board with exactly one white piece and at least one black. */
static bool read_pieces(contest_stream *stream, uint64_t number, contest_board *board)
{
    uint64_t first_line = stream->line;
    if (!contest_read_board(stream, &alphabet, number, board))
        return false;
    uint64_t second = bit_rest(board->first);
    if (second)
        return contest_say_at(stream, first_line + bit_first(second) / 8, SAY(XTREME_SECOND_WHITE),
                              say_number(bit_first(second) / 8 + 1), say_number(number));
    if (!board->first)
        return contest_say_at(stream, first_line, SAY(XTREME_NO_WHITE), say_number(number));
    if (!board->second)
        return contest_say_at(stream, first_line, SAY(XTREME_NO_BLACK), say_number(number));
    return true;
}

static bool answer_board(contest_stream *stream, ways_counter *counter, uint64_t number)
{
    contest_board board;
    uint64_t ways = 0;
    contest_skip_space(stream);
    uint64_t line = stream->line;
    if (!read_pieces(stream, number, &board))
        return false;
    switch (ways_count(counter, bit_first(board.first), board.second, &ways)) {
    case WAYS_COUNTED:
        contest_write_number(stream, ways);
        contest_write(stream, "\n", 1);
        return true;
    case WAYS_OVERFLOW:
        return contest_say_at(stream, line, SAY(XTREME_TOO_MANY_WAYS), say_number(number),
                              say_count(counter->limits.ways));
    case WAYS_TOO_LONG:
        return contest_say_at(stream, line, SAY(XTREME_ENTANGLED), say_number(number),
                              say_number(bit_count(board.second)), say_count(counter->limits.leaps));
    case WAYS_NO_MEMORY:
        return contest_fail_memory(stream, FLANK_ERROR_COUNTING_WAYS);
    }
    return false;
}

void xtreme10_filter(contest_stream *stream) { xtreme10_filter_within(stream, WAYS_LIMITS); }

void xtreme10_filter_within(contest_stream *stream, ways_limits limits)
{
    uint64_t boards = 0;
    ways_counter counter;
    if (!contest_read_count(stream, FLANK_ERROR_NUMBER_OF_BOARDS, &boards))
        return;
    ways_counter_init(&counter, limits);
    uint64_t number = 1;
    while (number <= boards && answer_board(stream, &counter, number))
        number++;
    ways_counter_free(&counter);
    if (number > boards)
        contest_expect_end(stream, alphabet.unit);
}
