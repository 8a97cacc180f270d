/* SPDX-License-Identifier: MIT
 *
 * Games packed and unpacked.
 */
#include "train/network/network_game_file.h"

#include "core/little_endian.h"
#include "othello/evaluation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BYTES = 18,
    HAS_DEVIATION = 0x80, /* in the byte of a move: a position after another move follows */
    IS_EXACT = 0x40,
    SQUARE = 0x3f,
    SQUARES = 64,
    HALF_DISC = EVAL_PER_DISC / 2,
};

static const double look_ahead = 0.4;
static const char magic[8] = "FLKGMS1";

/* ---- Packing ----------------------------------------------------------------------------------------------------- */

void network_game_file_begin(text_buffer *packed) { text_add_bytes(packed, magic, sizeof magic); }

static void add_byte(text_buffer *packed, int byte) { text_add_bytes(packed, &(const char){(char)byte}, 1); }

/* The byte of a value: discs of an exact value, else half discs, rounded; 64 discs become 63.5. */
static int value_byte(const train_record *record)
{
    if (record->exact)
        return record->outcome;
    const int halves = (record->value + (record->value < 0 ? -HALF_DISC / 2 : HALF_DISC / 2)) / HALF_DISC;
    return halves > 127 ? 127 : halves < -127 ? -127 : halves;
}

static unsigned discs_of(const train_record *record) { return bit_count(record->own | record->other); }

/* The square that `next`, a position one move later, has more. */
static unsigned square_between(const train_record *now, const train_record *next)
{
    return bit_first((next->own | next->other) & ~(now->own | now->other));
}

/* True if record `i` is a position after a random move: the one after the move that was played follows it. The last
 * record may be one, too; it does no harm in the place of the one that was played. */
static bool is_deviation(const train_records *game, size_t i)
{
    const train_record *records = game->records;
    return i > 0 && i + 1 < game->count && records[i - 1].exact && discs_of(&records[i]) == discs_of(&records[i + 1]);
}

/* A game: the first position, the number of positions in its line, the outcome for its mover, then two bytes a position
 * and two more a deviation. */
void network_game_file_add(text_buffer *packed, const train_records *game)
{
    const train_record *records = game->records;
    uint8_t first[FIRST_BYTES];
    text_buffer line = {0};
    int positions = 0;
    if (game->count == 0)
        return;
    for (size_t i = 0, next; i < game->count; i = next, positions++) {
        const bool deviates = is_deviation(game, i + 1);
        next = i + 1 + deviates;
        const unsigned square = next < game->count ? square_between(&records[i], &records[next]) : 0;
        add_byte(&line, (int)square | (records[i].exact ? IS_EXACT : 0) | (deviates ? HAS_DEVIATION : 0));
        add_byte(&line, value_byte(&records[i]));
        if (deviates) {
            add_byte(&line, (int)square_between(&records[i], &records[i + 1]));
            add_byte(&line, value_byte(&records[i + 1]));
        }
    }
    little_put(first, 8, records[0].own);
    little_put(first + 8, 8, records[0].other);
    first[16] = (uint8_t)positions;
    first[17] = (uint8_t)records[0].outcome;
    text_add_bytes(packed, (const char *)first, sizeof first);
    text_add_bytes(packed, line.bytes, line.length);
    packed->failed |= line.failed;
    text_free(&line);
}

/* ---- Unpacking --------------------------------------------------------------------------------------------------- */

bool network_game_advance(board *at, unsigned square, bool *turned)
{
    if (square > SQUARE || !(othello_moves(at->own, at->other) & bit(square)))
        return false;
    *at = board_after(*at, square);
    *turned = !othello_moves(at->own, at->other);
    if (*turned)
        *at = (board){at->other, at->own};
    return true;
}

static train_record record_of(board at, int outcome, int byte, bool exact)
{
    return (train_record){.own = at.own,
                          .other = at.other,
                          .outcome = (int16_t)(exact ? byte : outcome),
                          .value = (int16_t)(exact ? byte * EVAL_PER_DISC : byte * HALF_DISC),
                          .exact = exact};
}

/* False for an exact value that no board has. */
static bool add_position(train_records *game, board at, int outcome, int byte, bool exact)
{
    return (!exact || abs(byte) <= SQUARES) && train_records_add(game, record_of(at, outcome, byte, exact));
}

/* The positions of the game at `at`; the byte after it, or NULL if it is damaged or there is no memory. */
static const uint8_t *unpack_game(const uint8_t *at, const uint8_t *end, train_records *game)
{
    if (end - at < FIRST_BYTES)
        return NULL;
    board now = {little_get(at, 8), little_get(at + 8, 8)};
    const int positions = at[16];
    int outcome = (int8_t)at[17];
    if ((now.own & now.other) || abs(outcome) > SQUARES)
        return NULL;
    at += FIRST_BYTES;
    for (int i = 0; i < positions; i++, at += 2) {
        bool turned;
        if (end - at < 2)
            return NULL;
        const uint8_t move = at[0];
        if (!add_position(game, now, outcome, (int8_t)at[1], move & IS_EXACT))
            return NULL;
        if (move & HAS_DEVIATION) {
            at += 2;
            board other = now;
            if (end - at < 2 || !network_game_advance(&other, at[0], &turned) ||
                !add_position(game, other, 0, (int8_t)at[1], true))
                return NULL;
        }
        if (i + 1 == positions)
            continue;
        if (!network_game_advance(&now, move & SQUARE, &turned))
            return NULL;
        outcome = turned ? outcome : -outcome;
    }
    return at;
}

static flank_status read_whole(const char *path, text_buffer *text)
{
    char part[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    for (size_t length; (length = fread(part, 1, sizeof part, file)) > 0;)
        text_add_bytes(text, part, length);
    const int why = ferror(file) ? errno : 0;
    fclose(file);
    errno = why;
    return why ? FLANK_CANNOT_READ : text->failed ? FLANK_NO_MEMORY : FLANK_OK;
}

/* All games behind the magic. */
static flank_status read_games(const uint8_t *at, const uint8_t *end, network_game_fn *each, void *user)
{
    train_records game = {0};
    flank_status status = FLANK_OK;
    while (at < end && status == FLANK_OK) {
        game.count = 0;
        at = unpack_game(at, end, &game);
        if (!at) {
            status = FLANK_BAD_FILE;
            break;
        }
        train_records_look_ahead(&game, look_ahead);
        status = each(user, &game) ? FLANK_OK : FLANK_NO_MEMORY;
    }
    train_records_free(&game);
    return status;
}

flank_status network_game_file_parse(const uint8_t *bytes, size_t size, network_game_fn *each, void *user)
{
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return FLANK_BAD_FILE;
    return read_games(bytes + sizeof magic, bytes + size, each, user);
}

flank_status network_game_file_read(const char *path, network_game_fn *each, void *user)
{
    text_buffer text = {0};
    flank_status status = read_whole(path, &text);
    if (status == FLANK_OK)
        status = network_game_file_parse((const uint8_t *)text.bytes, text.length, each, user);
    text_free(&text);
    return status;
}
