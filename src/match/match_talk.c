/* SPDX-License-Identifier: MIT
 *
 * Code that the protocols share: lines with a deadline, and faults.
 */
#include "match/match_talk.h"

#include "core/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEND_SIZE = 512 };

const char *match_fault_name(match_fault_kind kind)
{
    static const char *const names[] = {"none",
#define X(name, word, text) word,
                                        MATCH_FAULT_LIST(X)
#undef X
                                            "stopped"};
    return names[kind];
}

const char *match_fault_text(match_fault_kind kind)
{
    static const char *const texts[] = {"",
#define X(name, word, text) text,
                                        MATCH_FAULT_LIST(X)
#undef X
                                            "stopped"};
    return texts[kind];
}

void talk_take_score(const char *text, const char *ends, double unit, match_opinion *opinion)
{
    char *end;
    if (!strchr("+-.0123456789", *text) || !*text)
        return; /* strtod would take blanks, and words such as nan */
    const double score = strtod(text, &end);
    if (end != text && isfinite(score) && (!*end || *end == ' ' || *end == '\t' || strchr(ends, *end)))
        *opinion = (match_opinion){.has_score = true, .score = score * unit};
}

double talk_patience(const match_talk *talk) { return clock_now_s() + talk->setting->patience_s; }

void talk_send(match_talk *talk, const char *format, ...)
{
    char text[SEND_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    match_child_send(talk->child, text);
}

void talk_add_moves(const match_talk *talk, const flank_record *record, const char *style, text_buffer *text)
{
    char move[FLANK_MOVE_TEXT_SIZE];
    for (size_t i = 0; i < flank_record_ply(record); i++) {
        flank_move_format(talk->setting->game, &talk->setting->rules, flank_record_position_at(record, i),
                          flank_record_move_at(record, i), style, move);
        text_addf(text, " %s", move);
    }
}

bool talk_send_text(match_talk *talk, text_buffer *text)
{
    const bool whole = !text->failed;
    if (whole)
        match_child_send(talk->child, text->bytes);
    text_free(text);
    return whole || talk_fail(talk, MATCH_FAULT_STOPPED, "not enough memory");
}

bool talk_fail(match_talk *talk, match_fault_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    talk->fault.kind = kind;
    vsnprintf(talk->fault.text, sizeof talk->fault.text, format, arguments);
    va_end(arguments);
    return false;
}

const char *talk_line(match_talk *talk, double until_s)
{
    const char *line = NULL;
    char end[sizeof talk->fault.text];
    switch (match_child_line(talk->child, until_s, &line)) {
    case MATCH_LINE:
        return line;
    case MATCH_LINE_ENDED:
        match_child_describe_end(talk->child, end, sizeof end);
        talk_fail(talk, MATCH_FAULT_CRASH, "%s", end);
        break;
    case MATCH_LINE_LATE:
        talk_fail(talk, MATCH_FAULT_HANG, "no answer in time");
        break;
    case MATCH_LINE_STOPPED:
        talk_fail(talk, MATCH_FAULT_STOPPED, "stopped");
        break;
    }
    return NULL;
}

const char *talk_after_word(const char *line, const char *word)
{
    const size_t length = strlen(word);
    line += strspn(line, " \t");
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

const char *talk_find(match_talk *talk, const char *word, double until_s)
{
    for (const char *line; (line = talk_line(talk, until_s));) {
        const char *rest = talk_after_word(line, word);
        if (rest)
            return rest;
    }
    return NULL;
}

void talk_set_name(match_talk *talk, const char *name)
{
    size_t length = strcspn(name, "\r\n");
    while (length && name[length - 1] == ' ')
        length--;
    if (length == 0)
        return;
    if (length >= sizeof talk->name)
        length = sizeof talk->name - 1;
    memcpy(talk->name, name, length);
    talk->name[length] = '\0';
    for (char *at = talk->name; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < 32 || (unsigned char)*at > 126)
            *at = '\'';
}

bool talk_word(const char *text, char reply[MATCH_REPLY_SIZE])
{
    text += strspn(text, " \t");
    const size_t length = strcspn(text, " \t\r\n");
    if (length == 0 || length >= MATCH_REPLY_SIZE)
        return false;
    memcpy(reply, text, length);
    reply[length] = '\0';
    return true;
}
