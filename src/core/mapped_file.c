/* SPDX-License-Identifier: MIT
 *
 * A whole file in memory, for reading.
 */
#include "core/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void *mapped_file_open(const char *path, flank_error_code empty, flank_error_code not_plain, size_t *size,
                       flank_status *status, flank_error *error)
{
    void *bytes = MAP_FAILED;
    struct stat file;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for its writer */
    if (descriptor < 0 || fstat(descriptor, &file)) {
        *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    } else if (S_ISDIR(file.st_mode)) {
        *status = error_say(error, FLANK_CANNOT_READ, 0, say_system(EISDIR));
    } else if (!S_ISREG(file.st_mode) || file.st_size == 0) {
        *status = error_say(error, FLANK_BAD_FILE, 0, say_code(S_ISREG(file.st_mode) ? empty : not_plain));
    } else {
        *size = (size_t)file.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_SHARED, descriptor, 0);
        if (bytes == MAP_FAILED)
            *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(BOOK_CANNOT_MAP), say_system(errno));
    }
    if (descriptor >= 0)
        close(descriptor);
    return bytes == MAP_FAILED ? NULL : bytes;
}
