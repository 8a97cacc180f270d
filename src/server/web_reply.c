/* SPDX-License-Identifier: MIT
 *
 * Replies go out in pieces, the next one when the socket has room: a client that reads slowly costs neither memory nor
 * anybody's time, and one that reads nothing is cut off.
 */
#include "server/web_reply.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    HEADERS_MAX = 3072,
    PIECE = 16 << 10,
    HEADER_VALUE_MAX = 512,
    HEAD_MAX = 16 << 10, /* bytes of the values in the head of a request; other programs of a machine put their cookies
                            into it */
};

const struct lws_protocol_vhost_options *web_common_headers(void)
{
    static const struct lws_protocol_vhost_options
        no_referrer = {NULL, NULL, "referrer-policy:", "no-referrer"},
        no_sniffing = {&no_referrer, NULL, "x-content-type-options:", "nosniff"},
        resource = {&no_sniffing, NULL, "cross-origin-resource-policy:", "same-origin"},
        embedder = {&resource, NULL, "cross-origin-embedder-policy:", "require-corp"},
        opener = {&embedder, NULL, "cross-origin-opener-policy:", "same-origin"},
        policy = {&opener, NULL, "content-security-policy:",
                  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
                  "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
                  "frame-ancestors 'none'"};
    return &policy;
}

/* ---- Reading the request ---- */

/* A header of the request, or NULL without it. One that is too long for `out` is as if it were something else. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, char out[HEADER_VALUE_MAX])
{
    if (lws_hdr_total_length(wsi, token) <= 0) /* is it there, without a value? */
        return lws_hdr_copy_fragment(wsi, out, HEADER_VALUE_MAX, token, 0) == 0 ? out : NULL;
    if (lws_hdr_copy(wsi, out, HEADER_VALUE_MAX, token) < 0)
        strcpy(out, "?");
    return out;
}

/* ---- Writing ---- */

/* The headers of a reply. */
typedef struct web_heading {
    int status;
    const char *type;
    const char *encoding, *etag, *caching; /* or NULL */
    size_t size;
    bool varies;
} web_heading;

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                 (int)strlen(value), at, end) == 0;
}

static bool write_heading(struct lws *wsi, const web_heading *heading)
{
    unsigned char buffer[LWS_PRE + HEADERS_MAX], *start = buffer + LWS_PRE, *at = start,
                                                 *end = buffer + sizeof buffer - 1;
    if (lws_add_http_header_status(wsi, (unsigned)heading->status, &at, end) ||
        !add(wsi, "content-type:", heading->type, &at, end) ||
        !add(wsi, "content-encoding:", heading->encoding, &at, end) || !add(wsi, "etag:", heading->etag, &at, end) ||
        !add(wsi, "vary:", heading->varies ? "Accept-Encoding" : NULL, &at, end) ||
        !add(wsi, "cache-control:", heading->caching ? heading->caching : "no-store", &at, end))
        return false;
    if (heading->status == 405 && !add(wsi, "allow:", "GET, HEAD", &at, end))
        return false;
    if (heading->status == 426 && !add(wsi, "upgrade:", "websocket", &at, end))
        return false;
    if (heading->status != 304 && lws_add_http_header_content_length(wsi, heading->size, &at, end))
        return false;
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

/* The end of a reply: the connection waits for the next request, or ends. */
static int complete(struct lws *wsi, const web_reply *reply)
{
    return reply->closes || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin(struct lws *wsi, const web_site *site, const web_heading *heading, const uint8_t *bytes,
                 web_reply *reply)
{
    const bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!write_heading(wsi, heading))
        return -1;
    reply->bytes = bytes;
    reply->left = is_head || heading->status == 304 ? 0 : heading->size;
    if (!reply->left)
        return complete(wsi, reply);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, site->patience_s);
    lws_callback_on_writable(wsi);
    return 0;
}

