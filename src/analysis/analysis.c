/* SPDX-License-Identifier: MIT
 *
 * Reviewing a game, from its end to its beginning.
 *
 * Backwards, because what is found about a position is then in the engine's table when the one before it is searched:
 * exact values of the end make those before them cheap, and what the search of a middle position thinks of the moves
 * played is what a deeper look has shown.
 *
 * A loss is a difference of two values, and is only worth something if both were found in the same way. So a position
 * is searched for its best move, and if another one was played, the position behind that one is searched one ply less
 * deep with the same sureness. Rejected: taking the value found for the
 * next position of the game, which saves half of the time, but differs by a ply and by its sureness, which alone makes
 * a disc or two; and asking the search for a value of every move, which takes several times as long. Exact values are
 * the same however they were found, and are taken over. If the move played comes out better than the best, it is the
 * best: so no loss is negative.
 *
 * A forced move costs no search: its position is worth what the next one is.
 *
 * A word is an accusation, and a search of the usual depth errs by two or three discs at times. So where the two values
 * would make a move an inaccuracy or worse, both are found again by deeper searches, and these count. A review takes
 * about twice as long for it; searching every move as deep takes three times as long. In Othello the loss of a move
 * that is no blunder by them is the lesser one of the two: more of the claims hold so (bench/review_claims.py).
 *
 * A move has one value, and so has the position behind it: the same. Searches of one depth agree on it by the table.
 * If one of the two was searched a second time, the value of the position behind counts for both, and the value of
 * the best move moves along: the loss stays that of two searches alike. So all values lean on those behind them, and in
 * the end on exact ones. Rejected: taking the deeper value for the position behind a named move, too, which puts the
 * step of the two searches behind the next move, a good one. What the lesser loss takes from the best move stays there:
 * the position keeps the value that was found for it. Moved along, it adds up over a run of named moves, and once made
 * the other side the leader.
 *
 * With a memory (search_memory.h) each search begins with an empty table instead, and is the same for all games that
 * come through its position.
 */
#include "analysis/judge.h"
#include "analysis/search_memory.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOOK_LINE_MOVES = 10,
    /* A second search of a move is deeper by so many levels. Those of Othello are plies, those of other games nodes. */
    DEEPER_LEVELS = 4,
    DEEPER_LEVELS_OTHERS = 2,
    DEEPER_TIMES = 3, /* and with so many times the time */
    DISCS_SCORE_MAX = 6400,
};

typedef struct review_run {
    flank_engine *engine;
    const flank_analysis_options *options;
    search_memory *memory; /* or NULL */
    flank_analysis *analysis;
    flank_record *record; /* the analysis's, its cursor at the position under review */
    double start_s;
    size_t done;
    bool is_deeper;  /* the position reviewed last was searched a second time */
    int held_back;   /* what the lesser loss took from the value of the best move of the position under review */
    int held_behind; /* and of the one behind it */
    flank_stop stop; /* raised when the caller has enough; its parent is that of the options */
} review_run;

static bool is_ended(const review_run *run) { return flank_stop_is_raised(&run->stop); }

static bool goes_on(review_run *run)
{
    const flank_analysis_options *options = run->options;
    if (!is_ended(run) && options->on_progress &&
        options->on_progress(options->user, run->done, run->analysis->count) == FLANK_ENOUGH)
        flank_stop_raise(&run->stop);
    return !is_ended(run);
}

/* ---- Searching ---- */

/* A search that is watched: its last completed step. */
typedef struct watched_search {
    review_run *run;
    flank_line line;
    bool any;
} watched_search;

static flank_reply watch_step(void *user, const flank_report *report)
{
    watched_search *search = user;
    search->line = report->lines[0];
    search->any = true;
    return goes_on(search->run) ? FLANK_GO_ON : FLANK_ENOUGH;
}

/* The best line at the cursor, from the last completed step, because a step that was cut short may have seen the best
 * move deeper than the others. */
static flank_status search_record(review_run *run, const flank_record *record, const flank_limits *limits,
                                  remembered_search *found)
{
    watched_search search = {.run = run};
    flank_report report;
    const flank_status status = flank_engine_search(run->engine, record, limits, watch_step, &search, &report);
    if (status)
        return status;
    run->analysis->nodes += report.nodes;
    *found = (remembered_search){search.any ? search.line : report.lines[0], report.nodes};
    goes_on(run); /* the search may have been stopped */
    return FLANK_OK;
}

