/* SPDX-License-Identifier: MIT
 *
 * The thread that serves the network, over libwebsockets: it brings messages to sessions and events back, and never
 * waits for anything but sockets.
 *
 * A connection is one of at most SOCKETS_MAX; one that has not sent its request in time is cut off (slowloris), one
 * that reads nothing is (web_reply.c, here for WebSockets), one that is half gone is noticed by a ping without a pong.
 * A WebSocket needs a slot; if all are taken, the one that has been idle the longest gives up its own. The session of a
 * closed one keeps its slot until its thread has ended, so that memory and threads are bounded whatever clients do.
 * docs/users/serving.md has the reasons.
 */
#include "server/server.h"

#include "core/clock.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "server/long_head.h"
#include "server/review_store.h"
#include "server/session.h"
#include "server/web_reply.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    QUESTION_MAX = 1 << 20,  /* bytes */
    PIECE_MAX = 64 << 10,    /* of it are read at once: each reading asks the system about all connections */
    SOCKETS_MAX = 1024,      /* connections of all kinds, twice as many at least, */
    DESCRIPTORS_SPARE = 128, /* besides files, databases and what libwebsockets needs; */
    DESCRIPTORS_LEAST = 64, /* where few are given: four readers of the library, two children of a farm, and the rest */
    TICK_US = 50 * 1000,
    EVALUATIONS = 2,        /* of Othello on its two boards, each once for all engines */
    OWN_MIB = 64,           /* of the memory, for program, stacks, heads of requests, readers of the library */
    LEAST_MIB = 32,         /* and at least for connections */
    RESERVED_MIB = 128,     /* addresses that a thread's heap takes from `ulimit -v` in the C library, mostly unused */
    ENDING_MAX = 64,        /* WebSockets that are closed and whose threads are about to end */
    TRY_AGAIN_LATER = 1013, /* a status of closing, IANA's registry */
};

/* One WebSocket's place. */
typedef struct slot {
    session *session;      /* NULL: free */
    struct lws *wsi;       /* NULL: closed, the session is ending */
    struct connection *of; /* of wsi */
    double stuck_since_s;  /* there is something to write since then; 0: nothing */
    bool choked;           /* nothing is read from it */
} slot;

struct server {
    server_options options;
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_retry_bo_t pings;
    web_site site;
    text_buffer facts;
    pool shared;
    memory_budget memory;
    farm_watcher *farm;
    review_store *reviews;
    live_rooms *live;
    session_settings session;
    slot *slots; /* connections_max for those that are open, and ENDING_MAX */
    int slot_count, open;
    int sockets, sockets_max;
    text_buffer event; /* being written */
    lws_sorted_usec_list_t tick;
    bool ticking; /* the next tick is scheduled */
    flank_stop stop;
};

/* The state that libwebsockets keeps for each connection. */
typedef struct connection {
    web_reply reply;
    slot *slot;   /* of a WebSocket; NULL: it is to be closed */
    int leaving;  /* the status to close with; 0: none */
    bool starved; /* it found no memory, that is why */
    text_buffer question;
    size_t question_counted; /* its bytes in the session's account */
    bool question_refused;   /* there was no memory for it; the rest of it is not kept */
} connection;

/* ---- From time to time ---- */

static void want_to_write(slot *at)
{
    if (at->stuck_since_s == 0)
        at->stuck_since_s = clock_now_s();
    lws_callback_on_writable(at->wsi);
}

/* What has come of a question is done with. */
static void drop_pieces(connection *of)
{
    memory_give(session_account(of->slot->session), of->question_counted);
    of->question_counted = 0;
    of->question_refused = false;
    if (of->question.failed || of->question.room > 1 << 16)
        text_free(&of->question);
    text_clear(&of->question);
}

/* Close a WebSocket for a reason, from wherever; what it still sends is not heard. */
static void leave(server *serving, slot *at, int why)
{
    connection *of = at->of;
    of->leaving = why;
    drop_pieces(of);
    of->slot = NULL;
    serving->open--;
    lws_callback_on_writable(at->wsi);
    lws_set_timeout(at->wsi, PENDING_TIMEOUT_USER_OK, serving->options.patience_s);
    at->wsi = NULL;
    at->of = NULL;
    session_end(at->session);
}

