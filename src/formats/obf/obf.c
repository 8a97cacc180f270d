/* SPDX-License-Identifier: MIT
 *
 * OBF read and written.
 *
 * The format has no standard; this reads what the suites that exist contain (the FFO positions, Edax's and
 * neural-reversi's files), as digested in the project's notes on formats: a position with X for Black, then entries
 * "MOVE:SCORE" or a lone "SCORE" for the position, separated by semicolons, the last of which may be missing. The entry
 * "--:-127" (some generators write it for "no other move") says nothing and is skipped. Everything else that is not
 * understood is an error: an endgame suite read wrongly would prove wrong things.
 */
#include "formats/obf/obf.h"

#include "core/blanks.h"
#include "core/error.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY_SIZE = 32, SCORE_MAX = 64, NO_SCORE = -127 };

/* "+18", "-4", "0": all of `text`. */
static bool parse_score(const char *text, int *score)
{
    const char *digits = text + (*text == '+' || *text == '-');
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 3 || digits[count])
        return false;
    int number = atoi(digits);
    *score = *text == '-' ? -number : number;
    return true;
}

bool obf_has_move(const obf_line *line, flank_move move)
{
    for (size_t i = 0; i < line->move_count; i++)
        if (flank_move_equal(line->moves[i].move, move))
            return true;
    return false;
}

/* Read one entry between semicolons; `offset` is where it stands, for errors. */
static flank_status parse_entry(const flank_game *game, const char *entry, size_t offset, obf_line *line,
                                flank_error *error)
{
    static const flank_rules rules;
    char name[ENTRY_SIZE];
    const char *colon = strchr(entry, ':'), *score_text = colon ? colon + 1 : entry;
    size_t skipped;
    int score;
    score_text += strspn(score_text, " \t");
    if (!parse_score(score_text, &score))
        return error_say(error, FLANK_BAD_MOVE, offset, SAY(OBF_EXPECTED_SCORE), say_text(entry));
    if (colon && strncmp(entry, "--", 2) == 0 && score == NO_SCORE)
        return FLANK_OK;
    if (abs(score) > SCORE_MAX)
        return error_say(error, FLANK_BAD_MOVE, offset, SAY(OBF_SCORE_RANGE), say_text(entry));
    if (!colon) {
        if (line->has_score)
            return error_say(error, FLANK_BAD_MOVE, offset, SAY(OBF_SECOND_SCORE), say_text(entry));
        line->has_score = true;
        line->score_discs = score;
        return FLANK_OK;
    }
    blanks_copy_trimmed(entry, (size_t)(colon - entry), name, sizeof name, &skipped);
    obf_move *added = &line->moves[line->move_count];
    flank_error reason;
    flank_status status = flank_move_parse(game, &rules, &line->position, name, &added->move, &reason);
    if (status)
        return error_say(error, status, offset, say_error(&reason));
    if (obf_has_move(line, added->move))
        return error_say(error, FLANK_BAD_MOVE, offset, SAY(OBF_MOVE_TWICE), say_text(entry));
    added->score_discs = score;
    line->move_count++;
    return FLANK_OK;
}

static flank_status parse_entries(const flank_game *game, const char *text, size_t at, size_t end, obf_line *line,
                                  flank_error *error)
{
    while (at < end) {
        size_t length = 0, start;
        while (at + length < end && text[at + length] != ';')
            length++;
        char entry[ENTRY_SIZE];
        if (!blanks_copy_trimmed(text + at, length, entry, sizeof entry, &start))
            return error_say(error, FLANK_BAD_MOVE, at + start, SAY(OBF_SCORE_TOO_LONG));
        flank_status status = entry[0] ? parse_entry(game, entry, at + start, line, error) : FLANK_OK;
        if (status)
            return status;
        at += length + 1;
    }
    return FLANK_OK;
}

static int best_score(const obf_line *line)
{
    int best = -SCORE_MAX;
    for (size_t i = 0; i < line->move_count; i++)
        if (line->moves[i].score_discs > best)
            best = line->moves[i].score_discs;
    return best;
}

flank_status obf_parse(const char *text, obf_line *line, flank_error *error)
{
    const flank_game *game = &othello_game;
    obf_line parsed = {.has_position = true};
    char position[FLANK_POSITION_TEXT_SIZE];
    size_t end = strcspn(text, "%"), start;
    size_t length = 0;
    while (length < end && text[length] != ';')
        length++;
    if (!blanks_copy_trimmed(text, length, position, sizeof position, &start))
        return error_say(error, FLANK_BAD_POSITION, start, SAY(OBF_POSITION_TOO_LONG));
    if (!position[0] && length == end) {
        *line = (obf_line){.has_position = false};
        return FLANK_OK;
    }
    flank_error reason;
    flank_status status = flank_position_parse(game, position, &parsed.position, &reason);
    if (status)
        return error_say(error, status, start + reason.offset, say_error(&reason));
    status = parse_entries(game, text, length + 1, end, &parsed, error);
    if (status)
        return status;
    if (!parsed.has_score && parsed.move_count) {
        parsed.has_score = true;
        parsed.score_discs = best_score(&parsed);
    }
    *line = parsed;
    return FLANK_OK;
}

/* Squares are capitals in these files. */
static int format_move(const obf_line *line, const obf_move *entry, char *out, size_t size)
{
    static const flank_rules rules;
    char name[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(&othello_game, &rules, &line->position, entry->move, NULL, name);
    if (flank_move_is_pass(entry->move))
        snprintf(name, sizeof name, "--");
    name[0] = (char)toupper((unsigned char)name[0]);
    return snprintf(out, size, " %s:%+d;", name, entry->score_discs);
}

void obf_format(const obf_line *line, char *out)
{
    out[0] = '\0';
    if (!line->has_position)
        return;
    char position[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(&othello_game, &line->position, NULL, position);
    size_t used = (size_t)snprintf(out, OBF_LINE_SIZE, "%s;", position);
    for (size_t i = 0; i < line->move_count; i++)
        used += (size_t)format_move(line, &line->moves[i], out + used, OBF_LINE_SIZE - used);
    if (line->has_score && (line->move_count == 0 || best_score(line) != line->score_discs))
        snprintf(out + used, OBF_LINE_SIZE - used, " %+d;", line->score_discs);
}
