/* SPDX-License-Identifier: MIT
 *
 * The judgement of a request by its head, without a socket: what web_reply.c has taken out of it, and what follows.
 */
#ifndef FLANK_SERVER_WEB_HEAD_H
#define FLANK_SERVER_WEB_HEAD_H

#include "server/web_guard.h"

#define WEB_ENGINE_PATH "/engine" /* of the WebSocket */
#define WEB_SOCKET_VERSION "13"   /* the only one (RFC 6455) */

enum { WEB_HEAD_MAX = 16 << 10 }; /* bytes of the values; other programs of a machine put their cookies into them */

/* The head of a request. Texts are NULL where it has no such header, and "?" in place of one that is too long. */
typedef struct web_head {
    size_t size;          /* bytes of all values, those of other headers too */
    bool is_get, is_head; /* the method; neither is another one */
    bool has_transfer_encoding;
    const char *path; /* of a GET */
    const char *host, *origin, *upgrade, *content_length, *socket_version;
} web_head;

typedef struct web_verdict {
    int status;  /* the reason against an answer, as a status of HTTP; 0: nothing is against it */
    bool closes; /* bytes behind the head would not be understood as a request: the connection ends with the reply */
} web_verdict;

/* A request for a file. */
web_verdict web_head_judge(const web_head *head, const web_names *names);

/* A request to go over to another protocol: 0, it may be a WebSocket; a status; -1, it is another protocol and gets no
 * answer. */
int web_head_judge_upgrade(const web_head *head, const web_names *names);

#endif
