/* SPDX-License-Identifier: MIT
 *
 * An evaluation as users of the library hold it: read once, shared by any number of engines.
 *
 * A path in the options of each engine was rejected: every engine would unpack its own 39 MB, and creating an engine
 * would need a way to tell what is wrong with a file.
 */
#include "engine/evaluation_handle.h"

#include "core/error.h"
#include "core/large_memory.h"
#include "games/game_table.h"
#include "games/othello/othello.h"
#include "games/piece_file.h"
#include "othello/network.h"
#include "othello/weights_file.h"

#include <stdlib.h>

struct flank_evaluation {
    evaluation *weights;
    network *net;          /* that judges in their place, or NULL */
    piece_network *pieces; /* of another game, with no weights */
};

static void pieces_destroy(piece_network *pieces) { large_memory_destroy(pieces, sizeof *pieces); }

/* A handle that owns all of `parts`; without memory they are destroyed. */
static flank_evaluation *handle_of(flank_evaluation parts)
{
    flank_evaluation *made = parts.weights || parts.pieces ? calloc(1, sizeof *made) : NULL;
    if (made) {
        *made = parts;
    } else {
        evaluation_destroy(parts.weights);
        network_destroy(parts.net);
        pieces_destroy(parts.pieces);
    }
    return made;
}

static flank_status read_pieces(const char *path, piece_network **pieces, flank_error *error)
{
    piece_network *read = large_memory_create(sizeof *read);
    const flank_status status =
        read ? piece_file_read(path, read, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (status == FLANK_OK) {
        *pieces = read;
        return FLANK_OK;
    }
    pieces_destroy(read);
    return status;
}

/* A file of weights, one of a network of Othello, or one of a piece network. */
static flank_status read_any(const char *path, flank_evaluation *parts, flank_error *error)
{
    flank_status status = weights_read(path, &parts->weights, error);
    if (status != FLANK_BAD_FILE || error->code != FLANK_ERROR_WEIGHTS_NO_FILE)
        return status;
    status = network_read(path, &parts->net, error);
    if (status == FLANK_BAD_FILE && error->code == FLANK_ERROR_WEIGHTS_NO_FILE)
        return read_pieces(path, &parts->pieces, error);
    if (status == FLANK_OK)
        parts->weights = network_evaluation(parts->net);
    return status;
}

flank_status flank_evaluation_read(const char *path, flank_evaluation **out, flank_error *error)
{
    flank_evaluation parts = {NULL};
    flank_error own;
    const flank_status status = read_any(path, &parts, error ? error : &own);
    if (status)
        return status;
    flank_evaluation *made = handle_of(parts);
    if (!made)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *out = made;
    return FLANK_OK;
}

flank_evaluation *flank_evaluation_create_simple(void)
{
    return handle_of((flank_evaluation){.weights = evaluation_create_simple()});
}

void flank_evaluation_destroy(flank_evaluation *handle)
{
    if (!handle)
        return;
    evaluation_destroy(handle->weights);
    network_destroy(handle->net);
    pieces_destroy(handle->pieces);
    free(handle);
}

const flank_game *flank_evaluation_game(const flank_evaluation *handle)
{
    const flank_game *game = &othello_game;
    for (size_t i = 0; handle->pieces && flank_game_at(i); i++)
        if (evaluation_network(handle, flank_game_at(i)))
            game = flank_game_at(i);
    return game;
}

size_t flank_evaluation_bytes(void) { return sizeof(evaluation); }

const evaluation *evaluation_of(const flank_evaluation *handle) { return handle->weights; }

const piece_network *evaluation_network(const flank_evaluation *handle, const flank_game *game)
{
    return handle && handle->pieces && game->network && piece_network_fits(handle->pieces, game->network)
               ? handle->pieces
               : NULL;
}
