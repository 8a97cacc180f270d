/* SPDX-License-Identifier: MIT
 *
 * Checks a file of endgame tables against the rules of the game.
 *
 *   check_tablebase FILE [EVERY [PLIES]]      prints TAP
 *
 * It shares nothing with the builder but the file: positions are made by putting pieces on squares, in both colours and
 * with their mirror images, and moves are those of the game's table. Two checks:
 *
 *   recursion: the value of every position is the best of the values behind its moves. With the ends of games as they
 *     are, that proves every win and loss, by induction over the plies; and no draw has a win behind its moves.
 *   forward search: from one position in EVERY (100) a plain search, which asks no table, finds the same wins and
 *     losses within PLIES (5), and no others.
 *
 * Cost: 3 pieces take some seconds. 4 pieces have 113 million positions: EVERY also thins out the recursion there.
 */
#include "core/bits.h"
#include "tablebase/tablebase.h"

#include <flank/flank.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 4, SHOWN_MAX = 10, ALL_UP_TO = 3, MATE = 1000 };

/* A kind of piece that is put on the board. */
typedef struct kind {
    bool own, king;
} kind;

static const kind kinds[KINDS] = {{true, true}, {true, false}, {false, true}, {false, false}};

typedef struct table_check {
    const tablebase *tables;
    const flank_game *game;
    flank_rules rules;
    uint64_t every;
    int plies;
    uint64_t seen, recursions, searches;
    uint64_t missing, bad_recursions, bad_searches;
} table_check;

/* ---- Values ---- */

/* Of the side to move: MATE less the plies if it wins, the opposite if it loses, 0 for a draw. */
static int value_in_tables(const table_check *check, const flank_position *position, bool *found)
{
    tablebase_value value = {0};
    const flank_outcome outcome = flank_game_outcome(check->game, &check->rules, position);
    *found = true;
    if (outcome.over)
        return outcome.sign * MATE;
    *found = tablebase_probe(check->tables, &check->rules, position, &value);
    return value.sign * (MATE - value.plies);
}

/* A value one ply earlier, for the other side. */
static int seen_from_before(int value) { return value > 0 ? -(value - 1) : value < 0 ? -(value + 1) : 0; }

static int value_behind_moves(const table_check *check, const flank_position *position, bool *found)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(check->game, &check->rules, position, moves);
    int best = -MATE;
    *found = true;
    for (size_t i = 0; i < count && *found; i++) {
        const flank_position next = flank_game_play(check->game, &check->rules, position, moves[i]);
        const int value = seen_from_before(value_in_tables(check, &next, found));
        best = value > best ? value : best;
    }
    return best;
}

/* Returns true if the side to move can force a win within `plies`, or with `loses` cannot avoid a loss within them. */
static bool is_forced(const table_check *check, const flank_position *position, int plies, bool loses)
{
    const flank_outcome outcome = flank_game_outcome(check->game, &check->rules, position);
    if (outcome.over || plies == 0)
        return outcome.over && outcome.sign == (loses ? -1 : 1);
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(check->game, &check->rules, position, moves);
    for (size_t i = 0; i < count; i++) {
        const flank_position next = flank_game_play(check->game, &check->rules, position, moves[i]);
        if (is_forced(check, &next, plies - 1, !loses) != loses)
            return !loses;
    }
    return loses;
}

static int searched_value(const table_check *check, const flank_position *position)
{
    for (int plies = 0; plies <= check->plies; plies++)
        if (is_forced(check, position, plies, plies % 2 == 0))
            return plies % 2 == 0 ? -(MATE - plies) : MATE - plies;
    return 0;
}

/* ---- Positions ---- */

static void show(const table_check *check, const flank_position *position, const char *what, int table, int other,
                 uint64_t faults)
{
    char text[FLANK_POSITION_TEXT_SIZE];
    if (faults > SHOWN_MAX || flank_position_format(check->game, position, NULL, text))
        return;
    printf("# %s: the tables say %d, %s %d\n", text, table, what, other);
}

