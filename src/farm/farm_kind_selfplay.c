/* SPDX-License-Identifier: MIT
 *
 * Games for training.
 */
#include "farm/farm_kind_selfplay.h"

#include "core/error.h"
#include "farm/farm_weights.h"

static flank_status play_games(farm_unit *unit, const train_play *play, const evaluation *eval, uint64_t first,
                               uint64_t count)
{
    train_records records = {0};
    othello_search *search = train_play_search(eval);
    flank_status status = search ? FLANK_OK : FLANK_NO_MEMORY;
    for (uint64_t i = 0; i < count && !status; i++) {
        uint64_t nodes = 0;
        status = train_play_game(play, search, first + i, unit->stop, &nodes, &records);
        farm_unit_count(unit, nodes);
    }
    if (!status)
        train_records_pack(&records, &unit->answer);
    othello_search_destroy(search);
    train_records_free(&records);
    return unit->answer.failed ? FLANK_NO_MEMORY : status;
}

flank_status farm_answer_selfplay(farm_unit *unit, flank_error *error)
{
    farm_selfplay run;
    const evaluation *eval = NULL;
    uint64_t first, count;
    flank_status status = farm_selfplay_read(unit->lease->params, &run, error);
    if (!status && !farm_selfplay_read_unit(unit->task->payload, &first, &count))
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the unit is no range of games"));
    if (!status)
        status = farm_weights_take(unit, &run, &eval, error);
    if (status)
        return status;
    status = play_games(unit, &run.play, eval, first, count);
    farm_weights_give_back(eval);
    return status == FLANK_NO_MEMORY ? error_say(error, status, 0, SAY(NO_MEMORY)) : status;
}
