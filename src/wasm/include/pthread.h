/* SPDX-License-Identifier: MIT
 *
 * The part of POSIX threads that the engine uses, over the waiting and waking of WebAssembly; src/wasm/threads.c says
 * how.
 */
#ifndef FLANK_WASM_PTHREAD_H
#define FLANK_WASM_PTHREAD_H

#include <stdint.h>

typedef struct {
    int state; /* 0 free, 1 held, 2 held and waited for */
} pthread_mutex_t;
typedef struct {
    int signals;
} pthread_cond_t;
typedef int pthread_once_t;
typedef int pthread_t; /* the number of a helper */
typedef void pthread_mutexattr_t, pthread_condattr_t, pthread_attr_t;

#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER                                                                                      \
    {                                                                                                                  \
        0                                                                                                              \
    }

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_broadcast(pthread_cond_t *condition);

/* EAGAIN if no helper is free: the page starts them beforehand. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);

#endif
