/* SPDX-License-Identifier: MIT
 *
 * The store of a farm in one SQLite file, for the workers of one machine.
 */
#ifndef FLANK_FARM_FARM_SQLITE_H
#define FLANK_FARM_FARM_SQLITE_H

#include "farm/farm_store.h"

extern const farm_store_kind farm_sqlite;

#endif
