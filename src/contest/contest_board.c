/* SPDX-License-Identifier: MIT
 *
 * Boards as text to boards as bits, sixteen squares at a time.
 *
 * A board that lies in the buffer with all its ends of lines, LF or CR LF, is read at once: two rows make a vector of
 * sixteen bytes, each of the three letters is compared with all of them in one instruction, and one more (elsewhere
 * than on x86 a multiplication a row) gathers the answers into neighbouring bits. The vectors are GCC's and Clang's
 * extension. Every other board, at the border of two blocks or with blanks behind its rows, and every broken one goes
 * through the plain loop, which also finds the words for what is wrong.
 */
#include "contest/contest_board.h"

#include <inttypes.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef uint8_t vector __attribute__((vector_size(16)));

static vector vector_of(char letter)
{
    uint8_t c = (uint8_t)letter;
    return (vector){c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};
}

/* True if each of the eight rows ends as the first one does. */
static bool lines_are_alike(const unsigned char *text, size_t stride)
{
    bool alike = true;
    for (const unsigned char *end = text + 8; end < text + 8 * stride; end += stride)
        alike &= *end == text[8] && end[stride - 9] == '\n';
    return alike;
}

/* Masks with ones where the bytes of a pair of rows are 0xff, as 16 bits, the first row lowest. */
static uint64_t gather_bits(vector bytes)
{
#ifdef __SSE2__
    return (uint64_t)_mm_movemask_epi8((__m128i)bytes);
#else
    uint64_t rows[2];
    memcpy(rows, &bytes, sizeof rows);
    for (int i = 0; i < 2; i++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        rows[i] = __builtin_bswap64(rows[i]);
#endif
        rows[i] = (rows[i] & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
    }
    return rows[0] | rows[1] << 8;
#endif
}

/* Read the board at stream->next if it is whole and right; false without an effect if not. */
static bool read_board_at_once(contest_stream *stream, const contest_alphabet *alphabet, contest_board *board)
{
    const unsigned char *text = stream->next;
    if (stream->end - text < 80)
        return false;
    size_t stride = text[8] == '\r' ? 10 : 9;
    vector empty = vector_of(alphabet->empty), first = vector_of(alphabet->first), second = vector_of(alphabet->second);
    vector wrong = {0};
    *board = (contest_board){0, 0};
    for (unsigned row = 0; row < 8; row += 2) {
        vector letters;
        memcpy(&letters, text + row * stride, 8);
        memcpy((char *)&letters + 8, text + (row + 1) * stride, 8);
        vector is_first = letters == first, is_second = letters == second;
        wrong |= ~(is_first | is_second | (letters == empty));
        board->first |= gather_bits(is_first) << 8 * row;
        board->second |= gather_bits(is_second) << 8 * row;
    }
    uint64_t halves[2];
    memcpy(halves, &wrong, sizeof halves);
    if (!lines_are_alike(text, stride) || (halves[0] | halves[1]) != 0)
        return false;
    stream->next += 8 * stride;
    stream->line += 8;
    return true;
}

/* Say what is wrong with the character at column `column` (0..8) of a row, where the row's text is not as it should be.
 */
static bool fail_row(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned row,
                     unsigned column)
{
    const error_part found = say_found(stream), unit = say_code(alphabet->unit);
    const error_part at_row = say_number(row + 1), at_board = say_number(number);
    if (column == 8)
        return contest_say(stream, SAY(CONTEST_ROW_TOO_LONG), at_row, unit, at_board, found);
    int byte = contest_peek(stream);
    bool blank = contest_is_blank(byte);
    int after = contest_skip_blanks(stream);
    if (column == 0 && after == CONTEST_END)
        return contest_say(stream, SAY(CONTEST_INPUT_ENDS), at_row, unit, at_board);
    if (column == 0 && after == '\n')
        return contest_say(stream, SAY(CONTEST_LINE_BLANK), at_row, unit, at_board);
    if (after == CONTEST_END || after == '\n')
        return contest_say(stream, SAY(CONTEST_ROW_ENDS), at_row, unit, at_board, say_number(column));
    return contest_say(stream, SAY(CONTEST_ROW_LETTER), at_row, unit, at_board, say_number(column + 1),
                       SAY(THREE_LETTERS), say_letter(alphabet->empty), say_letter(alphabet->first),
                       say_letter(alphabet->second), blank ? SAY(A_BLANK) : found);
}

static bool read_row(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned row,
                     contest_board *board)
{
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
    if (read_board_at_once(stream, alphabet, board))
        return true;
    *board = (contest_board){0, 0};
    for (unsigned row = 0; row < 8; row++)
        if (!read_row(stream, alphabet, number, row, board))
            return false;
    return true;
}

bool contest_read_mover(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned *mover)
{
    int byte = contest_peek(stream);
    if (byte != alphabet->first && byte != alphabet->second)
        return contest_say(stream, SAY(CONTEST_MOVER), say_letter(alphabet->first), say_letter(alphabet->second),
                           say_code(alphabet->unit), say_number(number), say_found(stream));
    contest_step(stream);
    if (!contest_end_line(stream))
        return contest_say(stream, SAY(CONTEST_AFTER_MOVER), say_code(alphabet->unit), say_number(number),
                           say_found(stream));
    *mover = byte == alphabet->second;
    return true;
}
