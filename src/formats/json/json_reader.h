/* SPDX-License-Identifier: MIT
 *
 * Reads files of JSON games, one object behind the other. json_sheet.c puts them in the list of formats.
 */
#ifndef FLANK_FORMATS_JSON_READER_H
#define FLANK_FORMATS_JSON_READER_H

#include "formats/format_table.h"

int json_detect(const char *bytes, size_t size, bool whole);
flank_status json_read(flank_reader *reader, flank_sheet **sheet, flank_error *error);

#endif