/* ---- Remembering ---- */

/* Search with an empty table, and keep the answer. A search that was stopped has none. */
static flank_status search_and_keep(review_run *run, const flank_record *record, const flank_limits *limits,
                                    const char *question, remembered_search *found)
{
    search_memory *memory = run->memory;
    text_buffer answer = {NULL};
    flank_engine_clear(run->engine);
    flank_status status = search_record(run, record, limits, found);
    if (!status && !is_ended(run)) {
        search_memory_add_answer(&answer, question, record, found);
        status = answer.failed ? FLANK_NO_MEMORY : memory->remember(memory, question, answer.bytes, &memory->error);
        if (!status && !search_memory_read_answer(question, answer.bytes, record, found)) /* as when it is found */
            assert(!"an answer that cannot be read");
    }
    text_free(&answer);
    return status;
}

static flank_status say_damaged(search_memory *memory, const flank_record *record)
{
    char board[FLANK_POSITION_TEXT_SIZE];
    text_buffer text = {NULL};
    flank_position_format(flank_record_game(record), flank_record_position(record), NULL, board);
    text_addf(&text, "the store is damaged: what it remembers of %s is not as flank writes it", board);
    error_say(&memory->error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : ""));
    text_free(&text);
    memory->damaged = true;
    return FLANK_BAD_FILE;
}

/* The answer to a question about a record, found or searched. */
static flank_status find_or_search(review_run *run, const flank_record *record, const flank_limits *limits,
                                   remembered_search *found)
{
    search_memory *memory = run->memory;
    text_buffer question = {NULL}, answer = {NULL};
    search_memory_add_question(&question, memory->engine, record, limits);
    flank_status status =
        question.failed ? FLANK_NO_MEMORY : memory->look_up(memory, question.bytes, &answer, &memory->error);
    if (!status && answer.failed)
        status = FLANK_NO_MEMORY;
    else if (status == FLANK_NOT_FOUND)
        status = search_and_keep(run, record, limits, question.bytes, found);
    else if (!status && !search_memory_read_answer(question.bytes, answer.bytes ? answer.bytes : "", record, found))
        status = say_damaged(memory, record);
    text_free(&question);
    text_free(&answer);
    return status;
}

/* The best line at the cursor. */
static flank_status search_line(review_run *run, const flank_limits *limits, flank_line *line)
{
    remembered_search found;
    unsigned symmetry = 0;
    flank_record *other = run->memory ? search_memory_record(run->record, &symmetry) : NULL;
    flank_status status = FLANK_NO_MEMORY;
    if (!run->memory)
        status = search_record(run, run->record, limits, &found);
    else if (other)
        status = find_or_search(run, other, limits, &found);
    flank_record_destroy(other);
    if (status)
        return status;
    if (run->memory)
        run->memory->nodes += found.nodes;
    search_memory_turn_back(&found.line, symmetry);
    *line = found.line;
    return FLANK_OK;
}

/* ---- The move played ---- */

/* The score of a position from the one before it: a proved win is a ply further away. */
static int score_before(const flank_game *game, int score)
{
    if (flank_game_scores_discs(game) || abs(score) < FLANK_SCORE_MATE)
        return -score;
    return score > 0 ? 1 - score : -1 - score;
}

/* The line of `move` and then of `next`. */
static flank_line line_before(const flank_game *game, flank_move move, const flank_line *next)
{
    flank_line line = *next;
    const int kept = next->length < FLANK_LINE_PLIES_MAX ? next->length : FLANK_LINE_PLIES_MAX - 1;
    line.moves[0] = move;
    memcpy(line.moves + 1, next->moves, (size_t)kept * sizeof *line.moves);
    line.length = kept + 1;
    line.score = score_before(game, next->score);
    line.depth_plies += !flank_move_is_pass(move) || !flank_game_scores_discs(game);
    return line;
}

/* The value of the move played, found as that of `best` was; the cursor is behind the move. */
static flank_status search_played(review_run *run, const flank_review *next, const flank_line *best, flank_line *line)
{
    const flank_limits limits = {.depth_plies = best->depth_plies > 1 ? best->depth_plies - 1 : 1,
                                 .selectivity = best->selectivity,
                                 .stop = &run->stop};
    if (!next->over && !(best->exact && next->best.exact))
        return search_line(run, &limits, line);
    *line = next->best;
    return FLANK_OK;
}

