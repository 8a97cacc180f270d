/* SPDX-License-Identifier: MIT
 *
 * The program `flank-serve`: the page, with the engine and the library behind it. `flank serve` starts it
 * (cmd_serve.c).
 */
#include "cli/input/book_input.h"
#include "core/error.h"
#include "cli/input/engine_input.h"
#include "cli/command/interrupt.h"
#include "cli/games/library_input.h"
#include "cli/command/own_file.h"
#include "cli/command/program.h"
#include "server/farm_watcher.h"
#include "server/server.h"

#include <errno.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    USUAL_PORT = 8064,
    USUAL_HASH_MIB = 64,
    USUAL_TIME_MS = 600 * 1000,
    USUAL_SEARCHES = 4,
    USUAL_TURN_MS = 10 * 1000,
    USUAL_PATIENCE_S = 10,
    THREADS_MAX = 8,
    HOSTS_MAX = 16,
    URL_SIZE = 128
};

static const double ENDING_S = 1.5; /* questions have so long to end, most of them milliseconds */

/* Written by the build (web/meson.build). */
extern const uint8_t page_pack_begin[], page_pack_end[];

/* The parts of a server. */
typedef struct serving {
    server_options options;
    engine_input engine;
    book_input book;
    char *library;
    char *farm_program; /* NULL without --farm */
    char *names;        /* the text of --host, cut into hosts */
    const char *hosts[HOSTS_MAX];
    char url[URL_SIZE];
} serving;

static int64_t milliseconds_or(const option_value *value, int64_t usual)
{
    return value->given ? milliseconds(value) : usual;
}

static int number_or(const option_value *value, int usual) { return value->given ? (int)value->number : usual; }

/* ---- The options ---- */