static void free_slot(slot *at)
{
    session_destroy(at->session);
    at->session = NULL;
}

static bool write_events(server *serving, slot *at);

/* Not from a callback of the connection's own. At once, if the socket can: to be told by the system that it can would
 * take another question to it about all connections. */
static void write_or_close(server *serving, slot *at)
{
    if (at->stuck_since_s == 0 && !write_events(serving, at))
        lws_set_timeout(at->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* A session has an event or has ended. */
static void look_after(server *serving)
{
    for (int i = 0; i < serving->slot_count; i++) {
        slot *at = &serving->slots[i];
        if (at->wsi && session_has_event(at->session))
            write_or_close(serving, at);
        else if (!at->wsi && at->session && session_is_over(at->session))
            free_slot(at);
    }
}

/* A frame that claims to be too large is refused by its head: its bytes may never come. */
static bool claims_too_much(const slot *at)
{
    return at->of->question.length + lws_remaining_packet_payload(at->wsi) > QUESTION_MAX;
}

static void tick_slot(server *serving, slot *at)
{
    session_tick(at->session);
    if (!at->wsi && session_is_over(at->session))
        free_slot(at);
    else if (at->wsi && at->stuck_since_s > 0 && clock_now_s() - at->stuck_since_s > serving->options.patience_s)
        lws_set_timeout(at->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    else if (at->wsi && claims_too_much(at))
        leave(serving, at, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
}

static void tick(lws_sorted_usec_list_t *of);

/* As long as there is a session or a game between people. A task that is scheduled is not put off. */
static void keep_ticking(server *serving)
{
    if (!serving->ticking)
        lws_sul_schedule(serving->context, 0, &serving->tick, tick, TICK_US);
    serving->ticking = true;
}

static void tick(lws_sorted_usec_list_t *of)
{
    server *serving = lws_container_of(of, server, tick);
    bool any = live_rooms_any(serving->live);
    serving->ticking = false;
    if (any)
        live_rooms_tick(serving->live, clock_now_s());
    for (int i = 0; i < serving->slot_count; i++)
        if (serving->slots[i].session) {
            tick_slot(serving, &serving->slots[i]);
            any = true;
        }
    if (any)
        keep_ticking(serving);
}

/* On a session's thread. */
static void wake(void *user) { lws_cancel_service(((server *)user)->context); }

/* ---- WebSockets ---- */

/* The longest idle connection; NULL: nobody is. */
static slot *find_idle(server *serving)
{
    slot *found = NULL;
    double found_since_s = 0;
    for (int i = 0; i < serving->slot_count; i++) {
        slot *at = &serving->slots[i];
        const double since_s = at->wsi ? session_idle_since_s(at->session) : -1;
        if (since_s >= 0 && (!found || since_s < found_since_s)) {
            found = at;
            found_since_s = since_s;
        }
    }
    return found;
}

static slot *find_slot(server *serving)
{
    slot *idle = serving->open >= serving->options.connections_max ? find_idle(serving) : NULL;
    if (idle)
        leave(serving, idle, LWS_CLOSE_STATUS_GOINGAWAY);
    for (int i = 0; serving->open < serving->options.connections_max && i < serving->slot_count; i++)
        if (!serving->slots[i].session)
            return &serving->slots[i];
    return NULL;
}

static void on_established(server *serving, struct lws *wsi, connection *of)
{
    slot *at = find_slot(serving);
    session *started = at ? session_create(&serving->session) : NULL;
    if (started) {
        *at = (slot){.session = started, .wsi = wsi, .of = of};
        of->slot = at;
        serving->open++;
        keep_ticking(serving);
    } else {
        of->leaving = TRY_AGAIN_LATER;
        of->starved = at != NULL;
        lws_callback_on_writable(wsi); /* to be told why it is refused */
    }
}

static int close_with(struct lws *wsi, enum lws_close_status status, const char *why)
{
    unsigned char text[120];
    const size_t size = strlen(why);
    memcpy(text, why, size);
    lws_close_reason(wsi, status, text, size);
    return -1;
}

/* A piece of a question, if there is memory for it. */
static void keep_piece(connection *of, const char *bytes, size_t size)
{
    of->question_refused = of->question_refused || !memory_take(session_account(of->slot->session), size);
    if (of->question_refused)
        return;
    of->question_counted += size;
    text_add_bytes(&of->question, bytes, size);
}

/* A question is complete. */
static void hand_over(connection *of)
{
    if (of->question_refused || of->question.failed)
        session_refuse(of->slot->session);
    else
        session_receive(of->slot->session, of->question.bytes ? of->question.bytes : "", of->question.length);
    drop_pieces(of);
}

static int on_receive(server *serving, struct lws *wsi, connection *of, const char *bytes, size_t size)
{
    if (!of->slot)
        return 0;
    if (lws_frame_is_binary(wsi))
        return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "questions are text");
    if (lws_is_first_fragment(wsi))
        drop_pieces(of);
    if (of->question.length + size + lws_remaining_packet_payload(wsi) > QUESTION_MAX) {
        leave(serving, of->slot, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
        return 0;
    }
    keep_piece(of, bytes, size);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    hand_over(of);
    if (session_has_event(of->slot->session))
        want_to_write(of->slot);
    if (!of->slot->choked && session_is_choked(of->slot->session)) {
        of->slot->choked = true;
        lws_rx_flow_control(wsi, 0);
    }
    return 0;
}

/* Send one event; what the socket does not take now, libwebsockets keeps. */
static bool write_event(struct lws *wsi, text_buffer *event)
{
    unsigned char *frame = event->failed ? NULL : malloc(LWS_PRE + event->length);
    if (!frame) {
        text_free(event); /* a failure is for this one only */
        return false;
    }
    memcpy(frame + LWS_PRE, event->bytes, event->length);
    const int written = lws_write(wsi, frame + LWS_PRE, event->length, LWS_WRITE_TEXT);
    free(frame);
    return written >= 0;
}

/* Send events as long as the socket takes them. Taking the next one tells the session that the one before is sent. */
static bool write_events(server *serving, slot *at)
{
    bool choked;
    while (!(choked = lws_send_pipe_choked(at->wsi)) && session_take_event(at->session, &serving->event))
        if (!write_event(at->wsi, &serving->event))
            return false;
    if (choked)
        want_to_write(at);
    if (at->choked && !session_is_choked(at->session)) {
        at->choked = false;
        lws_rx_flow_control(at->wsi, 1);
    }
    return true;
}

static int say_goodbye(server *serving, struct lws *wsi, int status, bool starved)
{
    const flank_error why = {.code = starved ? FLANK_ERROR_NO_MEMORY : FLANK_ERROR_SERVER_FULL};
    if (status == LWS_CLOSE_STATUS_GOINGAWAY)
        return close_with(wsi, LWS_CLOSE_STATUS_GOINGAWAY, "idle for the longest time, and somebody else came");
    if (status == LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE)
        return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a question has at most 1 MiB");
    text_clear(&serving->event);
    json_open_object(&serving->event, NULL);
    json_string(&serving->event, "id", NULL);
    json_string(&serving->event, "event", "error");
    error_add_json(&serving->event, &why);
    json_close_object(&serving->event);
    write_event(wsi, &serving->event);
    return close_with(wsi, (enum lws_close_status)TRY_AGAIN_LATER, error_english(&why));
}

static int on_writable(server *serving, struct lws *wsi, connection *of)
{
    slot *at = of->slot;
    if (!at) {
        /* Once: with a frame of the client still to be read, libwebsockets asks again after the closing frame. */
        const int status = of->leaving;
        of->leaving = 0;
        return status ? say_goodbye(serving, wsi, status, of->starved) : 0;
    }
    at->stuck_since_s = 0;
    return write_events(serving, at) ? 0 : -1;
}

static void on_closed(server *serving, connection *of)
{
    text_free(&of->question);
    if (!of->slot)
        return;
    serving->open--;
    of->slot->wsi = NULL;
    of->slot->of = NULL;
    if (of->slot->session) /* not at the end of the server */
        session_end(of->slot->session);
    of->slot = NULL;
}

/* ---- Callbacks of libwebsockets ---- */

static int on_accepted(server *serving, int descriptor)
{
    if (serving->sockets < serving->sockets_max)
        long_head_accept(serving->vhost, descriptor);
    return -1;
}

static int on_request(server *serving, struct lws *wsi, const char *path, web_reply *reply)
{
    int result;
    if (!long_head_is_read(wsi, serving->options.patience_s, &result))
        return result;
    return reply ? web_reply_begin(wsi, &serving->site, path, reply) : web_confirm_upgrade(wsi, &serving->site);
}

/* The path of a request. One with a NUL, "/%00x", which is not what stands before it, is of no file. */
static const char *path_of(const char *text, size_t size) { return strnlen(text, size) < size ? "?" : text; }

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    server *serving = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return on_accepted(serving, (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return long_head_create(wsi) ? 0 : -1;
    case LWS_CALLBACK_WSI_CREATE:
        serving->sockets++;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        serving->sockets--;
        long_head_destroy(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        return on_request(serving, wsi, path_of(in, size), &((connection *)user)->reply);
    case LWS_CALLBACK_HTTP_BIND_PROTOCOL:
        long_head_begin(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (!flank_stop_is_raised(&serving->stop)) /* libwebsockets takes no sockets at its end */
            long_head_end(wsi, serving->options.patience_s);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return web_reply_go_on(wsi, &serving->site, &((connection *)user)->reply);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return on_request(serving, wsi, NULL, NULL);
    case LWS_CALLBACK_ESTABLISHED:
        on_established(serving, wsi, user);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return on_receive(serving, wsi, user, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(serving, wsi, user);
    case LWS_CALLBACK_CLOSED:
        on_closed(serving, user);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT: /* libwebsockets takes what a CONNECT leads to for no HTTP any more */
    case LWS_CALLBACK_RAW_RX:
        return long_head_is_drained(wsi) ? 0 : -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        look_after(serving);
        return 0;
    default:
        return 0; /* not lws_callback_http_dummy, which answers what it does not know */
    }
}

/* ---- Its life ---- */

/* True if the address can be listened on: libwebsockets only says that it failed. */
static flank_status try_address(const server_options *options, flank_error *error)
{
    struct sockaddr_in4_or_6 {
        union {
            struct sockaddr any;
            struct sockaddr_in in4;
            struct sockaddr_in6 in6;
        } address;
    } to = {.address = {.in6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)options->port)}}};
    socklen_t size = sizeof to.address.in6;
    const int on = 1;
    if (inet_pton(AF_INET6, options->listen, &to.address.in6.sin6_addr) != 1) {
        to.address.in4 = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)options->port)};
        size = sizeof to.address.in4;
        if (inet_pton(AF_INET, options->listen, &to.address.in4.sin_addr) != 1)
            return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(NO_ADDRESS), say_cut(options->listen, 60));
    }
    const int probe = socket(to.address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0)
        return error_say(error, FLANK_CANNOT_WRITE, 0, say_system(errno));
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool works = bind(probe, &to.address.any, size) == 0 && listen(probe, 1) == 0;
    const int why = errno;
    close(probe);
    if (works)
        return FLANK_OK;
    return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_LISTEN_BECAUSE), say_text(options->listen),
                     say_number(options->port), why == EADDRINUSE ? SAY(PORT_TAKEN) : say_system(why));
}

