/* SPDX-License-Identifier: MIT
 *
 * Lists of WTHOR names: finding the file, Latin-1 and UTF-8, numbers.
 */
#include "formats/wthor/wthor_names.h"

#include "core/error.h"
#include "core/plain_file.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct kind_facts {
    const char *file;    /* the usual name of such a file */
    const char *letters; /* its extension */
    unsigned room;       /* the bytes that a name takes in it, with at least one zero at its end */
} kind_facts;

static const kind_facts kinds[] = {
    [WTHOR_PLAYERS] = {"WTHOR.JOU", ".jou", 20},
    [WTHOR_TOURNAMENTS] = {"WTHOR.TRN", ".trn", 26},
};

/* Drop all names. */
static void forget(wthor_names *names)
{
    free(names->name);
    free(names->place);
    names->name = NULL;
    names->place = NULL;
    names->count = names->room = names->places = 0;
}

void wthor_names_free(wthor_names *names)
{
    forget(names);
    free(names->path);
    *names = (wthor_names){.kind = names->kind};
}

/* ---- The table ---- */

static uint32_t hash_name(const char *name)
{
    uint32_t hash = UINT32_C(2166136261); /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT32_C(16777619);
    return hash;
}

/* The slot of the hash table that has the name, or else the free slot to put it into. */
static uint32_t *find_place(const wthor_names *names, const char *name)
{
    uint32_t at = hash_name(name) & (names->places - 1);
    while (names->place[at] && strcmp(names->name[names->place[at] - 1], name) != 0)
        at = (at + 1) & (names->places - 1);
    return &names->place[at];
}

/* Put entry `number` into the hash table, unless an entry with the same name is in it already. */
static void enter(wthor_names *names, uint32_t number)
{
    uint32_t *place = names->name[number][0] ? find_place(names, names->name[number]) : NULL;
    if (place && !*place)
        *place = number + 1;
}

/* Lengthen the list to `count` entries; the new ones have empty names. */
static bool lengthen(wthor_names *names, uint32_t count)
{
    if (count > names->room) {
        const uint32_t room = count < 512 ? 512 : 2 * count;
        void *name = realloc(names->name, (size_t)room * WTHOR_NAME_ROOM);
        if (!name)
            return false;
        names->name = name;
        uint32_t places = 1024;
        while (places < 2 * room)
            places *= 2;
        uint32_t *place = calloc(places, sizeof *place);
        if (!place)
            return false;
        free(names->place);
        names->place = place;
        names->places = places;
        names->room = room;
        for (uint32_t i = 0; i < names->count; i++)
            enter(names, i);
    }
    if (count > names->count)
        memset(names->name + names->count, 0, (size_t)(count - names->count) * WTHOR_NAME_ROOM);
    names->count = count;
    return true;
}

/* ---- Reading ---- */

/* True if `name` ends with `suffix`; capitals and small letters are the same. */
static bool ends_with(const char *name, const char *suffix)
{
    const size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && strcasecmp(name + length - tail, suffix) == 0;
}

/* Rates a file as the list of names beside the file `games`: 2 it has the usual name of a list, 1 it is named
 * as the games but for the extension, 0 not at all. */
static int rate_file(const char *found, const char *games, const kind_facts *facts)
{
    if (strcasecmp(found, facts->file) == 0)
        return 2;
    const char *dot = strrchr(games, '.');
    const size_t stem = dot ? (size_t)(dot - games) : strlen(games);
    return ends_with(found, facts->letters) && strlen(found) == stem + 4 && strncasecmp(found, games, stem) == 0;
}

/* Look for the list of names in the folder of the file of games, `path`, and set names->path to the file that fits
 * best, or to the usual name if none does. True if there is one. */
