/* SPDX-License-Identifier: MIT
 *
 * Self-play for training.
 *
 * A game has three parts. Up to a ply drawn at random it wanders: some uniformly random moves, then the shallowest
 * search with now and then another random move, and one random move at the end, so that the positions that follow have
 * the faults that a search meets and good play does not. From there on both sides play as well as the search does, and
 * from solve_empties on perfectly. Every position of this second part is labelled with the game's outcome and with what
 * the search thought. In the perfect part each position also gives one with a random move made, labelled by solving it.
 *
 * The outcome of a game is a noisy label, but nothing is cheaper: one game labels some forty positions. The noise falls
 * with every round, as both sides play better.
 */
#include "train/train_game.h"

#include "core/random.h"
#include "train/train_board.h"

enum {
    WANDER_UNTIL_MAX = 44, /* the last ply that may be a random one */
    WANDER_DEPTH = 1,
    WANDER_RANDOM_ONE_IN = 12,
};

typedef struct player {
    const train_game_settings *settings;
    random_state dice;
} player;

static int final_score(const board *at)
{
    const int own = (int)bit_count(at->own), other = (int)bit_count(at->other);
    return own > other ? 64 - 2 * other : own < other ? 2 * own - 64 : 0;
}

/* The best line of a position whose mover can move or must pass, valid until the next search; NULL after a stop. */
static const flank_line *search(const player *play, const board *at, search_request request)
{
    const train_game_settings *settings = play->settings;
    flank_report report;
    request.limits.stop = settings->stop;
    othello_search_run(settings->search, at->own, at->other, &request, &report);
    if (settings->nodes)
        *settings->nodes += report.nodes;
    return flank_stop_is_raised(settings->stop) ? NULL : report.lines;
}

/* The move that a search chooses, and its value. False after a stop. */
static bool think(const player *play, const board *at, int depth, unsigned *square, int *value)
{
    const search_request request = {.limits.depth_plies = depth, .limits.selectivity = 87};
    const flank_line *line = search(play, at, request);
    if (!line)
        return false;
    *value = othello_value_of_score(line->score);
    *square = line->moves[0].to;
    return true;
}

static const flank_line *solve(const player *play, const board *at)
{
    return search(play, at, (search_request){.mode = SEARCH_SOLVE});
}

/* Make the move and any pass that follows. False if the game is over then. */
static bool advance(board *at, unsigned square, bool *passed)
{
    *at = board_after(*at, square);
    *passed = false;
    if (othello_moves(at->own, at->other))
        return true;
    *at = (board){at->other, at->own};
    *passed = true;
    return othello_moves(at->own, at->other) != 0;
}

/* Play on without labels until `until_ply` discs have been placed. False if the game ended, or after a stop. */
static bool wander(player *play, board *at, int random_plies, int until_ply)
{
    for (int ply = 0; ply < until_ply; ply++) {
        unsigned square = random_square(&play->dice, othello_moves(at->own, at->other));
        const bool by_chance =
            ply < random_plies || ply == until_ply - 1 || !random_below(&play->dice, WANDER_RANDOM_ONE_IN);
        int value;
        bool passed;
        if (!by_chance && !think(play, at, WANDER_DEPTH, &square, &value))
            return false;
        if (!advance(at, square, &passed))
            return false;
    }
    return true;
}

static flank_status add(train_records *records, const board *at, int outcome, int value, bool exact)
{
    const train_record record = {
        .own = at->own, .other = at->other, .outcome = (int16_t)outcome, .value = (int16_t)value, .exact = exact};
    return train_records_add(records, record) ? FLANK_OK : FLANK_NO_MEMORY;
}

/* Label the position after a random move from `at`. */
static flank_status add_deviation(player *play, const board *at, train_records *records)
{
    board next = *at;
    bool passed;
    if (!advance(&next, random_square(&play->dice, othello_moves(at->own, at->other)), &passed) ||
        board_empties(next) == 0)
        return FLANK_OK;
    const flank_line *line = solve(play, &next);
    if (!line)
        return FLANK_STOPPED;
    const int score = line->score / 100;
    return add(records, &next, score, score * EVAL_PER_DISC, true);
}

/* The perfect part: all positions on the line of best play, and a deviation from each. */
static flank_status play_perfectly(player *play, board *at, int *score, train_records *records)
{
    const flank_line *solved = solve(play, at);
    if (!solved)
        return FLANK_STOPPED;
    const flank_line line = *solved;
    *score = line.score / 100;
    int sign = 1;
    for (int i = 0; i < line.length; i++) {
        const unsigned square = line.moves[i].to;
        if (square == FLANK_NO_SQUARE) /* made together with the move before it */
            continue;
        const int now = sign * *score;
        flank_status status = add(records, at, now, now * EVAL_PER_DISC, true);
        status = status ? status : add_deviation(play, at, records);
        if (status)
            return status;
        bool passed;
        if (!advance(at, square, &passed))
            break;
        sign = passed ? sign : -sign;
    }
    return FLANK_OK;
}

flank_status train_game(const train_game_settings *settings, uint64_t seed, train_records *records)
{
    player play = {.settings = settings, .dice = {random_mix(seed)}};
    board at = BOARD_START;
    othello_search_clear(
        settings->search); /* the games before must not tell: a run that is resumed plays the same ones */

    /* 1. Wander. */
    const int random_range = settings->random_plies - TRAIN_RANDOM_PLIES_MIN + 1;
    const int random_plies = TRAIN_RANDOM_PLIES_MIN + (int)random_below(&play.dice, (uint32_t)random_range);
    const int span = WANDER_UNTIL_MAX - random_plies;
    const int a = (int)random_below(&play.dice, (uint32_t)span), b = (int)random_below(&play.dice, (uint32_t)span);
    if (!wander(&play, &at, random_plies, random_plies + (a < b ? a : b))) /* the earlier of two: more early ones */
        return flank_stop_is_raised(settings->stop) ? FLANK_STOPPED : FLANK_OK;

    /* 2. Play. */
    const size_t first = records->count;
    int sign = 1, score = 0; /* sign: whose view the mover's is, against the mover at `first` */
    bool over = false;
    while (board_empties(at) > settings->solve_empties && !over) {
        unsigned square;
        int value;
        if (!think(&play, &at, settings->depth_plies, &square, &value))
            return FLANK_STOPPED;
        if (add(records, &at, sign, value, false))
            return FLANK_NO_MEMORY;
        bool passed;
        over = !advance(&at, square, &passed);
        sign = passed ? sign : -sign;
    }
    const size_t last = records->count;
    flank_status status = FLANK_OK;
    if (over)
        score = final_score(&at);
    else
        status = play_perfectly(&play, &at, &score, records);
    if (status)
        return status;

    /* 3. The outcome, seen by each position's mover. */
    for (size_t i = first; i < last; i++)
        records->records[i].outcome = (int16_t)(records->records[i].outcome * sign * score);
    return FLANK_OK;
}
