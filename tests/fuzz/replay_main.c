/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over its kept corpus without libFuzzer, so that every build and every compiler replays it. Prints
 * TAP: one line a file of the folders named as arguments.
 */
#include "fuzz_target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole of a file in memory of exactly its size, so that the address sanitizer sees one byte too far; NULL if it
 * cannot be read. */
static uint8_t *read_exactly(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *data = NULL;
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length >= 0 && (data = malloc(length ? (size_t)length : 1))) {
        rewind(file);
        *size = fread(data, 1, (size_t)length, file);
    }
    fclose(file);
    return data;
}

static int replay_folder(const char *name, int *count)
{
    DIR *folder = opendir(name);
    int failed = folder == NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        size_t size = 0;
        uint8_t *data = read_exactly(path, &size);
        if (data)
            LLVMFuzzerTestOneInput(data, size);
        printf("%s %d - %s\n", data ? "ok" : "not ok", ++*count, entry->d_name);
        fflush(stdout);
        failed |= data == NULL;
        free(data);
    }
    if (folder)
        closedir(folder);
    return failed;
}

int main(int argc, char **argv)
{
    int count = 0, failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= replay_folder(argv[i], &count);
    printf("1..%d\n", count);
    return failed || count == 0;
}
