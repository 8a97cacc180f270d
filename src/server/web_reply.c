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

/* libwebsockets drops the names of the headers that it knows, and keeps up to WEB_HEAD_ROOM bytes of the rest; a head
 * beyond that is long_head.c's. */
static size_t head_size(struct lws *wsi)
{
    size_t size = 0;
    for (int token = 0; token < WSI_TOKEN_COUNT; token++)
        size += (size_t)lws_hdr_total_length(wsi, (enum lws_token_indexes)token);
    return size;
}

/* Room for the values that a head is judged by. */
typedef struct head_values {
    char path[HEADER_VALUE_MAX], host[HEADER_VALUE_MAX], origin[HEADER_VALUE_MAX], upgrade[HEADER_VALUE_MAX],
        length[HEADER_VALUE_MAX], version[HEADER_VALUE_MAX];
} head_values;

/* True if a header tells of a body by a name that libwebsockets does not know: with a blank before the colon, which a
 * proxy may read as the name itself (RFC 9112, 5.1). */
static bool tells_of_body_unseen(struct lws *wsi)
{
    static const char *const names[] = {
        "content-length :", "content-length\t:", "transfer-encoding :", "transfer-encoding\t:"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lws_hdr_custom_length(wsi, names[i], (int)strlen(names[i])) >= 0)
            return true;
    return false;
}

static web_head read_head(struct lws *wsi, head_values *values)
{
    return (web_head){.size = head_size(wsi),
                      .is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0,
                      .is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0,
                      .has_transfer_encoding =
                          lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 || tells_of_body_unseen(wsi),
                      .path = header(wsi, WSI_TOKEN_GET_URI, values->path),
                      .host = header(wsi, WSI_TOKEN_HOST, values->host),
                      .origin = header(wsi, WSI_TOKEN_ORIGIN, values->origin),
                      .upgrade = header(wsi, WSI_TOKEN_UPGRADE, values->upgrade),
                      .content_length = header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, values->length),
                      .socket_version = header(wsi, WSI_TOKEN_VERSION, values->version)};
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
    if (heading->status == 426 && (!add(wsi, "upgrade:", "websocket", &at, end) ||
                                   !add(wsi, "sec-websocket-version:", WEB_SOCKET_VERSION, &at, end)))
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

static size_t size_left(const web_reply *reply)
{
    size_t size = 0;
    for (int i = 0; i < WEB_PIECES; i++)
        size += reply->left[i].size;
    return size;
}

/* Take the next bytes of a reply, up to `size`: how many they are. */
static size_t take(web_reply *reply, unsigned char *out, size_t size)
{
    size_t taken = 0;
    for (int i = 0; i < WEB_PIECES; i++) {
        web_piece *piece = &reply->left[i];
        const size_t part = piece->size < size - taken ? piece->size : size - taken;
        if (!part)
            continue;
        memcpy(out + taken, piece->bytes, part);
        piece->bytes += part;
        piece->size -= part;
        taken += part;
    }
    return taken;
}

/* Begin a reply whose pieces are set. */
static int begin(struct lws *wsi, const web_site *site, const web_heading *heading, web_reply *reply)
{
    const bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!write_heading(wsi, heading))
        return -1;
    if (is_head || heading->status == 304 || !size_left(reply)) {
        memset(reply->left, 0, sizeof reply->left);
        return complete(wsi, reply);
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, site->patience_s);
    lws_callback_on_writable(wsi);
    return 0;
}

int web_reply_go_on(struct lws *wsi, const web_site *site, web_reply *reply)
{
    unsigned char buffer[LWS_PRE + PIECE];
    const size_t size = take(reply, buffer + LWS_PRE, PIECE);
    if (!size)
        return 0;
    const bool is_last = size_left(reply) == 0;
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
        return "flank: the request cannot be read, names no host, or has a body\n";
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
        return "flank: the engine is reached by a WebSocket of version 13\n";
    }
}

/* All of a reply in one piece. */
static void set_text(web_reply *reply, const char *text)
{
    reply->left[0] = (web_piece){(const uint8_t *)text, strlen(text)};
}

static int begin_text(struct lws *wsi, const web_site *site, int status, web_reply *reply)
{
    set_text(reply, reason(status));
    const web_heading heading = {.status = status, .type = "text/plain; charset=utf-8", .size = size_left(reply)};
    return begin(wsi, site, &heading, reply);
}

/* Answer at once, and end the connection. Behind an answer that waits, libwebsockets 4.1 reads the body of a request
 * that has come together with the one before it, and never ends (the end of lws_http_action). */
