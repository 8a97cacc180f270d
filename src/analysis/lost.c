/* SPDX-License-Identifier: MIT
 *
 * Naming what a bad move lost.
 *
 * A proved result comes first: beside a win that was there, men do not count. Otherwise the line of the best move and
 * that of the move played are played out, and what they lead to is compared: men and kings at their ends, once captures
 * that the rules force are made; groups, where joining wins, after as many plies of both, because each move changes
 * them: of more groups of one's own and fewer of the other side's the larger change is named. If they lead to as much
 * of these, the move may still hand over the better chance: the initiative.
 *
 * A line is what a search expects, so a word is as good as its line. Nothing is named that neither line shows.
 * Rejected: counting the threats that each side has to answer along the lines for the initiative: in Lines of Action
 * few moves are threats, and in draughts captures offered count as some.
 */
#include "analysis/lost.h"

#include "core/bits.h"
#include "core/proof.h"
#include "games/game_table.h"

enum {
    SETTLE_PLIES = 8,        /* of captures at the end of a line: chains of them are shorter as a rule */
    SETTLE_POSITIONS = 4000, /* in all: many kings that may take as they like have millions */
    LEAST_SURE_PLIES = 4,    /* the last ones of a line, which the search looked at least */
    MAN = 100,               /* hundredths */
    OFF_BY_MEN = 2,          /* so much more than the values say is a line that ends amid an exchange */
};

const char *lost_kind_name(lost_kind kind)
{
    static const char *const names[] = {"win", "draw", "game", "kings", "men", "connection", "cut", "initiative"};
    return names[kind];
}

static bool is_bad(const flank_analysis *analysis, size_t index)
{
    const flank_review *review = &analysis->reviews[index];
    return review->known && review->has_move && review->verdict >= FLANK_VERDICT_INACCURACY &&
           !flank_game_scores_discs(flank_record_game(analysis->record));
}

static void add_thing(lost_things *things, lost_kind kind, int count, int instead)
{
    if (things->count < LOST_THINGS_MAX)
        things->list[things->count++] = (lost_thing){kind, count, instead};
}

/* ---- Proved results ---- */

static void add_result(lost_things *things, const flank_game *game, const flank_review *review)
{
    const bool loses = review->played.score <= -FLANK_SCORE_MATE;
    if (review->best.score >= FLANK_SCORE_MATE)
        add_thing(things, LOST_WIN, proof_plies(game, review->best.score), 0);
    else if (loses)
        add_thing(things, review->best.exact && review->best.score == 0 ? LOST_DRAW : LOST_GAME,
                  proof_plies(game, review->played.score), 0);
}

/* ---- The ends of lines ---- */

/* The pieces of a side beside those of the other one. */
typedef struct forces {
    int men, kings;       /* its own less the other's */
    uint64_t own, others; /* the pieces */
} forces;

static forces forces_of(const flank_position *position, flank_color color)
{
    const bool moves = position->color == color;
    const uint64_t own = moves ? position->own : position->other, others = moves ? position->other : position->own;
    const uint64_t kings = position->kings;
    return (forces){.men = (int)bit_count(own & ~kings) - (int)bit_count(others & ~kings),
                    .kings = (int)bit_count(own & kings) - (int)bit_count(others & kings),
                    .own = own,
                    .others = others};
}

static int worth(const flank_game *game, const flank_position *position, flank_color color)
{
    const forces has = forces_of(position, color);
    return has.men + game->king_worth * has.kings;
}

typedef struct settling {
    const flank_game *game;
    const flank_rules *rules;
    int left; /* positions; below 0: there were more */
} settling;

/* The position once captures are made, each the one that leaves its side with most. */
static flank_position after_captures(settling *in, const flank_position *position, int plies)
{
    flank_move captures[FLANK_MOVES_MAX];
    const flank_color color = (flank_color)position->color;
    flank_position best = *position;
    const size_t count = plies ? in->game->noisy_moves(in->rules, position, captures) : 0;
    for (size_t i = 0; i < count && --in->left >= 0; i++) {
        const flank_position next = in->game->play(in->rules, position, captures[i]);
        const flank_position end = after_captures(in, &next, plies - 1);
        if (i == 0 || worth(in->game, &end, color) > worth(in->game, &best, color))
            best = end;
    }
    return best;
}

/* The position once captures are made that the rules force; as it stands, if there are too many ways to make them: some
 * of the ways alone would tell of captures without the answers to them. */
