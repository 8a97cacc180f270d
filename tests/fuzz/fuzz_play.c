/* SPDX-License-Identifier: MIT
 *
 * Commands of a player: the first byte chooses the reader. A line that was read, written again as its
 * command's name and its argument, reads as the same request; a clock that was read is a sane one.
 */
#include "fuzz_target.h"

#include "cli/input/play_clock.h"
#include "cli/play/play_command.h"

#include <stdlib.h>
#include <string.h>

static void check_request(const char *text)
{
    size_t size = strlen(text) + 1;
    char *line = malloc(size), *again = malloc(size + 16);
    if (!line || !again)
        abort();
    memcpy(line, text, size);
    play_request request, repeated;
    const char *wrong = play_command_parse(line, &request);
    if (request.argument < line || request.argument >= line + size)
        abort();
    if ((request.command == NULL) != (request.verb == PLAY_NOTHING || request.verb == PLAY_MOVE))
        abort();
    strcpy(again, request.command ? request.command->name : "");
    if (request.command && *request.argument)
        strcat(again, " ");
    strcat(again, request.argument);
    const char *wrong_again = play_command_parse(again, &repeated);
    if (repeated.verb != request.verb || wrong != wrong_again || strcmp(repeated.argument, request.argument) != 0)
        abort();
    free(again);
    free(line);
}

static void check_clock(const char *text)
{
    play_clock clock = {.running = false};
    if (!play_clock_parse(text, &clock)) {
        if (clock.running)
            abort();
        return;
    }
    const flank_clock told = play_clock_for(&clock, FLANK_BLACK);
    char left[CLOCK_TEXT_SIZE];
    play_clock_format(&clock, FLANK_BLACK, left);
    if (!clock.running || clock.time_s <= 0 || clock.time_s > 86400 || clock.increment_s < 0 ||
        clock.increment_s > 86400 || !told.running || (told.left_ms > 0) == (told.move_ms > 0) || strlen(left) < 4)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (data[0] == 'c')
        check_clock(text);
    else
        check_request(text);
    free(text);
    return 0;
}
