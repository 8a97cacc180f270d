/* SPDX-License-Identifier: MIT
 *
 * The formats: the only file that names every one of them.
 *
 * The order is that of help and documentation, and of preference where the first bytes fit several equally well.
 */
#include "formats/format_table.h"

#include <string.h>

extern const flank_format format_bga;
extern const flank_format format_csv;
extern const flank_format format_fen;
extern const flank_format format_flank;
extern const flank_format format_ggf;
extern const flank_format format_html;
extern const flank_format format_json;
extern const flank_format format_obf;
extern const flank_format format_pdn;
extern const flank_format format_scoresheet;
extern const flank_format format_sgf;
extern const flank_format format_transcript;
extern const flank_format format_wthor;
extern const flank_format format_wzebra;

const flank_format *const format_list[] = {
    &format_flank, &format_csv,        &format_fen,    &format_ggf,        &format_json,
    &format_obf,   &format_pdn,        &format_sgf,    &format_transcript, &format_wthor,
    &format_html,  &format_scoresheet, &format_wzebra, &format_bga,        NULL,
};

size_t flank_format_count(void) { return sizeof format_list / sizeof format_list[0] - 1; }

const flank_format *flank_format_at(size_t index) { return index < flank_format_count() ? format_list[index] : NULL; }

const flank_format *flank_format_find(const char *name)
{
    for (size_t i = 0; format_list[i]; i++)
        if (strcmp(format_list[i]->name, name) == 0)
            return format_list[i];
    return NULL;
}
