/* SPDX-License-Identifier: MIT
 *
 * Pairs of games.
 *
 * The sequential test is judged over the pairs in their order up to the first that is not played yet, so that it does
 * not depend on who played when. That is looked at every LOOK pairs by whoever plays one of them; the note "decided"
 * then tells the others, whose pairs are answered by nothing.
 */
#include "farm/farm_kind_match.h"

#include "core/error.h"
#include "farm/farm_match.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK = 8 };

static const char decided_note[] = "decided";

typedef struct judging {
    const farm_match *match;
    farm_match_result result;
    flank_status status;
    flank_error *error;
} judging;

static int judge_pair(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    judging *of = user;
    (void)at;
    (void)payload;
    if (!answer || !answer->size)
        return FLANK_ENOUGH;
    of->status = farm_match_take(of->match, *answer, &of->result, of->error);
    return of->status || of->result.decided ? FLANK_ENOUGH : FLANK_OK;
}

/* Is the match decided by the pairs that were played? */
static flank_status is_decided(farm_unit *unit, const farm_match *match, long pair, bool *decided, flank_error *error)
{
    uint8_t *note = NULL;
    size_t size;
    judging of = {.match = match, .error = error};
    flank_status status = unit->stores->get_note(unit->store, unit->lease->run, decided_note, &note, &size, error);
    *decided = note != NULL;
    free(note);
    if (status || *decided || !match->sprt || pair % LOOK)
        return status;
    status = unit->stores->each_unit(unit->store, unit->lease->run, judge_pair, &of, error);
    status = status ? status : of.status;
    *decided = !status && of.result.decided;
    if (!*decided)
        return status;
    bool taken;
    status = unit->stores->put_note(unit->store, unit->lease, decided_note, (farm_bytes){"1", 1}, &taken, error);
    return !status && !taken ? FLANK_NOT_FOUND : status;
}

static void drop_times(match_game *game)
{
    const size_t plies = flank_record_ply(game->record) - game->opening_plies;
    game->used_s[0] = game->used_s[1] = 0;
    for (size_t i = 0; game->times_s && i < plies; i++)
        game->times_s[i] = 0;
}

static flank_status play_game(farm_unit *unit, const farm_match *match, const match_table *table, size_t number)
{
    const char *const names[2] = {match_player_name(table->players[0]), match_player_name(table->players[1])};
    match_game game = {.number = number,
                       .engines = {0, 1},
                       .first = (int)(number & 1),
                       .record = match_openings_get(match->openings, number / 2)};
    flank_status status = game.record ? FLANK_OK : FLANK_NO_MEMORY;
    if (!status) {
        game.opening_plies = flank_record_ply(game.record);
        if (!match_referee_play(&game, table, &match->setting))
            status = flank_stop_is_raised(unit->stop) ? FLANK_STOPPED : FLANK_NO_MEMORY;
        farm_unit_count(unit, game.nodes);
    }
    if (!status) {
        drop_times(&game);
        match_game_format(&game, &match->terms, names, &unit->answer);
    }
    match_game_free(&game);
    return status;
}

static flank_status play_pair(farm_unit *unit, farm_match *match, long pair, flank_error *error)
{
    match_table table = {.players = {NULL}};
    flank_status status = FLANK_OK;
    match->setting.stop = unit->stop;
    for (int i = 0; i < 2 && !status; i++) {
        table.players[i] = match_player_create(&match->entries[i], &match->setting);
        status = table.players[i] ? match_player_start(table.players[i], error)
                                  : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    for (int i = 0; i < 2 && !status; i++)
        status = play_game(unit, match, &table, 2 * (size_t)pair + (size_t)i);
    if (unit->answer.failed)
        status = FLANK_NO_MEMORY;
    match_player_destroy(table.players[0]);
    match_player_destroy(table.players[1]);
    return status == FLANK_NO_MEMORY ? error_say(error, status, 0, SAY(NO_MEMORY)) : status;
}

flank_status farm_answer_match(farm_unit *unit, flank_error *error)
{
    farm_match match;
    char number[24] = "";
    bool decided = false;
    const farm_bytes payload = unit->task->payload;
    memcpy(number, payload.bytes, payload.size < sizeof number ? payload.size : sizeof number - 1);
    const long pair = strtol(number, NULL, 10);
    flank_status status = farm_match_open(unit->lease->params, &match, error);
    if (!status && !unit->lease->again)
        status = is_decided(unit, &match, pair, &decided, error);
    if (!status && !decided)
        status = play_pair(unit, &match, pair, error);
    farm_match_close(&match);
    return status;
}
