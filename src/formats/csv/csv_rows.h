/* SPDX-License-Identifier: MIT
 *
 * Rows of a table as text: fields apart by commas, semicolons or tabs, those with such signs or line ends within in
 * double quotes, a quote within as two (RFC 4180).
 */
#ifndef FLANK_FORMATS_CSV_ROWS_H
#define FLANK_FORMATS_CSV_ROWS_H

#include "formats/byte_source.h"

enum { CSV_FIELDS_MAX = 64, CSV_ROW_BYTES_MAX = 1 << 20 };

typedef struct csv_row {
    text_buffer text; /* the fields, each with its NUL, without blanks around */
    size_t count;
    size_t start[CSV_FIELDS_MAX];    /* of each in `text` */
    uint64_t offset[CSV_FIELDS_MAX]; /* and in the file */
} csv_row;

typedef enum csv_reading { CSV_ROW, CSV_END, CSV_OPEN_QUOTE, CSV_TOO_LONG } csv_reading;

/* The sign between the fields of the first line of `bytes`: the one of tab, semicolon and comma that stands there most
 * often outside quotes, or NUL. */
char csv_find_divider(const char *bytes, size_t size);

/* Take the next row of the source; rows without letters are passed over. A row that is not taken is passed over up to
 * the end of its line. Without memory row->text fails. */
csv_reading csv_read_row(byte_source *source, char divider, csv_row *row);

const char *csv_field(const csv_row *row, size_t index); /* "" if there are fewer */

#endif
