/* SPDX-License-Identifier: MIT
 *
 * The guard that tells who may talk to the server, by the headers Host and Origin (docs/users/serving.md).
 *
 * A page of another site can make a browser connect to 127.0.0.1. Two things give it away: its Origin, which browsers
 * always send with a WebSocket, and, where it has made its own name point to 127.0.0.1 (DNS rebinding), that name as
 * the Host.
 */
#ifndef FLANK_SERVER_WEB_GUARD_H
#define FLANK_SERVER_WEB_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Names besides localhost under which the server may be addressed. */
typedef struct web_names {
    const char *const *names;
    size_t count;
} web_names;

/* True if a Host header (NULL: none) addresses the server by a name that nobody else can point to it: localhost, a
 * number of an address, or one of `names`. With or without a port. */
bool web_host_is_ours(const char *host, const web_names *names);

/* True if an Origin header is the server's own page: http or https and the very Host. NULL, no Origin: the client is no
 * browser, and is let in. */
bool web_origin_is_ours(const char *origin, const char *host);

#endif
