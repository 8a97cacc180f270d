/* SPDX-License-Identifier: MIT
 *
 * flank serve: the page over HTTP, the engine and the library over a WebSocket (docs/developers/questions.md,
 * docs/users/serving.md).
 *
 * One thread serves the network with libwebsockets; every WebSocket has a thread that thinks (session.h).
 */
#ifndef FLANK_SERVER_SERVER_H
#define FLANK_SERVER_SERVER_H

#include "api/api.h"

/* Everything must outlive the server. */
/* Without other wishes, as docs/users/serving.md says. */
enum {
    SERVER_CONNECTIONS_USUAL = 500,
    SERVER_MEMORY_USUAL_MIB = 512,
    SERVER_ROOMS_USUAL = 100,
    SERVER_ROOM_AWAY_USUAL_S = 600
};

typedef struct server_options {
    const char *listen;       /* an address of this machine, IPv4 or IPv6 */
    int port;                 /* 0: any free one */
    const char *const *hosts; /* further names by which the server may be addressed */
    size_t host_count;
    const uint8_t *pack; /* the page, tools/pack_page.py; NULL: none */
    size_t pack_size;
    api_options api; /* of every WebSocket */
    flank_engine_options engine;
    const char *library;      /* path; NULL: none */
    const char *farm;         /* the store that is watched; NULL: none */
    const char *farm_program; /* the path of flank-farm, which watches it */
    int connections_max;      /* WebSockets; 0: 500, or fewer where the system gives fewer descriptors */
    int searches_max;         /* of them at once, and engines */
    int memory_mib;           /* for everything, the engines included; 0: 512, or more if they need it */
    double turn_s;            /* a search ends after so long when others wait */
    int rooms_max;            /* games between people at once; fewer than a quarter of the connections */
    double room_away_s;       /* one in which nobody is ends after so long */
    int patience_s;           /* a client may be slow, silent or half gone for so long */
} server_options;

typedef struct server server;

/* Listen. NULL with `error` set: FLANK_BAD_ARGUMENT (the address; more connections than the
 * system has descriptors for; too little memory, or more than the machine has), FLANK_CANNOT_WRITE (the port is in use,
 * or forbidden), FLANK_NO_MEMORY. */
server *server_create(const server_options *options, flank_status *status, flank_error *error);
int server_memory(const server *serving); /* MiB that it may take, the engines included */
int server_connections(const server *serving);
int server_port(const server *serving);

void server_run(server *serving);  /* until server_stop */
void server_stop(server *serving); /* any thread */

/* End all questions and wait for that. False if some of them still runs after `wait_s` seconds: a file that does not
 * answer, or a fault. Then the server cannot be destroyed, and only the end of the program ends it. */
bool server_end(server *serving, double wait_s);

/* Ends all searches and connections, however long that takes. NULL is fine. */
void server_destroy(server *serving);

#endif
