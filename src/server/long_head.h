/* SPDX-License-Identifier: MIT
 *
 * An answer for requests whose heads libwebsockets cannot read: longer than it keeps (431), or with a NUL (400).
 *
 * libwebsockets 4.1 ends such a connection by itself: it forgets the head, stops writing to the socket and closes it
 * (lws_parse and lws_handshake_server in lib/roles/http, __lws_close_free_wsi in lib/core-net). The one callback before
 * that is LWS_CALLBACK_HTTP_DROP_PROTOCOL, and only for a connection that has had a request. So each connection begins
 * with one of our own that nobody answers. When a connection is dropped in the middle of such a head, the answer goes
 * out on the socket, and a copy of the socket stays open until the client has sent all: closed with bytes unread, the
 * system would take the answer back (RFC 9112, 9.6).
 *
 * A head that has come before the answer to the request before it (pipelining) is ended without an answer: its bytes
 * cannot be told from those of that request.
 *
 * It costs a connection some microseconds. Rejected: more room for heads, as it is taken for each connection; reading
 * each first head here and handing it over, as that leaves out the heads that follow.
 */
#ifndef FLANK_SERVER_LONG_HEAD_H
#define FLANK_SERVER_LONG_HEAD_H

#include "server/web_reply.h"

/* LWS_CALLBACK_FILTER_NETWORK_CONNECTION: take a copy of a connection that is then refused. */
void long_head_accept(struct lws_vhost *vhost, int descriptor);

/* LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: false without memory. LWS_CALLBACK_WSI_DESTROY takes it back. */
bool long_head_create(struct lws *wsi);
void long_head_destroy(struct lws *wsi);

/* LWS_CALLBACK_HTTP_BIND_PROTOCOL: a head may follow. */
void long_head_begin(struct lws *wsi);

/* LWS_CALLBACK_HTTP and LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: a head is read. False if it is that of our own; `result` is
 * then for libwebsockets. */
bool long_head_is_read(struct lws *wsi, int patience_s, int *result);

/* LWS_CALLBACK_HTTP_DROP_PROTOCOL: a head is read, or a request or the connection has ended. */
void long_head_end(struct lws *wsi, int patience_s);

/* LWS_CALLBACK_RAW_ADOPT and LWS_CALLBACK_RAW_RX: true if what this connection sends is read away. */
bool long_head_is_drained(struct lws *wsi);

#endif