static int read_hosts(const option_value *given, serving *of)
{
    if (!given->given)
        return CLI_DONE;
    of->names = strdup(given->text);
    if (!of->names)
        return complain(CLI_INTERNAL, "not enough memory");
    for (char *rest = NULL, *name = strtok_r(of->names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (of->options.host_count == HOSTS_MAX)
            return complain(CLI_USAGE, "serve: --host takes at most %d names", HOSTS_MAX);
        if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")])
            return complain(CLI_USAGE, "serve: --host takes names of machines, without ports; not '%s'", name);
        of->hosts[of->options.host_count++] = name;
    }
    of->options.hosts = of->hosts;
    return of->options.host_count ? CLI_DONE : complain(CLI_USAGE, "serve: --host takes names of machines, not none");
}

/* Look once whether the store can be watched; flank-farm itself says why not. */
static int read_farm(const option_value *given, serving *of)
{
    static const char *const places[] = {"flank-farm", NULL}; /* beside this program, installed or not */
    if (!given->given)
        return CLI_DONE;
    of->farm_program = own_file_find(places);
    if (!of->farm_program)
        return complain(CLI_NO_INPUT, "serve: --farm needs the program flank-farm, which is not beside flank-serve");
    const int status = farm_watcher_check(of->farm_program, given->text);
    return status >= 0 ? status : complain(CLI_NO_INPUT, "serve: %s cannot look at the farm", of->farm_program);
}

/* All cores but one, which is the browser's. */
static int usual_threads(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores <= 2 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores - 1;
}

static api_options page_of(const cli_arguments *arguments, const serving *of)
{
    const option_value *option = arguments->option;
    const int64_t limit_ms = milliseconds_or(&option[OPTION_TIME_LIMIT], USUAL_TIME_MS);
    return (api_options){.book = of->book.book, .time_limit_ms = limit_ms};
}

static flank_engine_options engine_of(const cli_arguments *arguments, const serving *of)
{
    const option_value *option = arguments->option;
    flank_engine_options options = of->engine.options;
    options.hash_bytes = (size_t)number_or(&option[OPTION_HASH], USUAL_HASH_MIB) << 20;
    options.threads = number_or(&option[OPTION_THREADS], usual_threads());
    return options;
}

static void read_options(const cli_arguments *arguments, serving *of)
{
    const option_value *option = arguments->option;
    const char *listen = option[OPTION_LISTEN].given ? option[OPTION_LISTEN].text : "127.0.0.1";
    server_options *options = &of->options;
    options->listen = strcmp(listen, "localhost") == 0 ? "127.0.0.1" : listen;
    options->port = number_or(&option[OPTION_PORT], USUAL_PORT);
    options->pack = page_pack_begin;
    options->pack_size = (size_t)(page_pack_end - page_pack_begin);
    options->api = page_of(arguments, of);
    options->engine = engine_of(arguments, of);
    options->turn_s = (double)milliseconds_or(&option[OPTION_TURN], USUAL_TURN_MS) / 1000;
    options->library = of->library;
    options->farm = option[OPTION_FARM].given ? option[OPTION_FARM].text : NULL;
    options->farm_program = of->farm_program;
    options->connections_max = number_or(&option[OPTION_CONNECTIONS], 0);
    options->memory_mib = number_or(&option[OPTION_MEMORY], 0);
    options->searches_max = number_or(&option[OPTION_SEARCHES], USUAL_SEARCHES);
    options->rooms_max = number_or(&option[OPTION_ROOMS], SERVER_ROOMS_USUAL);
    options->room_away_s = (double)milliseconds_or(&option[OPTION_ROOM_TIME], SERVER_ROOM_AWAY_USUAL_S * 1000) / 1000;
    options->patience_s = number_or(&option[OPTION_TIMEOUT], USUAL_PATIENCE_S);
}

/* ---- Running ---- */

/* Through a shell, which starts the browser in the background and ends: there is nothing to wait for. */
static void open_browser(const char *url)
{
    static const char command[] = "command -v xdg-open >/dev/null && { xdg-open \"$1\" >/dev/null 2>&1 & }";
    const char *const words[] = {"sh", "-c", command, "sh", url, NULL};
    extern char **environ;
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    pid_t child;
    int status;
    if (!(x && *x) && !(wayland && *wayland)) {
        complain(CLI_DONE, "there is no screen to open a browser on; the address is %s", url);
        return;
    }
    if (posix_spawnp(&child, "sh", NULL, NULL, (char *const *)words, environ) || waitpid(child, &status, 0) < 0 ||
        status)
        complain(CLI_DONE, "xdg-open is missing; open %s in a browser", url);
}

/* The address to open; that of "everywhere" is this machine. */
static void write_url(serving *of, int port)
{
    const char *host = of->options.listen;
    if (strcmp(host, "0.0.0.0") == 0)
        host = "127.0.0.1";
    if (strcmp(host, "::") == 0)
        host = "::1";
    const bool is_in6 = strchr(host, ':');
    snprintf(of->url, sizeof of->url, "http://%s%s%s:%d/", is_in6 ? "[" : "", host, is_in6 ? "]" : "", port);
}

static bool is_loopback(const char *listen) { return strncmp(listen, "127.", 4) == 0 || strcmp(listen, "::1") == 0; }

static void stop(void *user) { server_stop(user); }

/* Questions end soon; one that does not must not keep the program, which has nothing to lose. */
static void end(server *running, int result)
{
    if (!server_end(running, ENDING_S)) {
        fflush(NULL);
        _exit(result);
    }
    server_destroy(running);
}

/* Those who play are never idle, so half of the connections stay for others: a room has four. The system may give fewer
 * connections than there are usually. */
static int check_rooms(const option_value *rooms, int connections)
{
    enum { CONNECTIONS_OF_ROOM = 4 };
    if (!rooms->given || rooms->number <= connections / CONNECTIONS_OF_ROOM)
        return CLI_DONE;
    return complain(CLI_USAGE, "serve: --rooms %d takes --connections %d, four a room; there are %d",
                    (int)rooms->number, CONNECTIONS_OF_ROOM * (int)rooms->number, connections);
}

static int serve(const cli_arguments *arguments, serving *of)
{
    flank_status status;
    flank_error error = {0};
    server *running = server_create(&of->options, &status, &error);
    if (!running)
        return complain(status == FLANK_BAD_ARGUMENT   ? CLI_USAGE
                        : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                       : CLI_INTERNAL,
                        "serve: %s", error_english(&error));
    const int refused = check_rooms(&arguments->option[OPTION_ROOMS], server_connections(running));
    if (refused) {
        server_destroy(running);
        return refused;
    }
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_ENDING, stop, running);
    int result = watch ? CLI_DONE : complain(CLI_INTERNAL, "no thread can be started");
    write_url(of, server_port(running));
    if (!is_loopback(of->options.listen))
        complain(CLI_DONE, "serve: everybody who can reach %s can use this engine", of->options.listen);
    if (!of->options.memory_mib && server_memory(running) > SERVER_MEMORY_USUAL_MIB)
        complain(CLI_DONE, "serve: the engines need more than %d MB: this server may take %d MB; --memory bounds it",
                 SERVER_MEMORY_USUAL_MIB, server_memory(running));
    if (!of->options.memory_mib && server_memory(running) < SERVER_MEMORY_USUAL_MIB)
        complain(CLI_DONE, "serve: %d MB of memory, not %d: there is no more here (ulimit -v)", server_memory(running),
                 SERVER_MEMORY_USUAL_MIB);
    if (!of->options.connections_max && server_connections(running) < SERVER_CONNECTIONS_USUAL)
        complain(CLI_DONE, "serve: %d connections at once, not %d: the system gives no more descriptors (ulimit -n)",
                 server_connections(running), SERVER_CONNECTIONS_USUAL);
    printf("Flank is at %s (Ctrl-C ends it)\n", of->url);
    if (result == CLI_DONE)
        result = output_flush();
    if (result == CLI_DONE) {
        if (arguments->option[OPTION_OPEN].given)
            open_browser(of->url);
        server_run(running);
    }
    interrupt_watch_stop(watch);
    end(running, result);
    return result;
}

