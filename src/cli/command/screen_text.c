/* SPDX-License-Identifier: MIT
 *
 * Control characters, found byte by byte: in UTF-8 the later half of them takes two bytes, C2 80 to C2 9F.
 */
#include "cli/command/screen_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
