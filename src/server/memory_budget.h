/* SPDX-License-Identifier: MIT
 *
 * The memory that connections may take, all together: what they have sent, what their answers take, what they have not
 * fetched, what is kept for them.
 *
 * Half of it belongs to everybody, who comes first takes it; the other half is divided, and each connection always has
 * its part. So a crowd that takes all it can get keeps nobody from asking what a page asks. Nothing is measured: large
 * things are counted where they begin and end, and the work for an answer is estimated before (api_question_memory),
 * because what a thread allocates cannot be told from what others do.
 */
#ifndef FLANK_SERVER_MEMORY_BUDGET_H
#define FLANK_SERVER_MEMORY_BUDGET_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct memory_budget {
    pthread_mutex_t lock;
    size_t common, share; /* bytes for all, bytes for each */
    size_t common_used;   /* beyond their shares, by all accounts */
} memory_budget;

/* The memory of one connection. All zero but `of`: nothing is taken. */
typedef struct memory_account {
    memory_budget *of;
    size_t used;
} memory_account;

void memory_budget_open(memory_budget *budget, size_t bytes, int accounts_max);
void memory_budget_close(memory_budget *budget);

/* Take so many bytes; false, and nothing is taken, if there are not so many for this account. From any thread. */
bool memory_take(memory_account *account, size_t bytes);
void memory_owe(memory_account *account, size_t bytes); /* the same for what exists already: it never fails */
void memory_give(memory_account *account, size_t bytes);

#endif
