/* SPDX-License-Identifier: MIT */
#include "server/long_head.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LONG = 2 << 10, /* libwebsockets reads some 90 lines; what it gives up before that is no head */
    HALF_CLOSED = 8 /* the system's TCP_CLOSE_WAIT; the header with its name and linux/tcp.h exclude each other */
};

/* The head that a connection sends. */
typedef struct long_head {
    bool is_own;                /* of our own request */
    bool is_read;               /* to its end */
    uint64_t received, written; /* bytes of the connection before it */
} long_head;

/* Instead of one, at a connection that is only drained. */
static char drained;

static long_head *head_of(struct lws *wsi) { return lws_get_opaque_user_data(wsi); }

/* Not inherited by children, just as libwebsockets' own. */
static int copy_of(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

bool long_head_is_drained(struct lws *wsi) { return lws_get_opaque_user_data(wsi) == &drained; }

void long_head_accept(struct lws_vhost *vhost, int descriptor)
{
    static const char request[] = "GET / HTTP/1.1\r\n\r\n";
    const int copy = copy_of(descriptor);
    if (copy >= 0)
        lws_adopt_socket_vhost_readbuf(vhost, copy, request, sizeof request - 1);
}

bool long_head_create(struct lws *wsi)
{
    long_head *head = calloc(1, sizeof *head);
    if (head)
        head->is_own = true;
    lws_set_opaque_user_data(wsi, head);
    return head;
}

void long_head_destroy(struct lws *wsi)
{
    if (!long_head_is_drained(wsi))
        free(head_of(wsi));
    lws_set_opaque_user_data(wsi, NULL);
}

/* The bytes that have come and gone, and wait to go, since the connection was made, read or not; 0: nobody knows. */
static struct tcp_info count(struct lws *wsi)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    getsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_INFO, &info, &size);
    return info;
}

/* Those that were written, gone or not. */
static uint64_t written(const struct tcp_info *info)
{
    return info->tcpi_bytes_sent - info->tcpi_bytes_retrans + info->tcpi_notsent_bytes;
}

/* Those that have come. The system counts the end of what the client sends as one more. */
static uint64_t received(const struct tcp_info *info)
{
    return info->tcpi_bytes_received - (info->tcpi_state == HALF_CLOSED);
}

void long_head_begin(struct lws *wsi)
{
    long_head *head = head_of(wsi);
    const struct tcp_info now = count(wsi);
    head->is_read = false;
    head->written = written(&now);
}

bool long_head_is_read(struct lws *wsi, int patience_s, int *result)
{
    long_head *head = head_of(wsi);
    if (head->is_own) {
        head->is_own = false;
        *result = lws_http_transaction_completed(wsi) ? -1 : 0;
        lws_set_timeout(wsi, PENDING_TIMEOUT_ESTABLISH_WITH_SERVER, patience_s);
        return false;
    }
    head->is_read = true;
    const struct tcp_info now = count(wsi);
    head->received = received(&now); /* before the answer, behind which the next head may come at once */
    return true;
}

/* The status of the answer to a head that has come, that libwebsockets gave up, and that it did not answer itself; 0:
 * there is none. A head that is read, or waited for, is there. */
static int refusal(struct lws *wsi)
{
    char *path;
    int length;
    const long_head *head = head_of(wsi);
    const struct tcp_info now = count(wsi);
    if (head->is_read || received(&now) <= head->received || written(&now) != head->written ||
        lws_http_get_uri_and_method(wsi, &path, &length) >= 0)
        return 0;
    return received(&now) > head->received + LONG ? 431 : 400;
}

/* Read what else comes, for some time. */
static void drain(struct lws *wsi, int patience_s)
{
    const int copy = copy_of(lws_get_socket_fd(wsi));
    if (copy < 0)
        return;
    const lws_adopt_desc_t how = {
        .vh = lws_get_vhost(wsi), .type = LWS_ADOPT_SOCKET, .fd = {.sockfd = copy}, .opaque = &drained};
    struct lws *rest = lws_adopt_descriptor_vhost_via_info(&how);
    if (rest)
        lws_set_timeout(rest, PENDING_TIMEOUT_USER_OK, patience_s);
}

void long_head_end(struct lws *wsi, int patience_s)
{
    const int status = refusal(wsi), to = lws_get_socket_fd(wsi);
    if (!status)
        return;
    text_buffer reply = {0};
    web_reply_write(status, &reply);
    if (!reply.failed && send(to, reply.bytes, reply.length, MSG_DONTWAIT | MSG_NOSIGNAL) > 0) {
        shutdown(to, SHUT_WR);
        drain(wsi, patience_s);
    }
    text_free(&reply);
}
