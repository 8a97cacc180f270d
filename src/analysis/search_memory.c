/* SPDX-License-Identifier: MIT
 *
 * Questions and answers of a memory of searches as texts. An answer is
 *
 *   SCORE DEPTH SELECTIVITY PROVED NODES MOVE… #CHECK
 *
 * with a check of the question and of all before it, so that no row that a disk or a hand changed is believed, nor one
 * that stands under the wrong question. Rejected: bytes of the structures, which no person could read and no other
 * version; the check of each part by itself, which finds less.
 */
#include "analysis/search_memory.h"

#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_DIGITS = 16 };

/* ---- The record -------------------------------------------------------------------------------------------------- */

flank_record *search_memory_copy(const flank_record *record)
{
    flank_record *copy =
        flank_record_create(flank_record_game(record), flank_record_rules(record), flank_record_position_at(record, 0));
    for (size_t i = 0; copy && i < flank_record_ply(record); i++)
        if (flank_record_play(copy, flank_record_move_at(record, i)) != FLANK_OK) {
            flank_record_destroy(copy);
            return NULL;
        }
    return copy;
}

flank_record *search_memory_record(const flank_record *record, unsigned *symmetry)
{
    *symmetry = 0;
    if (flank_record_game(record) != &othello_game)
        return search_memory_copy(record);
    flank_position canonical = {.own = flank_record_position(record)->own,
                                .other = flank_record_position(record)->other};
    *symmetry = symmetry_canonical(&canonical.own, &canonical.other);
    return flank_record_create(&othello_game, flank_record_rules(record), &canonical);
}

void search_memory_turn_back(flank_line *line, unsigned symmetry)
{
    for (int i = 0; i < line->length && symmetry; i++)
        line->moves[i].to = (uint8_t)symmetry_square(line->moves[i].to, symmetry_inverse(symmetry));
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

/* A move behind a blank, and the position behind the move. False if it is not legal. */
static bool add_move(text_buffer *out, const flank_record *record, flank_position *position, flank_move move)
{
    const flank_game *game = flank_record_game(record);
    char text[FLANK_MOVE_TEXT_SIZE];
    if (flank_move_format(game, flank_record_rules(record), position, move, NULL, text) != FLANK_OK)
        return false;
    text_addf(out, " %s", text);
    *position = flank_game_play(game, flank_record_rules(record), position, move);
    return true;
}

void search_memory_add_question(text_buffer *out, const char *engine, const flank_record *record,
                                const flank_limits *limits)
{
    const flank_game *game = flank_record_game(record);
    char rules[FLANK_RULES_TEXT_SIZE], board[FLANK_POSITION_TEXT_SIZE];
    flank_position position = *flank_record_position_at(record, 0);
    flank_rules_format(game, flank_record_rules(record), rules);
    flank_position_format(game, &position, NULL, board);
    text_addf(out, "%s|%s|%s|", flank_game_name(game), rules, board);
    for (size_t i = 0; i < flank_record_ply(record); i++)
        add_move(out, record, &position, flank_record_move_at(record, i));
    text_addf(out, "|level %d depth %d selectivity %d|%s", limits->level, limits->depth_plies, limits->selectivity,
              engine);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static uint64_t check_bytes(uint64_t check, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        check = (check ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return random_mix(check ^ size);
}

/* The check of a question and of the first bytes of its answer. */
static uint64_t check_of(const char *question, const char *answer, size_t size)
{
    return check_bytes(check_bytes(0, question, strlen(question)), answer, size);
}

void search_memory_add_answer(text_buffer *out, const char *question, const flank_record *record,
                              const remembered_search *found)
{
    const size_t start = out->length;
    const flank_line *line = &found->line;
    flank_position position = *flank_record_position(record);
    text_addf(out, "%d %d %d %d %" PRIu64, line->score, line->depth_plies, line->selectivity, line->exact,
              found->nodes);
    for (int i = 0; i < line->length && add_move(out, record, &position, line->moves[i]); i++)
        continue;
    if (!out->failed)
        text_addf(out, " #%016" PRIx64, check_of(question, out->bytes + start, out->length - start));
}

bool search_memory_is_whole(const char *question, const char *answer)
{
    const char *mark = strrchr(answer, '#');
    char check[CHECK_DIGITS + 1];
    if (!mark || mark == answer || mark[-1] != ' ')
        return false;
    snprintf(check, sizeof check, "%016" PRIx64, check_of(question, answer, (size_t)(mark - answer) - 1));
    return strcmp(check, mark + 1) == 0;
}

/* The moves of a line up to the check. */
static bool read_moves(const char *text, const flank_record *record, flank_line *line)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    flank_position position = *flank_record_position(record);
    while (*text == ' ' && text[1] != '#') {
        char move[FLANK_MOVE_TEXT_SIZE];
        const size_t length = strcspn(++text, " ");
        if (length >= sizeof move || line->length == FLANK_LINE_PLIES_MAX)
            return false;
        snprintf(move, sizeof move, "%.*s", (int)length, text);
        if (flank_move_parse(game, rules, &position, move, &line->moves[line->length], NULL) != FLANK_OK)
            return false;
        position = flank_game_play(game, rules, &position, line->moves[line->length++]);
        text += length;
    }
    return line->length > 0;
}

bool search_memory_read_answer(const char *question, const char *answer, const flank_record *record,
                               remembered_search *found)
{
    remembered_search read = {.nodes = 0};
    flank_line *line = &read.line;
    int proved, moves_at = 0;
    if (!search_memory_is_whole(question, answer) ||
        sscanf(answer, "%6d %3d %3d %1d %" SCNu64 "%n", &line->score, &line->depth_plies, &line->selectivity, &proved,
               &read.nodes, &moves_at) != 5)
        return false;
    line->exact = proved == 1;
    if (abs(line->score) >= FLANK_SCORE_LIMIT || line->depth_plies < 0 || line->selectivity < 0 ||
        line->selectivity > 100 || proved < 0 || proved > 1 || !read_moves(answer + moves_at, record, line))
        return false;
    *found = read;
    return true;
}
