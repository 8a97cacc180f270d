/* SPDX-License-Identifier: MIT
 *
 * Files that are there whole or not at all: a reader sees the old one or the new one, a failure leaves the old one and
 * nothing beside it. */
#include "cmocka_all.h"

#include "core/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE = 1 << 16, ROUNDS = 50 };

static char folder[] = "/tmp/flank-whole-XXXXXX";

static const char *place(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A file of `size` bytes that are all alike. */
static int write_whole(const char *path, char byte, size_t size)
{
    whole_file file;
    const int number = whole_file_open(&file, path);
    if (number)
        return number;
    for (size_t i = 0; i < size; i++)
        putc(byte, file.stream);
    return whole_file_keep(&file);
}

/* The number of the file's bytes, and the one that they all are; -1 if they differ. */
static long read_alike(const char *path, char *byte)
{
    static char bytes[LARGE + 1];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    *byte = bytes[0];
    for (size_t i = 1; i < size; i++)
        if (bytes[i] != bytes[0])
            return -1;
    return (long)size;
}

static int files_in_folder(void)
{
    int count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(list);
    return count;
}

static void assert_holds(const char *path, char byte, long size)
{
    char found;
    assert_int_equal(read_alike(path, &found), size);
    assert_int_equal(found, byte);
}

static void test_a_new_file_and_its_successor(void **state)
{
    (void)state;
    const char *path = place("new");
    assert_int_equal(write_whole(path, 'a', LARGE), 0);
    assert_holds(path, 'a', LARGE);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(write_whole(path, 'b', 5), 0);
    assert_holds(path, 'b', 5);
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_mode & 07777, 0640);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(unlink(path), 0);
}

typedef struct writer {
    const char *path;
    atomic_bool done;
} writer;

static void *write_in_turns(void *context)
{
    writer *work = context;
    for (int i = 0; i < ROUNDS; i++)
        if (write_whole(work->path, i % 2 ? 'b' : 'a', i % 2 ? LARGE : LARGE / 2))
            break;
    atomic_store(&work->done, true);
    return NULL;
}

static void test_a_reader_never_sees_half_a_file(void **state)
{
    (void)state;
    writer work = {.path = strdup(place("turns"))};
    assert_int_equal(write_whole(work.path, 'b', LARGE), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, write_in_turns, &work), 0);
    while (!atomic_load(&work.done)) {
        char byte;
        const long size = read_alike(work.path, &byte);
        assert_int_equal(size, byte == 'a' ? LARGE / 2 : LARGE);
    }
    pthread_join(thread, NULL);
    assert_holds(work.path, 'b', LARGE);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(unlink(work.path), 0);
    free((void *)work.path);
}

static void test_what_is_dropped_leaves_the_old_one(void **state)
{
    (void)state;
    const char *path = place("old");
    assert_int_equal(write_whole(path, 'a', 7), 0);
    whole_file file;
    assert_int_equal(whole_file_open(&file, path), 0);
    fputs("half", file.stream);
    whole_file_drop(&file);
    assert_holds(path, 'a', 7);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(unlink(path), 0);
}

static void test_a_failure_leaves_the_old_one(void **state)
{
    (void)state;
    const char *path = place("kept");
    assert_int_equal(write_whole(path, 'a', 7), 0);
    whole_file file;
    assert_int_equal(whole_file_open(&file, path), 0);
    struct rlimit room, none;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &room), 0);
    none = (struct rlimit){.rlim_cur = 1024, .rlim_max = room.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    for (int i = 0; i < LARGE; i++)
        putc('b', file.stream);
    const int number = whole_file_keep(&file);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &room), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(number, EFBIG);
    assert_holds(path, 'a', 7);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(write_whole(place("absent/file"), 'a', 1), ENOENT);
}

static void test_a_link_stays_a_link(void **state)
{
    (void)state;
    char *path = strdup(place("named")), *link = strdup(place("link"));
    assert_int_equal(write_whole(path, 'a', 3), 0);
    assert_int_equal(symlink("named", link), 0);
    assert_int_equal(write_whole(link, 'b', 4), 0);
    struct stat there;
    assert_int_equal(lstat(link, &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_holds(path, 'b', 4);
    assert_int_equal(files_in_folder(), 2);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(unlink(path), 0);
    free(link);
    free(path);
}

static void test_a_device_stays_a_device(void **state)
{
    (void)state;
    assert_int_equal(write_whole("/dev/null", 'a', 100), 0);
    struct stat there;
    assert_int_equal(lstat("/dev/null", &there), 0);
    assert_true(S_ISCHR(there.st_mode));
}

/* With a lock the file beside it has one name, so a half-written one of a killed program does not stay. */
static void test_a_killed_one_is_cleared_away(void **state)
{
    (void)state;
    char path[PATH_MAX], byte;
    snprintf(path, sizeof path, "%s", place("locked"));
    assert_int_equal(write_whole(place("locked.new"), 'h', 7), 0);
    whole_file file;
    assert_int_equal(whole_file_open_locked(&file, path), 0);
    putc('n', file.stream);
    assert_int_equal(whole_file_keep(&file), 0);
    assert_int_equal(read_alike(path, &byte), 1);
    assert_int_equal(byte, 'n');
    assert_int_equal(access(place("locked.new"), F_OK), -1);
    assert_int_equal(unlink(path), 0);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_file_and_its_successor),
        cmocka_unit_test(test_a_reader_never_sees_half_a_file),
        cmocka_unit_test(test_what_is_dropped_leaves_the_old_one),
        cmocka_unit_test(test_a_failure_leaves_the_old_one),
        cmocka_unit_test(test_a_link_stays_a_link),
        cmocka_unit_test(test_a_device_stays_a_device),
        cmocka_unit_test(test_a_killed_one_is_cleared_away),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
