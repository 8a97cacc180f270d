/* SPDX-License-Identifier: MIT
 *
 * stat(2) with paths in UTF-8 and the numbers by which files are told apart, which the C library leaves 0.
 */
#ifndef FLANK_WINDOWS_SYS_STAT_H
#define FLANK_WINDOWS_SYS_STAT_H

#include_next <sys/stat.h>
#include <stdint.h>
#include <time.h>

#undef stat
#undef fstat
#define stat windows_stat
#define fstat windows_fstat
#define lstat windows_stat
#define mkdir(path, mode) windows_mkdir(path)
#define fchmod(descriptor, mode) ((void)(descriptor), (void)(mode), 0)
#define S_IFLNK 0120000
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)

struct stat {
    uint64_t st_dev, st_ino;
    unsigned st_mode;
    int64_t st_size;
    time_t st_mtime;
};

int stat(const char *path, struct stat *about);
int fstat(int descriptor, struct stat *about);
int windows_mkdir(const char *path);

#endif
