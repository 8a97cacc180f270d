/* SPDX-License-Identifier: MIT
 *
 * Reading and writing boards as 64 letters. Blanks inside are tolerated because people paste boards as eight lines; the
 * count of letters still has to be right, and the message names the square at which it went wrong.
 */
#include "core/disc_text.h"

#include "core/bits.h"
#include "core/error.h"

#include <assert.h>
#include <flank/game.h>
#include <string.h>

size_t disc_text_skip_blanks(const char *text, size_t at) { return at + strspn(text + at, DISC_TEXT_BLANKS); }

size_t disc_text_word_length(const char *text) { return strcspn(text, DISC_TEXT_BLANKS); }

static bool is_one_of(char letter, const char *set) { return letter && strchr(set, letter); }

flank_status disc_text_read_board(const char *text, size_t *at, const disc_letters *letters, uint64_t discs[2],
                                  flank_error *error)
{
    uint64_t found[2] = {0, 0};
    size_t cursor = *at;
    for (unsigned square = 0; square < 64; square++) {
        cursor = disc_text_skip_blanks(text, cursor);
        char letter = text[cursor];
        if (is_one_of(letter, letters->color[FLANK_BLACK]))
            found[FLANK_BLACK] |= bit(square);
        else if (is_one_of(letter, letters->color[FLANK_WHITE]))
            found[FLANK_WHITE] |= bit(square);
        else if (!is_one_of(letter, letters->empty))
            return error_say(error, FLANK_BAD_POSITION, cursor, SAY(EXPECTED_LETTER_FOR),
                             say_letter(letters->color[FLANK_BLACK][0]), say_letter(letters->color[FLANK_WHITE][0]),
                             say_letter(letters->empty[0]), say_text(flank_square_name(square)), say_byte(letter));
        cursor++;
    }
    discs[FLANK_BLACK] = found[FLANK_BLACK];
    discs[FLANK_WHITE] = found[FLANK_WHITE];
    *at = cursor;
    return FLANK_OK;
}

flank_status disc_text_read_side(const char *text, size_t *at, const disc_letters *letters, flank_color *side,
                                 flank_error *error)
{
    size_t cursor = disc_text_skip_blanks(text, *at);
    if (is_one_of(text[cursor], letters->color[FLANK_BLACK]))
        *side = FLANK_BLACK;
    else if (is_one_of(text[cursor], letters->color[FLANK_WHITE]))
        *side = FLANK_WHITE;
    else
        return error_say(error, FLANK_BAD_POSITION, cursor, SAY(EXPECTED_SIDE_LETTER),
                         say_letter(letters->color[FLANK_BLACK][0]), say_letter(letters->color[FLANK_WHITE][0]),
                         say_byte(text[cursor]));
    *at = cursor + 1;
    return FLANK_OK;
}

size_t disc_text_write_board(const flank_position *position, const disc_letters *letters, char *out)
{
    assert((position->own & position->other) == 0 && position->color <= FLANK_WHITE);
    char own = letters->color[position->color][0], other = letters->color[!position->color][0];
    for (unsigned square = 0; square < 64; square++)
        out[square] = position->own & bit(square) ? own : position->other & bit(square) ? other : letters->empty[0];
    out[64] = ' ';
    out[65] = own;
    out[66] = '\0';
    return 66;
}

static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter | 32) : letter; }

int disc_text_square(const char *text)
{
    unsigned file = (unsigned)(lower(text[0]) - 'a');
    unsigned rank = file < 8 ? (unsigned)(text[1] - '1') : 8;
    return rank < 8 ? (int)(8 * rank + file) : -1;
}

bool disc_text_is_pass(const char *text)
{
    static const char *const words[] = {"pass", "pa", "ps", "--", "@@@@"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = 0;
        while (words[i][length] && lower(text[length]) == words[i][length])
            length++;
        if (words[i][length] == '\0' && text[length] == '\0')
            return true;
    }
    return false;
}

/* The bytes of the letter of UTF-8 at `at`; 0 for a control character, and for what is no UTF-8. */
static size_t letter_bytes(const char *at)
{
    const unsigned char first = (unsigned char)at[0], second = first ? (unsigned char)at[1] : 0;
    if (first < 0x80)
        return first >= ' ' && first != 0x7F;
    const size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (first == 0xC2 && second < 0xA0)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

const char *disc_text_show(const char *text, char *out)
{
    size_t length = 0;
    while (*text) {
        const size_t bytes = letter_bytes(text), taken = bytes ? bytes : 1;
        if (length + taken > DISC_TEXT_SHOW_SIZE - 1)
            break;
        if (bytes)
            memcpy(out + length, text, bytes);
        else
            out[length] = '?';
        length += taken;
        text += taken;
    }
    out[length] = '\0';
    return out;
}
