/* SPDX-License-Identifier: MIT
 *
 * Standings. Strength decides the order, not points, since in a gauntlet not everyone has met the same engines.
 */
#include "cli/games/match_standings.h"

double match_seconds_a_move(const match_state *state, int engine)
{
    const match_side *side = &state->sides[engine];
    return side->thought ? side->used_s / (double)side->thought : 0;
}

size_t match_count_adjudicated(const match_state *state)
{
    size_t count = 0;
    for (int ending = 0; ending < MATCH_ENDINGS; ending++)
        count += match_ending_is_adjudicated((match_ending)ending) ? state->endings[ending] : 0;
    return count;
}

/* `other` is -1 for all of them. */
static match_standing count_games(const match_plan *plan, const match_state *state, int engine, int other)
{
    match_standing row = {.engine = engine, .score = 0.5};
    for (int p = 0; p < match_plan_pairings(plan); p++) {
        const match_pairing pairing = match_plan_pairing(plan, p);
        const match_tally *tally = &state->tallies[p];
        const bool is_first = pairing.engines[0] == engine;
        const int opponent = pairing.engines[is_first];
        if ((!is_first && pairing.engines[1] != engine) || (other >= 0 && opponent != other))
            continue;
        row.wins += is_first ? tally->wins : tally->losses;
        row.losses += is_first ? tally->losses : tally->wins;
        row.draws += tally->draws;
    }
    row.games = row.wins + row.draws + row.losses;
    row.points = (double)row.wins + 0.5 * (double)row.draws;
    if (row.games)
        row.score = row.points / (double)row.games;
    return row;
}

match_standing match_standing_of(const match_plan *plan, const match_state *state, int engine)
{
    return count_games(plan, state, engine, -1);
}

match_standing match_standing_against(const match_plan *plan, const match_state *state, int engine, int other)
{
    return count_games(plan, state, engine, other);
}

void match_standings_make(const match_plan *plan, const match_state *state, match_standings *out)
{
    match_ratings ratings;
    match_rate(plan, state->tallies, &ratings);
    for (int engine = 0; engine < plan->engines; engine++) {
        match_standing row = match_standing_of(plan, state, engine);
        int at = engine;
        row.rating = ratings.of[engine];
        for (; at > 0 && out->rows[at - 1].rating.strength < row.rating.strength; at--)
            out->rows[at] = out->rows[at - 1];
        out->rows[at] = row;
    }
    for (int rank = 0; rank < plan->engines - 1; rank++) {
        match_standing *row = &out->rows[rank];
        row->has_superiority = match_superiority(&ratings, row->engine, row[1].engine, &row->superiority);
    }
}
