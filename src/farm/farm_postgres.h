/* SPDX-License-Identifier: MIT
 *
 * The store of a farm in a PostgreSQL database, for workers on any number of machines.
 */
#ifndef FLANK_FARM_FARM_POSTGRES_H
#define FLANK_FARM_FARM_POSTGRES_H

#include "farm/farm_store.h"

extern const farm_store_kind farm_postgres;

#endif
