/* SPDX-License-Identifier: MIT
 *
 * Games as units.
 */
#include "farm/farm_game_unit.h"

#include "core/error.h"

#include <flank/formats.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What follows the first `lines` line ends; NULL if there are not so many. */
static const char *behind_lines(farm_bytes unit, int lines)
{
    const char *at = unit.bytes, *end = at + unit.size;
    while (at && lines-- > 0) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return at;
}

static bool read_place(farm_bytes unit, farm_game_place *place)
{
    const char *file_end = behind_lines(unit, 1), *end = behind_lines(unit, 2);
    const size_t length = file_end ? (size_t)(file_end - (const char *)unit.bytes) - 1 : sizeof place->file;
    if (!end || length >= sizeof place->file)
        return false;
    memcpy(place->file, unit.bytes, length);
    place->file[length] = '\0';
    char numbers[48];
    snprintf(numbers, sizeof numbers, "%.*s", (int)(end - file_end - 1), file_end);
    return sscanf(numbers, "%" SCNu64 " %" SCNu64, &place->line, &place->offset) == 2;
}

flank_status farm_game_unit_write(text_buffer *out, const farm_game_place *place, const flank_sheet *sheet,
                                  flank_error *error)
{
    text_addf(out, "%s\n%" PRIu64 " %" PRIu64 "\n", place->file, place->line, place->offset);
    flank_status status = FLANK_NO_MEMORY;
    flank_writer *writer = flank_writer_open_sink(text_write, out, flank_format_find("flank"), &status, error);
    if (!writer)
        return status;
    status = flank_writer_write(writer, sheet, error);
    const flank_status closed = flank_writer_close(writer, true, status ? NULL : error);
    if (!status && out->length > FARM_PAYLOAD_MAX)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(TEXT),
                         say_text("a game of more than 65536 bytes does not fit into a unit"));
    return status ? status : closed ? closed : out->failed ? FLANK_NO_MEMORY : FLANK_OK;
}

flank_status farm_game_unit_read(farm_bytes unit, farm_game_place *place, flank_sheet **sheet, flank_error *error)
{
    *sheet = NULL;
    if (!read_place(unit, place))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the unit is no game"));
    const char *text = behind_lines(unit, 2);
    const flank_reader_options options = {.format = flank_format_find("flank")};
    flank_status status = FLANK_NO_MEMORY;
    flank_reader *reader =
        flank_reader_open_bytes(text, unit.size - (size_t)(text - (const char *)unit.bytes), &options, &status, error);
    if (!reader)
        return status;
    status = flank_reader_next(reader, sheet, error);
    flank_reader_close(reader);
    if (status == FLANK_NOT_FOUND)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the unit is no game"));
    return status;
}
