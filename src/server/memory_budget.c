/* SPDX-License-Identifier: MIT
 *
 * A few sums under a lock, which is held for nanoseconds.
 */
#include "server/memory_budget.h"

#include <assert.h>

void memory_budget_open(memory_budget *budget, size_t bytes, int accounts_max)
{
    *budget = (memory_budget){.common = bytes / 2, .share = bytes / 2 / (size_t)accounts_max};
    pthread_mutex_init(&budget->lock, NULL);
}

void memory_budget_close(memory_budget *budget) { pthread_mutex_destroy(&budget->lock); }

static size_t beyond_share(const memory_budget *budget, size_t used)
{
    return used > budget->share ? used - budget->share : 0;
}

static bool take(memory_account *account, size_t bytes, bool always)
{
    memory_budget *budget = account->of;
    pthread_mutex_lock(&budget->lock);
    const size_t others = budget->common_used - beyond_share(budget, account->used);
    const size_t beyond = beyond_share(budget, account->used + bytes);
    const bool fits = always || beyond == 0 || others + beyond <= budget->common;
    if (fits) {
        account->used += bytes;
        budget->common_used = others + beyond;
    }
    pthread_mutex_unlock(&budget->lock);
    return fits;
}

bool memory_take(memory_account *account, size_t bytes) { return take(account, bytes, false); }
void memory_owe(memory_account *account, size_t bytes) { take(account, bytes, true); }

void memory_give(memory_account *account, size_t bytes)
{
    memory_budget *budget = account->of;
    pthread_mutex_lock(&budget->lock);
    assert(bytes <= account->used);
    const size_t others = budget->common_used - beyond_share(budget, account->used);
    account->used -= bytes;
    budget->common_used = others + beyond_share(budget, account->used);
    pthread_mutex_unlock(&budget->lock);
}
