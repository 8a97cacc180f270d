/* SPDX-License-Identifier: MIT */
#include "server/web_head.h"

#include <string.h>
#include <strings.h>

static bool is_wrong_length(const char *text) { return text && (!*text || strspn(text, "0123456789") != strlen(text)); }

static bool has_body(const web_head *head)
{
    const char *length = head->content_length;
    return head->has_transfer_encoding || (length && length[strspn(length, "0")]);
}

static int refusal(const web_head *head, const web_names *names)
{
    if (head->size > WEB_HEAD_MAX)
        return 431;
    if (is_wrong_length(head->content_length) || !head->host || ((head->is_get || head->is_head) && has_body(head)))
        return 400;
    return web_host_is_ours(head->host, names) ? 0 : 403;
}

web_verdict web_head_judge(const web_head *head, const web_names *names)
{
    const int refused = refusal(head, names);
    if (!refused && !head->is_get && !head->is_head)
        return (web_verdict){405, true};
    return (web_verdict){refused, refused || head->content_length};
}

int web_head_judge_upgrade(const web_head *head, const web_names *names)
{
    if (!head->upgrade || strcasecmp(head->upgrade, "websocket") != 0)
        return -1; /* HTTP/2: nothing here needs it */
    const int refused = refusal(head, names);
    if (refused)
        return refused;
    if (!head->path || strcmp(head->path, WEB_ENGINE_PATH) != 0)
        return 404;
    if (!web_origin_is_ours(head->origin, head->host))
        return 403;
    return head->socket_version && strcmp(head->socket_version, WEB_SOCKET_VERSION) != 0 ? 426 : 0;
}
