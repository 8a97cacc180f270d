/* SPDX-License-Identifier: MIT
 *
 * Finding endgame tables. Opening them compares their checksums: 57 MB take some hundredths of a second.
 */
#include "cli/input/tables_input.h"

#include "cli/command/user_file.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *tables_user_path(void) { return user_file("XDG_DATA_HOME", "/.local/share", "draughts.tables"); }

char *tables_usual_path(void)
{
    const char *named = getenv("FLANK_TABLES");
    if (named)
        return *named ? strdup(named) : NULL;
    char *path = tables_user_path();
    if (path && access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

flank_tables *tables_open_usual(void)
{
    char *path = tables_usual_path();
    flank_error error = {0};
    flank_tables *tables = path ? flank_tables_open(path, NULL, &error) : NULL;
    if (path && !tables)
        complain(CLI_DATA, "%s: %s; going on with the tables that come with flank", path, error_english(&error));
    free(path);
    return tables;
}
