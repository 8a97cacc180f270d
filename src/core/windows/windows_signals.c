/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C as SIGINT, and waiting until a time of the monotonic clock.
 */
#include <signal.h>

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <windows.h>

static HANDLE presses;       /* a semaphore; made by the first sigaction or sigwait */
static atomic_int waiting;   /* threads in sigwait */
static void (*handler)(int); /* of SIGINT */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static BOOL WINAPI on_press(DWORD kind)
{
    if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT)
        return FALSE;
    if (atomic_load(&waiting))
        ReleaseSemaphore(presses, 1, NULL);
    else if (handler == SIG_DFL)
        return FALSE;
    else if (handler != SIG_IGN)
        handler(SIGINT);
    return TRUE;
}

static void begin(void)
{
    presses = CreateSemaphoreW(NULL, 0, 1 << 20, NULL);
    SetConsoleCtrlHandler(on_press, TRUE);
}

int sigaction(int signal_number, const struct sigaction *wanted, struct sigaction *before)
{
    pthread_once(&once, begin);
    if (before)
        *before = (struct sigaction){.sa_handler = signal_number == SIGINT ? handler : SIG_DFL};
    if (wanted && signal_number == SIGINT)
        handler = wanted->sa_handler;
    return 0;
}

int sigwait(const sigset_t *set, int *signal_number)
{
    (void)set;
    pthread_once(&once, begin);
    atomic_fetch_add(&waiting, 1);
    const DWORD result = WaitForSingleObject(presses, INFINITE);
    atomic_fetch_sub(&waiting, 1);
    *signal_number = SIGINT;
    return result == WAIT_OBJECT_0 ? 0 : -1;
}

int windows_signal_waiter(int signal_number)
{
    (void)signal_number;
    pthread_once(&once, begin);
    return ReleaseSemaphore(presses, 1, NULL) ? 0 : -1;
}

#undef pthread_cond_timedwait
int windows_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    enum { SECOND_NS = 1000000000 };
    struct timespec now, day;
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_REALTIME, &day);
    const long long left = (until->tv_sec - now.tv_sec) * (long long)SECOND_NS + until->tv_nsec - now.tv_nsec;
    const long long then = day.tv_nsec + (left > 0 ? left : 0);
    day.tv_sec += then / SECOND_NS;
    day.tv_nsec = (long)(then % SECOND_NS);
    return pthread_cond_timedwait(condition, mutex, &day);
}
