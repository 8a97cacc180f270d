/* SPDX-License-Identifier: MIT
 *
 * The commands save and load.
 */
#ifndef FLANK_CLI_PLAY_SAVING_H
#define FLANK_CLI_PLAY_SAVING_H

#include "cli/play/play_session.h"

/* `replace`: without asking. */
void play_save(play_session *session, const char *path, bool replace);

/* "": the game that nobody saved. */
void play_load(play_session *session, const char *path);

#endif