static bool find_file(wthor_names *names, const char *path, const kind_facts *facts)
{
    const char *slash = strrchr(path, '/'), *games = slash ? slash + 1 : path;
    const size_t folder = (size_t)(games - path);
    char *place = malloc(folder + sizeof((struct dirent *)0)->d_name + 2);
    if (!place)
        return false;
    memcpy(place, path, folder);
    strcpy(place + folder, folder ? "" : ".");
    DIR *listing = opendir(place);
    strcpy(place + folder, facts->file);
    int best = 0;
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        const int fit = rate_file(entry->d_name, games, facts);
        if (fit > best)
            strcpy(place + folder, entry->d_name);
        best = fit > best ? fit : best;
    }
    if (listing)
        closedir(listing);
    names->path = place;
    return best > 0;
}

/* True if an entry is well formed: a name, then zeros up to its end. `*wrong` is the offset of the first byte behind
 * the name that is not zero, or `room`. */
static bool is_entry(const char *entry, unsigned room, unsigned *wrong)
{
    unsigned at = (unsigned)strnlen(entry, room - 1);
    while (at < room && entry[at] == '\0')
        at++;
    *wrong = at;
    return at == room;
}

/* Read the names behind a header that counts them. */
static flank_status take_entries(wthor_names *names, FILE *file, flank_error *error)
{
    const unsigned room = kinds[names->kind].room;
    size_t at = WTHOR_HEADER_BYTES;
    for (uint32_t i = 0; i < names->count; i++, at += room) {
        unsigned wrong;
        if (fread(names->name[i], 1, room, file) != room)
            return error_say(error, FLANK_BAD_FILE, 0, SAY(WTHOR_NAMES_END), say_cut(names->path, 90), say_number(at),
                             say_number(i), say_number(names->count));
        if (!is_entry(names->name[i], room, &wrong))
            return error_say(error, FLANK_BAD_FILE, 0, SAY(WTHOR_NAME_NOT_PADDED), say_cut(names->path, 90),
                             say_number(at + wrong), say_number(i));
        enter(names, i);
    }
    if (fgetc(file) != EOF)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WTHOR_NAMES_TOO_MANY), say_cut(names->path, 90), say_number(at),
                         say_number(names->count));
    return FLANK_OK;
}

flank_status wthor_names_take(wthor_names *names, FILE *file, flank_error *error)
{
    unsigned char header[WTHOR_HEADER_BYTES];
    if (fread(header, 1, sizeof header, file) != sizeof header)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WTHOR_NO_HEADER), say_cut(names->path, 90));
    if (!lengthen(names, header[8] | (uint32_t)header[9] << 8))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const flank_status status = take_entries(names, file, error);
    if (status)
        forget(names);
    return status;
}

flank_status wthor_names_read(wthor_names *names, const char *path, wthor_names_kind kind, flank_error *error)
{
    *names = (wthor_names){.kind = kind};
    names->found = find_file(names, path, &kinds[kind]);
    if (!names->path)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!names->found)
        return FLANK_OK;
    flank_error reason;
    FILE *file = plain_file_open(names->path, &reason);
    flank_status status =
        file ? wthor_names_take(names, file, error)
             : error_say(error, FLANK_CANNOT_READ, 0, SAY(IN), say_cut(names->path, 90), say_error(&reason));
    if (file)
        fclose(file);
    return status;
}

flank_status wthor_names_read_near(wthor_names *names, const near_files *near, wthor_names_kind kind,
                                   flank_error *error)
{
    const near_file *found = NULL;
    *names = (wthor_names){.kind = kind};
    for (int best = 0, i = 0; i < (int)near->count; i++) {
        const int fit = rate_file(near->file[i].name, near->games, &kinds[kind]);
        found = fit > best ? &near->file[i] : found;
        best = fit > best ? fit : best;
    }
    names->found = found != NULL;
    if (!found)
        return FLANK_OK;
    names->path = strdup(found->name);
    FILE *file = names->path ? fmemopen(found->bytes, found->size, "rb") : NULL;
    const flank_status status =
        file ? wthor_names_take(names, file, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (file)
        fclose(file);
    return status;
}

bool wthor_names_get(const wthor_names *names, unsigned number, char *out)
{
    if (number >= names->count || !names->name[number][0] || strcmp(names->name[number], "???") == 0)
        return false;
    for (const char *at = names->name[number]; *at; at++) {
        const unsigned char letter = (unsigned char)*at;
        if (letter >= 0x80)
            *out++ = (char)(0xC0 | letter >> 6);
        *out++ = (char)(letter < 0x80 ? letter : 0x80 | (letter & 0x3F));
    }
    *out = '\0';
    return true;
}

/* ---- Giving numbers ---- */

/* Read one letter of UTF-8 and return it in Latin-1. A letter that Latin-1 lacks becomes '?', and `*whole` false. A
 * byte that is not UTF-8 is returned as it is. */
static unsigned char next_letter(const char **at, bool *whole)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    const unsigned first = bytes[0];
    const unsigned more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0;
    for (unsigned i = 1; i <= more; i++)
        if ((bytes[i] & 0xC0) != 0x80) {
            ++*at;
            return (unsigned char)first;
        }
    *at += more + 1;
    if (more == 0)
        return (unsigned char)first;
    if (more == 1 && first <= 0xC3)
        return (unsigned char)(first << 6 | (bytes[1] & 0x3F));
    *whole = false;
    return '?';
}

