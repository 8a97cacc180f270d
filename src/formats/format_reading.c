/* SPDX-License-Identifier: MIT
 *
 * The functions that the reader of a format calls, for the place of a game, its fault, its lines.
 */
#include "core/error.h"
#include "formats/format_table.h"

#include <string.h>

enum { FOREIGN_LINE_SIZE = 1024 };

void reader_begin(flank_reader *reader)
{
    source_peek(&reader->source);
    reader->game_offset = reader->source.offset;
    reader->game_line = reader->source.line;
    reader->note_line = 0;
}

flank_status reader_fill(flank_reader *reader, flank_error *error, flank_status status, uint64_t offset,
                         const error_part *parts)
{
    reader->error_line = reader->source.line;
    return error_fill(error, status, (size_t)offset, parts);
}

flank_status reader_fail_line(flank_reader *reader, flank_error *error, flank_status status, const flank_error *fault)
{
    reader_say(reader, error, status, reader->game_offset + fault->offset, say_error(fault));
    reader->error_line = reader->game_line;
    return status;
}

flank_status reader_fail_lines(flank_reader *reader, flank_error *error, flank_status status, const flank_error *fault,
                               bool (*is_foreign)(const flank_reader *reader, const char *line))
{
    byte_source *source = &reader->source;
    char line[FOREIGN_LINE_SIZE];
    int64_t more = 0;
    for (size_t size; (size = source_fill(source, sizeof line - 1)) > 0; more++) {
        const char *bytes = (const char *)source->buffer + source->at, *end = memchr(bytes, '\n', size);
        const size_t length = end ? (size_t)(end - bytes) : size;
        if (length >= sizeof line)
            break;
        memcpy(line, bytes, length);
        line[length] = '\0';
        if (!is_foreign(reader, line))
            break;
        source_line(source, &reader->text, 0);
    }
    if (!more)
        return reader_fail_line(reader, error, status, fault);
    reader_say(reader, error, status, reader->game_offset + fault->offset, SAY(LINES_BELOW), say_error(fault),
               say_number(more));
    reader->error_line = reader->game_line;
    return status;
}

flank_status reader_line(flank_reader *reader, size_t most, flank_error *error)
{
    const bool fits = source_line(&reader->source, &reader->text, most);
    if (reader->text.failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!fits || strlen(reader->text.bytes) != reader->text.length)
        return error_say(error, FLANK_BAD_RECORD, 0, fits ? SAY(NUL_BYTE) : SAY(LINE_TOO_LONG));
    return FLANK_OK;
}

const flank_game *reader_game(const flank_reader *reader, const flank_game *otherwise)
{
    return reader->game ? reader->game : otherwise;
}