/* Room for as many connections as are let in, where the system gives it; 0: for none. */
static int raise_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return SOCKETS_MAX / 4;
    const rlim_t wanted = SOCKETS_MAX + DESCRIPTORS_SPARE;
    if (limit.rlim_cur < wanted && limit.rlim_max > limit.rlim_cur) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return SOCKETS_MAX;
    const int given = (int)limit.rlim_cur;
    if (given > 2 * DESCRIPTORS_SPARE)
        return given - DESCRIPTORS_SPARE;
    if (given > DESCRIPTORS_LEAST + DESCRIPTORS_SPARE)
        return DESCRIPTORS_SPARE;
    return given > DESCRIPTORS_LEAST ? given - DESCRIPTORS_LEAST : 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "flank", .callback = callback, .per_session_data_size = sizeof(connection), .rx_buffer_size = PIECE_MAX},
    {.name = NULL},
};

static bool start_service(server *serving)
{
    const server_options *options = &serving->options;
    const bool is_in6 = strchr(options->listen, ':');
    const bool is_any = strcmp(options->listen, "0.0.0.0") == 0 || strcmp(options->listen, "::") == 0;
    serving->pings = (lws_retry_bo_t){.secs_since_valid_ping = (uint16_t)(2 * options->patience_s),
                                      .secs_since_valid_hangup = (uint16_t)(3 * options->patience_s)};
    const struct lws_context_creation_info info = {
        .port = options->port,
        .iface = is_any ? NULL : options->listen,
        .protocols = protocols,
        .headers = web_common_headers(),
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | (is_in6 ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .user = serving,
        .timeout_secs = (unsigned)options->patience_s,
        .timeout_secs_ah_idle = (unsigned)options->patience_s,
        .max_http_header_data = WEB_HEAD_ROOM,
        .pt_serv_buf_size = PIECE_MAX,
        .keepalive_timeout = 3 * options->patience_s,
        .fd_limit_per_thread = (unsigned)(serving->sockets_max + DESCRIPTORS_SPARE / 2),
        .retry_and_idle_policy = &serving->pings,
        .server_string = "flank",
        .vhost_name = "flank",
    };
    lws_set_log_level(0, NULL);
    serving->context = lws_create_context(&info);
    if (!serving->context)
        return false;
    serving->vhost = lws_create_vhost(serving->context, &info);
    return serving->vhost;
}

static void write_facts(server *serving)
{
    text_buffer *out = &serving->facts;
    const int threads = serving->options.engine.threads;
    json_open_object(out, NULL);
    json_string(out, "engine", &WEB_ENGINE_PATH[1]);
    json_string(out, "version", flank_version());
    json_integer(out, "threads", threads ? threads : 1);
    json_integer(out, "memory_mb", (int64_t)(serving->options.engine.hash_bytes >> 20));
    json_bool(out, "library", serving->options.library);
    json_bool(out, "farm", serving->options.farm);
    json_bool(out, "live", serving->live);
    json_close_object(out);
}

/* That of the machine or, if less, what `ulimit -v` leaves to the process (`limited`). 0: nobody knows. */
static size_t memory_here_mib(bool *limited)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const size_t all = pages > 0 && page_bytes > 0 ? (size_t)pages / 1024 * (size_t)page_bytes / 1024 : 0;
    struct rlimit limit;
    *limited = false;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return all;
    const size_t granted = (size_t)(limit.rlim_cur >> 20);
    *limited = !all || granted <= all;
    return *limited ? granted : all;
}