/* ---- One position ---- */

static flank_line line_of_outcome(const flank_game *game, const flank_outcome *outcome)
{
    const int score = flank_game_scores_discs(game) ? 100 * outcome->discs : outcome->sign * FLANK_SCORE_WIN;
    return (flank_line){.score = score, .selectivity = 100, .exact = true};
}

/* Go on with the book's best moves behind the first move of a line. */
static void follow_book(const review_run *run, flank_line *line)
{
    const flank_game *game = flank_record_game(run->record);
    const flank_rules *rules = flank_record_rules(run->record);
    flank_position position = *flank_record_position(run->record);
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count = 0;
    for (;;) {
        position = flank_game_play(game, rules, &position, line->moves[line->length - 1]);
        if (line->length == BOOK_LINE_MOVES ||
            flank_book_moves(run->options->book, &position, moves, &count, NULL) != FLANK_OK || count == 0)
            return;
        line->moves[line->length++] = moves[0].move;
    }
}

/* The book's answer, if it knows the position and the move played there. Of games without a disc score reviews search
 * on: they tell the chance, and the moves behind a mistake, which books of those do not hold. */
static bool read_book_values(const review_run *run, flank_review *review, flank_move played)
{
    const flank_record *record = run->record;
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count = 0, at = 0;
    if (!flank_game_scores_discs(flank_record_game(record)) ||
        flank_book_here(run->options->book, record, moves, &count, NULL) != FLANK_OK)
        return false;
    while (at < count && review->has_move && !flank_move_equal(moves[at].move, played))
        at++;
    if (at == count)
        return false;
    const flank_book_move *chosen[] = {&moves[0], &moves[at]};
    flank_line *lines[] = {&review->best, &review->played};
    for (int i = 0; i < 1 + review->has_move; i++) {
        *lines[i] = (flank_line){.moves = {chosen[i]->move},
                                 .length = 1,
                                 .score = chosen[i]->score,
                                 .depth_plies = chosen[i]->depth_plies,
                                 .selectivity = chosen[i]->selectivity};
        follow_book(run, lines[i]);
    }
    review->from_book = true;
    return true;
}

/* The line of a move that leads to the mirror image of what the best one leads to: all such moves are worth the same,
 * though searches need not find the same value. False if it does not. */
static bool mirror_line(const flank_record *record, const flank_line *best, flank_move played, flank_line *line)
{
    const flank_game *game = flank_record_game(record);
    const flank_position *here = flank_record_position(record);
    if (game != &othello_game || flank_move_is_pass(played))
        return false;
    const flank_position to = flank_game_play(game, flank_record_rules(record), here, played);
    const flank_position from = flank_game_play(game, flank_record_rules(record), here, best->moves[0]);
    for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        if (symmetry_apply(from.own, symmetry) != to.own || symmetry_apply(from.other, symmetry) != to.other)
            continue;
        *line = *best;
        line->moves[0] = played;
        for (int i = 1; i < line->length; i++)
            line->moves[i].to = (uint8_t)symmetry_square(line->moves[i].to, symmetry);
        return true;
    }
    return false;
}

/* Search the position at the cursor, and the move played there, as `limits` say; the cursor comes back. */
static flank_status search_both(review_run *run, const flank_limits *limits, flank_review *review, flank_move played)
{
    flank_status status = search_line(run, limits, &review->best);
    if (status || is_ended(run) || !review->has_move)
        return status;
    if (flank_move_equal(review->best.moves[0], played)) {
        review->played = review->best;
        return FLANK_OK;
    }
    if (mirror_line(run->record, &review->best, played, &review->played))
        return FLANK_OK;
    flank_line reply;
    flank_record_redo(run->record);
    status = search_played(run, review + 1, &review->best, &reply);
    flank_record_undo(run->record);
    if (status)
        return status;
    review->played = line_before(flank_record_game(run->record), played, &reply);
    if (review->played.score > review->best.score)
        review->best = review->played;
    return status;
}

