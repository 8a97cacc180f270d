/* SPDX-License-Identifier: MIT
 *
 * Other programs as child processes: engines of a match, contestants of the grader.
 *
 * Sockets instead of pipes, because send() can be told not to raise SIGPIPE when the child has died, and a library must
 * not change the signals of its program; they are made close-on-exec in one step, so that a child started by another
 * thread at the same moment does not inherit them and keep them open.
 *
 * The child tells over a third socket, closed on exec, why it could not become the program: the end of that
 * conversation means that it has.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include "core/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int child_sockets(int pair[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return errno;
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= CHILD_DESCRIPTORS_MAX)
            continue;
        const int moved = fcntl(pair[i], F_DUPFD_CLOEXEC, CHILD_DESCRIPTORS_MAX), error_number = errno;
        if (moved < 0) {
            close(pair[0]);
            close(pair[1]);
            return error_number;
        }
        close(pair[i]);
        pair[i] = moved;
    }
    return 0;
}

static bool take_descriptors(const child_setup *setup)
{
    for (int i = 0; i < setup->count; i++) {
        const int from = setup->descriptors[i];
        const int source = from == CHILD_NOTHING ? open("/dev/null", O_RDWR | O_CLOEXEC) : from;
        if (source < 0 || dup2(source, i) < 0)
            return false;
        if (source == i && from == CHILD_NOTHING) /* dup2 leaves it closed on exec */
            fcntl(i, F_SETFD, 0);
    }
    return true;
}

/* In the child, between fork and exec: only calls that are safe there. Ends in the program, or by sending errno. */
static void become_program(const child_setup *setup, int report)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (setup->limit)
        setup->limit(setup->user);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGPIPE, SIG_DFL); /* an ignored signal would stay ignored, and a blocked one blocked */
    signal(SIGINT, SIG_DFL);
    sigset_t nothing_blocked;
    sigemptyset(&nothing_blocked);
    sigprocmask(SIG_SETMASK, &nothing_blocked, NULL);
    if (take_descriptors(setup))
        execvp(setup->argv[0], setup->argv);
    const int error_number = errno;
    while (write(report, &error_number, sizeof error_number) < 0 && errno == EINTR)
        continue;
    _exit(127);
}

int child_start(const child_setup *setup, pid_t *pid)
{
    int report[2], error_number = child_sockets(report), status;
    ssize_t got = 0;
    struct rusage usage;
    if (error_number)
        return error_number;
    const pid_t child = fork();
    if (child == 0)
        become_program(setup, report[1]);
    error_number = child < 0 ? errno : 0;
    close(report[1]);
    if (child > 0) {
        setpgid(child, child); /* as the child does: whoever is first */
        while ((got = read(report[0], &error_number, sizeof error_number)) < 0 && errno == EINTR)
            continue;
    }
    close(report[0]);
    if (got > 0)
        child_end(child, &status, &usage);
    *pid = child;
    return error_number;
}

void child_send(int socket, const char *text)
{
    for (size_t length = strlen(text); length > 0;) {
        const ssize_t sent = send(socket, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return;
        text += sent;
        length -= (size_t)sent;
    }
}

bool child_has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* The group is killed before the child is waited for, so that its number cannot belong to anybody else. */
void child_end(pid_t pid, int *status, struct rusage *usage)
{
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (wait4(pid, status, 0, usage) < 0 && errno == EINTR)
        continue;
}
