/* SPDX-License-Identifier: MIT
 *
 * The game that nobody saved.
 *
 * While a person plays, a game with moves that no file has is written to a file of our own, $XDG_STATE_HOME/flank/
 * unsaved-game (by default below ~/.local/state), whenever it has changed. So it outlives Ctrl-C, a closed terminal,
 * kill and a power cut alike, which a handler of signals would not do. There is one such file: the game that was played
 * last. It goes when the game is saved. Scripts, which can be run again, leave it alone.
 */
#include "cli/play/play_session.h"
#include "cli/command/user_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the file is; NULL without a place or memory. The caller frees it. */
static char *kept_path(void) { return user_file("XDG_STATE_HOME", "/.local/state", "unsaved-game"); }

void play_note_safe(play_session *session)
{
    free(session->safe);
    session->safe = play_format_record(session->record);
}

bool play_is_unsaved(const play_session *session)
{
    char *text = flank_record_ply(session->record) ? play_format_record(session->record) : NULL;
    const bool unsaved = text && (!session->safe || strcmp(text, session->safe) != 0);
    free(text);
    return unsaved;
}

void play_keep(play_session *session)
{
    if (!play_input_is_person(session->input) || !play_is_unsaved(session))
        return;
    char *text = play_format_record(session->record);
    if (text && session->kept && strcmp(text, session->kept) == 0) {
        free(text);
        return;
    }
    char *path = text ? kept_path() : NULL;
    if (path)
        user_file_make_folders(path);
    const bool written = path && play_replace_file(path, text) == 0;
    free(path);
    free(session->kept);
    session->kept = written ? text : NULL;
    if (!written)
        free(text);
}

void play_drop_kept(play_session *session)
{
    char *path = session->kept ? kept_path() : NULL;
    if (path)
        unlink(path);
    free(path);
    free(session->kept);
    session->kept = NULL;
}

bool play_has_kept(void)
{
    char *path = kept_path();
    const bool there = path && access(path, R_OK) == 0;
    free(path);
    return there;
}

void play_load_kept(play_session *session)
{
    char *path = kept_path();
    flank_record *record = NULL;
    if (!path || (access(path, F_OK) && errno == ENOENT))
        play_refuse(session, CLI_NO_INPUT, "no game was left unsaved; load FILE reads one");
    else
        record = play_read_record(session, path);
    if (record) {
        play_set_record(session, record);
        session->kept = play_format_record(record);
        puts("loaded the game that was not saved");
    }
    free(path);
}
