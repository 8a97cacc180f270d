/* SPDX-License-Identifier: MIT
 *
 * A format as a constant table of functions: what one file of this folder provides, and all that the reader, the writer
 * and the public interface know of it. To add a format: its file, and one line in format_list.c.
 *
 * Reading: `read` is called with the source at the end of what the call before took. It passes over what lies between
 * games, tells the reader where the game begins (reader_begin), and returns a sheet, or FLANK_NOT_FOUND at the end of
 * the file, or a failure, after passing over the rest of the damaged game, so that a later call goes on behind it. It
 * must take at least one byte unless it returns FLANK_NOT_FOUND.
 *
 * Writing: `write` puts a sheet with writer_put and counts what it has no place for with writer_lose; what follows
 * from a list of what the format keeps is counted for it (writer_lose_rest).
 */
#ifndef FLANK_FORMATS_FORMAT_TABLE_H
#define FLANK_FORMATS_FORMAT_TABLE_H

#include "core/error.h"
#include "formats/byte_source.h"
#include "core/whole_file.h"

#include <flank/formats.h>

/* Marks on the scale of `detect`. */
enum {
    FORMAT_DAMAGED = 10, /* it begins like this and goes wrong; an extension that says otherwise is believed instead */
    FORMAT_CERTAIN = 50  /* from here on the file itself says what it is */
};

struct flank_format {
    const char *name;
    const char *title;
    const char *extensions;                /* "sgf", or several with blanks between */
    const flank_game *only_game;           /* the one game that it holds; NULL: `holds` says which */
    bool (*holds)(const flank_game *game); /* NULL: it holds all games */
    bool binary;                           /* lines mean nothing */

    /* The likeness of the first bytes to this format: 0 not at all … 100 certainly. `whole`: there are no more. NULL:
     * it is never found by its content. */
    int (*detect)(const char *bytes, size_t size, bool whole);

    flank_status (*read)(flank_reader *reader, flank_sheet **sheet, flank_error *error); /* NULL: it is only written */
    size_t read_state_bytes;                                                             /* of reader->state, zeroed */
    void (*read_end)(flank_reader *reader); /* free what the state holds; NULL: nothing */

    flank_status (*write)(flank_writer *writer, const flank_sheet *sheet,
                          flank_error *error); /* NULL: it is only read */
    size_t write_state_bytes;                  /* of writer->state */
    flank_status (*write_end)(flank_writer *writer, bool keep,
                              flank_error *error); /* write the text behind the last game; then free what
                                                      the state holds; NULL: nothing */
};

/* The format of bytes that no format of the list fits; NULL: none. */
typedef const flank_format *last_resort_fn(const char *bytes, size_t size, const flank_game *game);

/* The public functions of readers, for formats whose files hold files of other formats. These formats cannot call them:
 * format_reader.c, which has them, names every format. */
typedef struct reader_functions {
    const flank_format *(*detect)(const void *bytes, size_t size, bool whole);
    flank_reader *(*open_bytes)(const void *bytes, size_t size, const flank_reader_options *options,
                                flank_status *status, flank_error *error);
    flank_status (*next)(flank_reader *reader, flank_sheet **sheet, flank_error *error);
    void (*close)(flank_reader *reader);
} reader_functions;

/* Whole files in memory, of the folder that a file of games is in. */
typedef struct near_file {
    char *name;
    char *bytes;
    size_t size;
} near_file;

typedef struct near_files {
    const char *games; /* the name of the file of games */
    near_file *file;
    size_t count;
} near_files;

struct flank_reader {
    const flank_format *format;
    const reader_functions *functions;
    const flank_game *game; /* that the caller asked for, or NULL */
    char *path;             /* of the file, or the name that somebody gave to bytes; NULL */
    bool is_file;           /* `path` is in a folder, packed or not: others may be looked for beside it */
    const near_files *near; /* the files beside it in its archive, or NULL */
    byte_source source;
    uint64_t game_offset, game_line, error_line;
    uint64_t note_offset, note_line; /* of what the first note on the game is about; line 0: the whole game */
    void *state;
    bool format_asked;           /* by the caller, not found out */
    bool done;                   /* after a failure that ends the reading */
    const char *kind;            /* of Othello that stands above the text, or NULL */
    const char *warning;         /* flank_reader_warning, or NULL */
    bool game_cut;               /* the end of the last game is missing, which the next call says */
    text_buffer text;            /* for the format's use between and during calls */
    last_resort_fn *last_resort; /* NULL: none */
    const flank_stop *stop;      /* flank_reader_options.stop */
    flank_read_fn *read;         /* of the bytes, and what it is called with */
    void *user;
    void *stream;              /* the FILE that flank_reader_open opened, or NULL */
    void (*close)(void *user); /* frees `user` with the reader; NULL: that is the caller's */
    struct {
        const char *bytes;
        size_t left;
    } memory; /* that flank_reader_open_bytes was given */
};

