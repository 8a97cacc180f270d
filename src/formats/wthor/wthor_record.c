/* SPDX-License-Identifier: MIT
 *
 * Recognising WTHOR's records, which nothing marks: where bytes are missing or too many, the games go on where records
 * of legal games follow one another. That a wrong place looks so has not been met: the moves would have to be legal.
 */
#include "formats/wthor/wthor.h"
#include "games/othello/othello.h"

bool wthor_is_move(unsigned char byte) { return byte / 10 >= 1 && byte / 10 <= 8 && byte % 10 >= 1 && byte % 10 <= 8; }

flank_status wthor_add_move(flank_sheet *sheet, unsigned char byte, const flank_node **node)
{
    const flank_move pass = {.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    const flank_move move = {.from = FLANK_NO_SQUARE, .to = (uint8_t)((byte / 10 - 1) * 8 + byte % 10 - 1)};
    flank_status status = flank_sheet_add(sheet, *node, move, node);
    if (status == FLANK_ILLEGAL_MOVE && flank_sheet_add(sheet, *node, pass, node) == FLANK_OK)
        status = flank_sheet_add(sheet, *node, move, node);
    return status;
}

bool wthor_looks_like_record(const unsigned char *record)
{
    int at = WTHOR_MOVES_AT;
    while (at < WTHOR_RECORD_BYTES && wthor_is_move(record[at]))
        at++;
    while (at < WTHOR_RECORD_BYTES && record[at] == 0)
        at++;
    return at == WTHOR_RECORD_BYTES && record[WTHOR_SCORE_AT] <= 64;
}

/* True if bytes are a record of a legal game, one with moves. */
static bool is_game(const unsigned char *record)
{
    if (!wthor_looks_like_record(record) || !record[WTHOR_MOVES_AT])
        return false;
    flank_sheet *sheet = flank_sheet_create(&othello_game, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *node = sheet ? flank_sheet_root(sheet) : NULL;
    bool legal = sheet != NULL;
    for (int at = WTHOR_MOVES_AT; legal && at < WTHOR_RECORD_BYTES && record[at]; at++)
        legal = wthor_add_move(sheet, record[at], &node) == FLANK_OK;
    flank_sheet_destroy(sheet);
    return legal;
}

bool wthor_games_follow(const unsigned char *bytes, size_t size)
{
    size_t games = 0;
    for (; games < WTHOR_GAMES_SURE && (games + 1) * WTHOR_RECORD_BYTES <= size; games++)
        if (!is_game(bytes + games * WTHOR_RECORD_BYTES))
            return false;
    return games > 0;
}
