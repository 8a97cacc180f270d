/* SPDX-License-Identifier: MIT
 *
 * Epochs, and losses.
 */
#include "train/pieces/piece_fit.h"

#include "games/game_table.h"
#include "games/piece_network.h"
#include "train/pieces/piece_state.h"

#include <errno.h>

static double loss_of_row(const piece_row *row, double output) { return piece_loss(output, (row->result + 1) / 2.0); }

static void judge_held_out(const piece_fitting *fitting, const piece_trainer *trainer, piece_losses *losses)
{
    const piece_rows *rows = fitting->held_out;
    const double scale = fitting->settings.hundredths, count = (double)rows->count;
    for (size_t i = 0; i < rows->count; i++) {
        const piece_row *row = &rows->list[i];
        const flank_position position = {
            .own = row->own, .other = row->other, .kings = row->kings, .color = row->color};
        float output;
        piece_trainer_ask(trainer, row, 1, &output);
        losses->held_out += loss_of_row(row, (double)output) / count;
        losses->built_in += loss_of_row(row, piece_network_value(fitting->game->network, &position) / scale) / count;
        losses->searched += loss_of_row(row, row->score / scale) / count;
    }
}

static flank_status run_epochs(const piece_fitting *fitting, piece_trainer *trainer, piece_losses *losses)
{
    const int epochs = (int)trainer->settings.epochs;
    (void)piece_state_read(fitting->state, trainer); /* one that is not of this fit is not gone on from */
    const int found = (int)trainer->done;
    fitting->on_epoch(fitting->user, found, found, epochs);
    while ((int)trainer->done < epochs) {
        losses->training = piece_trainer_epoch(trainer);
        if ((int)trainer->done < epochs && (errno = piece_state_write(fitting->state, trainer)) != 0)
            return FLANK_CANNOT_WRITE;
        fitting->on_epoch(fitting->user, (int)trainer->done, found, epochs);
    }
    return FLANK_OK;
}

flank_status piece_fit(const piece_fitting *fitting, piece_network *network, piece_losses *losses)
{
    piece_trainer trainer;
    *losses = (piece_losses){0};
    flank_status status =
        piece_trainer_begin(&trainer, &fitting->settings, fitting->fit, fitting->threads, FLANK_CPU_BEST)
            ? FLANK_OK
            : FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = run_epochs(fitting, &trainer, losses);
    if (status == FLANK_OK) {
        const piece_settings *settings = &fitting->settings;
        piece_model_round(trainer.model, settings->hundredths, settings->pieces_a_phase, network);
        judge_held_out(fitting, &trainer, losses);
    }
    const int why = errno;
    piece_trainer_end(&trainer);
    errno = why;
    return status;
}
