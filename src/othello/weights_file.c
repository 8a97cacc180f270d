/* SPDX-License-Identifier: MIT
 *
 * Reading and writing the file of trained weights; weights_file.h has the format.
 *
 * The text is unpacked piece by piece into the weights themselves: all of it at once would take 10 MB more than the
 * evaluation, for a moment, of a memory that people have bounded. Damage in it is known at its end only, and
 * until then nobody sees the weights; a damaged file costs the memory of an evaluation for a moment.
 */
#include "othello/weights_file.h"

#include "core/little_endian.h"
#include "core/stop_poll.h"
#include "core/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST /* the packed bytes are only read */
#include <zlib.h>

enum {
    HEADER_BYTES = 32,
    TEXT_NUMBERS_MAX = 61 + EVAL_PHASES * PATTERN_WEIGHTS + ORDER_TABLES * ORDER_WEIGHTS,
    TEXT_BYTES_MAX = 3 * TEXT_NUMBERS_MAX, /* a difference of two 16-bit numbers takes at most three bytes */
    FILE_BYTES_MAX = 64 << 20,
    PIECE_BYTES = 1 << 14,
};

static const char file_magic[8] = "FLKEVAL";

/* The packed text, while it is read. */
typedef struct unpacking {
    z_stream zip;
    int result;             /* zlib's latest */
    size_t unpacked;        /* bytes so far */
    const flank_stop *stop; /* may be NULL: unpack no further once it is set */
    bool stopped;
    uint32_t checksum;
    uint8_t piece[PIECE_BYTES];
} unpacking;

/* Bytes that are written or read one after the other. */
typedef struct text {
    uint8_t *bytes;
    size_t at, size;
    bool broken;       /* a read went beyond the end or met a number out of its range */
    unpacking *source; /* fills `bytes` again when all of them are read; NULL: they are the whole text */
} text;

/* Put the next piece of the packed text in place of the one before; false if there is none. */
static bool next_piece(text *in)
{
    unpacking *source = in->source;
    source->zip.next_out = source->piece;
    source->zip.avail_out = PIECE_BYTES;
    source->stopped = stop_poll(source->stop);
    if (source->result == Z_OK && !source->stopped)
        source->result = inflate(&source->zip, Z_NO_FLUSH);
    in->bytes = source->piece;
    in->at = 0;
    in->size = PIECE_BYTES - source->zip.avail_out;
    source->unpacked += in->size;
    source->checksum = (uint32_t)crc32(source->checksum, source->piece, (uInt)in->size);
    return in->size > 0;
}

static void put_number(text *out, int number)
{
    uint32_t folded = number >= 0 ? 2 * (uint32_t)number : 2 * (uint32_t)(-(number + 1)) + 1;
    for (; folded >= 0x80; folded >>= 7)
        out->bytes[out->at++] = (uint8_t)(folded | 0x80);
    out->bytes[out->at++] = (uint8_t)folded;
}

static int unfolded(uint32_t folded) { return (int)(folded >> 1) ^ -(int)(folded & 1); }

static int get_number(text *in)
{
    uint32_t folded = 0;
    for (unsigned shift = 0; shift <= 14; shift += 7) {
        if (in->at == in->size && !next_piece(in))
            break;
        const uint8_t byte = in->bytes[in->at++];
        folded |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return unfolded(folded);
    }
    in->broken = true;
    return 0;
}

/* The weights of a phase that the text has, those that are no mirror image of one before. */
typedef struct written_weights {
    uint32_t masters[PATTERN_WEIGHTS];
    uint32_t count, order_count;      /* in all; of these, in the tables for the order of moves */
    uint32_t places[PATTERN_WEIGHTS]; /* ascending */
} written_weights;

static written_weights *written_weights_create(void)
{
    written_weights *written = malloc(sizeof *written);
    if (!written)
        return NULL;
    pattern_masters_fill(written->masters);
    written->count = written->order_count = 0;
    for (uint32_t w = 0; w < PATTERN_WEIGHTS; w++) {
        if (w == ORDER_WEIGHTS)
            written->order_count = written->count;
        written->places[written->count] = w;
        written->count += written->masters[w] == w;
    }
    return written;
}

/* The fields that the format says of each weight, in its order: called with the weights, what they are predicted to be,
 * and which of them the text has. */
typedef void visit_weights(text *stream, int16_t *weights, const int16_t *predicted, const uint32_t *places,
                           uint32_t count);

static void write_weights(text *out, int16_t *weights, const int16_t *predicted, const uint32_t *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        put_number(out, weights[places[i]] - predicted[places[i]]);
}