/* The memory that the connections may take, of that of the whole server. */
static flank_status divide_memory(server *serving, flank_error *error)
{
    const server_options *options = &serving->options;
    const size_t engines = (size_t)options->searches_max * (options->engine.hash_bytes >> 20) +
                           EVALUATIONS * (flank_evaluation_bytes() >> 20) +
                           (size_t)options->searches_max * (size_t)options->engine.threads / 2;
    const size_t own = engines + OWN_MIB;
    bool limited;
    const size_t here = memory_here_mib(&limited), reserved = limited && !options->memory_mib ? RESERVED_MIB : 0;
    const size_t least = own + LEAST_MIB + reserved;
    size_t all = (size_t)options->memory_mib;
    if (!all && own + LEAST_MIB <= SERVER_MEMORY_USUAL_MIB)
        all = here && here < SERVER_MEMORY_USUAL_MIB + reserved ? here : SERVER_MEMORY_USUAL_MIB + reserved;
    else if (!all)
        all = own + 4 * LEAST_MIB + reserved;
    if (all < least)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(MEMORY_TOO_SMALL), say_number((int64_t)all),
                         say_number((int64_t)least));
    if (here && all > here)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(MEMORY_NOT_HERE), say_number((int64_t)all),
                         say_number((int64_t)here));
    all -= reserved;
    serving->options.memory_mib = (int)all;
    memory_budget_open(&serving->memory, (all - own) << 20, options->connections_max + ENDING_MAX + options->rooms_max);
    return FLANK_OK;
}