static flank_position settled(const flank_game *game, const flank_rules *rules, const flank_position *position)
{
    settling in = {game, rules, SETTLE_POSITIONS};
    const flank_position end = game->noisy_is_forced ? after_captures(&in, position, SETTLE_PLIES) : *position;
    return in.left < 0 ? *position : end;
}

static flank_position after_line(const flank_analysis *analysis, size_t index, const flank_line *line, int plies)
{
    flank_position position = *flank_record_position_at(analysis->record, index);
    for (int i = 0; i < plies; i++)
        position = flank_game_play(flank_record_game(analysis->record), flank_record_rules(analysis->record), &position,
                                   line->moves[i]);
    return position;
}

/* The pieces after the first `plies` moves of a line. */
static forces forces_after(const flank_analysis *analysis, size_t index, const flank_line *line, int plies)
{
    const flank_position *here = flank_record_position_at(analysis->record, index);
    const flank_position end = after_line(analysis, index, line, plies);
    const flank_position quiet =
        settled(flank_record_game(analysis->record), flank_record_rules(analysis->record), &end);
    return forces_of(&quiet, (flank_color)here->color);
}

/* Name the pieces that are lost at the ends of both lines without their last `less` plies; false if there are none, or
 * more than the values say. */
static bool add_pieces_before(lost_things *things, const flank_analysis *analysis, size_t index, int less)
{
    const flank_review *review = &analysis->reviews[index];
    const int king_worth = flank_record_game(analysis->record)->king_worth;
    const forces best = forces_after(analysis, index, &review->best, review->best.length - less);
    const forces played = forces_after(analysis, index, &review->played, review->played.length - less);
    const int kings = best.kings - played.kings, men = best.men - played.men;
    const int worth_lost = men + king_worth * kings;
    if (worth_lost <= 0 || MAN * (worth_lost - OFF_BY_MEN) > review->best.score - review->played.score)
        return false;
    if (kings > 0)
        add_thing(things, LOST_KINGS, kings, 0);
    if (men > 0)
        add_thing(things, LOST_MEN, men, 0);
    return true;
}

/* At the ends of the lines or, where these do not show a man that the values count as lost, some plies before. */
static void add_pieces(lost_things *things, const flank_analysis *analysis, size_t index)
{
    const flank_review *review = &analysis->reviews[index];
    const int shorter = review->best.length < review->played.length ? review->best.length : review->played.length;
    const bool loses_a_man = review->best.score - review->played.score >= MAN;
    int less = 0;
    while (!add_pieces_before(things, analysis, index, less) && loses_a_man && less < LEAST_SURE_PLIES &&
           less + 1 < shorter)
        less++;
}

static void add_groups(lost_things *things, const flank_analysis *analysis, size_t index)
{
    const flank_review *review = &analysis->reviews[index];
    int (*const groups)(uint64_t) = flank_record_game(analysis->record)->groups;
    const flank_color color = (flank_color)flank_record_position_at(analysis->record, index)->color;
    const flank_line *lines[] = {&review->best, &review->played};
    const int plies = lines[0]->length < lines[1]->length ? lines[0]->length : lines[1]->length;
    int own[2], others[2];
    for (int i = 0; i < 2; i++) {
        const flank_position end = after_line(analysis, index, lines[i], plies);
        const forces has = forces_of(&end, color);
        own[i] = groups(has.own);
        others[i] = groups(has.others);
    }
    if (own[1] > own[0] && own[1] - own[0] >= others[0] - others[1])
        add_thing(things, LOST_CONNECTION, own[1], own[0]);
    else if (others[1] < others[0])
        add_thing(things, LOST_CUT, others[1], others[0]);
}

/* ---- The whole ---- */

lost_things lost_by_move(const flank_analysis *analysis, size_t index)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_review *review = &analysis->reviews[index];
    lost_things things = {.count = 0};
    if (!is_bad(analysis, index))
        return things;
    add_result(&things, game, review);
    if (!things.count && game->king_worth)
        add_pieces(&things, analysis, index);
    if (!things.count && game->groups)
        add_groups(&things, analysis, index);
    if (!things.count && review->chance >= 0.5 && review->chance_after < 0.5)
        add_thing(&things, LOST_INITIATIVE, 0, 0);
    return things;
}

bool lost_refutation(const flank_analysis *analysis, size_t index, flank_line *line)
{
    const flank_review *review = &analysis->reviews[index];
    if (!is_bad(analysis, index))
        return false;
    *line = review->played;
    line->length--;
    for (int i = 0; i < line->length; i++)
        line->moves[i] = line->moves[i + 1];
    if (line->length == 0 && review[1].known) /* the search met a value that it knew */
        *line = review[1].best;
    return line->length > 0;
}
