/* SPDX-License-Identifier: MIT
 *
 * The header of WTHOR files, also one that is not whole.
 *
 * Bytes that are missing from the header, or too many, move all games. So where the header is not one, or games do not
 * begin behind it, they are looked for nearby. If bytes are missing the year is believed: it stands so far from the
 * beginning, or so far from the games, whichever side the damage is on, and what stands in its place otherwise is none
 * of the years from 1900 to 2047, since the bytes before it are 0 and the one behind it is 0 or 8. Of a header with
 * bytes too many nothing is, since one of them may stand in the year.
 *
 * Legal games behind the header are surer than one byte of it: that they are solitaires, or on a board of a size that
 * no board has, is only told then. A size that a board can have is believed: a game on 10x10 squares may begin with
 * moves that are legal on 8x8, and must not count as one.
 */
#include "formats/wthor/wthor.h"

#include <stdio.h>

enum { BOARD_AT = 12, SOLITAIRES_AT = 13, YEAR_AT = 10, YEAR_MIN = 1900, YEAR_MAX = 2047 };

unsigned wthor_get_16(const unsigned char *bytes) { return bytes[0] | (unsigned)bytes[1] << 8; }

static wthor_header read_fields(const unsigned char *bytes)
{
    wthor_header header = {
        .size = WTHOR_HEADER_BYTES,
        .games = wthor_get_16(bytes + 4) | (uint32_t)wthor_get_16(bytes + 6) << 16,
        .names = wthor_get_16(bytes + 8),
        .year = wthor_get_16(bytes + YEAR_AT),
        .board = bytes[BOARD_AT],
        .solitaires = bytes[SOLITAIRES_AT],
        .depth = bytes[14] ? bytes[14] : WTHOR_DEPTH_USUAL,
    };
    snprintf(header.created, sizeof header.created, "%02u%02u.%02u.%02u", bytes[0], bytes[1], bytes[2], bytes[3]);
    return header;
}

bool wthor_header_is_likely(const unsigned char *bytes)
{
    const wthor_header header = read_fields(bytes);
    return bytes[0] >= 19 && bytes[0] <= 20 && bytes[1] <= 99 && bytes[2] <= 12 && bytes[3] <= 31 &&
           (header.board == 0 || header.board == 8 || wthor_is_other_board(header.board)) && header.solitaires <= 1;
}

bool wthor_is_other_board(unsigned side)
{
    enum { LEAST = 4, USUAL = 8, MOST = 26 };
    return side >= LEAST && side <= MOST && side % 2 == 0 && side != USUAL;
}

/* True if nothing speaks against a header of games or names. */
static bool is_whole(const unsigned char *bytes)
{
    const wthor_header header = read_fields(bytes);
    return wthor_header_is_likely(bytes) && header.year <= YEAR_MAX && bytes[15] == 0 &&
           (header.games == 0 || header.names == 0 || header.solitaires);
}

static unsigned year_at(const unsigned char *bytes)
{
    const unsigned year = wthor_get_16(bytes);
    return year >= YEAR_MIN && year <= YEAR_MAX ? year : 0;
}

/* The year in a damaged header of so many bytes; 0 if there is none, or two, or bytes are too many. */
static unsigned find_year(const unsigned char *bytes, size_t size)
{
    enum { FROM_END = WTHOR_HEADER_BYTES - YEAR_AT };
    const unsigned from_start = size >= YEAR_AT + 2 ? year_at(bytes + YEAR_AT) : 0;
    const unsigned from_end = size >= FROM_END ? year_at(bytes + size - FROM_END) : 0;
    if (size >= WTHOR_HEADER_BYTES)
        return 0;
    return !from_start || from_start == from_end ? from_end : !from_end ? from_start : 0;
}

static bool games_begin(const unsigned char *bytes, size_t size, size_t at)
{
    return at < size && wthor_games_follow(bytes + at, size - at);
}

/* Of a header that games follow, whatever it says. */
static void correct_kind(wthor_header *header)
{
    if (header->solitaires) {
        header->odd_at = SOLITAIRES_AT;
        header->odd = header->solitaires;
        header->solitaires = 0;
    }
    if (header->board != 0 && header->board != 8 && !wthor_is_other_board(header->board)) {
        header->odd_at = BOARD_AT;
        header->odd = header->board;
        header->board = 8;
    }
}

wthor_header wthor_header_read(const unsigned char *bytes, size_t size)
{
    wthor_header usual = read_fields(bytes);
    const bool games = games_begin(bytes, size, WTHOR_HEADER_BYTES);
    if (games)
        correct_kind(&usual);
    if (games || is_whole(bytes))
        return usual;
    for (size_t away = 1; away <= WTHOR_HEADER_BYTES; away++)
        for (int side = -1; side <= 1; side += 2) {
            const size_t at = side < 0 ? WTHOR_HEADER_BYTES - away : WTHOR_HEADER_BYTES + away;
            if (games_begin(bytes, size, at))
                return (wthor_header){.size = at, .year = find_year(bytes, at), .damaged = true};
        }
    return usual;
}