static void set_weight(text *in, int16_t *weight, int value)
{
    if (value < INT16_MIN || value > INT16_MAX)
        in->broken = true;
    *weight = (int16_t)value;
}

static void read_weights(text *in, int16_t *weights, const int16_t *predicted, const uint32_t *places, uint32_t count)
{
    for (uint32_t i = 0; i < count && !in->broken;) {
        /* Nearly all numbers are of one byte. Those that are unpacked already need no more than this loop. */
        const uint8_t *byte = in->bytes + in->at, *end = in->bytes + in->size;
        for (; i < count && byte < end && *byte < 0x80; byte++, i++)
            set_weight(in, &weights[places[i]], predicted[places[i]] + unfolded(*byte));
        in->at = (size_t)(byte - in->bytes);
        if (i < count) {
            set_weight(in, &weights[places[i]], predicted[places[i]] + get_number(in));
            i++;
        }
    }
}

static void copy_to_mirrored(int16_t *weights, const uint32_t *masters, uint32_t count)
{
    for (uint32_t w = 0; w < count; w++)
        weights[w] = weights[masters[w]];
}

static flank_status visit_all(text *stream, evaluation *eval, visit_weights *visit)
{
    static const int16_t none[PATTERN_WEIGHTS];
    static const uint32_t itself[1] = {0};
    written_weights *written = written_weights_create();
    if (!written)
        return FLANK_NO_MEMORY;
    for (int i = 0; i <= 60; i++)
        visit(stream, &eval->parity[i], none, itself, 1);
    for (int phase = EVAL_PHASES - 1; phase >= 0 && !stream->broken; phase--) {
        visit(stream, eval->weights[phase], phase + 2 < EVAL_PHASES ? eval->weights[phase + 2] : none, written->places,
              written->count);
        copy_to_mirrored(eval->weights[phase], written->masters, PATTERN_WEIGHTS);
    }
    for (int table = 0; table < ORDER_TABLES; table++) {
        visit(stream, eval->order[table], none, written->places, written->order_count);
        copy_to_mirrored(eval->order[table], written->masters, ORDER_WEIGHTS);
    }
    free(written);
    return FLANK_OK;
}

/* ---- The header -------------------------------------------------------------------------------------------------- */

static uint32_t get_word(const uint8_t *bytes) { return (uint32_t)little_get(bytes, 4); }

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

static flank_status check_header(const uint8_t *bytes, size_t size, flank_error *error)
{
    if (size < HEADER_BYTES || memcmp(bytes, file_magic, sizeof file_magic) != 0)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_NO_FILE));
    if (get_word(bytes + 28) != crc_of(bytes, 28))
        return error_say(error, FLANK_BAD_FILE, 28, SAY(WEIGHTS_HEADER_SUM));
    if (get_word(bytes + 8) != WEIGHTS_VERSION)
        return error_say(error, FLANK_BAD_FILE, 8, SAY(WEIGHTS_FORMAT), say_number(get_word(bytes + 8)),
                         say_number(WEIGHTS_VERSION));
    if (get_word(bytes + 12) != WEIGHTS_SHAPES)
        return error_say(error, FLANK_BAD_FILE, 12, SAY(WEIGHTS_PATTERNS), say_number(get_word(bytes + 12)),
                         say_number(WEIGHTS_SHAPES));
    if (size - HEADER_BYTES != get_word(bytes + 24))
        return error_say(error, FLANK_BAD_FILE, 24, SAY(WEIGHTS_SIZE), say_number(size - HEADER_BYTES),
                         say_number(get_word(bytes + 24)));
    if (get_word(bytes + 16) > TEXT_BYTES_MAX)
        return error_say(error, FLANK_BAD_FILE, 16, SAY(WEIGHTS_TOO_MANY), say_number(get_word(bytes + 16)));
    return FLANK_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Read the weights, and the text to its end, so that what is wrong with all of it is known. */
static flank_status read_text(text *in, evaluation *eval, size_t size, uint32_t checksum, flank_error *error)
{
    unpacking *source = in->source;
    const flank_status status = visit_all(in, eval, read_weights);
    if (status)
        error_say(error, status, 0, SAY(NO_MEMORY));
    bool more = in->at < in->size;
    if (status)
        return status;
    while (source->unpacked <= size && next_piece(in))
        more = true;
    if (source->stopped)
        return FLANK_STOPPED;
    if (source->result != Z_STREAM_END || source->unpacked != size)
        return error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_NOT_UNPACKED));
    if (source->checksum != checksum)
        return error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_SUM));
    if (in->broken || more)
        return error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_NOT_AS_FORMAT));
    return FLANK_OK;
}