/* A library that is named is there and can be read; the usual one may come while the page is open. */
static int check_library(const option_value *given)
{
    flank_status status;
    flank_error error = {0};
    if (!given->given)
        return CLI_DONE;
    if (access(given->text, F_OK) != 0 && errno == ENOENT)
        return complain(CLI_NO_INPUT, "serve: %s: no library is there yet; 'flank library import FILE…' makes one",
                        given->text);
    game_library *library = library_open(given->text, LIBRARY_READ, &status, &error);
    library_close(library);
    return library ? CLI_DONE : library_complain(given->text, status, &error);
}

static int serve_as_told(const cli_arguments *arguments)
{
    serving of = {.library = NULL};
    int status = engine_input_read(arguments, &of.engine);
    of.library = library_find_path(arguments);
    if (status == CLI_DONE)
        status = check_library(&arguments->option[OPTION_LIBRARY]);
    if (status == CLI_DONE)
        status = read_hosts(&arguments->option[OPTION_HOST], &of);
    if (status == CLI_DONE)
        status = read_farm(&arguments->option[OPTION_FARM], &of);
    if (status == CLI_DONE)
        status = book_input_read(arguments, &of.book);
    if (status == CLI_DONE) {
        engine_input_add_tables(&of.engine);
        read_options(arguments, &of);
        status = serve(arguments, &of);
        book_input_close(&of.book);
    }
    engine_input_close(&of.engine);
    free(of.library);
    free(of.farm_program);
    free(of.names);
    return status;
}

/* Large blocks go back to the system as soon as they are free. Left alone, glibc keeps more and more of them in the
 * heap of each thread: a crowd with large questions then holds 240 to 430 MB, and 110 to 230 with this. */
static void bound_the_heap(void)
{
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

static int run(int argc, char **argv)
{
    bound_the_heap();
    return program_command(command_find("serve"), serve_as_told, argc - 1, argv + 1);
}

int main(int argc, char **argv) { return program_run(run, argc, argv); }