static void judge_here(const review_run *run, flank_review *review)
{
    judge_move(flank_record_game(run->record), judge_empties(run->record, flank_record_position(run->record)), review);
}

static bool is_proved_end(const flank_game *game, const flank_line *line)
{
    return !flank_game_scores_discs(game) && abs(line->score) >= FLANK_SCORE_MATE;
}

/* The best line of the position behind, with the value that was found for it. */
static flank_line line_behind(const review_run *run, const flank_review *review)
{
    flank_line line = review[1].best;
    line.score += run->held_behind;
    return line;
}

/* Take the value of the position behind the move played for the move: its own search, or its second one, found it. */
static void take_value_behind(const review_run *run, flank_review *review)
{
    const flank_game *game = flank_record_game(run->record);
    flank_line *best = &review->best, *played = &review->played;
    const flank_line next = line_behind(run, review);
    const flank_line before = *played, behind = line_before(game, before.moves[0], &next);
    if (best->exact || before.exact || (is_proved_end(game, &before) && !is_proved_end(game, &behind)))
        return;
    *played = behind;
    played->depth_plies = before.depth_plies; /* the loss was found so */
    played->selectivity = before.selectivity;
    played->exact = is_proved_end(game, played); /* and is no proof where the best move has none */
    if (best->score == before.score)
        best->score = played->score;
    else if (!is_proved_end(game, played))
        best->score += played->score - before.score;
    if (flank_game_scores_discs(game) && best->score > DISCS_SCORE_MAX) /* of two searches that differ */
        best->score = DISCS_SCORE_MAX;
    if (best->score < played->score)
        *best = *played;
}

static bool is_othello(const review_run *run) { return flank_record_game(run->record) == &othello_game; }

/* Lose no more than the first search said, unless the second one shows a blunder. */
static void take_lesser_loss(review_run *run, flank_review *review, int first_loss)
{
    judge_here(run, review);
    if (!is_othello(run) || review->best.exact || review->played.exact || review->loss <= first_loss ||
        review->verdict == FLANK_VERDICT_BLUNDER)
        return;
    run->held_back = review->loss - first_loss;
    review->best.score -= run->held_back;
}

static int deeper_level(const review_run *run)
{
    const int level = run->options->level + (is_othello(run) ? DEEPER_LEVELS : DEEPER_LEVELS_OTHERS);
    return level < FLANK_LEVEL_MAX ? level : FLANK_LEVEL_MAX;
}

/* Search the position at the cursor, and a second time, deeper, where the move played there looks bad. */
static flank_status search_review(review_run *run, flank_review *review, flank_move played)
{
    flank_limits limits = {.level = run->options->level, .time_ms = run->options->time_ms, .stop = &run->stop};
    flank_status status = search_both(run, &limits, review, played);
    if (status || is_ended(run) || !review->has_move)
        return status;
    if (run->is_deeper)
        take_value_behind(run, review);
    judge_here(run, review);
    const bool proved = review->best.exact && review->played.exact;
    if (review->verdict < FLANK_VERDICT_INACCURACY || proved || limits.level == FLANK_LEVEL_MAX) {
        run->is_deeper = false;
        return FLANK_OK;
    }
    const int first_loss = review->loss;
    if (limits.level)
        limits.level = deeper_level(run);
    limits.time_ms *= DEEPER_TIMES;
    status = search_both(run, &limits, review, played);
    if (status || is_ended(run))
        return status;
    take_value_behind(run, review);
    take_lesser_loss(run, review, first_loss);
    run->is_deeper = true;
    return FLANK_OK;
}

static bool is_forced(const flank_record *record)
{
    flank_move moves[FLANK_MOVES_MAX];
    return flank_game_moves(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                            moves) == 1;
}

/* Review the position at the cursor; the ones behind it are known. */
static flank_status review_position(review_run *run, size_t index)
{
    flank_review *review = &run->analysis->reviews[index], *next = review + 1;
    const flank_game *game = flank_record_game(run->record);
    const flank_outcome outcome = flank_record_outcome(run->record);
    const flank_move played = review->has_move ? flank_record_move_at(run->record, index) : (flank_move){0};
    flank_status status = FLANK_OK;
    run->held_behind = run->held_back;
    run->held_back = 0;
    review->over = outcome.over;
    review->forced = review->has_move && is_forced(run->record);
    if (review->over) {
        review->best = line_of_outcome(game, &outcome);
    } else if (review->forced) {
        const flank_line reply = line_behind(run, review);
        review->best = review->played = line_before(game, played, &reply);
        review->from_book = next->from_book;
    } else if (read_book_values(run, review, played)) {
        run->is_deeper = false;
    } else {
        status = search_review(run, review, played);
    }
    if (status || is_ended(run))
        return status;
    judge_here(run, review);
    review->known = true;
    run->done++;
    return FLANK_OK;
}