flank_status weights_parse(const void *bytes, size_t size, const flank_stop *stop, evaluation **eval,
                           flank_error *error)
{
    flank_status status = check_header(bytes, size, error);
    if (status)
        return status;
    const uint8_t *header = bytes;
    unpacking source = {.zip = {.next_in = header + HEADER_BYTES, .avail_in = (uInt)(size - HEADER_BYTES)},
                        .stop = stop};
    text in = {.bytes = source.piece, .source = &source}; /* none of it unpacked yet */
    evaluation *made = evaluation_create_empty();
    if (!made || inflateInit(&source.zip) != Z_OK) {
        evaluation_destroy(made);
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    source.checksum = (uint32_t)crc32(0, NULL, 0);
    status = read_text(&in, made, get_word(header + 16), get_word(header + 20), error);
    inflateEnd(&source.zip);
    if (status)
        evaluation_destroy(made);
    else
        *eval = made;
    return status;
}

/* Open a plain file; NULL with `error` filled. */
static FILE *open_plain(const char *path, flank_status *status, flank_error *error)
{
    struct stat there;
    FILE *file = NULL;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for its writer */
    const bool is_known = descriptor >= 0 && fstat(descriptor, &there) == 0;
    if (is_known && S_ISDIR(there.st_mode))
        *status = error_say(error, FLANK_CANNOT_READ, 0, say_system(EISDIR));
    else if (is_known && !S_ISREG(there.st_mode))
        *status = error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_NO_PLAIN_FILE));
    else if (descriptor < 0 || !(file = fdopen(descriptor, "rb")))
        *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    if (descriptor >= 0 && !file)
        close(descriptor);
    return file;
}

flank_status weights_read(const char *path, evaluation **eval, flank_error *error)
{
    flank_status status = FLANK_NO_MEMORY;
    FILE *file = open_plain(path, &status, error);
    if (!file)
        return status;
    size_t size = 0, room = 1 << 20;
    uint8_t *bytes = malloc(room);
    status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    while (bytes) {
        const size_t got = fread(bytes + size, 1, room - size, file);
        size += got;
        if (got == 0 || size > FILE_BYTES_MAX)
            break;
        if (size == room) {
            uint8_t *larger = realloc(bytes, room *= 2);
            if (!larger)
                goto done;
            bytes = larger;
        }
    }
    if (ferror(file))
        status = error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    else if (bytes)
        status = weights_parse(bytes, size, NULL, eval, error);
done:
    free(bytes);
    fclose(file);
    return status;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* 0 or an errno. */
static int write_file(const char *path, const uint8_t *bytes, size_t size)
{
    whole_file file;
    const int number = whole_file_open(&file, path);
    if (number)
        return number;
    (void)fwrite(bytes, 1, size, file.stream); /* whole_file_keep sees a failure */
    return whole_file_keep(&file);
}

flank_status weights_write(const char *path, const evaluation *eval)
{
    flank_status status = FLANK_NO_MEMORY;
    text out = {.bytes = malloc(TEXT_BYTES_MAX)};
    uLongf packed = compressBound(TEXT_BYTES_MAX);
    uint8_t *bytes = malloc(HEADER_BYTES + packed);
    evaluation *copy = evaluation_create_empty();
    if (!out.bytes || !bytes || !copy)
        goto done;
    memcpy(copy, eval, sizeof *copy);
    if (visit_all(&out, copy, write_weights))
        goto done;
    if (compress2(bytes + HEADER_BYTES, &packed, out.bytes, (uLong)out.at, Z_DEFAULT_COMPRESSION) != Z_OK)
        goto done;
    memcpy(bytes, file_magic, sizeof file_magic);
    little_put(bytes + 8, 4, WEIGHTS_VERSION);
    little_put(bytes + 12, 4, WEIGHTS_SHAPES);
    little_put(bytes + 16, 4, (uint32_t)out.at);
    little_put(bytes + 20, 4, crc_of(out.bytes, out.at));
    little_put(bytes + 24, 4, (uint32_t)packed);
    little_put(bytes + 28, 4, crc_of(bytes, 28));
    errno = write_file(path, bytes, HEADER_BYTES + packed);
    status = errno == 0 ? FLANK_OK : FLANK_CANNOT_WRITE;
done:
    evaluation_destroy(copy);
    free(bytes);
    free(out.bytes);
    return status;
}
