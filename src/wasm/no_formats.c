/* SPDX-License-Identifier: MIT
 *
 * No formats, for the module of the rules: "about" tells of none there. Stands in for formats/format_list.c.
 */
#include <flank/formats.h>

#include <stddef.h>

size_t flank_format_count(void) { return 0; }

const flank_format *flank_format_at(size_t index)
{
    (void)index;
    return NULL;
}
