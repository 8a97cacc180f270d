/* SPDX-License-Identifier: MIT
 *
 * The action of each typed command.
 */
#ifndef FLANK_CLI_PLAY_ACTIONS_H
#define FLANK_CLI_PLAY_ACTIONS_H

#include "cli/play/play_command.h"
#include "cli/play/play_session.h"

void play_do(play_session *session, const play_request *request);

#endif
