/* SPDX-License-Identifier: MIT
 *
 * A conversation: line after line, until a command or the end of the input ends it.
 *
 * At the end of the input what was asked for is answered first: commands that wait are carried out, and a search that
 * has a limit goes on to it, so that `printf 'go\n' | flank …` gets its answer. A search without any limit is stopped,
 * one to a depth that may take for ever gets some seconds more. If the end is a command (Cassio, Hub), it ends all
 * at once.
 */
#include "protocols/protocol_session.h"
#include "protocols/protocol_text.h"

#include <stdlib.h>
#include <string.h>

/* True if a line has more words than the command takes; arguments that end in "…" are any number. */
static bool has_surplus(const protocol_command *command, const char *arguments)
{
    static const char more[] = "\u2026";
    const size_t length = strlen(command->arguments), end = sizeof more - 1;
    if (length >= end && strcmp(command->arguments + length - end, more) == 0)
        return false;
    return protocol_word_count(arguments) > protocol_word_count(command->arguments);
}

/* Carry out a line, `command` being what it is; the text may be changed. */
static void carry_out(protocol_session *session, const protocol_command *command, char *text, bool too_long)
{
    const protocol *spoken = session->spoken;
    const char *arguments = text;
    if (spoken->before)
        spoken->before(session, text);
    if (command)
        protocol_command_find(spoken, text, &arguments);
    if (!command && too_long && spoken->comment && text[strspn(text, " ")] == '\0')
        return; /* a long comment */
    if (!command) {
        spoken->refuse(session, text, too_long ? PROTOCOL_TOO_LONG : PROTOCOL_UNKNOWN);
    } else if (spoken->counts_words && has_surplus(command, arguments)) {
        spoken->refuse(session, text, PROTOCOL_SURPLUS);
    } else {
        char *writable = text + (arguments - text);
        for (size_t length = strlen(writable); length > 0 && writable[length - 1] == ' ';)
            writable[--length] = '\0';
        command->run(session, writable);
    }
    if (ferror(session->output))
        session->over = true;
}

bool protocol_session_line(protocol_session *session, const char *line)
{
    const char *arguments;
    char *copy = session->over ? NULL : strdup(line);
    if (!copy)
        return false;
    protocol_cut_comment(session->spoken, copy);
    carry_out(session, protocol_command_find(session->spoken, copy, &arguments), copy, false);
    free(copy);
    return !session->over;
}

/* The end of the input may be a command too. */
static void say_goodbye(protocol_session *session)
{
    if (session->over || !session->spoken->end_command)
        return;
    char *line = strdup(session->spoken->end_command);
    const char *arguments;
    if (line)
        carry_out(session, protocol_command_find(session->spoken, line, &arguments), line, false);
    free(line);
}

flank_status protocol_serve(const protocol *spoken, const protocol_options *options, int input, FILE *output)
{
    protocol_session *session = protocol_session_open(spoken, options, output);
    if (!session)
        return FLANK_NO_MEMORY;
    protocol_listener *listener = session->listener = protocol_listener_start(spoken, session, input, fileno(output));
    while (listener && !session->over) {
        protocol_line *line = protocol_listener_next(listener);
        if (!line) {
            say_goodbye(session);
            break;
        }
        carry_out(session, line->command, line->text, line->too_long);
        free(line);
    }
    const bool heard = listener && !ferror(output) && !protocol_listener_is_alone(listener);
    protocol_listener_stop(listener);
    protocol_session_close(session);
    return heard ? FLANK_OK : listener ? FLANK_CANNOT_WRITE : FLANK_NO_MEMORY;
}
