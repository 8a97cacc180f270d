/* SPDX-License-Identifier: MIT
 *
 * The evaluation of Lines of Action: fifteen properties of each side, the differences times weights, plus a bonus for
 * the right to move. The properties are those of the literature:
 *
 *   concentration      how far pieces are from their centre of mass, above the least possible for their number
 *   centralisation     rings from the rim inwards; the rim by itself; and where the centre of mass is
 *   quads              2 x 2 windows with three or four own pieces near the centre of mass: formations hard to cut
 *   connectedness      neighbours, pieces without any, and the Euler number: groups less holes
 *   uniformity         the smallest rectangle round all pieces
 *   mobility           moves by kind: quiet or capture, to the rim or not
 *   walls              counted from the other end: the moves by which pieces on the rim can leave it
 *   turn               who is to move
 *
 * Weights come from a logistic regression of game results on these numbers, in four rounds, each over games that the
 * engine played against itself with the weights of the round before: 3,000 games of 400 nodes a move, 4,000 and 5,000
 * of 800, 4,000 of 1,500. The last two rounds together (86,355 positions) made the weights below. tools/tune_loa.c does
 * it again. Matches between candidates, at 400 to 1,000 nodes a move: the first round won 76 % of 400 games against
 * guesses by hand; the first two together 62 % of 240 against the second alone; the last two 59 % of 300 against those,
 * and 51 % of 100 at 4,000 nodes, which is no proven gain there. A lone weight is not to be read as a judgement, since
 * the properties overlap. Material means little: fewer pieces are easier to join. So "hundredths of a piece" is a mere
 * name for the unit here; 400 are a chance of winning of 73 %.
 *
 * Quiescence looks for one thing: a move that wins at once. With it 65 % of 200 games were won in about the same time
 * (1,000 nodes a move against 1,100 without). Adding captures, all or those that may cut or join, slowed the search by
 * a third or more, and in about the same time won 48 % of 160 games.
 *
 * Mobility comes from the line tables of the fast counter: adding six vectors a piece gives the states of all 46 lines
 * for both sides, and a table the moves of each by kind. The Euler number comes from the neighbours: pieces - pairs of
 * neighbours + 1 or 3 for each quad of three or four pieces, which is inclusion and exclusion over what can touch. One
 * call takes about 0.28 microseconds without POPCNT, 0.2 with it. Sums kept from move to move would need room that a
 * position, a plain value here, does not have.
 *
 * Sources: Winands, van den Herik, Uiterwijk, "An evaluation function for Lines of Action", Advances in Computer Games
 * 10, 2003 (MIA IV: the nine features); the same, "The quad heuristic in Lines of Action", ICGA Journal 24(1), 2001.
 */
#include "games/loa/loa_evaluate.h"

#include "games/loa/loa_board.h"
#include "games/loa/loa_line_tables.h"
#include "games/loa/loa_rules.h"

#include <assert.h>
#include <stdlib.h>

/* The board in rings: the rim, then inwards; and the inner ones filled. */
#define RIM UINT64_C(0xff818181818181ff)
#define INSIDE UINT64_C(0x007e7e7e7e7e7e00)
#define INNER_16 UINT64_C(0x00003c3c3c3c0000)
#define INNER_4 UINT64_C(0x0000001818000000)

enum { SCORE_MAX = 19000 };

/* ---- The places of the pieces ---- */

/* The least possible sum of the distances of `count` pieces to one square: 8 squares at distance 1, 16 at 2, 24 at 3.
 */
static int least_distances(int count)
{
    int rest = count - 1, sum = 0;
    for (int distance = 1; rest > 0; distance++) {
        int ring = rest < 8 * distance ? rest : 8 * distance;
        sum += ring * distance;
        rest -= ring;
    }
    return sum;
}

/* Squares of the smallest rectangle round all pieces. */
static int rectangle(uint64_t own)
{
    uint64_t columns = own | own >> 32;
    columns |= columns >> 16;
    columns = (columns | columns >> 8) & 0xff;
    int width = 64 - __builtin_clzll(columns) - (int)bit_first(columns);
    int height = 8 - __builtin_clzll(own) / 8 - (int)square_rank(bit_first(own));
    return width * height;
}

