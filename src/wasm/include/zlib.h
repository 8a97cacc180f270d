/* SPDX-License-Identifier: MIT
 *
 * The part of zlib that the reader of weights uses, for the browser: there the page has unpacked them already (browsers
 * can), and "inflating" is copying. Nothing is packed in the browser.
 */
#ifndef FLANK_WASM_ZLIB_H
#define FLANK_WASM_ZLIB_H

#include <stdint.h>
#include <string.h>

typedef unsigned uInt;
typedef unsigned long uLong, uLongf;

typedef struct z_stream {
    const uint8_t *next_in;
    uint8_t *next_out;
    uInt avail_in, avail_out;
} z_stream;

enum { Z_OK, Z_STREAM_END, Z_NO_FLUSH = 0, Z_DEFAULT_COMPRESSION = -1, Z_MEM_ERROR = -4 };

static inline int inflateInit(z_stream *stream) { return stream->next_in ? Z_OK : Z_MEM_ERROR; }
static inline void inflateEnd(z_stream *stream) { (void)stream; }

static inline int inflate(z_stream *stream, int flush)
{
    const uInt size = stream->avail_in < stream->avail_out ? stream->avail_in : stream->avail_out;
    (void)flush;
    memcpy(stream->next_out, stream->next_in, size);
    stream->next_in += size;
    stream->next_out += size;
    stream->avail_in -= size;
    stream->avail_out -= size;
    return stream->avail_in ? Z_OK : Z_STREAM_END;
}

/* The checksum of RFC 1952, bit by bit. */
static inline uLong crc32(uLong start, const uint8_t *bytes, uInt size)
{
    uint32_t sum = ~(uint32_t)start;
    for (uInt i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (0xEDB88320 & -(sum & 1));
    }
    return bytes ? ~sum : 0;
}

static inline uLong compressBound(uLong size) { return size; }
static inline int compress2(uint8_t *out, uLong *out_size, const uint8_t *in, uLong size, int level)
{
    (void)out, (void)out_size, (void)in, (void)size, (void)level;
    return Z_MEM_ERROR;
}

#endif
