/* SPDX-License-Identifier: MIT
 *
 * Words of a kind of Othello among moves. The words behind the moves begin with the first one that is neither a square,
 * a pass, a number, a result nor the letter of a side. They are looked at as a whole, then between signs.
 */
#include "formats/line_kind.h"

#include "core/error.h"
#include "formats/format_table.h"
#include "formats/named_moves.h"
#include "formats/other_rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char signs[] = "(){}[];,\"|#%";

static bool is_square(const char *text)
{
    const int file = tolower((unsigned char)text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8' && !isdigit((unsigned char)text[2]);
}

static size_t letters_length(const char *text)
{
    size_t length = 0;
    while (isalpha((unsigned char)text[length]) || (unsigned char)text[length] >= 0x80)
        length++;
    return length;
}

static bool is_pass(const char *word, size_t length)
{
    static const char *const passes[] = {"pa", "ps", "pass"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        if (length == strlen(passes[i]) && strncasecmp(word, passes[i], length) == 0)
            return true;
    return false;
}

/* The place of the first square in a line from `at` on that begins a word or stands behind one; the end if there is
 * none. */
static size_t find_square(const char *line, size_t at)
{
    for (; line[at]; at++)
        if (is_square(line + at) && (!at || !isalnum((unsigned char)line[at - 1])))
            return at;
    return at;
}

/* True if the digits at `text`, so many, begin a size: "10x10", "10 x 10", "10*10". */
static bool is_size(const char *text, size_t digits)
{
    const char *sign = text + digits + strspn(text + digits, " ");
    const bool is_long = strncasecmp(sign, "by", 2) == 0 || strncmp(sign, "\u00D7", 2) == 0;
    const size_t length = is_long ? 2 : *sign && strchr("xX*", *sign) ? 1 : 0;
    return digits && length && isdigit((unsigned char)sign[length + strspn(sign + length, " ")]);
}

/* The place of the first word behind the moves that begin at `at`, "10x10" too; the end if there is none. */
static size_t find_words(const char *line, size_t at)
{
    while (line[at]) {
        const size_t length = letters_length(line + at), digits = strspn(line + at, "0123456789");
        if (is_square(line + at))
            at += 2;
        else if (is_size(line + at, digits))
            return at;
        else if (length > 1 && !is_pass(line + at, length))
            return at;
        else
            at += length ? length : digits ? digits : 1;
    }
    return at;
}

/* True if a line has a board in it: 64 squares, or the eight rows of a FEN. */
static bool has_board(const char *line)
{
    enum { SQUARES = 60, SLASHES = 7 }; /* X and O are letters of words, too, and signs stand beside them */
    size_t squares = 0, slashes = 0;
    for (; *line; line++) {
        squares += strchr("-.*@_XxOo", *line) != NULL;
        slashes += *line == '/';
    }
    return squares >= SQUARES || slashes >= SLASHES;
}

bool line_is_kind(const char *line)
{
    const size_t blanks = strspn(line, " \t"), length = strcspn(line, "\r\n");
    const bool is_comment = line[blanks] == '%' || line[blanks] == '#';
    const char *title = line + strspn(line, "%# \t");
    const size_t rest = title < line + length ? length - (size_t)(title - line) : 0;
    if (!rest || strchr("[{(<\"", *title)) /* a tag, or a file of another format */
        return false;
    if (!is_comment && (find_square(line, 0) < length || has_board(line))) /* no title has a square, most lines have */
        return false;
    return other_rules_is_phrase(title, rest);
}

bool line_is_plain_title(const char *line)
{
    const char *title = line + strspn(line, "%# \t");
    const size_t length = strcspn(title, "\r\n");
    const bool is_row = strcspn(title, ",;\t|") < length; /* of names of columns, perhaps */
    return length && find_square(line, 0) >= length && !is_row && !strchr("[{(<\"", *title) && !has_board(line) &&
           other_rules_is_plain(title, length);
}

enum { NEAR = 128 }; /* bytes in which brackets of a kind have their partners */

/* True for a sign at one end of a text that is of none of its words: its partner, if it is a bracket, is not among the
 * `length` bytes beside it. */
static bool is_outer(char sign, const char *pairs, const char *partners, const char *rest, size_t length)
{
    const char *pair = strchr(pairs, sign);
    return (strchr(signs, sign) || strchr(":-", sign) || isspace((unsigned char)sign)) &&
           (!pair || !memchr(rest, partners[pair - pairs], length));
}

/* Take a piece of a line without the signs around it, if it is a kind; `*found`: it is. */
static flank_status put_piece(flank_sheet *sheet, const char *text, size_t length, bool *found, flank_error *error)
{
    static const char opening[] = "({[", closing[] = ")}]";
    flank_status status = FLANK_OK;
    while (length > 1 && strchr(opening, *text) && text[length - 1] == closing[strchr(opening, *text) - opening] &&
           !memchr(text + 1, text[length - 1], length - 2)) {
        text++;
        length -= 2;
    }
    for (; length && is_outer(*text, opening, closing, text, length < NEAR ? length : NEAR); length--)
        text++;
    for (size_t from; length; length--) {
        from = length > NEAR ? length - NEAR : 0;
        if (!is_outer(text[length - 1], closing, opening, text + from, length - from))
            break;
    }
    char *piece = other_rules_is_phrase(text, length) ? strndup(text, length) : NULL;
    if (piece)
        status = other_rules_put_phrase(sheet, piece, error);
    *found = *found || piece;
    free(piece);
    return status;
}

/* Take all that stands between signs in the `length` bytes at `text`; `enclosed`: only what stands in brackets. */
static flank_status put_pieces(flank_sheet *sheet, const char *text, size_t length, bool enclosed, flank_error *error)
{
    flank_status status = FLANK_OK;
    bool found = false;
    for (size_t at = 0, end; at < length && !status; at = end + 1) {
        end = at + strcspn(text + at, signs);
        end = end < length ? end : length;
        if (!enclosed || (at && strchr("({[", text[at - 1]) && end < length))
            status = put_piece(sheet, text + at, end - at, &found, error);
    }
    return status;
}

flank_status line_kind_put(flank_sheet *sheet, const char *line, flank_error *error)
{
    if (!other_rules_has_kinds(flank_sheet_game(sheet)))
        return FLANK_OK;
    named_moves names;
    const bool named = named_moves_find(line, &names);
    const size_t moves = named ? names.moves : find_square(line, 0), words = find_words(line, moves);
    const size_t length = strlen(line);
    const size_t title = named ? names.kind : 0, title_length = named ? names.kind_length : moves;
    bool found = false;
    flank_status status = put_piece(sheet, line + title, title_length, &found, error);
    if (!status && (named || !found))
        status = put_pieces(sheet, line, found ? title : moves, named, error);
    found = false;
    const size_t behind = words > moves && strchr("({[", line[words - 1]) ? words - 1 : words;
    if (!status && words < length)
        status = put_piece(sheet, line + behind, length - behind, &found, error);
    return status || found ? status : put_pieces(sheet, line + words, length - words, false, error);
}

flank_status lines_kind_put(flank_sheet *sheet, const char *text, flank_error *error)
{
    char *line = malloc(strlen(text) + 1);
    const char *first = text;
    flank_status status = line ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (size_t length; *text && !status; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (!length)
            continue;
        memcpy(line, text, length);
        line[length] = '\0';
        const bool has_note = sheet_note(sheet, SHEET_NOTE);
        status = line_kind_put(sheet, line, error);
        if (!has_note)
            sheet_place_note(sheet, (size_t)(text - first));
        if (status && error)
            error->offset += (size_t)(text - first);
    }
    free(line);
    return status;
}
