/* SPDX-License-Identifier: MIT
 *
 * The game that nobody saved.
 *
 * While a person plays, a game with moves that no file has is written to a file of our own, $XDG_STATE_HOME/flank/
 * unsaved-game (by default below ~/.local/state), whenever it has changed. So it outlives Ctrl-C, a closed terminal,
 * kill and a power cut alike, which a handler of signals would not do. There is one such file: the game that was played
 * last. It goes when the game is saved. Scripts, which can be run again, leave it alone.
 */
#include "cli/play/play_kept.h"

#include "cli/command/user_file.h"
#include "cli/play/play_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *play_kept_path(void) { return user_file("XDG_STATE_HOME", "/.local/state", "unsaved-game"); }

bool play_kept_exists(void)
{
    char *path = play_kept_path();
    const bool there = path && access(path, R_OK) == 0;
    free(path);
    return there;
}

void play_kept_note_safe(play_kept *kept, const flank_record *record)
{
    free(kept->safe);
    kept->safe = play_format_record(record);
}

void play_kept_note_read(play_kept *kept, const flank_record *record)
{
    free(kept->text);
    kept->text = play_format_record(record);
}

bool play_kept_is_unsaved(const play_kept *kept, const flank_record *record)
{
    char *text = flank_record_ply(record) ? play_format_record(record) : NULL;
    const bool unsaved = text && (!kept->safe || strcmp(text, kept->safe) != 0);
    free(text);
    return unsaved;
}

int play_kept_update(play_kept *kept, const flank_record *record)
{
    if (!play_kept_is_unsaved(kept, record))
        return 0;
    char *text = play_format_record(record);
    if (text && kept->text && strcmp(text, kept->text) == 0) {
        free(text);
        return 0;
    }
    char *path = text ? play_kept_path() : NULL;
    size_t length;
    int failure = path ? user_file_make_folders(path, &length) : text ? ENOENT : ENOMEM;
    if (!failure)
        failure = play_replace_file(path, text);
    free(path);
    free(kept->text);
    kept->text = failure ? NULL : text;
    if (failure)
        free(text);
    return failure;
}

void play_kept_forget(play_kept *kept)
{
    free(kept->text);
    kept->text = NULL;
}

void play_kept_drop(play_kept *kept)
{
    char *path = kept->text ? play_kept_path() : NULL;
    if (path)
        unlink(path);
    free(path);
    play_kept_forget(kept);
}

void play_kept_free(play_kept *kept)
{
    free(kept->safe);
    free(kept->text);
}
