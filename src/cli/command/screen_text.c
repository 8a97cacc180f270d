/* SPDX-License-Identifier: MIT
 *
 * Control characters, found byte by byte: in UTF-8 the later half of them takes two bytes, C2 80 to C2 9F.
 */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "cli/command/screen_text.h"

#include "core/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The bytes of the control character at `at`, 0 if it is none. */
static size_t control_length(const char *at)
{
    const unsigned char first = (unsigned char)at[0];
    if (first < ' ' || first == 0x7F)
        return 1;
    const unsigned char second = (unsigned char)at[1];
    return first == 0xC2 && second >= 0x80 && second <= 0x9F ? 2 : 0;
}

/* Its substitute. */
static char substitute(char control) { return control >= '\t' && control <= '\r' ? ' ' : '?'; }

void screen_text_clean(char *text)
{
    char *out = text;
    for (const char *at = text; *at;) {
        const size_t control = control_length(at);
        *out++ = control ? substitute(*at) : *at;
        at += control ? control : 1;
    }
    *out = '\0';
}

void screen_text_put(const char *text)
{
    for (const char *at = text; *at;) {
        const size_t control = control_length(at);
        putchar(control ? substitute(*at) : *at);
        at += control ? control : 1;
    }
}

void screen_text_escape(FILE *out, const char *text)
{
    static const char names[] = "tnvfr"; /* from \t on */
    for (const char *at = text; *at;) {
        const char *plain = at;
        while (*at && !control_length(at))
            at++;
        fwrite(plain, 1, (size_t)(at - plain), out);
        const size_t control = *at ? control_length(at) : 0;
        if (control && *at >= '\t' && *at <= '\r')
            fprintf(out, "\\%c", names[*at - '\t']);
        else
            for (size_t i = 0; i < control; i++)
                fprintf(out, "\\x%02x", (unsigned char)at[i]);
        at += control;
    }
}

/* The bytes of the letter at `at`, and the places that it takes. One that the locale does not know takes one. */
static size_t measure(const char *at, int *places)
{
    const size_t length = utf8_length(at) ? utf8_length(at) : 1;
    wchar_t letter;
    *places = mbtowc(&letter, at, length) == (int)length ? wcwidth(letter) : 1;
    if (*places < 0) /* a control character */
        *places = 1;
    return length;
}

int screen_text_width(const char *text)
{
    int width = 0, places;
    for (; *text; width += places)
        text += measure(text, &places);
    return width;
}

void screen_text_put_cell(const char *text, int width)
{
    const bool fits = screen_text_width(text) <= width;
    const int room = fits ? width : width - 1;
    int used = 0, places;
    for (size_t length; *text && (length = measure(text, &places), used + places <= room); text += length) {
        const size_t control = control_length(text);
        if (control)
            putchar(substitute(*text));
        else
            fwrite(text, 1, length, stdout);
        used += places;
    }
    fputs(fits ? "" : "…", stdout);
    printf("%*s", room - used, "");
}
