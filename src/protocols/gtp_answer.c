/* SPDX-License-Identifier: MIT
 *
 * Code that all commands of GTP share. Answers: "=" or "?" with the command's id, a text, and an empty line; then
 * colours, and a new record.
 */
#include "protocols/gtp_state.h"
#include "protocols/protocol_text.h"

#include <stdarg.h>
#include <string.h>

FILE *gtp_answer_begin(protocol_session *session)
{
    FILE *out = protocol_say_begin(session);
    fprintf(out, "=%s ", gtp_state_of(session)->id);
    return out;
}

void gtp_answer_end(protocol_session *session)
{
    fputc('\n', session->output);
    protocol_say_end(session);
}

void gtp_answer(protocol_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(gtp_answer_begin(session), format, arguments);
    gtp_answer_end(session);
    va_end(arguments);
}

void gtp_done(protocol_session *session)
{
    gtp_answer_begin(session);
    gtp_answer_end(session);
}

void gtp_fail(protocol_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    FILE *out = protocol_say_begin(session);
    fprintf(out, "?%s ", gtp_state_of(session)->id);
    vfprintf(out, format, arguments);
    gtp_answer_end(session);
    va_end(arguments);
}

void gtp_move_format(const protocol_session *session, flank_move move, char *out)
{
    const flank_game *game = protocol_game(session);
    const flank_rules *rules = flank_record_rules(session->record);
    if (flank_move_is_pass(move))
        strcpy(out, "pass");
    else if (flank_move_format(game, rules, protocol_position(session), move, "upper", out) != FLANK_OK)
        flank_move_format(game, rules, protocol_position(session), move, NULL, out);
}

bool gtp_read_color(const char *word, flank_color *color)
{
    const bool black = protocol_same_word(word, "b") || protocol_same_word(word, "black");
    if (!black && !protocol_same_word(word, "w") && !protocol_same_word(word, "white"))
        return false;
    *color = black ? FLANK_BLACK : FLANK_WHITE;
    return true;
}

void gtp_begin_with(protocol_session *session, flank_record *record)
{
    memset(gtp_state_of(session)->inserted, 0, sizeof gtp_state_of(session)->inserted);
    gtp_state_of(session)->end_passes = 0;
    if (!protocol_set_record(session, record)) {
        gtp_fail(session, "%s", flank_status_text(FLANK_NO_MEMORY));
        return;
    }
    if (gtp_state_of(session)->time.running)
        protocol_prepare(session);
    else
        protocol_reserve(session);
    gtp_done(session);
}
