/* SPDX-License-Identifier: MIT
 *
 * A file is words of eight bytes, little-endian: its size, whose it is, the lease, its tasks, the answers; of a result
 * of a unit its size and then its bytes. The name is made of the store's identity and the token, so that a lease has
 * one file however often it is kept.
 */
#include "farm/farm_spool.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "core/text_buffer.h"
#include "core/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORD = 8, SIZE_MAX_BYTES = 1 << 28 };

static const uint64_t magic = UINT64_C(0x316C6F6F70534B46); /* "FKSpool1" */
static const char ending[] = ".answers";

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void add_word(text_buffer *out, int64_t word)
{
    uint8_t bytes[WORD];
    little_put(bytes, WORD, (uint64_t)word);
    text_add_bytes(out, (const char *)bytes, WORD);
}

static void add_bytes(text_buffer *out, const void *bytes, size_t size)
{
    add_word(out, (int64_t)size);
    text_add_bytes(out, size ? bytes : "", size);
}

static void add_lease(text_buffer *out, const farm_lease *lease)
{
    add_word(out, lease->token);
    add_word(out, lease->run);
    add_word(out, lease->wish.question);
    add_word(out, lease->wish.number);
    add_word(out, lease->rules_id);
    add_bytes(out, lease->kind, strlen(lease->kind));
    add_word(out, lease->count);
    for (int i = 0; i < lease->count; i++) {
        const farm_task *task = &lease->tasks[i];
        add_word(out, task->id);
        add_word(out, (int64_t)task->own);
        add_word(out, (int64_t)task->other);
        add_word(out, task->number);
        add_word(out, task->attempts);
    }
}

static void add_answer(text_buffer *out, const farm_answer *answer)
{
    const int64_t words[] = {(int64_t)answer->own,   (int64_t)answer->other, answer->lo,    answer->hi,
                             answer->best,           answer->guess,          answer->depth, answer->selectivity,
                             (int64_t)answer->nodes, answer->spent};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_word(out, words[i]);
}

static text_buffer pack(const farm_spooled *of, uint64_t identity)
{
    text_buffer body = {NULL}, file = {NULL};
    add_word(&body, (int64_t)identity);
    add_word(&body, of->worker);
    add_lease(&body, of->lease);
    add_word(&body, (int64_t)of->nodes);
    add_word(&body, (int64_t)of->count);
    for (size_t i = 0; i < of->count; i++)
        if (of->answers)
            add_answer(&body, &of->answers[i]);
        else
            add_bytes(&body, of->results[i].bytes, of->results[i].size);
    add_word(&file, (int64_t)magic);
    add_bytes(&file, body.bytes, body.length);
    file.failed = file.failed || body.failed;
    text_free(&body);
    return file;
}

static int write_file(const char *path, const text_buffer *content)
{
    whole_file file;
    const int failed = whole_file_open(&file, path);
    if (failed)
        return failed;
    if (fwrite(content->bytes, 1, content->length, file.stream) != content->length) {
        const int reason = errno;
        whole_file_drop(&file);
        return reason;
    }
    return whole_file_keep(&file);
}

flank_status farm_spool_keep(const char *folder, uint64_t identity, const farm_spooled *answers, flank_error *error)
{
    text_buffer path = {NULL}, text = {NULL}, content = pack(answers, identity);
    text_addf(&path, "%s/%016" PRIx64 "-%" PRId64 "%s", folder, identity, answers->lease->token, ending);
    const int failed = content.failed || path.failed ? ENOMEM : write_file(path.bytes, &content);
    text_free(&content);
    text_free(&path);
    if (!failed)
        return FLANK_OK;
    text_addf(&text, "the store is away, and %zu answer%s cannot be kept in %s: %s", answers->count,
              answers->count == 1 ? "" : "s", folder, strerror(failed));
    error_say(error, FLANK_CANNOT_WRITE, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : ""));
    text_free(&text);
    return FLANK_CANNOT_WRITE;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* The rest of a file; `bad` once more was asked of it than it has. */
typedef struct reading {
    const uint8_t *at;
    size_t left;
    bool bad;
} reading;

static int64_t get_word(reading *from)
{
    from->bad = from->bad || from->left < WORD;
    if (from->bad)
        return 0;
    const int64_t word = (int64_t)little_get(from->at, WORD);
    from->at += WORD;
    from->left -= WORD;
    return word;
}

static farm_bytes get_bytes(reading *from)
{
    const uint64_t size = (uint64_t)get_word(from);
    from->bad = from->bad || size > from->left;
    if (from->bad)
        return (farm_bytes){NULL, 0};
    const farm_bytes bytes = {from->at, size};
    from->at += size;
    from->left -= size;
    return bytes;
}

