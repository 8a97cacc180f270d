/* SPDX-License-Identifier: MIT
 *
 * The names before moves. The moves begin with the first word that is made of squares; what stands before it is the
 * names and the score.
 */
#include "formats/named_moves.h"

#include "formats/other_rules.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* A piece of a line. */
typedef struct piece {
    const char *text;
    size_t length;
} piece;

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

static piece trimmed(piece of, const char *ends)
{
    while (of.length && (is_blank(*of.text) || strchr(ends, *of.text))) {
        of.text++;
        of.length--;
    }
    while (of.length && (is_blank(of.text[of.length - 1]) || strchr(ends, of.text[of.length - 1])))
        of.length--;
    return of;
}

/* The piece up to, or from, an offset within it. */
static piece before(piece of, size_t at) { return (piece){of.text, at}; }
static piece from(piece of, size_t at) { return (piece){of.text + at, of.length - at}; }

/* ---- The beginning of the moves ---- */

static bool is_square(const char *text)
{
    const int file = tolower((unsigned char)text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/* The length of "12.", "12)", "12:" at `text`, or 0. */
static size_t number_length(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    return digits && digits <= 3 && text[digits] && strchr(".):", text[digits]) ? digits + 1 : 0;
}

/* True if a word is made of squares: "f5d6", "b8-d6", "1.f5". */
static bool is_moves(const char *word)
{
    word += number_length(word);
    if (!is_square(word))
        return false;
    while (*word && !is_blank(*word) && *word != '\n' && *word != ',')
        if (is_square(word))
            word += 2;
        else if (strchr("-x:!?+#", *word))
            word++;
        else
            return false;
    return true;
}

/* The offset of the first word of `line` that is made of squares, behind the first word; 0 if there is none. */
static size_t find_moves(const char *line, size_t at)
{
    for (; line[at]; at += line[at] != '\0') {
        while (line[at] && !is_blank(line[at]))
            at++;
        while (is_blank(line[at]))
            at++;
        if (is_moves(line + at))
            return at;
        at -= line[at] != '\0';
    }
    return 0;
}

/* ---- The score ---- */

/* The length of a dash of print at `text`, or 0. */
static size_t dash_length(const char *text)
{
    return strncmp(text, "\u2013", 3) == 0 || strncmp(text, "\u2014", 3) == 0 || strncmp(text, "\u2212", 3) == 0 ? 3
                                                                                                                 : 0;
}

static size_t skip_blanks(piece of, size_t at)
{
    while (at < of.length && is_blank(of.text[at]))
        at++;
    return at;
}

/* Pass over one or two digits, or "1/2"; false if there are none. */
static bool skip_count(piece of, size_t *at)
{
    if (*at + 3 <= of.length && strncmp(of.text + *at, "1/2", 3) == 0) {
        *at += 3;
        return true;
    }
    const size_t start = *at;
    while (*at < of.length && isdigit((unsigned char)of.text[*at]))
        ++*at;
    return *at > start && *at - start <= 2;
}

/* The length of a score at the start of a piece, "38-26", "(38 : 26)", "1/2-1/2", or 0. */
static size_t score_length(piece of)
{
    const bool in_brackets = of.length && *of.text == '(';
    size_t at = in_brackets;
    if (!skip_count(of, &at))
        return 0;
    at = skip_blanks(of, at);
    if (at >= of.length)
        return 0;
    const size_t dash = of.length - at >= 3 ? dash_length(of.text + at) : 0;
    if (!dash && of.text[at] != '-' && of.text[at] != ':')
        return 0;
    at = skip_blanks(of, at + (dash ? dash : 1));
    if (!skip_count(of, &at) || (in_brackets && (at == of.length || of.text[at] != ')')))
        return 0;
    at += in_brackets;
    return at == of.length || is_blank(of.text[at]) ? at : 0;
}

/* Find the first score in a piece, behind a blank; false if there is none. */
static bool find_score(piece of, piece *score)
{
    for (size_t at = 1; at < of.length; at++) {
        const size_t length = is_blank(of.text[at - 1]) ? score_length(from(of, at)) : 0;
        *score = (piece){of.text + at, length};
        if (length)
            return true;
    }
    return false;
}

/* ---- The names ---- */

/* The length of what stands between two names at `at`, or 0. */
static size_t divider_length(piece of, size_t at)
{
    static const char *const words[] = {"vs.", "vs", "v.", "v"};
    const char *text = of.text + at;
    if (of.length - at >= 3 && dash_length(text))
        return 3;
    if (at == 0 || !is_blank(text[-1]))
        return 0;
    if (*text == '-' && at + 1 < of.length && is_blank(text[1]))
        return 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (at + length < of.length && strncasecmp(text, words[i], length) == 0 && is_blank(text[length]))
            return length;
    }
    return 0;
}

/* A single hyphen in a piece without blanks; 0 if there is none. */
static size_t lone_hyphen(piece of)
{
    size_t at = 0, hyphens = 0;
    for (size_t i = 0; i < of.length; i++) {
        if (is_blank(of.text[i]))
            return 0;
        hyphens += of.text[i] == '-';
        at = of.text[i] == '-' ? i : at;
    }
    return hyphens == 1 ? at : 0;
}

static bool has_letter(piece of)
{
    for (size_t i = 0; i < of.length; i++)
        if (isalpha((unsigned char)of.text[i]) || (unsigned char)of.text[i] >= 0x80)
            return true;
    return false;
}

/* Divide a piece in two names; false if there is no place for that, or more than one. */
static bool divide(piece of, piece *first, piece *second)
{
    size_t place = 0, length = 0;
    for (size_t at = 0; at < of.length; at++) {
        const size_t here = divider_length(of, at);
        if (here && length)
            return false;
        place = here ? at : place;
        length = here ? here : length;
    }
    if (!length && (place = lone_hyphen(of)))
        length = 1;
    if (!length)
        return false;
    *first = before(of, place);
    *second = from(of, place + length);
    return true;
}

/* ---- Signs of the colors ---- */

typedef enum color_sign { NO_SIGN, BLACK_SIGN, WHITE_SIGN, UNSURE_BLACK, UNSURE_WHITE } color_sign;

static const struct {
    const char *before, *behind; /* the name; NULL: none */
    color_sign sign;             /* unsure: a name may begin so */
} color_signs[] = {
    {"\u25CF", "\u25CF", BLACK_SIGN},    {"\u25CB", "\u25CB", WHITE_SIGN},  {"\u9ED2:", "(\u9ED2)", BLACK_SIGN},
    {"\u767D:", "(\u767D)", WHITE_SIGN}, {"black:", "(black)", BLACK_SIGN}, {"white:", "(white)", WHITE_SIGN},
    {"b:", "(b)", BLACK_SIGN},           {"w:", "(w)", WHITE_SIGN},         {NULL, "[b]", BLACK_SIGN},
    {NULL, "[w]", WHITE_SIGN},           {NULL, "(x)", BLACK_SIGN},         {NULL, "(o)", WHITE_SIGN},
    {"black ", NULL, UNSURE_BLACK},      {"white ", NULL, UNSURE_WHITE},
};

/* Cut the sign of a color off a name. */
static color_sign cut_sign(piece *name)
{
    for (size_t i = 0; i < sizeof color_signs / sizeof *color_signs; i++) {
        const char *before = color_signs[i].before, *behind = color_signs[i].behind;
        const size_t first = before ? strlen(before) : 0, last = behind ? strlen(behind) : 0;
        if (first && name->length > first && strncasecmp(name->text, before, first) == 0) {
            *name = trimmed(from(*name, first), ":,;");
            return color_signs[i].sign;
        }
        if (last && name->length > last && strncasecmp(name->text + name->length - last, behind, last) == 0) {
            name->length -= last;
            *name = trimmed(*name, ":,;");
            return color_signs[i].sign;
        }
    }
    return NO_SIGN;
}

/* Cut the signs of the colors off both names, if it is clear what they say; one alone says it, but for a word that a
 * name may begin with. */
static void cut_signs(piece *first, piece *second, named_moves *names)
{
    piece one = *first, other = *second;
    const color_sign signs[2] = {cut_sign(&one), cut_sign(&other)};
    const bool unsure = signs[0] >= UNSURE_BLACK || signs[1] >= UNSURE_BLACK;
    const bool is_black[2] = {signs[0] == BLACK_SIGN || signs[0] == UNSURE_BLACK,
                              signs[1] == BLACK_SIGN || signs[1] == UNSURE_BLACK};
    const bool both = signs[0] && signs[1];
    if ((!signs[0] && !signs[1]) || (both && is_black[0] == is_black[1]) || (unsure && !both))
        return;
    names->has_colors = true;
    names->white_first = signs[0] ? !is_black[0] : is_black[1];
    *first = one;
    *second = other;
}

/* The piece before the moves, without the number of the game and of the first move. */
static piece head_of(const char *line, size_t moves)
{
    const size_t blanks = strspn(line, " \t\r"), number = number_length(line + blanks);
    const size_t start = blanks + (is_blank(line[blanks + number]) ? number : 0);
    piece head = {line + start, moves > start ? moves - start : 0};
    head = trimmed(head, ":,;");
    size_t word = head.length;
    while (word && !is_blank(head.text[word - 1]))
        word--;
    const bool ends_in_number = word && number_length(head.text + word) == head.length - word;
    return ends_in_number ? trimmed(before(head, word), ":,;") : head;
}

size_t moves_title_length(const char *line)
{
    const char *colon = strchr(line, ':');
    const size_t moves = colon ? find_moves(line, strspn(line, " \t\r")) : 0,
                 title = colon ? (size_t)(colon - line) : 0;
    const bool stands_before = moves > title && title + 1 + strspn(colon + 1, " \t") == moves;
    return stands_before && other_rules_is_plain(line, title) ? title + 1 : 0;
}

/* ---- The kind of the game ---- */

/* True for a word such as "2019-05-01": digits with two signs among them, or more. */
static bool is_date(piece word)
{
    size_t signs = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (!isdigit((unsigned char)word.text[i]) && !strchr("-./", word.text[i]))
            return false;
        signs += !isdigit((unsigned char)word.text[i]);
    }
    return signs > 1;
}

