/* SPDX-License-Identifier: MIT
 *
 * Answers of GTP: "=" or "?" with the command's id, a text, and an empty line.
 */
#include "protocols/gtp_state.h"

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
