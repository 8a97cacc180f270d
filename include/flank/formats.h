/* SPDX-License-Identifier: MIT
 *
 * Files of games and positions: read them, write them, tell them apart. docs/users/formats.md describes each format.
 *
 * Readers and writers stream: they hold one sheet (sheet.h) at a time, so files may be of any size; how long one
 * game may be is told there. A reader goes on behind what it had to refuse; a writer counts what its format cannot
 * hold.
 *
 * A reader or writer is used by one thread at a time.
 */
#ifndef FLANK_FORMATS_H
#define FLANK_FORMATS_H

#include <flank/sheet.h>
#include <flank/stop.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A format: a constant table owned by the library. */
typedef struct flank_format flank_format;

/* The formats in a fixed order, index 0..flank_format_count()-1; NULL past the end. */
size_t flank_format_count(void);
const flank_format *flank_format_at(size_t index);

const flank_format *flank_format_find(const char *name); /* "ggf"; NULL if there is none */
const flank_format *
flank_format_of_path(const char *path); /* by the extension, in either case; NULL if it has none we know */

/* The format that the first bytes of a file look like; a few kB are enough, `whole` says that there are no more. NULL
 * if none fits. */
const flank_format *flank_format_detect(const void *bytes, size_t size, bool whole);

const char *flank_format_name(const flank_format *format);  /* "ggf" */
const char *flank_format_title(const flank_format *format); /* one line for people */
const char *
flank_format_extensions(const flank_format *format); /* "sgf", or several with blanks between; the first is usual */
bool flank_format_reads(const flank_format *format);
bool flank_format_writes(const flank_format *format);
bool flank_format_holds(const flank_format *format, const flank_game *game); /* true if it knows the game */

/* ---- Reading --------------------------------------------------------------------------------------------------- */

typedef struct flank_reader flank_reader;

/* Put up to `size` (at least 1) bytes into `buffer`: how many, 0 at the end, less than 0 if reading failed. */
typedef int64_t flank_read_fn(void *user, void *buffer, size_t size);

/* The input. */
typedef struct flank_reader_options {
    const flank_format *format; /* NULL: found out from the content, with the help of `path` */
    const flank_game
        *game;        /* the game, if the file does not say it (transcripts, boards); NULL: Othello, or what fits */
    const char *path; /* the file's name, if it has one: its extension helps to tell formats apart. No file is looked
                         for under this name: the bytes may come from somebody else, and so may the name */
    const flank_stop *stop; /* ends the reading within 50 ms once it is raised; NULL: nothing does. Must outlive the
                               reader */
} flank_reader_options;

/* A reader of the file at `path` (that of the options is not looked at), and of files that belong to it: WTHOR's lists
 * of names are looked for in the same folder. NULL with `status` and `error` (both may be NULL) set on failure:
 * FLANK_CANNOT_READ, FLANK_BAD_FILE if no format fits, FLANK_NOT_SUPPORTED if the format is not one that can be read,
 * FLANK_NO_MEMORY. */
flank_reader *flank_reader_open(const char *path, const flank_reader_options *options, flank_status *status,
                                flank_error *error);

/* The same for bytes that `read` delivers. `options` may be NULL, as above. */
flank_reader *flank_reader_open_source(flank_read_fn *read, void *user, const flank_reader_options *options,
                                       flank_status *status, flank_error *error);

/* The same for bytes in memory, which must stay until the reader is closed: what people paste. */
flank_reader *flank_reader_open_bytes(const void *bytes, size_t size, const flank_reader_options *options,
                                      flank_status *status, flank_error *error);

void flank_reader_close(flank_reader *reader); /* NULL is fine */

/* The next game or position; the caller destroys `*sheet`. FLANK_NOT_FOUND behind the last one. Any other failure is
 * about one game: `error` (may be NULL) says what is wrong, its offset counted from the start of the file, and the next
 * call goes on behind that game. FLANK_CANNOT_READ, FLANK_NO_MEMORY and FLANK_STOPPED end the reading: FLANK_NOT_FOUND
 * follows. */
flank_status flank_reader_next(flank_reader *reader, flank_sheet **sheet, flank_error *error);

const flank_format *flank_reader_format(const flank_reader *reader);

/* The place where the last game began: bytes from the start of the file, and its line, from 1. */
uint64_t flank_reader_offset(const flank_reader *reader);
uint64_t flank_reader_line(const flank_reader *reader);

/* The line of the last failure, from 1; 0 for binary formats. */
uint64_t flank_reader_error_line(const flank_reader *reader);

/* Data that all games of the file lack because something that belongs to it is missing (WTHOR's lists of names): one
 * line, in static storage; NULL if nothing, as far as games were read. */
