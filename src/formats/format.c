/* SPDX-License-Identifier: MIT
 *
 * The facts that one format states of itself; the list of all stands above (format_list.c).
 */
#include "formats/format_table.h"

const char *flank_format_name(const flank_format *format) { return format->name; }
const char *flank_format_title(const flank_format *format) { return format->title; }
const char *flank_format_extensions(const flank_format *format) { return format->extensions; }
bool flank_format_reads(const flank_format *format) { return format->read != NULL; }
bool flank_format_writes(const flank_format *format) { return format->write != NULL; }

bool flank_format_holds(const flank_format *format, const flank_game *game)
{
    if (format->only_game)
        return format->only_game == game;
    return !format->holds || format->holds(game);
}