static flank_status set_up(server *serving, flank_error *error)
{
    const server_options *options = &serving->options;
    if (options->pack && !web_pack_open(options->pack, options->pack_size, &serving->site.pack))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(PAGE_DAMAGED));
    const flank_status status = try_address(options, error);
    if (status)
        return status;
    serving->sockets_max = raise_descriptors();
    const int most = serving->sockets_max / 2;
    if (most < 1 || options->connections_max > most)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(CONNECTIONS_TOO_MANY),
                         say_number(options->connections_max ? options->connections_max : SERVER_CONNECTIONS_USUAL),
                         say_number(most));
    if (!options->connections_max)
        serving->options.connections_max = SERVER_CONNECTIONS_USUAL < most ? SERVER_CONNECTIONS_USUAL : most;
    /* Those who play are never idle; half of the connections stay for others. */
    if (options->rooms_max > options->connections_max / 4)
        serving->options.rooms_max = options->connections_max / 4;
    const flank_status divided = divide_memory(serving, error);
    if (divided)
        return divided;
    if (options->rooms_max && !(serving->live = live_rooms_create(
                                    &(live_options){options->rooms_max, options->room_away_s, &serving->memory})))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    write_facts(serving);
    serving->slot_count = options->connections_max + ENDING_MAX;
    serving->slots = calloc((size_t)serving->slot_count, sizeof *serving->slots);
    if (!serving->slots || serving->facts.failed ||
        !pool_open(&serving->shared, &options->engine, options->searches_max, options->library))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (options->farm && !(serving->farm = farm_watcher_create(options->farm_program, options->farm)))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (options->farm && !options->engine.evaluation)
        serving->reviews = review_store_create(options->farm_program, options->farm, &options->engine);
    serving->site.facts = serving->facts.bytes;
    serving->site.names = (web_names){options->hosts, options->host_count};
    serving->site.patience_s = options->patience_s;
    serving->session = (session_settings){.api = options->api,
                                          .shared = &serving->shared,
                                          .memory = &serving->memory,
                                          .farm = serving->farm,
                                          .live = serving->live,
                                          .turn_s = options->turn_s,
                                          .wake = wake,
                                          .user = serving};
    serving->session.api.memory = review_store_memory(serving->reviews);
    serving->session.api.threads_max = options->engine.threads ? options->engine.threads : 1;
    serving->session.api.hash_mib_max = (int)(options->engine.hash_bytes >> 20);
    if (!start_service(serving))
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_LISTEN), say_text(options->listen),
                         say_number(options->port));
    return FLANK_OK;
}