const char *flank_reader_warning(const flank_reader *reader);

/* The number of bytes that have been read, for progress. */
uint64_t flank_reader_consumed(const flank_reader *reader);

/* ---- Writing --------------------------------------------------------------------------------------------------- */

typedef struct flank_writer flank_writer;

/* Take `size` bytes; false if that failed. */
typedef bool flank_write_fn(void *user, const void *bytes, size_t size);

/* A writer to the file at `path`, which is replaced when the writer is closed, and not before. NULL with `status` and
 * `error` (both may be NULL) set on failure: FLANK_CANNOT_WRITE, FLANK_NOT_SUPPORTED, FLANK_NO_MEMORY. */
flank_writer *flank_writer_open(const char *path, const flank_format *format, flank_status *status, flank_error *error);

/* The same to a function. Formats that are several files (WTHOR) write only the first. */
flank_writer *flank_writer_open_sink(flank_write_fn *write, void *user, const flank_format *format,
                                     flank_status *status, flank_error *error);

/* Once `stop` is raised (NULL: none is any more), writing ends soon, in the middle of a game: flank_writer_write
 * returns FLANK_STOPPED, and nothing of that game is handed on. It must outlive the writer. */
void flank_writer_listen(flank_writer *writer, const flank_stop *stop);

/* Write a game or position. FLANK_NOT_SUPPORTED if the format cannot hold it at all: nothing is written, and the writer
 * can go on. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY, FLANK_STOPPED: it cannot. */
flank_status flank_writer_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error);

/* Finish the file and free the writer (also on failure, and NULL is fine). With `keep` false a file at a path stays as
 * it was. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY. */
flank_status flank_writer_close(flank_writer *writer, bool keep, flank_error *error);

/* Things that a format could not hold. */
typedef enum flank_loss {
    FLANK_LOSS_TAGS,       /* players, events, dates, anything else about the game */
    FLANK_LOSS_RESULT,     /* a result that the moves do not show */
    FLANK_LOSS_START,      /* that the game does not begin at the initial position; the game is not written */
    FLANK_LOSS_RULES,      /* rules of play that differ from the default */
    FLANK_LOSS_VARIATIONS, /* moves beside the main line */
    FLANK_LOSS_VALUES,     /* judged values of moves, or digits of them */
    FLANK_LOSS_TIMES,      /* times of moves, or digits of them */
    FLANK_LOSS_COMMENTS,   /* comments, symbols and other notes of moves */
    FLANK_LOSS_CANDIDATES, /* the moves of a position that is not a game */
    FLANK_LOSS_MOVES,      /* the moves of a game, where only positions are held */
    /* from here on: held, but not as it was */
    FLANK_LOSS_TEXTS,      /* names and other texts that were shortened, or got other letters */
    FLANK_LOSS_UNFINISHED, /* games without a result that the format gave one */
    FLANK_LOSS_COUNT
} flank_loss;

/* The number of such things there were so far. */
uint64_t flank_writer_lost(const flank_writer *writer, flank_loss loss);

/* The different names of the tags of FLANK_LOSS_TAGS, index 0.. in the order in which they were met, the first
 * FLANK_LOST_TAGS_MAX of them; NULL past the end. Valid until the next write. */
enum { FLANK_LOST_TAGS_MAX = 100 };
const char *flank_writer_lost_tag(const flank_writer *writer, size_t index);

const char *flank_loss_name(flank_loss loss); /* "comments"; static storage */
const char *flank_loss_fate(flank_loss loss); /* the fate of that part: "dropped", "shortened …"; static storage */

/* ---- Both at once ------------------------------------------------------------------------------------------------ */

/* Text that people paste: a game or a position in any notation or format of any game, the first one if there are
 * several; boards may be drawn, with coordinates and frames. The tag "flank.note" of the root tells people what had to
 * be guessed (the side to move of a board), and that there were several; "flank.game" that the game was, and as what it
 * was taken. The caller destroys `*sheet`. `game` NULL: any. FLANK_BAD_RECORD, or what is wrong with what it looks most
 * like; FLANK_NO_MEMORY. */
flank_status flank_sheet_recognise(const char *text, size_t size, const flank_game *game, flank_sheet **sheet,
                                   flank_error *error);

/* The same; FLANK_STOPPED within 50 ms once `stop` (NULL: never) is raised. */
flank_status flank_sheet_recognise_until(const char *text, size_t size, const flank_game *game, const flank_stop *stop,
                                         flank_sheet **sheet, flank_error *error);

#ifdef __cplusplus
}
#endif
#endif
