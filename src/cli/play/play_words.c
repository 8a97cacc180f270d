/* SPDX-License-Identifier: MIT
 *
 * Completion. A file's name goes to the end of the line, since it may hold blanks.
 */
#include "cli/play/play_words.h"

#include "cli/play/play_command.h"
#include "cli/play/play_session.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_start(const play_session *session, text_buffer *out)
{
    for (const play_command *row = play_commands; row->name; row++)
        text_addf(out, "%s\n", row->name);
    if (!session->game.record)
        return;
    const flank_game *game = flank_record_game(session->game.record);
    const flank_rules *rules = flank_record_rules(session->game.record);
    const flank_position *position = flank_record_position(session->game.record);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, rules, position, moves);
    for (size_t i = 0; i < count; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game, rules, position, moves[i], NULL, move);
        text_addf(out, "%s\n", move);
    }
}

static void add_sides(const play_session *session, text_buffer *out)
{
    const flank_record *record = session->game.record;
    for (int color = 0; record && color < 2; color++)
        text_addf(out, "%s\n", flank_game_color_name(flank_record_game(record), (flank_color)color));
    text_add(out, "both\nnone\n");
}

static void add_games(text_buffer *out)
{
    for (size_t i = 0; i < flank_game_count(); i++)
        text_addf(out, "%s\n", flank_game_name(flank_game_at(i)));
}

/* Add the files of a folder whose names begin with `begin`, each behind `path`; a folder with a slash at its end.
 * Hidden ones are added if a dot begins the name. */
static void add_files(const char *path, const char *begin, text_buffer *out)
{
    struct dirent **entries;
    const int count = scandir(*path ? path : ".", &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const bool is_hidden = *name == '.' && *begin != '.';
        if (!is_hidden && strncmp(name, begin, strlen(begin)) == 0 && !strchr(name, '\n')) {
            struct stat there;
            const size_t at = out->length;
            text_addf(out, "%s%s", path, name);
            const bool is_folder = !out->failed && stat(out->bytes + at, &there) == 0 && S_ISDIR(there.st_mode);
            text_add(out, is_folder ? "/\n" : "\n");
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* Add the files that `text` begins the path of. */
static void add_paths(const char *text, text_buffer *out)
{
    const char *slash = strrchr(text, '/'), *name = slash ? slash + 1 : text;
    char *path = strndup(text, (size_t)(name - text));
    if (path)
        add_files(path, name, out);
    free(path);
}

static void add_arguments(const play_session *session, const play_command *command, const char *text, text_buffer *out)
{
    switch (command->verb) {
    case PLAY_SIDE:
        add_sides(session, out);
        break;
    case PLAY_NEW:
        add_games(out);
        break;
    case PLAY_LOAD:
    case PLAY_SAVE:
    case PLAY_SAVE_OVER:
        add_paths(text, out);
        break;
    default:
        break;
    }
}

size_t play_words(void *user, const char *line, text_buffer *out)
{
    const play_session *session = user;
    const char *first = line + strspn(line, " \t"), *behind = first + strcspn(first, " \t");
    const play_command *command = *behind ? play_command_find(first, (size_t)(behind - first)) : NULL;
    const char *word = line + strlen(line);
    if (command)
        word = behind + strspn(behind, " \t");
    else
        while (word > line && !strchr(" \t", word[-1]))
            word--;
    if (command)
        add_arguments(session, command, word, out);
    else
        add_start(session, out);
    return (size_t)(word - line);
}