/* True if a piece is what stands of a kind behind names: "10x10", "anti-Othello", "(anti)". */
static bool is_kind(piece of)
{
    const bool is_enclosed = of.length && *of.text == '(' && of.text[of.length - 1] == ')';
    return other_rules_is_clear(of.text, of.length) || other_rules_is_size(of.text, of.length) ||
           (is_enclosed && other_rules_is_title(of.text, of.length));
}

/* The most of the last words of a piece that are a kind, behind `least` bytes; of length 0 if none are. A date ends
 * them, and words of time before them make them rounds of a clock. */
static piece last_kind(piece of, size_t least)
{
    enum { WORDS_MAX = 6, BYTES_MAX = 64 };
    piece kind = {.length = 0};
    for (size_t count = 0, at = of.length, end; count < WORDS_MAX; count++) {
        while (at && is_blank(of.text[at - 1]))
            at--;
        for (end = at; at && !is_blank(of.text[at - 1]);)
            at--;
        if (at < least || at == end || of.length - at > BYTES_MAX || is_date((piece){of.text + at, end - at}))
            break;
        if (is_kind(from(of, at)))
            kind = from(of, at);
        else if (kind.length && other_rules_is_aside(of.text + at, of.length - at))
            kind.length = 0;
    }
    return kind;
}