static void get_lease(reading *from, farm_lease *lease)
{
    *lease = (farm_lease){.token = get_word(from), .count = 0};
    lease->run = get_word(from);
    lease->wish.question = (farm_question)(get_word(from) & 3);
    lease->wish.number = (int)get_word(from);
    lease->rules_id = (int)get_word(from);
    const farm_bytes kind = get_bytes(from);
    const int64_t count = get_word(from);
    from->bad = from->bad || kind.size >= sizeof lease->kind || count < 0 || count > FARM_BATCH_MAX;
    if (from->bad)
        return;
    memcpy(lease->kind, kind.bytes, kind.size);
    for (lease->count = 0; lease->count < count; lease->count++) {
        farm_task *task = &lease->tasks[lease->count];
        task->id = get_word(from);
        task->own = (uint64_t)get_word(from);
        task->other = (uint64_t)get_word(from);
        task->number = (int)get_word(from);
        task->attempts = (int)get_word(from);
    }
}

static farm_answer get_answer(reading *from)
{
    farm_answer answer = {.own = (uint64_t)get_word(from)};
    answer.other = (uint64_t)get_word(from);
    answer.lo = (int)get_word(from);
    answer.hi = (int)get_word(from);
    answer.best = (int)get_word(from);
    answer.guess = (int)get_word(from);
    answer.depth = (int)get_word(from);
    answer.selectivity = (int)get_word(from);
    answer.nodes = (uint64_t)get_word(from);
    answer.spent = get_word(from) != 0;
    return answer;
}

/* Room for what a file says. */
typedef struct spool_room {
    farm_lease lease;
    farm_answer answers[FARM_BATCH_MAX];
    farm_bytes results[FARM_BATCH_MAX];
} spool_room;

typedef enum spool_content { SPOOL_DAMAGED, SPOOL_OF_ANOTHER, SPOOL_READ } spool_content;

static spool_content unpack(farm_bytes file, uint64_t identity, spool_room *room, farm_spooled *of)
{
    reading from = {file.bytes, file.size, false};
    const bool ours = get_word(&from) == (int64_t)magic && (uint64_t)get_word(&from) == from.left;
    if (!ours || from.bad)
        return SPOOL_DAMAGED;
    if ((uint64_t)get_word(&from) != identity)
        return from.bad ? SPOOL_DAMAGED : SPOOL_OF_ANOTHER;
    *of = (farm_spooled){.worker = get_word(&from), .lease = &room->lease};
    get_lease(&from, &room->lease);
    of->nodes = (uint64_t)get_word(&from);
    of->count = (size_t)get_word(&from);
    if (from.bad || of->count > (size_t)room->lease.count)
        return SPOOL_DAMAGED;
    const bool positions = farm_has_positions(room->lease.kind);
    of->answers = positions ? room->answers : NULL;
    of->results = positions ? NULL : room->results;
    for (size_t i = 0; i < of->count; i++)
        if (positions)
            room->answers[i] = get_answer(&from);
        else
            room->results[i] = get_bytes(&from);
    return from.bad || from.left ? SPOOL_DAMAGED : SPOOL_READ;
}

/* The file's bytes, to be freed; `size` 0 and NULL if it cannot be read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    struct stat state;
    FILE *file = fopen(path, "rb");
    const bool fits = file && fstat(fileno(file), &state) == 0 && state.st_size <= SIZE_MAX_BYTES;
    uint8_t *bytes = fits ? malloc((size_t)state.st_size + 1) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)state.st_size, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

/* Hand one file on; it goes if it was taken, or is damaged. */
static flank_status hand_on(const char *path, uint64_t identity, spool_room *room, farm_spool_fn *call, void *user)
{
    farm_bytes file;
    farm_spooled spooled;
    uint8_t *bytes = read_file(path, &file.size);
    if (!bytes)
        return FLANK_OK; /* another worker was faster, or it is not ours to read */
    file.bytes = bytes;
    const spool_content content = unpack(file, identity, room, &spooled);
    const flank_status status = content == SPOOL_READ ? call(user, &spooled) : FLANK_OK;
    free(bytes);
    if (content != SPOOL_OF_ANOTHER && !status)
        unlink(path);
    return status;
}

static bool is_ours(const char *name)
{
    const size_t length = strlen(name), end = sizeof ending - 1;
    return length > end && strcmp(name + length - end, ending) == 0;
}

flank_status farm_spool_each(const char *folder, uint64_t identity, farm_spool_fn *call, void *user)
{
    DIR *files = opendir(folder);
    spool_room *room = malloc(sizeof *room);
    flank_status status = room ? FLANK_OK : FLANK_NO_MEMORY;
    for (struct dirent *entry; !status && files && (entry = readdir(files));) {
        text_buffer path = {NULL};
        text_addf(&path, "%s/%s", folder, entry->d_name);
        if (is_ours(entry->d_name) && !path.failed)
            status = hand_on(path.bytes, identity, room, call, user);
        text_free(&path);
    }
    if (files)
        closedir(files);
    free(room);
    return status;
}
