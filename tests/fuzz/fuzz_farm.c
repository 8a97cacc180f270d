/* SPDX-License-Identifier: MIT
 *
 * All that a farm's workers read of one another in the store: the first byte tells what. Reading ends, and what is taken
 * is written back as it was.
 */
#include "fuzz_target.h"

#include "analysis/search_memory.h"
#include "core/error.h"
#include "farm/farm_book.h"
#include "farm/farm_game_unit.h"
#include "farm/farm_match.h"
#include "farm/farm_selfplay.h"
#include "farm/proof_tree.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void check_game(farm_bytes unit)
{
    farm_game_place place, again;
    flank_sheet *sheet, *sheet_again;
    flank_error error = {0};
    text_buffer text = {NULL};
    if (farm_game_unit_read(unit, &place, &sheet, &error)) {
        expect(error.code != 0);
        return;
    }
    if (farm_game_unit_write(&text, &place, sheet, NULL) == FLANK_OK) {
        expect(farm_game_unit_read((farm_bytes){text.bytes, text.length}, &again, &sheet_again, NULL) == FLANK_OK);
        expect(strcmp(place.file, again.file) == 0 && place.line == again.line && place.offset == again.offset);
        flank_sheet_destroy(sheet_again);
    }
    text_free(&text);
    flank_sheet_destroy(sheet);
}

static void check_selfplay(const char *params)
{
    farm_selfplay run, again;
    char written[FARM_SELFPLAY_PARAMS_SIZE];
    flank_error error = {0};
    if (farm_selfplay_read(params, &run, &error)) {
        expect(error.code != 0);
        return;
    }
    farm_selfplay_write(&run, written);
    expect(farm_selfplay_read(written, &again, NULL) == FLANK_OK);
    expect(run.weights_bytes == again.weights_bytes && run.weights_crc == again.weights_crc);
}

static void check_selfplay_unit(farm_bytes unit)
{
    uint64_t first, count;
    if (farm_selfplay_read_unit(unit, &first, &count))
        expect(count >= 1 && count <= FARM_SELFPLAY_GAMES);
}

static void check_selfplay_answer(farm_bytes answer)
{
    train_records records = {NULL};
    flank_error error = {0};
    expect(farm_selfplay_take(answer, &records, &error) == FLANK_OK || error.code != 0);
    train_records_free(&records);
}

/* The match of the kept corpus: level 1 against level 2. */
static const farm_match *the_match(void)
{
    static farm_match match;
    static bool open;
    static const farm_match_plan plan = {
        .engines = {"flank:level=1", "flank:level=2"}, .game = "othello", .rules = "", .seed = 1};
    text_buffer params = {NULL};
    if (!open) {
        farm_match_format(&plan, &params);
        expect(farm_match_open(params.bytes, &match, NULL) == FLANK_OK);
        text_free(&params);
        open = true;
    }
    return &match;
}

static void check_match_answer(farm_bytes answer)
{
    farm_match_result result = {0};
    flank_error error = {0};
    const flank_status status = farm_match_take(the_match(), answer, &result, &error);
    expect(status == FLANK_OK ? result.pairs == 1 : error.code != 0);
}

static void check_book_plan(const char *params)
{
    flank_book_plan plan;
    char written[FARM_BOOK_PARAMS_SIZE], again[FARM_BOOK_PARAMS_SIZE];
    if (farm_book_read_plan(params, &plan, NULL))
        return;
    farm_book_write_plan(&plan, written);
    expect(farm_book_read_plan(written, &plan, NULL) == FLANK_OK);
    farm_book_write_plan(&plan, again);
    expect(strcmp(written, again) == 0);
}

/* A journal of the start's proof; what it led to is a tree, and the same one again. */
static void check_proof(farm_bytes journal)
{
    static const flank_rules rules;
    const flank_position start = flank_game_start(&othello_game);
    proof_tree *tree = proof_tree_create(&rules, &start, 2), *again = proof_tree_create(&rules, &start, 2);
    expect(tree && again);
    if (proof_tree_replay(tree, journal.bytes, journal.size) == FLANK_OK) {
        uint32_t count, count_again, leaves[8];
        const proof_state state = proof_tree_update(tree);
        const proof_node *nodes = proof_tree_nodes(tree, &count);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < nodes[i].count; j++)
                expect(proof_tree_children(tree, i)[j] < count);
        expect(proof_tree_select(tree, 0.01, leaves, 8) <= 8);
        expect(proof_tree_replay(again, journal.bytes, journal.size) == FLANK_OK);
        expect(proof_tree_update(again) == state);
        proof_tree_nodes(again, &count_again);
        expect(count == count_again);
    }
    proof_tree_destroy(tree);
    proof_tree_destroy(again);
}

/* A question and, behind a zero, its answer. */
static void check_review(farm_bytes both)
{
    const char *question = both.bytes, *answer = memchr(question, 0, both.size);
    if (!answer || ++answer > question + both.size)
        return;
    flank_record *record = flank_record_create(&othello_game, NULL, NULL);
    remembered_search found;
    expect(record != NULL);
    if (search_memory_is_whole(question, answer) && search_memory_read_answer(question, answer, record, &found)) {
        text_buffer text = {NULL};
        search_memory_add_answer(&text, question, record, &found);
        expect(strcmp(text.bytes, answer) == 0);
        text_free(&text);
    }
    flank_record_destroy(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size); /* ends with a zero, which is none of the bytes */
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const farm_bytes bytes = {text, size - 1};
    switch (data[0]) {
    case 'g':
        check_game(bytes);
        break;
    case 's':
        check_selfplay(text);
        break;
    case 'u':
        check_selfplay_unit(bytes);
        break;
    case 't':
        check_selfplay_answer(bytes);
        break;
    case 'm':
        check_match_answer(bytes);
        break;
    case 'b':
        check_book_plan(text);
        break;
    case 'p':
        check_proof(bytes);
        break;
    case 'r':
        check_review(bytes);
        break;
    default:
        break;
    }
    free(text);
    return 0;
}
