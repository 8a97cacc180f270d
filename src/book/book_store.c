/* SPDX-License-Identifier: MIT
 *
 * Saving so that nothing can go wrong half-way: the new book takes the place of the old one when it is complete
 * (core/whole_file.h). Whoever has the old book open keeps it.
 *
 * A journal of single results was rejected: a book of a million positions is written in a fraction of a second, so that
 * saving it whole twice a minute costs nothing that a search would notice, and there is no second format to recover.
 *
 * The lock is flock on `path`.lock: it ends with the process, however that ends.
 */
#define _DEFAULT_SOURCE /* flock, realpath */

#include "book/book_store.h"

#include "core/error.h"
#include "core/symmetry.h"
#include "core/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Reading ---- */

static flank_status load_records(const flank_book *book, book_tree *tree, flank_error *error)
{
    for (size_t i = 0; i < flank_book_count(book); i++) {
        flank_position position;
        flank_book_entry entry;
        flank_status status = flank_book_at(book, i, &position, &entry, error);
        if (status)
            return status;
        size_t node = book_tree_add(tree, position.own, position.other);
        if (node == BOOK_NO_NODE)
            return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        book_record record = tree->nodes[node].record;
        book_entry_to_record(&entry, 0, &record);
        book_tree_set(tree, node, &record);
    }
    return FLANK_OK;
}

flank_status book_store_load(const char *path, book_tree *tree, flank_error *error)
{
    flank_status status = FLANK_OK;
    flank_book *book = flank_book_open(path, &status, error);
    if (book)
        status = flank_book_verify(book, error);
    if (status == FLANK_OK)
        status = load_records(book, tree, error);
    flank_book_close(book);
    return status;
}

/* ---- Writing ---- */

static int compare_records(const void *a, const void *b)
{
    const book_record *first = a, *second = b;
    return book_key_compare(first->own, first->other, second->own, second->other);
}

book_record *book_store_collect(const book_tree *tree)
{
    book_record *records = malloc((tree->known + 1) * sizeof *records);
    size_t count = 0;
    for (size_t i = 0; records && i < tree->count; i++)
        if (tree->nodes[i].known)
            records[count++] = tree->nodes[i].record;
    if (count)
        qsort(records, count, sizeof *records, compare_records);
    return records;
}

int book_rows_next(void *rows, book_record *record)
{
    book_rows *left = rows;
    if (left->count == 0)
        return 0;
    *record = *left->first;
    left->first = (const void *)((const char *)left->first + left->step_bytes);
    left->count--;
    return 1;
}

static bool write_book(FILE *file, book_next_fn *next, void *user)
{
    uint8_t bytes[BOOK_HEADER_BYTES] = {0};
    book_header header = {.content = BOOK_CONTENT_START};
    book_record record;
    int more = 1;
    bool well = fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes;
    while (well && (more = next(user, &record)) > 0) {
        book_record_write(&record, bytes);
        header.content = book_content_add(header.content, bytes);
        header.count++;
        well = fwrite(bytes, 1, BOOK_RECORD_BYTES, file) == BOOK_RECORD_BYTES;
    }
    book_header_write(&header, bytes);
    return well && more == 0 && fseek(file, 0, SEEK_SET) == 0 &&
           fwrite(bytes, 1, BOOK_HEADER_BYTES, file) == BOOK_HEADER_BYTES;
}

flank_status book_store_write(const char *path, book_next_fn *next, void *user, flank_error *error)
{
    whole_file file;
    int number = whole_file_open_locked(&file, path);
    if (number == 0 && write_book(file.stream, next, user)) {
        number = whole_file_keep(&file);
    } else if (number == 0) {
        number = errno;
        whole_file_drop(&file);
    }
    return number ? error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number)) : FLANK_OK;
}

/* ---- Locking ---- */

/* path with `ending` behind it; free it. */
static char *path_with(const char *path, const char *ending)
{
    char *longer = malloc(strlen(path) + strlen(ending) + 1);
    return longer ? strcat(strcpy(longer, path), ending) : NULL;
}

/* A file that nobody may write, root included, is not to be replaced either. */
static bool only_read(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && ((there.st_mode & 0222) == 0 || access(path, W_OK));
}

/* Lock an open file. False with `error` filled, also where the holder of the lock removed the file before. */
static bool lock_file(int lock, const char *lock_path, flank_error *error)
{
    struct stat opened, named;
    const bool locked = flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK)
        error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_CANNOT_LOCK), say_system(errno));
    else if (!locked || fstat(lock, &opened) || stat(lock_path, &named) || opened.st_ino != named.st_ino)
        error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_OTHER_BUILDER));
    else
        return true;
    return false;
}

/* The descriptor of the lock, or -1 with `status` and `error` set. */
static int take_lock(const char *path, flank_status *status, flank_error *error)
{
    *status = FLANK_CANNOT_WRITE;
    if (only_read(path)) {
        error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_READ_ONLY));
        return -1;
    }
    char *lock_path = path_with(path, ".lock");
    int lock = lock_path ? open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (!lock_path) {
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    } else if (lock < 0) {
        error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_CANNOT_WRITE_BESIDE), say_system(errno));
    } else if (!lock_file(lock, lock_path, error)) {
        close(lock);
        lock = -1;
    }
    free(lock_path);
    return lock;
}

flank_status book_place_take(book_place *place, const char *path, flank_error *error)
{
    flank_status status = FLANK_OK;
    struct stat link;
    *place = (book_place){.lock = -1};
    if (access(path, F_OK) && lstat(path, &link) == 0)
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_DEAD_LINK));
    place->path = realpath(path, NULL);
    place->path = place->path ? place->path : strdup(path);
    if (!place->path)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    place->lock = take_lock(place->path, &status, error);
    return place->lock < 0 ? status : FLANK_OK;
}

void book_place_leave(book_place *place)
{
    char *lock_path = place->lock >= 0 ? path_with(place->path, ".lock") : NULL;
    if (lock_path)
        unlink(lock_path);
    free(lock_path);
    if (place->lock >= 0)
        close(place->lock);
    free(place->path);
    *place = (book_place){.lock = -1};
}
