/* SPDX-License-Identifier: MIT
 *
 * The functions that the turns and the commands of a session share.
 */
#include "cli/play/play_session.h"

#include "cli/command/screen_text.h"

#include <stdarg.h>
#include <stdio.h>

enum { CLOCKLESS_LEVEL = 20 };

void play_refuse(play_session *session, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char line[512];
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (play_input_is_person(session->input)) {
        screen_text_escape(stdout, line);
        putchar('\n');
    } else {
        fflush(stdout);
        complain_at("-", play_input_number(session->input), "%s", line);
        session->quit = true;
        session->status = status;
    }
}

void play_set_record(play_session *session, flank_record *record)
{
    play_game_replace(&session->game, record);
    if (session->game.clock.running)
        flank_engine_prepare_rules(session->player.engine, flank_record_game(record), flank_record_rules(record),
                                   &session->player.stop);
    session->board_shown = false;
    play_kept_note_safe(&session->kept, record);
    play_kept_forget(&session->kept);
}

void play_clock_off(play_session *session)
{
    session->game.clock = (play_clock){.running = false};
    session->player.level = session->player.level ? session->player.level : CLOCKLESS_LEVEL;
}

static void add_clock(text_buffer *out, const play_session *session)
{
    const play_clock *clock = &session->game.clock;
    if (!clock->running || clock->per_move)
        return;
    text_add(out, "   clock:");
    for (int color = 0; color < 2; color++) {
        char left[CLOCK_TEXT_SIZE];
        play_clock_format(clock, (flank_color)color, left);
        text_addf(out, " %s %s", flank_game_color_name(flank_record_game(session->game.record), (flank_color)color),
                  left);
    }
    text_add(out, "\n");
}

void play_show_board(play_session *session)
{
    text_buffer out = {NULL};
    text_add(&out, "\n");
    board_draw(&out, session->game.record, session->style, session->turned);
    add_clock(&out, session);
    fputs(out.bytes ? out.bytes : "", stdout);
    text_free(&out);
    session->board_shown = true;
}