/* ---- The whole game ---- */

static flank_analysis *create_analysis(const flank_record *record)
{
    flank_analysis *analysis = calloc(1, sizeof *analysis);
    if (!analysis)
        return NULL;
    analysis->count = flank_record_ply(record) + 1;
    analysis->record = search_memory_copy(record);
    analysis->reviews = calloc(analysis->count, sizeof *analysis->reviews);
    if (!analysis->record || !analysis->reviews) {
        flank_analysis_destroy(analysis);
        return NULL;
    }
    analysis->opening = flank_opening_name(analysis->record);
    for (size_t i = 0; i < analysis->count; i++) {
        analysis->reviews[i].has_move = i + 1 < analysis->count;
        analysis->reviews[i].phase =
            judge_phase(flank_record_game(record), judge_empties(record, flank_record_position_at(record, i)));
    }
    return analysis;
}

void flank_analysis_destroy(flank_analysis *analysis)
{
    if (!analysis)
        return;
    flank_record_destroy(analysis->record);
    free(analysis->reviews);
    free(analysis);
}

static bool options_are_valid(const flank_analysis_options *options)
{
    return options->time_ms >= 0 &&
           (options->level == 0 || (options->level >= FLANK_ANALYSIS_LEVEL_MIN && options->level <= FLANK_LEVEL_MAX));
}

/* The conclusions from the reviews that are known. */
static void sum_up(review_run *run)
{
    flank_analysis *analysis = run->analysis;
    analysis->complete = run->done == analysis->count;
    analysis->time_s = clock_now_s() - run->start_s;
    judge_game(analysis);
}

static void report_known(review_run *run)
{
    if (!run->options->on_known)
        return;
    sum_up(run);
    if (run->options->on_known(run->options->user, run->analysis) == FLANK_ENOUGH)
        flank_stop_raise(&run->stop);
}

static flank_status review_all(review_run *run)
{
    flank_status status = FLANK_OK;
    for (size_t i = run->analysis->count; i-- > 0 && status == FLANK_OK && goes_on(run);) {
        const size_t known = run->done;
        status = review_position(run, i);
        if (run->done > known)
            report_known(run);
        flank_record_undo(run->record);
    }
    while (flank_record_redo(run->record))
        continue;
    goes_on(run);
    return status;
}

flank_status flank_analysis_run(flank_engine *engine, const flank_record *record, const flank_analysis_options *options,
                                flank_analysis **analysis)
{
    return analysis_run(engine, record, options, NULL, analysis);
}

flank_status analysis_run(flank_engine *engine, const flank_record *record, const flank_analysis_options *options,
                          search_memory *memory, flank_analysis **analysis)
{
    flank_analysis_options chosen = options ? *options : (flank_analysis_options){0};
    if (!options_are_valid(&chosen) || (memory && chosen.time_ms))
        return FLANK_BAD_ARGUMENT;
    if (chosen.level == 0 && chosen.time_ms == 0)
        chosen.level = flank_record_game(record) == &othello_game ? FLANK_ANALYSIS_LEVEL : FLANK_ANALYSIS_LEVEL_OTHERS;
    flank_analysis *made = create_analysis(record);
    if (!made)
        return FLANK_NO_MEMORY;
    review_run run = {.engine = engine,
                      .options = &chosen,
                      .memory = memory,
                      .analysis = made,
                      .record = made->record,
                      .start_s = clock_now_s(),
                      .stop = FLANK_STOP_UNDER(chosen.stop)};
    if (memory)
        memory->stop = &run.stop;
    const flank_status status = review_all(&run);
    if (memory)
        memory->stop = NULL;
    if (status) {
        flank_analysis_destroy(made);
        return status;
    }
    sum_up(&run);
    *analysis = made;
    return FLANK_OK;
}
