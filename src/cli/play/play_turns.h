/* SPDX-License-Identifier: MIT
 *
 * The turns of a game in the terminal.
 */
#ifndef FLANK_CLI_PLAY_TURNS_H
#define FLANK_CLI_PLAY_TURNS_H

#include "cli/play/play_session.h"

/* Play until the end of the input. Returns the exit status. */
int play_run(play_session *session);

#endif
