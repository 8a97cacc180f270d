/* SPDX-License-Identifier: MIT
 *
 * Saved pages (HTML) with games in their text: pages of tournaments, of viewers, of blogs.
 *
 * The text is cut into pieces (page_text.h), and the games in these are read in whatever format they are
 * (embedded_games.h). A page is read as a whole before its first game: where a piece ends is not known before.
 *
 * Source for the applets OthelloBrowser and OthelloViewer, whose moves stand in <param … value="F5D6C3">: Cassio, which
 * reads these pages (UnitFormatsFichiers.p).
 */
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/layouts/embedded_games.h"
#include "formats/layouts/page_text.h"

enum { MEGABYTES_MAX = 16, PAGE_BYTES_MAX = MEGABYTES_MAX << 20, PAGE = 90 };

typedef struct page_state {
    embedded_games games;
    bool cut; /* into pieces */
    const flank_game *game;
} page_state;

static bool take_piece(void *user, page_piece piece)
{
    page_state *state = user;
    if (piece.heading)
        embedded_head(&state->games, piece.heading);
    return embedded_take(&state->games, state->game, piece.offset, piece.line);
}

static bool join_piece(void *user, page_piece piece)
{
    page_state *state = user;
    (void)piece;
    text_add(&state->games.text, "\n");
    return !flank_stop_is_raised(state->games.stop);
}

/* Cut the page into pieces. If none of them is a game, the page may be one: logs have a block for each line. */
static bool take_pieces(page_state *state, const char *page, size_t size)
{
    text_buffer *text = &state->games.text;
    return page_text_read(page, size, text, take_piece, state) &&
           (state->games.count > 0 ||
            (page_text_read(page, size, text, join_piece, state) && embedded_take(&state->games, state->game, 0, 1)));
}

/* Read the page and cut it into pieces. */
static flank_status cut_page(flank_reader *reader, flank_error *error)
{
    page_state *state = reader->state;
    int byte;
    reader_begin(reader);
    const uint64_t offset = reader->source.offset;
    while ((byte = source_next(&reader->source)) != SOURCE_END && reader->text.length <= PAGE_BYTES_MAX)
        text_add_bytes(&reader->text, &(char){(char)byte}, 1);
    if (reader->text.length > PAGE_BYTES_MAX) {
        while (source_next(&reader->source) != SOURCE_END)
            ;
        return reader_say(reader, error, FLANK_BAD_FILE, offset, SAY(PAGE_TOO_LARGE), say_number(MEGABYTES_MAX));
    }
    state->games.functions = reader->functions;
    state->game = reader->game;
    state->games.stop = reader->stop;
    const bool is_read = !reader->text.failed && take_pieces(state, reader->text.bytes, reader->text.length);
    if (!is_read && flank_stop_is_raised(reader->stop))
        return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
    if (!is_read)
        return reader_say(reader, error, FLANK_NO_MEMORY, offset, SAY(NO_MEMORY));
    reader->warning = "a page: the games in its text are taken, all else is passed over";
    if (state->games.count > 0)
        return FLANK_OK;
    reader_say(reader, error, FLANK_BAD_RECORD, offset, SAY(PAGE_NO_GAME));
    reader->error_line = reader->game_line;
    return FLANK_BAD_RECORD;
}

static flank_status web_page_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    page_state *state = reader->state;
    if (!state->cut) {
        if (source_peek(&reader->source) == SOURCE_END)
            return FLANK_NOT_FOUND;
        state->cut = true;
        const flank_status status = cut_page(reader, error);
        if (status)
            return status;
    }
    return embedded_read(&state->games, reader, sheet, error);
}

static void web_page_read_end(flank_reader *reader)
{
    page_state *state = reader->state;
    embedded_free(&state->games);
}

static int web_page_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    return page_begins(bytes, size) ? PAGE : 0;
}

const flank_format format_html = {
    .name = "html",
    .title = "a saved page with games in its text",
    .extensions = "html htm",
    .detect = web_page_detect,
    .read = web_page_read,
    .read_state_bytes = sizeof(page_state),
    .read_end = web_page_read_end,
};