/* Cut the kind off the end of a name, and what stands behind it; of length 0 if there is none. Commas and brackets part
 * it from a name, a rating or a place. */
static piece cut_kind(piece *name)
{
    piece kind = {.length = 0};
    for (size_t end = name->length, start; end && !kind.length; end = start) {
        for (start = end - 1; start && !strchr(",;(", name->text[start]);)
            start--;
        kind = last_kind(trimmed((piece){name->text + start, end - start}, ",;"), start == 0);
    }
    if (kind.length)
        *name = trimmed(before(*name, (size_t)(kind.text - name->text)), ":,;-|([");
    return trimmed(kind, "()[]{}:,;-|");
}

/* Find what stands before moves: the score and the names, then the kind in what is left. False if there are no names in
 * it. */
static bool find_names(const char *line, piece head, named_moves *names)
{
    piece score = {0}, first, second;
    const bool scored = find_score(head, &score);
    const size_t place = scored ? (size_t)(score.text - head.text) : head.length;
    const piece front = trimmed(before(head, place), ":,;");
    piece behind = trimmed(from(head, place + score.length), ":,;"), kind = {.length = 0};
    if (is_kind(behind) && divide(front, &first, &second)) {
        kind = trimmed(behind, "()");
    } else if (behind.length) {
        first = front;
        second = behind;
    } else if (!divide(front, &first, &second)) { /* "A - B - 10x10" */
        piece rest = front;
        kind = cut_kind(&rest);
        if (!kind.length || !divide(rest, &first, &second))
            return false;
    }
    first = trimmed(first, ":,;");
    piece whole = second = trimmed(second, ":,;");
    kind = kind.length ? kind : cut_kind(&second);
    *names = (named_moves){.moves = names->moves, .result_length = score.length, .kind_length = kind.length};
    names->result = scored ? (size_t)(score.text - line) : 0;
    names->kind = kind.length ? (size_t)(kind.text - line) : 0;
    cut_signs(&first, &second, names);
    names->first = (size_t)(first.text - line);
    names->first_length = first.length;
    names->second = (size_t)(second.text - line);
    names->second_length = second.length;
    names->second_whole = (size_t)(whole.text + whole.length - second.text);
    return has_letter(first) && has_letter(second);
}

bool named_moves_find(const char *line, named_moves *names)
{
    const size_t moves = find_moves(line, strspn(line, " \t\r"));
    const piece head = head_of(line, moves);
    *names = (named_moves){.moves = moves};
    return moves && head.length && !is_moves(head.text) && has_letter(before(head, 1)) &&
           !other_rules_is_title(head.text, head.length) && find_names(line, head, names);
}