server *server_create(const server_options *options, flank_status *status, flank_error *error)
{
    server *serving = calloc(1, sizeof *serving);
    *status = serving ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!serving)
        return NULL;
    serving->options = *options;
    *status = set_up(serving, error);
    if (*status == FLANK_OK)
        return serving;
    server_destroy(serving);
    return NULL;
}

int server_memory(const server *serving) { return serving->options.memory_mib; }
int server_connections(const server *serving) { return serving->options.connections_max; }
int server_port(const server *serving) { return lws_get_vhost_listen_port(serving->vhost); }

void server_run(server *serving)
{
    while (!flank_stop_is_raised(&serving->stop) && lws_service(serving->context, 0) >= 0)
        ;
}

void server_stop(server *serving)
{
    flank_stop_raise(&serving->stop);
    lws_cancel_service(serving->context);
}

static void tell_sessions_to_end(server *serving)
{
    for (int i = 0; i < serving->slot_count; i++)
        if (serving->slots[i].session)
            session_end(serving->slots[i].session);
}

static bool sessions_are_over(const server *serving)
{
    for (int i = 0; i < serving->slot_count; i++)
        if (serving->slots[i].session && !session_is_over(serving->slots[i].session))
            return false;
    return true;
}

bool server_end(server *serving, double wait_s)
{
    const double end_s = clock_now_s() + wait_s;
    bool over;
    tell_sessions_to_end(serving);
    while (!(over = sessions_are_over(serving)) && clock_now_s() < end_s)
        nanosleep(&(struct timespec){.tv_nsec = 2 * 1000 * 1000}, NULL);
    return over;
}

static void end_sessions(server *serving)
{
    tell_sessions_to_end(serving);
    for (int i = 0; i < serving->slot_count; i++)
        free_slot(&serving->slots[i]);
}

void server_destroy(server *serving)
{
    if (!serving)
        return;
    if (serving->slots)
        end_sessions(serving);
    flank_stop_raise(&serving->stop);
    live_rooms_destroy(serving->live);
    farm_watcher_destroy(serving->farm);
    review_store_destroy(serving->reviews);
    if (serving->context)
        lws_context_destroy(serving->context);
    pool_close(&serving->shared);
    memory_budget_close(&serving->memory);
    text_free(&serving->facts);
    text_free(&serving->event);
    free(serving->slots);
    free(serving);
}
