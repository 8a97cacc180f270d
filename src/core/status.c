/* SPDX-License-Identifier: MIT
 *
 * The texts of the statuses, and filling in a flank_error.
 */
#include <flank/flank.h>

#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

const char *flank_version(void) { return FLANK_VERSION; }

const char *flank_status_text(flank_status status)
{
    switch (status) {
#define X(name, value, text)                                                                                           \
    case FLANK_##name:                                                                                                 \
        return text;
        FLANK_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

flank_status error_set(flank_error *error, flank_status status, size_t offset, const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_say(error, status, offset, SAY(SYSTEM), say_text(text));
}

const char *error_show_char(char character, char *out)
{
    unsigned char byte = (unsigned char)character;
    if (byte == 0)
        snprintf(out, ERROR_SHOW_SIZE, "the end");
    else if (byte == '\n' || byte == '\r')
        snprintf(out, ERROR_SHOW_SIZE, "the end of the line");
    else if (byte >= 32 && byte < 127)
        snprintf(out, ERROR_SHOW_SIZE, "'%c'", byte);
    else
        snprintf(out, ERROR_SHOW_SIZE, "byte 0x%02x", byte);
    return out;
}
