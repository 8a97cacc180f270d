/* SPDX-License-Identifier: MIT
 *
 * Proofs in a store.
 */
#include "farm/proof_file.h"

#include "core/error.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_SIZE = 1 << 18 /* a note that is as large is the last one no more */ };

static flank_status damaged(flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the notes of this proof are damaged"));
}

void proof_file_write_claim(const flank_position *root, int at_least, text_buffer *unit)
{
    char board[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(&othello_game, root, NULL, board);
    text_addf(unit, "%d %s", at_least, board);
}

static flank_status read_claim(farm_bytes unit, proof_file *file)
{
    char text[FLANK_POSITION_TEXT_SIZE], *board;
    if (unit.size >= sizeof text)
        return FLANK_BAD_FILE;
    memcpy(text, unit.bytes, unit.size);
    text[unit.size] = '\0';
    const long number = strtol(text, &board, 10);
    if (board == text || number < -62 || number > 64 || number % 2 != 0)
        return FLANK_BAD_FILE;
    file->at_least = (int)number;
    return flank_position_parse(&othello_game, board, &file->root, NULL) ? FLANK_BAD_FILE : FLANK_OK;
}

static void note_name(int number, char name[24]) { snprintf(name, 24, "tree %d", number); }

static flank_status replay_notes(const farm_store_kind *stores, farm_store *store, int64_t run, proof_file *file,
                                 flank_error *error)
{
    for (;; file->last++) {
        char name[24];
        uint8_t *note;
        size_t size = 0;
        note_name(file->last, name);
        flank_status status = stores->get_note(store, run, name, &note, &size, error);
        if (status || !note)
            return status;
        status = proof_tree_replay(file->tree, (const char *)note, size);
        if (!status && size < NOTE_SIZE)
            text_add_bytes(&file->text, (const char *)note, size);
        free(note);
        if (status)
            return status == FLANK_NO_MEMORY ? status : damaged(error);
        if (size < NOTE_SIZE)
            return FLANK_OK;
    }
}

flank_status proof_file_open(const farm_store_kind *stores, farm_store *store, int64_t run, farm_bytes unit,
                             const flank_rules *rules, proof_file *file, flank_error *error)
{
    *file = (proof_file){.last = 0};
    if (read_claim(unit, file))
        return damaged(error);
    file->tree = proof_tree_create(rules, &file->root, file->at_least);
    const flank_status status = file->tree ? replay_notes(stores, store, run, file, error) : FLANK_NO_MEMORY;
    return status == FLANK_NO_MEMORY || file->text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                                                          : status;
}

void proof_file_close(proof_file *file)
{
    proof_tree_destroy(file->tree);
    text_free(&file->text);
}

flank_status proof_file_save(const farm_store_kind *stores, farm_store *store, const farm_lease *lease,
                             proof_file *file, bool *taken, flank_error *error)
{
    char name[24];
    text_buffer *journal = proof_tree_journal(file->tree);
    *taken = true;
    if (journal->failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (journal->length == 0)
        return FLANK_OK;
    text_add_bytes(&file->text, journal->bytes, journal->length);
    if (file->text.failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    text_clear(journal);
    note_name(file->last, name);
    const farm_bytes note = {file->text.bytes, file->text.length};
    const flank_status status = stores->put_note(store, lease, name, note, taken, error);
    if (file->text.length >= NOTE_SIZE) {
        file->last++;
        text_clear(&file->text);
    }
    return status;
}

flank_status proof_file_look_up(const farm_store_kind *stores, farm_store *store, int rules_id, int64_t leaves,
                                const proof_tree *tree, const uint32_t *nodes, size_t count, farm_answer *answers,
                                flank_error *error)
{
    uint32_t all;
    const proof_node *node = proof_tree_nodes(tree, &all);
    farm_query *queries = calloc(count, sizeof *queries);
    if (!queries)
        return count ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
    for (size_t i = 0; i < count; i++)
        queries[i] =
            (farm_query){rules_id, node[nodes[i]].at.own, node[nodes[i]].at.other, proof_tree_number(tree, nodes[i])};
    const flank_status status = stores->look_up(store, leaves, queries, count, answers, error);
    free(queries);
    return status;
}