/* The features of touching pieces. `near` is the squares near the centre of mass; `mean` as below. */
static void group_features(uint64_t own, uint64_t near, int mean, int features[LOA_FEATURES])
{
    /* Quads, by their south-west square: all four squares held, or three of them. */
    uint64_t east = bits_west(own), north = bits_south(own), corner = bits_west(north);
    uint64_t four = own & east & north & corner;
    uint64_t three = ((own & east & (north | corner)) | (north & corner & (own | east))) & ~four;
    int pairs =
        (int)(bit_count(own & east) + bit_count(own & north) + bit_count(own & corner) + bit_count(east & north));
    features[LOA_QUADS] = (int)bit_count((three | four) & near);
    features[LOA_NEIGHBOURS] = 2 * pairs * mean >> 10;
    features[LOA_EULER] = (int)(bit_count(own) + bit_count(three) + 3 * bit_count(four)) - pairs;
    uint64_t beside = bits_east(own) | bits_west(own), row = own | beside;
    features[LOA_LONERS] = (int)bit_count(own & ~(beside | bits_north(row) | bits_south(row)));
}

/* The features of all but moves. `files` and `ranks` are the sums of those of all pieces. */
static void place_features(uint64_t own, int files, int ranks, int features[LOA_FEATURES])
{
    assert(own);
    int count = (int)bit_count(own);
    int mean = 65536 / count; /* one division for all means: 64 * x / count is x * mean >> 10 */
    int file = (2 * files + count) / (2 * count), rank = (2 * ranks + count) / (2 * count);
    uint64_t mass = bit((unsigned)(8 * rank + file)), near = bits_grow(bits_grow(mass));
    int distances = (int)(bit_count(own & ~mass) + bit_count(own & ~bits_grow(mass)));
    for (uint64_t disc = near; own & ~disc; disc = bits_grow(disc))
        distances += (int)bit_count(own & ~disc);
    int rings = (int)(bit_count(own & INSIDE) + bit_count(own & INNER_16) + bit_count(own & INNER_4));
    features[LOA_PIECES] = count;
    features[LOA_SCATTER] = (distances - least_distances(count)) * mean >> 10;
    features[LOA_CENTRE] = rings * mean >> 10;
    features[LOA_RIM] = (int)bit_count(own & RIM) * mean >> 10;
    features[LOA_MASS] = (abs(2 * files - 7 * count) + abs(2 * ranks - 7 * count)) * mean >> 10;
    features[LOA_AREA] = rectangle(own);
    group_features(own, near, mean, features);
}

/* ---- Their moves ---- */

/* `lines` are indices into the tables, the pieces of this side being "own". */
static void move_features(const uint16_t lines[LOA_LINE_SLOTS], int features[LOA_FEATURES])
{
    uint64_t all = 0, rim = 0;
    static const unsigned char rim_lines[] = {LOA_FIRST_ROW, LOA_FIRST_ROW + 7, LOA_FIRST_COLUMN, LOA_FIRST_COLUMN + 7};
    for (int i = 0; i < LOA_LINES; i++)
        all += loa_line_mobility[lines[i]];
    for (int i = 0; i < 4; i++)
        rim += loa_line_mobility[lines[rim_lines[i]]];
    uint64_t inner = all - rim;
    features[LOA_QUIET] = inner & 0xff;
    features[LOA_CAPTURES] = inner >> 8 & 0xff;
    features[LOA_RIM_QUIET] = (int)((inner >> 16 & 0xff) + (rim & 0xff) + (rim >> 16 & 0xff));
    features[LOA_RIM_CAPTURES] = (int)((inner >> 24 & 0xff) + (rim >> 8 & 0xff) + (rim >> 24 & 0xff));
    features[LOA_ESCAPES] = inner >> 32 & 0xff;
}