/* Write `name`, in UTF-8, as Latin-1, at most `room` bytes with the NUL. Sets `*whole` to false if a letter or the end
 * is lost. */
static void to_latin(const char *name, unsigned room, char *out, bool *whole)
{
    unsigned used = 0;
    while (*name && used + 1 < room)
        out[used++] = (char)next_letter(&name, whole);
    out[used] = '\0';
    *whole = *whole && *name == '\0';
}

flank_status wthor_names_number(wthor_names *names, const char *name, int wanted, unsigned *number, bool *whole)
{
    char latin[WTHOR_NAME_ROOM];
    to_latin(name, kinds[names->kind].room, latin, whole);
    if (wanted >= 0 && (uint32_t)wanted < names->count && strcmp(names->name[wanted], latin) == 0) {
        *number = (unsigned)wanted;
        return FLANK_OK;
    }
    const bool is_free = wanted >= 0 && ((uint32_t)wanted >= names->count || !names->name[wanted][0]);
    const uint32_t *place = names->places && !is_free ? find_place(names, latin) : NULL;
    if (place && *place) {
        *number = *place - 1;
        return FLANK_OK;
    }
    const uint32_t chosen = is_free ? (uint32_t)wanted : names->count ? names->count : 1;
    if (chosen >= WTHOR_NAMES_MAX - 1)
        return FLANK_NOT_SUPPORTED;
    if (chosen >= names->count && !lengthen(names, chosen + 1))
        return FLANK_NO_MEMORY;
    strcpy(names->name[chosen], latin);
    enter(names, chosen);
    names->changed = true;
    *number = chosen;
    return FLANK_OK;
}

/* ---- Writing ---- */

void wthor_names_put(const wthor_names *names, const unsigned char created[4], FILE *file)
{
    unsigned char header[WTHOR_HEADER_BYTES] = {created[0], created[1], created[2], created[3]};
    header[8] = (unsigned char)names->count;
    header[9] = (unsigned char)(names->count >> 8);
    fwrite(header, 1, sizeof header, file);
    for (uint32_t i = 0; i < names->count; i++) {
        char entry[WTHOR_NAME_ROOM] = "";
        memcpy(entry, names->name[i], strlen(names->name[i]));
        fwrite(entry, 1, kinds[names->kind].room, file);
    }
}

flank_status wthor_names_written(const wthor_names *names, int number, flank_error *error)
{
    return number ? error_say(error, FLANK_CANNOT_WRITE, 0, SAY(IN), say_cut(names->path, 90),
                              SAY(CANNOT_WRITE_BECAUSE), say_system(number))
                  : FLANK_OK;
}

flank_status wthor_names_write(const wthor_names *names, const unsigned char created[4], whole_file *file,
                               flank_error *error)
{
    *file = (whole_file){NULL};
    if (!names->changed || !names->path)
        return FLANK_OK;
    int number = whole_file_open(file, names->path);
    if (number == 0) {
        wthor_names_put(names, created, file->stream);
        number = whole_file_finish(file);
    }
    return wthor_names_written(names, number, error);
}