static int refuse(struct lws *wsi, const web_site *site, int status)
{
    web_reply reply = {.closes = true};
    if (begin_text(wsi, site, status, &reply) == 0)
        web_reply_go_on(wsi, site, &reply);
    return -1;
}

void web_reply_write(int status, text_buffer *out)
{
    const char *text = reason(status);
    text_addf(out, "HTTP/1.1 %d \r\n", status);
    for (const struct lws_protocol_vhost_options *at = web_common_headers(); at; at = at->next)
        text_addf(out, "%s %s\r\n", at->name, at->value);
    text_addf(out,
              "content-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: %zu\r\n"
              "connection: close\r\n\r\n%s",
              strlen(text), text);
}

/* ---- Requests ---- */

/* True if a proxy on this machine says that it was reached over TLS. Anybody else may say so without being one. */
static bool is_encrypted(struct lws *wsi)
{
    static const char name[] = "x-forwarded-proto:";
    static const char *const here[] = {"127.0.0.1", "::1", "::ffff:127.0.0.1"};
    char scheme[8], peer[64] = "";
    if (lws_hdr_custom_copy(wsi, scheme, sizeof scheme, name, sizeof name - 1) < 0 || strcasecmp(scheme, "https") != 0)
        return false;
    lws_get_peer_simple(wsi, peer, sizeof peer);
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        if (strcmp(peer, here[i]) == 0)
            return true;
    return false;
}

/* The page with its own address has no compressed variants, which were made without it, and a tag of its own. */
static bool set_page(web_reply *reply, web_file *page, char etag[HEADER_VALUE_MAX])
{
    const web_content *plain = &page->plain;
    const web_preview *preview = &reply->preview;
    const size_t tag = strlen(page->etag);
    const int length =
        snprintf(etag, HEADER_VALUE_MAX, "%.*s-%s\"", (int)(tag ? tag - 1 : 0), page->etag, preview->address);
    if (length < 0 || length >= HEADER_VALUE_MAX)
        return false;
    reply->left[0] = (web_piece){plain->bytes, preview->at};
    reply->left[1] = (web_piece){(const uint8_t *)preview->lines, strlen(preview->lines)};
    reply->left[2] = (web_piece){plain->bytes + preview->behind, plain->size - preview->behind};
    page->brotli.size = page->gzip.size = 0;
    page->etag = etag;
    return true;
}

static int begin_file(struct lws *wsi, const web_site *site, const char *host, web_file *file, web_reply *reply)
{
    char value[HEADER_VALUE_MAX], etag[HEADER_VALUE_MAX];
    const bool is_page = strncmp(file->type, "text/html", 9) == 0;
    const bool is_filled = is_page && web_preview_fill(&file->plain, is_encrypted(wsi), host, &reply->preview) &&
                           set_page(reply, file, etag);
    const web_content *content = web_file_choose(file, header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value));
    if (!is_filled)
        reply->left[0] = (web_piece){content->bytes, content->size};
    const bool known = web_file_is_known(file, header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, value));
    const web_heading heading = {.status = known ? 304 : 200,
                                 .type = file->type,
                                 .encoding = content->encoding,
                                 .etag = file->etag,
                                 .caching = file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                                 .varies = file->brotli.size || file->gzip.size,
                                 .size = size_left(reply)};
    return begin(wsi, site, &heading, reply);
}

int web_reply_begin(struct lws *wsi, const web_site *site, const char *path, web_reply *reply)
{
    web_file file;
    head_values values;
    const web_head head = read_head(wsi, &values);
    const web_verdict verdict = web_head_judge(&head, &site->names);
    *reply = (web_reply){.closes = verdict.closes};
    if (verdict.status)
        return refuse(wsi, site, verdict.status);
    if (strcmp(path, WEB_ENGINE_PATH) == 0)
        return begin_text(wsi, site, 426, reply);
    if (strcmp(path, "/server.json") == 0) {
        set_text(reply, site->facts);
        const web_heading heading = {.status = 200, .type = "application/json", .size = size_left(reply)};
        return begin(wsi, site, &heading, reply);
    }
    if (web_pack_find(&site->pack, strcmp(path, "/") == 0 ? "index.html" : path + (*path == '/'), &file))
        return begin_file(wsi, site, head.host, &file, reply);
    return begin_text(wsi, site, 404, reply);
}

int web_confirm_upgrade(struct lws *wsi, const web_site *site)
{
    /* The protocol not from the callback's argument: for an upgrade that libwebsockets 4.1 does not know, it has freed
     * that text before it asks (CVE-2025-11677). Then this header is gone. */
    head_values values;
    const web_head head = read_head(wsi, &values);
    const int refused = web_head_judge_upgrade(&head, &site->names);
    return refused > 0 ? refuse(wsi, site, refused) : refused;
}