/* The features of both sides, sharing the sums of weights. */
static void both_features(uint64_t own, uint64_t other, int mine[LOA_FEATURES], int theirs[LOA_FEATURES])
{
    loa_lanes a[LOA_LINE_VECTORS] = {{0}}, b[LOA_LINE_VECTORS] = {{0}};
    loa_lanes of_own[LOA_LINE_VECTORS], of_other[LOA_LINE_VECTORS];
    uint16_t lines[LOA_LINE_SLOTS], other_lines[LOA_LINE_SLOTS];
    loa_add_weights(own, 1, a);
    loa_add_weights(other, 1, b);
    for (int i = 0; i < LOA_LINE_VECTORS; i++) {
        loa_lanes base = loa_load_lanes(&loa_empty_lines[8 * i]) + a[i] + b[i];
        of_own[i] = base + b[i];
        of_other[i] = base + a[i];
    }
    memcpy(lines, of_own, sizeof lines);
    memcpy(other_lines, of_other, sizeof other_lines);
    enum { LAST = LOA_LINE_VECTORS - 1 };
    place_features(own, a[LAST][LOA_FILES % 8], a[LAST][LOA_RANKS % 8], mine);
    place_features(other, b[LAST][LOA_FILES % 8], b[LAST][LOA_RANKS % 8], theirs);
    move_features(lines, mine);
    move_features(other_lines, theirs);
}

void loa_features(uint64_t own, uint64_t other, int features[LOA_FEATURES])
{
    int unused[LOA_FEATURES];
    both_features(own, other, features, unused);
}

/* ---- The search's questions ---- */

const int loa_weights[LOA_WEIGHTS] = {
    [LOA_PIECES] = 7109,    [LOA_SCATTER] = -842,      [LOA_CENTRE] = 329,     [LOA_RIM] = -689,
    [LOA_MASS] = 69,        [LOA_QUADS] = 1344,        [LOA_NEIGHBOURS] = 189, [LOA_EULER] = -4953,
    [LOA_LONERS] = 3087,    [LOA_AREA] = -1032,        [LOA_QUIET] = 1312,     [LOA_CAPTURES] = 10313,
    [LOA_RIM_QUIET] = 1055, [LOA_RIM_CAPTURES] = -544, [LOA_ESCAPES] = 1117,   [LOA_TURN] = 13700,
};

int loa_weigh(const int weights[LOA_WEIGHTS], const flank_position *position)
{
    int mine[LOA_FEATURES], theirs[LOA_FEATURES], sum = weights[LOA_TURN];
    both_features(position->own, position->other, mine, theirs);
    for (int i = 0; i < LOA_FEATURES; i++)
        sum += weights[i] * (mine[i] - theirs[i]);
    int score = sum / LOA_WEIGHT_UNIT;
    return score > SCORE_MAX ? SCORE_MAX : score < -SCORE_MAX ? -SCORE_MAX : score;
}

int loa_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return loa_weigh(loa_weights, position);
}

/* Inwards first. Counting own pieces near both squares as well saved 1 % of the nodes and cost more than that. */
int loa_order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    static const unsigned char ring[64] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 2, 2, 2, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0,
        0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 2, 2, 2, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    };
    (void)rules, (void)position;
    return flank_move_is_pass(move) ? 0 : 50 * (ring[move.to] - ring[move.from]);
}

/* Only a move that wins at once. */
size_t loa_noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *moves)
{
    uint64_t own = position->own, other = position->other;
    uint64_t joining = loa_joining_squares(own, loa_first_group(own));
    if (!joining)
        return 0;
    bool both_win = rules->value[LOA_SIMULTANEOUS] == LOA_SIMULTANEOUS_MOVER;
    for (BITS_EACH(from, own))
        for (BITS_EACH(to, loa_targets((unsigned)from, own, other) & joining)) {
            uint64_t left = other & ~bit((unsigned)to);
            if (!loa_connected(own ^ bit((unsigned)from) ^ bit((unsigned)to)) || (!both_win && loa_connected(left)))
                continue;
            moves[0] = (flank_move){.from = (uint8_t)from, .to = (uint8_t)to, .captured = other ^ left};
            return 1;
        }
    return 0;
}
