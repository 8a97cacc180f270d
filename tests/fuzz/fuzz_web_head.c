/* SPDX-License-Identifier: MIT
 *
 * Heads of requests, as lines "host: VALUE", "get: PATH", "head: PATH" and so on: nobody gets in by a name that others
 * can point to this machine, nor a page of another site; and the choice of a file's variant ends, whatever the headers.
 */
#include "fuzz_target.h"

#include "server/web_head.h"
#include "server/web_pack.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const own_names[] = {"flank.example", "board"};
static const web_names names = {own_names, 2};

typedef struct request {
    web_head head;
    const char *accept_encoding, *if_none_match;
} request;

static void take_line(request *taken, char *line)
{
    const struct {
        const char *name;
        const char **value;
    } headers[] = {
        {"get: ", &taken->head.path},
        {"host: ", &taken->head.host},
        {"origin: ", &taken->head.origin},
        {"upgrade: ", &taken->head.upgrade},
        {"content-length: ", &taken->head.content_length},
        {"accept-encoding: ", &taken->accept_encoding},
        {"if-none-match: ", &taken->if_none_match},
    };
    taken->head.size += strlen(line);
    taken->head.is_head |= strncmp(line, "head: ", 6) == 0;
    taken->head.has_transfer_encoding |= strncmp(line, "transfer-encoding: ", 19) == 0;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(line, headers[i].name, strlen(headers[i].name)) == 0)
            *headers[i].value = line + strlen(headers[i].name);
    taken->head.is_get = taken->head.path != NULL;
}

/* The rest of a Host behind its name: nothing, a dot, a port of digits. */
static bool ends_well(const char *rest)
{
    rest += *rest == '.';
    return !*rest || (*rest == ':' && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

/* What a Host that is let in may be: one of the names, or a number, which no name server is asked for. */
static bool may_be_ours(const char *host)
{
    static const char *const known[] = {"localhost", "flank.example", "board"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncasecmp(host, known[i], strlen(known[i])) == 0 && ends_well(host + strlen(known[i])))
            return true;
    if (*host != '[')
        return strspn(host, "0123456789.:") == strlen(host);
    const size_t length = strspn(host + 1, "0123456789abcdefABCDEF:.");
    return host[length + 1] == ']' && ends_well(host + length + 2);
}

/* An Origin that is let in is the Host behind a scheme. */
static bool may_be_own_page(const char *origin, const char *host)
{
    const char *slashes = strstr(origin, "://");
    return slashes && strcasecmp(slashes + 3, host) == 0 && tolower((unsigned char)*origin) == 'h';
}

static void check_judgement(const web_head *head)
{
    const web_verdict verdict = web_head_judge(head, &names);
    const int upgrade = web_head_judge_upgrade(head, &names);
    const int status = verdict.status;
    if ((status == 0 || status == 405) && (!head->host || !may_be_ours(head->host) || head->size > WEB_HEAD_MAX))
        abort();
    if (status == 0 ? !head->is_get && !head->is_head : !verdict.closes)
        abort();
    if (status != 0 && status != 400 && status != 403 && status != 405 && status != 431)
        abort();
    if (!verdict.closes && (head->has_transfer_encoding || head->content_length))
        abort(); /* a body would be read as the next request */
    if (upgrade == 0 && (status != 0 || strcmp(head->path, "/engine") != 0 ||
                         (head->origin && !may_be_own_page(head->origin, head->host))))
        abort();
    if (upgrade < 0 && head->upgrade && strcasecmp(head->upgrade, "websocket") == 0)
        abort();
}

static void check_choice(const request *taken)
{
    static const uint8_t bytes[3];
    const web_file file = {.type = "text/plain",
                           .etag = "\"abc\"",
                           .plain = {bytes, 3, NULL},
                           .brotli = {bytes, 1, "br"},
                           .gzip = {bytes, 2, "gzip"}};
    const web_content *content = web_file_choose(&file, taken->accept_encoding);
    if (content->encoding && (!taken->accept_encoding || strlen(taken->accept_encoding) < strlen(content->encoding)))
        abort();
    if (web_file_is_known(&file, taken->if_none_match) && !strstr(taken->if_none_match, "\"abc\"") &&
        !strchr(taken->if_none_match, '*'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text;
    request taken = {.head = {.size = 0}};
    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    for (char *line; (line = strtok_r(rest, "\n", &rest));)
        take_line(&taken, line);
    check_judgement(&taken.head);
    check_choice(&taken);
    free(text);
    return 0;
}
