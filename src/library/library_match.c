/* SPDX-License-Identifier: MIT
 *
 * Games through a position.
 */
#include "library/library_match.h"

#include "core/symmetry.h"
#include "games/game_table.h"

flank_move sought_turn(flank_move move, unsigned symmetry)
{
    return (flank_move){.captured = symmetry_apply(move.captured, symmetry),
                        .from = (uint8_t)symmetry_square(move.from, symmetry),
                        .to = (uint8_t)symmetry_square(move.to, symmetry)};
}

static bool is_image(const flank_position *image, const flank_position *position)
{
    return image->own == position->own && image->other == position->other && image->kings == position->kings &&
           image->color == position->color;
}

void sought_start(sought_place *sought, const flank_game *game, const flank_position *position)
{
    *sought = (struct sought_place){.game = game, .position = *position};
    for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        if (!(game->symmetries >> symmetry & 1))
            continue;
        const flank_position image = symmetry_position(position, symmetry);
        if (is_image(&image, position))
            sought->stabiliser |= 1u << symmetry;
        unsigned i = 0;
        while (i < sought->count && !is_image(&sought->images[i], &image))
            i++;
        if (i == sought->count) {
            sought->images[sought->count] = image;
            sought->symmetry[sought->count++] = symmetry;
        }
    }
    const flank_position start = game->start();
    sought->placed = (int)bit_count(position->own | position->other) - (int)bit_count(start.own | start.other);
}

/* Further to the right, then further down, is what people write: f5 of the four first moves of Othello. */
static unsigned rank_square(unsigned square)
{
    return square >= FLANK_NO_SQUARE ? 0 : square_file(square) << 3 | square_rank(square);
}

static unsigned rank_move(flank_move move) { return rank_square(move.to) << 6 | rank_square(move.from); }

flank_move sought_choose(const sought_place *sought, flank_move move)
{
    flank_move best = move;
    for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        if (!(sought->stabiliser >> symmetry & 1))
            continue;
        const flank_move turned = sought_turn(move, symmetry);
        if (rank_move(turned) > rank_move(best) ||
            (rank_move(turned) == rank_move(best) && turned.captured > best.captured))
            best = turned;
    }
    return best;
}

/* The image that `position` is, or -1. */
static int find_image(const sought_place *sought, const flank_position *position)
{
    for (unsigned i = 0; i < sought->count; i++)
        if (is_image(&sought->images[i], position))
            return (int)i;
    return -1;
}

/* Compare the squares taken after the right number of moves with those of the images. */
static sought_result squares_fit(const sought_place *sought, code_bytes moves)
{
    const flank_position start = sought->game->start();
    uint64_t taken = start.own | start.other;
    int placed = 0;
    for (; placed < sought->placed && moves.at < moves.end; moves.at++) {
        if (*moves.at > FLANK_NO_SQUARE)
            return SOUGHT_DAMAGED;
        if (*moves.at == FLANK_NO_SQUARE)
            continue;
        taken |= bit(*moves.at);
        placed++;
    }
    for (unsigned i = 0; placed == sought->placed && i < sought->count; i++)
        if ((sought->images[i].own | sought->images[i].other) == taken)
            return SOUGHT_FOUND;
    return SOUGHT_NOT;
}

/* The file may be damaged, and games are only asked to play what is legal. */
static bool is_legal(const flank_game *game, const flank_rules *rules, const flank_position *position, flank_move move)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = game->moves(rules, position, moves);
    for (size_t i = 0; i < count; i++)
        if (flank_move_equal(moves[i], move))
            return true;
    return false;
}

bool sought_play(const flank_game *game, const flank_rules *rules, code_bytes *moves, flank_position *position)
{
    if (moves->at >= moves->end)
        return false;
    const flank_move move = code_get_move(moves);
    if (moves->failed || !is_legal(game, rules, position, move))
        return false;
    *position = game->play(rules, position, move);
    return true;
}

sought_result sought_find(const sought_place *sought, const sought_game *stored, sought_answer *answer)
{
    const flank_game *game = sought->game;
    const flank_move none = {.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    code_bytes moves = stored->moves;
    const bool is_quick = game->moves_run_together && !stored->start;
    const sought_result squares = is_quick ? squares_fit(sought, moves) : SOUGHT_FOUND;
    if (squares != SOUGHT_FOUND)
        return squares;
    flank_position position = stored->start ? *stored->start : game->start();
    while (!flank_stop_is_raised(sought->stop)) {
        const int image = find_image(sought, &position);
        const bool ended = moves.at >= moves.end;
        const flank_move move = ended ? none : code_get_move(&moves);
        if (moves.failed || (!ended && !is_legal(game, stored->rules, &position, move)))
            return SOUGHT_DAMAGED;
        if (ended && image < 0)
            return SOUGHT_NOT;
        if (image >= 0) {
            const unsigned back = symmetry_inverse(sought->symmetry[image]);
            *answer = (sought_answer){sought_choose(sought, sought_turn(move, back)), ended};
            return SOUGHT_FOUND;
        }
        position = game->play(stored->rules, &position, move);
    }
    return SOUGHT_NOT;
}