struct flank_writer {
    const flank_format *format;
    flank_write_fn *write;
    void *user;
    char *path;      /* of the file, or NULL */
    whole_file file; /* nothing is open where there is no path */
    uint64_t lost[FLANK_LOSS_COUNT];
    struct {
        text_buffer names; /* each with its NUL */
        size_t at[FLANK_LOST_TAGS_MAX], count;
    } lost_tags;
    uint64_t games; /* written so far */
    const flank_stop *stop;
    text_buffer text; /* collected by writer_put */
    void *state;
    bool failed;
};

/* For those that open readers: an empty reader; its opening, the format being found out unless the options name it; and
 * its end with a status. The last two return NULL and set `*status` on failure. */
flank_reader *reader_create(flank_status *status, flank_error *error);
flank_reader *reader_open(flank_reader *reader, flank_read_fn *read, void *user, const flank_reader_options *options,
                          flank_status *status, flank_error *error);
flank_reader *reader_refuse_opening(flank_reader *reader, flank_status *status, flank_status value);

/* Remember that the game to be returned begins at the source's next byte. */
void reader_begin(flank_reader *reader);

/* Fill in `error` (may be NULL) for `status` at `offset` bytes from the start of the file, and remember the line where
 * the source stands; a reader that knows better sets reader->error_line afterwards. Returns `status`. */
flank_status reader_fill(flank_reader *reader, flank_error *error, flank_status status, uint64_t offset,
                         const error_part *parts);

#define reader_say(reader, error, status, offset, ...)                                                                 \
    reader_fill(reader, error, status, offset, (const error_part[]){__VA_ARGS__, {.kind = ERROR_PART_END}})

/* The same for a `fault` in the line that began with reader_begin; its offset counts from there. */
flank_status reader_fail_line(flank_reader *reader, flank_error *error, flank_status status, const flank_error *fault);

/* The same for a line that is nothing, and for those directly below it that are nothing either, which are passed over
 * and counted. */
flank_status reader_fail_lines(flank_reader *reader, flank_error *error, flank_status status, const flank_error *fault,
                               bool (*is_foreign)(const flank_reader *reader, const char *line));

/* Read the source's next line, which is there, into reader->text. FLANK_BAD_RECORD if it has more than `most` bytes, or
 * a NUL among them. */
flank_status reader_line(flank_reader *reader, size_t most, flank_error *error);

/* True if a file of the format that begins so has one position or game a line, each by itself: then it may be read line
 * by line, also by other rules. Transcripts may have numbers and headings; then they are not. */
bool format_is_by_lines(const flank_format *format, const char *bytes, size_t size);

/* The format of bytes that are surely games, as those of a file whose name tells nothing; NULL: they are none. */
const flank_format *format_of_games(const void *bytes, size_t size, bool whole);

/* A reader tells the format by so many bytes. */
enum { READER_DETECT_BYTES = 16384 };

/* The kind that the first bytes of a file are if they are no games that can be read, but an opening book, text in
 * UTF-16 or something packed: FLANK_BAD_FILE and `error` filled in, else FLANK_OK. */
flank_status reader_refuse(const char *bytes, size_t size, flank_error *error);

/* The game to read where the file does not say: what the caller asked for, else `otherwise`. */
const flank_game *reader_game(const flank_reader *reader, const flank_game *otherwise);

/* Collect text; it is written after each game. */
__attribute__((format(printf, 2, 3))) void writer_put(flank_writer *writer, const char *format, ...);
void writer_put_bytes(flank_writer *writer, const void *bytes, size_t size);

/* Write what was collected, and force the file to the disk before it is in its place: for a format that puts other
 * files beside it. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY with `error`. */
flank_status writer_finish(flank_writer *writer, flank_error *error);

/* FLANK_STOPPED, with `error`, once the reader is to stop. Asked for each move by what makes moves of a text that it
 * has read whole: the source asks only where it is read. */
static inline flank_status reader_heed(const flank_reader *reader, flank_error *error)
{
    return flank_stop_is_raised(reader->stop) ? error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED))
                                              : FLANK_OK;
}

/* False once the writer is to stop: what walks over the moves of a game ends, wherever it is. */
bool writer_goes_on(const flank_writer *writer);

void writer_lose(flank_writer *writer, flank_loss loss, uint64_t count);

/* Count a tag of the game as lost, and remember its name. */
void writer_lose_tag(flank_writer *writer, const char *name);

