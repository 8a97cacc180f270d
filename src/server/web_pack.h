/* SPDX-License-Identifier: MIT
 *
 * The files of the page, all in one piece of memory: the pack that tools/pack_page.py writes and describes.
 */
#ifndef FLANK_SERVER_WEB_PACK_H
#define FLANK_SERVER_WEB_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct web_pack {
    const uint8_t *bytes;
    size_t size;
    uint32_t count;
} web_pack;

/* The variants of a file: the file itself, or compressed. */
typedef struct web_content {
    const uint8_t *bytes;
    size_t size;
    const char *encoding; /* "br", "gzip", or NULL */
} web_content;

typedef struct web_file {
    const char *type;                /* "text/html; charset=utf-8" */
    const char *etag;                /* as it goes into the header */
    bool immutable;                  /* its name changes with its contents */
    web_content plain, brotli, gzip; /* a size of 0: there is no such variant */
} web_file;

/* False if it is no pack. `bytes` must stay. */
bool web_pack_open(const uint8_t *bytes, size_t size, web_pack *pack);

/* The file at a path such as "assets/index.js". */
bool web_pack_find(const web_pack *pack, const char *path, web_file *file);

/* The smallest variant that an Accept-Encoding header (NULL: none was sent) allows. */
const web_content *web_file_choose(const web_file *file, const char *accept_encoding);

/* True if an If-None-Match header names the file's tag. */
bool web_file_is_known(const web_file *file, const char *if_none_match);

#endif
