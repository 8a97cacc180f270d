/* SPDX-License-Identifier: MIT
 *
 * The commands save and load.
 *
 * A file that the running play has neither written nor read is only replaced when the person agrees (a script says
 * save!).
 */
#include "cli/play/play_saving.h"

#include "cli/play/play_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* May `path` be written? Asks a person; refuses a script. */
static bool may_replace(play_session *session, const char *path)
{
    struct stat there;
    bool own = session->file && strcmp(session->file, path) == 0;
    if (own || stat(path, &there) != 0)
        return true;
    if (!play_input_is_person(session->input)) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s exists; 'save! %s' replaces it", path, path);
        return false;
    }
    char *answer;
    printf("%s exists. ", path);
    if (play_input_line(session->input, "Replace it? [y/N] ", &answer) == LINE_READ &&
        (answer[0] == 'y' || answer[0] == 'Y'))
        return true;
    play_take_interrupt(&session->player);
    puts("not saved");
    return false;
}

static void remember_file(play_session *session, const char *path)
{
    char *copy = malloc(strlen(path) + 1);
    if (copy)
        strcpy(copy, path);
    free(session->file);
    session->file = copy;
}

void play_save(play_session *session, const char *path, bool replace)
{
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s: is a folder", path);
        return;
    }
    if (!replace && !may_replace(session, path))
        return;
    const char *lost;
    play_refusal refusal;
    if (!play_write_record(session->game.record, &session->game.agreed, path, &lost, &refusal)) {
        play_refuse(session, refusal.status, "%s", refusal.text);
        return;
    }
    remember_file(session, path);
    if (!lost) {
        play_kept_note_safe(&session->kept, session->game.record);
        play_kept_drop(&session->kept);
    }
    printf("saved to %s%s%s\n", path, lost ? ", " : "", lost ? lost : "");
}

/* Put the game of a file in the place of the session's. False after play_refuse. */
static bool take_file(play_session *session, const char *path)
{
    text_buffer notes = {NULL};
    play_refusal refusal;
    flank_record *record = play_read_record(path, flank_record_game(session->game.record), &notes, &refusal);
    if (notes.bytes)
        fputs(notes.bytes, stdout);
    text_free(&notes);
    if (record)
        play_set_record(session, record);
    else
        play_refuse(session, refusal.status, "%s", refusal.text);
    return record;
}

static void load_kept(play_session *session)
{
    char *path = play_kept_path();
    if (!path || (access(path, F_OK) && errno == ENOENT)) {
        play_refuse(session, CLI_NO_INPUT, "no game was left unsaved; load FILE reads one");
    } else if (take_file(session, path)) {
        play_kept_note_read(&session->kept, session->game.record);
        puts("loaded the game that was not saved");
    }
    free(path);
}

void play_load(play_session *session, const char *path)
{
    if (!*path) {
        load_kept(session);
    } else if (take_file(session, path)) {
        play_clock_reset(&session->game.clock);
        remember_file(session, path);
        printf("loaded %s\n", path);
    }
}
