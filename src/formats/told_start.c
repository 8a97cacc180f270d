/* SPDX-License-Identifier: MIT
 *
 * Starts as other programs tell them.
 */
#include "formats/told_start.h"

#include "core/error.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40 };

bool told_start_is_name(const char *name)
{
    static const char *const names[] = {"FEN", "Start", "StartPosition", "Start position"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(name, names[i]) == 0)
            return true;
    return false;
}

/* True if the text of a name other than FEN is no position: a word such as "standard", a place, a date, a clock. */
static bool is_other(const char *name, const char *text)
{
    enum { BOARD_LEAST = 60 };
    size_t signs = 0, slashes = 0;
    for (const char *at = text; *at; at++) {
        signs += !isspace((unsigned char)*at);
        slashes += *at == '/';
    }
    return strcasecmp(name, "FEN") != 0 && signs < BOARD_LEAST && slashes < 3;
}

flank_status told_start_take(const flank_game *game, const flank_rules *rules, const char *name, const char *text,
                             flank_position *start, flank_error *error)
{
    flank_position read;
    flank_error fault = {0};
    if (!text || !text[strspn(text, " ?*-")])
        return FLANK_OK;
    flank_status status = flank_position_parse(game, text, &read, &fault);
    if (status && is_other(name, text))
        return FLANK_OK;
    status = status ? status : flank_position_check(game, rules, &read, &fault);
    if (status)
        return error_say(error, status, 0, SAY(START_UNREAD), say_cut(text, SHOWN), say_error(&fault));
    *start = read;
    return FLANK_OK;
}
