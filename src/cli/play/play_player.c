/* SPDX-License-Identifier: MIT
 *
 * flank as a player: it thinks, shows that it does, and listens for Ctrl-C.
 */
#include "cli/play/play_player.h"

#include "cli/command/report_text.h"

#include <stdio.h>

static flank_reply show_thinking(void *user, const flank_report *report)
{
    play_player *player = user;
    if (!player->progress.enabled || report->time_s < 0.3)
        return FLANK_GO_ON;
    text_buffer line = {NULL};
    text_add(&line, "(Ctrl-C: move now)  ");
    thinking_add(&line, player->thought, report);
    progress_text(&player->progress, line.bytes ? line.bytes : "");
    text_free(&line);
    return FLANK_GO_ON;
}

flank_status play_think(play_player *player, const flank_record *record, const flank_limits *limits,
                        flank_report *report)
{
    flank_limits with_stop = *limits;
    with_stop.stop = &player->stop;
    fflush(stdout);
    player->thought = record;
    flank_status status = flank_engine_search(player->engine, record, &with_stop, show_thinking, player, report);
    progress_clear(&player->progress);
    return status;
}

bool play_take_interrupt(play_player *player)
{
    const bool taken = interrupt_watch_take(player->watch);
    if (taken)
        flank_stop_clear(&player->stop);
    return taken;
}
