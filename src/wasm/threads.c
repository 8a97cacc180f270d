/* SPDX-License-Identifier: MIT
 *
 * Threads in the browser: helpers are Workers that share the memory. A Worker starts only while its maker is idle, and
 * the engine's is not, so the page starts all of them beforehand; each waits in wasm_helper for work, and
 * pthread_create only hands it over. If memory is not shared there are no helpers, and nothing ever waits.
 */
#include "wasm/threads.h"

#include "core/helper_thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { HELPERS_MAX = 63 };
enum { ABSENT, IDLE, TAKEN, RUNNING, DONE };

typedef struct helper {
    atomic_int state;
    void *(*run)(void *);
    void *argument;
} helper;

static helper helpers[HELPERS_MAX];

static void wait_while(const void *at, int value)
{
    __builtin_wasm_memory_atomic_wait32((int *)(uintptr_t)at, value, -1);
}

static void wake(const void *at, unsigned count) { __builtin_wasm_memory_atomic_notify((int *)(uintptr_t)at, count); }

/* ---- Helpers ---- */

void wasm_helper(int number)
{
    helper *self = &helpers[number];
    for (;;) {
        atomic_store(&self->state, IDLE);
        wake(&self->state, 1);
        while (atomic_load(&self->state) != RUNNING)
            wait_while(&self->state, atomic_load(&self->state) == TAKEN ? TAKEN : IDLE);
        self->run(self->argument);
        atomic_store(&self->state, DONE);
        wake(&self->state, 1);
        while (atomic_load(&self->state) == DONE)
            wait_while(&self->state, DONE);
    }
}

void wasm_await_helpers(int count)
{
    for (int i = 0; i < count; i++)
        while (atomic_load(&helpers[i].state) == ABSENT)
            wait_while(&helpers[i].state, ABSENT);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    (void)attributes;
    for (int i = 0; i < HELPERS_MAX; i++) {
        int idle = IDLE;
        if (!atomic_compare_exchange_strong(&helpers[i].state, &idle, TAKEN))
            continue;
        helpers[i].run = run;
        helpers[i].argument = argument;
        *thread = i;
        atomic_store(&helpers[i].state, RUNNING);
        wake(&helpers[i].state, 1);
        return 0;
    }
    return EAGAIN;
}

/* There are no signals in a page. */
int helper_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    return pthread_create(thread, NULL, run, argument);
}

int pthread_join(pthread_t thread, void **result)
{
    helper *joined = &helpers[thread];
    while (atomic_load(&joined->state) == RUNNING)
        wait_while(&joined->state, RUNNING);
    atomic_store(&joined->state, TAKEN);
    wake(&joined->state, 1);
    while (atomic_load(&joined->state) == TAKEN) /* until it is back in wasm_helper's loop, free for the next */
        wait_while(&joined->state, TAKEN);
    if (result)
        *result = NULL;
    return 0;
}

/* ---- Locks ---- */

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    (void)attributes;
    mutex->state = 0;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int state = 0;
    if (__atomic_compare_exchange_n(&mutex->state, &state, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return 0;
    while (__atomic_exchange_n(&mutex->state, 2, __ATOMIC_ACQUIRE) != 0)
        wait_while(&mutex->state, 2);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (__atomic_exchange_n(&mutex->state, 0, __ATOMIC_RELEASE) == 2)
        wake(&mutex->state, 1);
    return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    (void)attributes;
    condition->signals = 0;
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    const int seen = __atomic_load_n(&condition->signals, __ATOMIC_RELAXED);
    pthread_mutex_unlock(mutex);
    wait_while(&condition->signals, seen);
    return pthread_mutex_lock(mutex);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __atomic_fetch_add(&condition->signals, 1, __ATOMIC_RELEASE);
    wake(&condition->signals, ~0u);
    return 0;
}