/* True if a tag says what had to be guessed in reading (flank.note, flank.game): it is not of the game, is told where
 * the game is read, and never written. */
bool is_reading_note(const char *name);

/* The parts of a sheet that a format keeps; the rest is counted as lost by writer_lose_rest. */
typedef struct format_keeps {
    const char *const *tags; /* names of root tags, NULL-terminated; NULL: every one without a dot */
    const char *own_tags;    /* the prefix of tags that are its own, "sgf."; NULL: none */
    bool result, rules, variations, values, times, comments;
    bool candidates; /* the moves of a position that is not a game */
} format_keeps;

/* All there is: every tag without a dot, and those with the prefix `own_tags`. */
format_keeps keeps_everything(const char *own_tags);

void writer_lose_rest(flank_writer *writer, const flank_sheet *sheet, const format_keeps *keeps);

/* For formats that hold no rules: FLANK_NOT_SUPPORTED for a game by rules that stand apart, which would come back as
 * one by the usual ones. */
flank_status writer_refuse_apart(const flank_sheet *sheet, flank_error *error);

/* What is told of the reading of a sheet, as data and as a tag of the root for people. */
typedef enum sheet_note_kind {
    SHEET_NOTE,      /* flank.note: what had to be guessed or left out */
    SHEET_GAME_NOTE, /* flank.game: as which game it was taken, and why */
    SHEET_NOTE_KINDS
} sheet_note_kind;

/* Add a note to others as one error; beyond the room of an error it is left out. Either may be without a code. */
void notes_join(flank_error *notes, const flank_error *note);

/* All of that kind as one error; NULL: nothing is told. */
const flank_error *sheet_note(const flank_sheet *sheet, sheet_note_kind kind);

/* Keep where in a text that was recognised the first SHEET_NOTE stands, if there is one. 0: it is of the whole text. */
void sheet_place_note(flank_sheet *sheet, size_t offset);
size_t sheet_note_place(const flank_sheet *sheet);

/* Tell `note` too, behind those of that kind; without a code it tells nothing. FLANK_NO_MEMORY. */
flank_status sheet_add_note(flank_sheet *sheet, sheet_note_kind kind, const flank_error *note);

/* Give a game other rules, by which all its moves are as legal as before. */
void sheet_change_rules(flank_sheet *sheet, const flank_rules *rules);

/* A sheet counts neither repetitions nor moves without progress, records of games do. If the main line goes on behind
 * such a draw, read it by the rule that repetition=none or no_progress=none is; where a game has no such rule, cut it
 * there. A note says so. */
flank_status sheet_check_draws(flank_sheet *sheet, flank_error *error);

/* The ways in which a result tells whose it is. */
typedef enum result_side {
    SIDE_TOLD,
    SIDE_BY_CUSTOM, /* nothing says it: that of who begins, or Black's, but perhaps of the other side */
    SIDE_OPEN       /* customs differ: only the last board, or another result, can say it */
} result_side;

/* A result as a file states it. */
typedef struct stated_result {
    flank_sheet_result result; /* its discs are without empty squares */
    int empties;               /* squares that a score leaves out: the winner's, if the last board is final */
    result_side side;
    bool is_count; /* of discs: it names no winner, who is by the rules the side with most or with fewest */
} stated_result;

/* A score as stated: the discs of both sides, at most 64. */
stated_result stated_score(int black, int white);

/* The difference of a score with the empty squares, which are the winner's. */
int stated_full_difference(const stated_result *stated);

/* State a result of the game: one of several, which must agree. One that is not known states nothing. */
void sheet_state_result(flank_sheet *sheet, const stated_result *stated);

/* The stated results as one, and the first result that contradicts it: flank_sheet_set_result sets the one and forgets
 * the other. */
enum { STATED_RESULT, STATED_AGAINST, STATED_RESULTS };
stated_result *sheet_stated_results(flank_sheet *sheet);

/* Hold what was stated against itself and against the last board. If that ends the game with another result, take the
 * board's; of a game that is not over, results that contradict each other are left out. A note says so.
 * FLANK_NO_MEMORY. */
flank_status sheet_check_result(flank_sheet *sheet);

/* True if the game begins at the initial position with its usual rules. */
bool sheet_starts_usually(const flank_sheet *sheet);

/* A node's value is in the view of who made the move: 1 if that is `color`, else -1. */
int sheet_view(const flank_node *node, flank_color color);

/* Tags outside the lists: a short file that is of no format, but something that people paste (recognise.c). */
extern const flank_format format_pasted;

extern const flank_format *const format_list[]; /* NULL-terminated */

#endif