int web_reply_go_on(struct lws *wsi, const web_site *site, web_reply *reply)
{
    unsigned char buffer[LWS_PRE + PIECE];
    const size_t size = reply->left < PIECE ? reply->left : PIECE;
    if (!size)
        return 0;
    memcpy(buffer + LWS_PRE, reply->bytes, size);
    reply->bytes += size;
    reply->left -= size;
    const bool is_last = reply->left == 0;
    if (lws_write(wsi, buffer + LWS_PRE, size, is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    if (is_last)
        return complete(wsi, reply);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, site->patience_s);
    lws_callback_on_writable(wsi);
    return 0;
}

static const char *reason(int status)
{
    switch (status) {
    case 400:
        return "flank: the request names no host, or the length of its body is no number\n";
    case 403:
        return "flank: this server is addressed by a name that is not its own, or from another site; see "
               "'flank help serve', --host\n";
    case 404:
        return "flank: there is no such page\n";
    case 405:
        return "flank: only GET and HEAD\n";
    case 431:
        return "flank: the head of the request is too large; cookies of other programs may be the reason\n";
    default:
        return "flank: the engine is reached by a WebSocket\n";
    }
}

static int begin_text(struct lws *wsi, const web_site *site, int status, web_reply *reply)
{
    const char *text = reason(status);
    const web_heading heading = {.status = status, .type = "text/plain; charset=utf-8", .size = strlen(text)};
    return begin(wsi, site, &heading, (const uint8_t *)text, reply);
}

/* ---- Requests ---- */

static int begin_file(struct lws *wsi, const web_site *site, const web_file *file, web_reply *reply)
{
    char value[HEADER_VALUE_MAX];
    const web_content *content = web_file_choose(file, header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value));
    const bool known = web_file_is_known(file, header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, value));
    const web_heading heading = {.status = known ? 304 : 200,
                                 .type = file->type,
                                 .encoding = content->encoding,
                                 .etag = file->etag,
                                 .caching = file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                                 .varies = file->brotli.size || file->gzip.size,
                                 .size = content->size};
    return begin(wsi, site, &heading, content->bytes, reply);
}

/* libwebsockets drops the names of the headers that it knows, and keeps up to WEB_HEAD_ROOM bytes of the rest: a head
 * beyond that is closed without an answer, as it gives no callback for it. */
static int head_size(struct lws *wsi)
{
    int size = 0;
    for (int token = 0; token < WSI_TOKEN_COUNT; token++)
        size += lws_hdr_total_length(wsi, (enum lws_token_indexes)token);
    return size;
}

static bool has_wrong_length(struct lws *wsi)
{
    char length[HEADER_VALUE_MAX];
    const char *text = header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length);
    return text && (!*text || strspn(text, "0123456789") != strlen(text));
}

/* The reason against an answer, as a status; 0: nothing. */
static int refusal(struct lws *wsi, const web_site *site)
{
    char host[HEADER_VALUE_MAX];
    if (head_size(wsi) > HEAD_MAX)
        return 431;
    if (has_wrong_length(wsi))
        return 400;
    if (!header(wsi, WSI_TOKEN_HOST, host))
        return 400;
    return web_host_is_ours(host, &site->names) ? 0 : 403;
}

int web_reply_begin(struct lws *wsi, const web_site *site, const char *path, web_reply *reply)
{
    web_file file;
    const int refused = refusal(wsi, site);
    /* Bytes behind such a request would not be understood as a request. */
    reply->closes = refused || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 ||
                    lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    if (refused)
        return begin_text(wsi, site, refused, reply);
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) && !lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI)) {
        reply->closes = true;
        return begin_text(wsi, site, 405, reply);
    }
    if (strcmp(path, WEB_ENGINE_PATH) == 0)
        return begin_text(wsi, site, 426, reply);
    if (strcmp(path, "/server.json") == 0) {
        const web_heading heading = {.status = 200, .type = "application/json", .size = strlen(site->facts)};
        return begin(wsi, site, &heading, (const uint8_t *)site->facts, reply);
    }
    if (web_pack_find(&site->pack, strcmp(path, "/") == 0 ? "index.html" : path + (*path == '/'), &file))
        return begin_file(wsi, site, &file, reply);
    return begin_text(wsi, site, 404, reply);
}

int web_confirm_upgrade(struct lws *wsi, const web_site *site)
{
    char upgrade[HEADER_VALUE_MAX], host[HEADER_VALUE_MAX], origin[HEADER_VALUE_MAX], path[HEADER_VALUE_MAX];
    /* Not from the callback's argument: for an upgrade that libwebsockets 4.1 does not know, it has freed that text
     * before it asks (CVE-2025-11677). Then this header is gone. */
    const char *protocol = header(wsi, WSI_TOKEN_UPGRADE, upgrade);
    if (!protocol || strcasecmp(protocol, "websocket") != 0)
        return -1; /* HTTP/2: nothing here needs it */
    int refused = refusal(wsi, site);
    const char *request = header(wsi, WSI_TOKEN_GET_URI, path);
    if (!refused && (!request || strcmp(request, WEB_ENGINE_PATH) != 0))
        refused = 404;
    if (!refused && !web_origin_is_ours(header(wsi, WSI_TOKEN_ORIGIN, origin), header(wsi, WSI_TOKEN_HOST, host)))
        refused = 403;
    if (!refused)
        return 0;
    web_reply reply = {.closes = true};
    if (begin_text(wsi, site, refused, &reply) == 0)
        web_reply_go_on(wsi, site, &reply);
    return -1;
}
