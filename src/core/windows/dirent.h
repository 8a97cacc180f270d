/* SPDX-License-Identifier: MIT
 *
 * Folders with names in UTF-8.
 */
#ifndef FLANK_WINDOWS_DIRENT_H
#define FLANK_WINDOWS_DIRENT_H

struct dirent {
    char d_name[3 * 260];
};
typedef struct windows_folder DIR;

DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);
int scandir(const char *path, struct dirent ***entries, int (*chosen)(const struct dirent *entry),
            int (*compare)(const struct dirent **a, const struct dirent **b));
int alphasort(const struct dirent **a, const struct dirent **b);

#endif
