/* SPDX-License-Identifier: MIT
 *
 * Plain letters for drawings.
 */
#include "formats/drawn_letters.h"

#include <stdbool.h>
#include <string.h>

/* The characters that drawings use beyond ASCII; NUL vanishes. */
static const struct {
    const char *bytes;
    char letter;
} signs[] = {
    {"\u25CF", 'X'}, {"\u26AB", 'X'}, {"\u25CB", 'O'},     {"\u26AA", 'O'}, {"\U0001F534", 'R'}, {"\u00B7", '.'},
    {"\u2502", '|'}, {"\u2503", '|'}, {"\u2551", '|'},     {"\uFE0F", 0},   {"\u200B", 0},       {"\u00A0", ' '},
    {"\u22C5", '.'}, {"\u2219", '.'}, {"\U0001F7E9", '.'}, {"\u30FB", '.'}, {"\uFF65", '.'},     {"\u25A1", '.'},
    {"\u253C", '.'}, {"\uFF0B", '.'}, {"\uFF0E", '.'},     {"\uFF0D", '-'}, {"\u3000", ' '},
};

/* The letter for what stands at `text`, and how many bytes it has; other lines of boxes are '='. */
static char plain_letter(const char *text, size_t *length)
{
    *length = 1;
    if (*text == '\033' && text[1] == '[') {
        *length = 2 + strspn(text + 2, "0123456789;");
        *length += text[*length] != '\0';
        return '\0';
    }
    if ((unsigned char)*text < 0x80)
        return *text == '\t' ? ' ' : *text;
    if (strncmp(text, "\xEF\xBC", 2) == 0 && (text[2] & 0xFF) >= 0x91 && (text[2] & 0xFF) <= 0x98) {
        *length = 3; /* a wide digit, U+FF11 to U+FF18 */
        return (char)('1' + (text[2] & 0xFF) - 0x91);
    }
    if (strncmp(text, "\u253C\u2500", 6) == 0 || strncmp(text, "\u253C\u2501", 6) == 0) {
        *length = 3; /* a crossing of a frame, not an empty square */
        return '=';
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (*text == *signs[i].bytes && strncmp(text, signs[i].bytes, strlen(signs[i].bytes)) == 0) {
            *length = strlen(signs[i].bytes);
            return signs[i].letter;
        }
    const bool is_box = (unsigned char)text[0] == 0xE2 && ((unsigned char)text[1] & 0xFE) == 0x94 && text[2];
    *length = is_box ? 3 : 1;
    return is_box ? '=' : '?';
}

const char *drawn_line(const char *text, char line[DRAWN_LINE_SIZE])
{
    size_t used = 0, length;
    for (; *text && *text != '\n'; text += length) {
        const char letter = plain_letter(text, &length);
        if (letter && letter != '\r' && used < DRAWN_LINE_SIZE - 1)
            line[used++] = letter;
    }
    while (used > 0 && line[used - 1] == ' ')
        used--;
    line[used] = '\0';
    return *text ? text + 1 : text;
}
