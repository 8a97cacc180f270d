/* SPDX-License-Identifier: MIT
 *
 * Boards as text to boards as bits, eight squares at a time.
 *
 * A row that lies in the buffer with its end of line, LF or CR LF, is one 64-bit word: three comparisons of all eight
 * bytes at once (Warren, Hacker's Delight, section 6-1, finding zero bytes without false positives), and a
 * multiplication that gathers the eight answers into eight neighbouring bits. Every other row, at the border of two
 * blocks or with blanks behind it, and every broken one goes through the plain loop, which also finds the words for
 * what is wrong.
 */
#include "contest/contest_board.h"

#include <inttypes.h>

#define EACH_BYTE UINT64_C(0x0101010101010101)

/* Eight bytes, the first one lowest. */
static uint64_t load_row(const unsigned char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* 1 in every byte of `word` that is `letter`. */
static uint64_t bytes_equal(uint64_t word, char letter)
{
    uint64_t difference = word ^ EACH_BYTE * (unsigned char)letter;
    uint64_t nonzero = ((difference & EACH_BYTE * 0x7f) + EACH_BYTE * 0x7f) | difference;
    return ~nonzero >> 7 & EACH_BYTE;
}

/* Bit i is the lowest bit of byte i. */
static uint64_t gather_bits(uint64_t bytes) { return bytes * UINT64_C(0x0102040810204080) >> 56; }

/* The row at stream->next, if it is whole and right, read at once. */
static bool read_row_at_once(contest_stream *stream, const contest_alphabet *alphabet, unsigned row,
                             contest_board *board)
{
    const unsigned char *text = stream->next;
    if (stream->end - text < 10)
        return false;
    size_t length = text[8] == '\n' ? 9 : text[8] == '\r' && text[9] == '\n' ? 10 : 0;
    uint64_t word = load_row(text);
    uint64_t first = bytes_equal(word, alphabet->first), second = bytes_equal(word, alphabet->second);
    if (length == 0 || (first | second | bytes_equal(word, alphabet->empty)) != EACH_BYTE)
        return false;
    board->first |= gather_bits(first) << 8 * row;
    board->second |= gather_bits(second) << 8 * row;
    stream->next += length;
    stream->line++;
    return true;
}

/* Say what is wrong with the character at column `column` (0..8) of a row, where the row's text is not as it should be.
 */
static bool fail_row(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned row,
                     unsigned column)
{
    char found[CONTEST_FOUND_SIZE];
    contest_found(stream, found);
    if (column == 8)
        return contest_fail(stream,
                            "row %u of %s %" PRIu64 " is longer than 8 squares: expected the end of the line, found %s",
                            row + 1, alphabet->unit, number, found);
    int byte = contest_peek(stream);
    bool blank = contest_is_blank(byte);
    int after = contest_skip_blanks(stream);
    if (column == 0 && after == CONTEST_END)
        return contest_fail(stream, "the input ends, expected row %u of %s %" PRIu64, row + 1, alphabet->unit, number);
    if (column == 0 && after == '\n')
        return contest_fail(stream, "the line is blank, expected row %u of %s %" PRIu64, row + 1, alphabet->unit,
                            number);
    if (after == CONTEST_END || after == '\n')
        return contest_fail(stream, "row %u of %s %" PRIu64 " ends after %u square%s, expected 8", row + 1,
                            alphabet->unit, number, column, column == 1 ? "" : "s");
    return contest_fail(stream, "row %u of %s %" PRIu64 ", column %u: expected %s, found %s", row + 1, alphabet->unit,
                        number, column + 1, alphabet->letters, blank ? "a blank" : found);
}

bool contest_read_row(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned row,
                      contest_board *board)
{
    if (read_row_at_once(stream, alphabet, row, board))
        return true;
    for (unsigned column = 0; column < 8; column++) {
        int byte = contest_peek(stream);
        uint64_t square = UINT64_C(1) << (8 * row + column);
        if (byte == alphabet->first)
            board->first |= square;
        else if (byte == alphabet->second)
            board->second |= square;
        else if (byte != alphabet->empty)
            return fail_row(stream, alphabet, number, row, column);
        contest_step(stream);
    }
    return contest_end_line(stream) || fail_row(stream, alphabet, number, row, 8);
}

bool contest_read_board(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, contest_board *board)
{
    *board = (contest_board){0, 0};
    for (unsigned row = 0; row < 8; row++)
        if (!contest_read_row(stream, alphabet, number, row, board))
            return false;
    return true;
}

bool contest_read_mover(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned *mover)
{
    char found[CONTEST_FOUND_SIZE];
    int byte = contest_peek(stream);
    if (byte != alphabet->first && byte != alphabet->second)
        return contest_fail(stream, "expected '%c' or '%c', the player to move of %s %" PRIu64 ", found %s",
                            alphabet->first, alphabet->second, alphabet->unit, number, contest_found(stream, found));
    contest_step(stream);
    if (!contest_end_line(stream))
        return contest_fail(stream, "expected the end of the line after the player to move of %s %" PRIu64 ", found %s",
                            alphabet->unit, number, contest_found(stream, found));
    *mover = byte == alphabet->second;
    return true;
}