static void check_position(table_check *check, const flank_position *position)
{
    bool found, all_found;
    const bool chosen = check->seen++ % check->every == 0;
    if (!chosen && tablebase_pieces(check->tables) > ALL_UP_TO &&
        bit_count(position->own | position->other) > ALL_UP_TO)
        return;
    if (flank_game_outcome(check->game, &check->rules, position).over)
        return;
    const int value = value_in_tables(check, position, &found);
    const int behind = value_behind_moves(check, position, &all_found);
    check->recursions++;
    if (!found || !all_found) {
        check->missing++;
        return;
    }
    if (value != behind)
        show(check, position, "the moves", value, behind, ++check->bad_recursions);
    if (!chosen)
        return;
    const int searched = searched_value(check, position);
    const int expected = abs(value) < MATE - check->plies ? 0 : value; /* too far away to be found */
    check->searches++;
    if (searched != expected)
        show(check, position, "the search", value, searched, ++check->bad_searches);
}

static void check_colors(table_check *check, uint64_t own, uint64_t other, uint64_t kings)
{
    const flank_position white = {.own = own, .other = other, .kings = kings, .color = FLANK_WHITE};
    const flank_position black = {.own = __builtin_bswap64(own),
                                  .other = __builtin_bswap64(other),
                                  .kings = __builtin_bswap64(kings),
                                  .color = FLANK_BLACK};
    check_position(check, check->seen % 3 ? &black : &white);
}

/* Put the pieces that are left, kind by kind, like ones in the order of their squares. */
static void put_pieces(table_check *check, unsigned left, unsigned at_kind, unsigned at_square,
                       const uint64_t sets[KINDS])
{
    const uint64_t own = sets[0] | sets[1], other = sets[2] | sets[3];
    if (left == 0) {
        if (own && other)
            check_colors(check, own, other, sets[0] | sets[2]);
        return;
    }
    for (unsigned k = at_kind; k < KINDS; k++)
        for (unsigned square = k == at_kind ? at_square : 0; square < 64; square++) {
            const unsigned last_rank = kinds[k].own ? 7 : 0;
            if ((bit(square) & (own | other)) || (!kinds[k].king && square / 8 == last_rank))
                continue;
            uint64_t more[KINDS] = {sets[0], sets[1], sets[2], sets[3]};
            more[k] |= bit(square);
            put_pieces(check, left - 1, k, square + 1, more);
        }
}

static void report(int number, uint64_t wrong, uint64_t of, const char *what)
{
    printf("%sok %d - %s: %" PRIu64 " of %" PRIu64 "\n", wrong || !of ? "not " : "", number, what, wrong, of);
}

int main(int count, char **words)
{
    flank_error error = {0};
    char text[FLANK_ERROR_TEXT_SIZE];
    tablebase *tables = count > 1 ? flank_tables_open(words[1], NULL, &error) : NULL;
    if (!tables) {
        fprintf(stderr, "check_tablebase FILE [EVERY [PLIES]]: %s\n", flank_error_text(&error, text, sizeof text));
        return 1;
    }
    table_check check = {.tables = tables,
                         .game = tablebase_game(),
                         .rules = tablebase_rules(tables),
                         .every = count > 2 ? strtoull(words[2], NULL, 10) : 100,
                         .plies = count > 3 ? atoi(words[3]) : 5};
    check.every = check.every ? check.every : 1;
    for (unsigned pieces = TABLEBASE_PIECES_MIN; pieces <= tablebase_pieces(tables); pieces++)
        put_pieces(&check, pieces, 0, 0, (uint64_t[KINDS]){0});
    puts("1..3");
    report(1, check.missing, check.recursions, "positions that the tables do not have");
    report(2, check.bad_recursions, check.recursions, "values that are not the best of those behind the moves");
    report(3, check.bad_searches, check.searches, "values that a forward search contradicts");
    flank_tables_close(tables);
    return check.missing || check.bad_recursions || check.bad_searches || !check.searches;
}
