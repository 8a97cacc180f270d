/* SPDX-License-Identifier: MIT
 *
 * The page's own address in its lines for pictures of links. They must name it whole, which static files cannot: a page
 * that is built without $FLANK_URL (web/app_files.ts) names its picture from "./", and the server, which knows by which
 * Host it is addressed, puts the address in that place as it sends the page.
 */
#ifndef FLANK_SERVER_WEB_PREVIEW_H
#define FLANK_SERVER_WEB_PREVIEW_H

#include "server/web_pack.h"

enum {
    WEB_ADDRESS_SIZE = 300,                        /* of "https://HOST/" */
    WEB_PREVIEW_SIZE = 2 * WEB_ADDRESS_SIZE + 100, /* of the lines with it */
};

/* The page: its first bytes up to `at`, `lines`, its bytes from `behind` on. */
typedef struct web_preview {
    size_t at, behind;
    char address[WEB_ADDRESS_SIZE], lines[WEB_PREVIEW_SIZE];
} web_preview;

/* False if the page has no such place, or `host` has anything in it that no host has: it goes into the page as it is,
 * whoever sent it. */
bool web_preview_fill(const web_content *page, bool encrypted, const char *host, web_preview *preview);

#endif
