/* SPDX-License-Identifier: MIT
 *
 * HTTP: the files of the page, and one-line texts for what is wrong.
 */
#ifndef FLANK_SERVER_WEB_REPLY_H
#define FLANK_SERVER_WEB_REPLY_H

#include "core/text_buffer.h"
#include "server/web_head.h"
#include "server/web_pack.h"
#include "server/web_preview.h"

#include <libwebsockets.h>

enum { WEB_HEAD_ROOM = 32 << 10 }; /* lws_context_creation_info.max_http_header_data */

/* The content to send. */
typedef struct web_site {
    web_pack pack;
    const char *facts; /* /server.json: what this server offers, for the page */
    web_names names;
    int patience_s; /* a client may take so long for the next piece */
} web_site;

/* Bytes to send. */
typedef struct web_piece {
    const uint8_t *bytes;
    size_t size;
} web_piece;

enum { WEB_PIECES = 3 };

/* A reply under way. */
typedef struct web_reply {
    web_piece left[WEB_PIECES];
    web_preview preview; /* one of them may lie in here */
    bool closes;         /* the connection ends behind it */
} web_reply;

/* The headers that go with every reply (docs/users/serving.md says what each is for); for lws_context_creation_info. */
const struct lws_protocol_vhost_options *web_common_headers(void);

/* LWS_CALLBACK_HTTP and LWS_CALLBACK_HTTP_WRITEABLE. Their result is for libwebsockets. */
int web_reply_begin(struct lws *wsi, const web_site *site, const char *path, web_reply *reply);
int web_reply_go_on(struct lws *wsi, const web_site *site, web_reply *reply);

/* The whole answer to a request that is refused with a status, as it stands on the wire, for one that libwebsockets
 * does not answer. */
void web_reply_write(int status, text_buffer *out);

/* LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: let a WebSocket pass, or say no. */
int web_confirm_upgrade(struct lws *wsi, const web_site *site);

#endif
