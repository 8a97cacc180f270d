/* SPDX-License-Identifier: MIT
 *
 * core/child_process.h for Windows: pipes for both ways instead of sockets, and a job instead of a process group, so
 * that what a child has started ends with it. It ends with us, too.
 *
 * A child gets its descriptors in the form in which the C libraries of Microsoft hand them on: their number, a byte of
 * flags for each, the handles.
 */
#include "core/child_process.h"
#include "core/windows/windows_paths.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <windows.h>
#include <psapi.h>

enum { PIPE_BYTES = 64 << 10, LINE_LETTERS = 32767 };

typedef struct running {
    HANDLE process, job;
} running;

static running *running_of(pid_t pid) { return (running *)(intptr_t)pid; }

/* ---- Pipes ---- */

static int close_both(HANDLE ours, HANDLE theirs)
{
    windows_fail();
    const int number = errno;
    CloseHandle(ours);
    if (theirs != INVALID_HANDLE_VALUE)
        CloseHandle(theirs);
    return number;
}

int child_sockets(int pair[2])
{
    static volatile LONG count;
    wchar_t name[80];
    swprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\flank-%lu-%ld", GetCurrentProcessId(),
             InterlockedIncrement(&count));
    const HANDLE ours = CreateNamedPipeW(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                         PIPE_TYPE_BYTE | PIPE_NOWAIT, 1, PIPE_BYTES, PIPE_BYTES, 0, NULL);
    if (ours == INVALID_HANDLE_VALUE) {
        windows_fail();
        return errno;
    }
    const HANDLE theirs = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (theirs == INVALID_HANDLE_VALUE)
        return close_both(ours, theirs);
    pair[0] = _open_osfhandle((intptr_t)ours, O_BINARY | O_NOINHERIT);
    pair[1] = _open_osfhandle((intptr_t)theirs, O_BINARY | O_NOINHERIT);
    return 0;
}

void child_send(int socket, const char *text)
{
    const HANDLE handle = (HANDLE)_get_osfhandle(socket);
    DWORD sent;
    for (size_t length = strlen(text); length > 0; text += sent, length -= sent)
        if (!WriteFile(handle, text, (DWORD)length, &sent, NULL) || sent == 0)
            return;
}

/* ---- The command line ---- */

typedef struct line {
    wchar_t text[LINE_LETTERS];
    size_t length;
} line;

static void add(line *out, wchar_t letter)
{
    if (out->length + 1 < LINE_LETTERS)
        out->text[out->length++] = letter;
}

/* A word in quotes: backslashes before one are doubled. */
static void add_word(line *out, const wchar_t *word)
{
    size_t slashes = 0;
    add(out, L'"');
    for (; *word; word++) {
        if (*word == L'"')
            for (size_t i = 0; i <= slashes; i++)
                add(out, L'\\');
        slashes = *word == L'\\' ? slashes + 1 : 0;
        add(out, *word);
    }
    for (size_t i = 0; i < slashes; i++)
        add(out, L'\\');
    add(out, L'"');
}

static line *line_of(char *const *argv)
{
    wchar_t word[WIDE_PATH];
    line *out = calloc(1, sizeof *out);
    for (size_t i = 0; out && argv[i]; i++) {
        if (!windows_wide_path(argv[i], word))
            continue;
        for (wchar_t *at = word; i == 0 && (at = wcschr(at, L'/'));)
            *at = L'\\';
        if (i > 0)
            add(out, L' ');
        add_word(out, word);
    }
    return out;
}

/* ---- Starting ---- */

/* Handles for the child, and how they are told. */
typedef struct handed_on {
    HANDLE handles[CHILD_DESCRIPTORS_MAX];
    unsigned char told[sizeof(int) + CHILD_DESCRIPTORS_MAX * (1 + sizeof(HANDLE))];
    WORD size;
} handed_on;

static HANDLE inherited_copy(int descriptor)
{
    HANDLE copy = INVALID_HANDLE_VALUE;
    const int nothing = descriptor == CHILD_NOTHING ? open("/dev/null", O_RDWR) : -1;
    const HANDLE from = (HANDLE)_get_osfhandle(descriptor == CHILD_NOTHING ? nothing : descriptor);
    if (!DuplicateHandle(GetCurrentProcess(), from, GetCurrentProcess(), &copy, 0, TRUE, DUPLICATE_SAME_ACCESS))
        copy = INVALID_HANDLE_VALUE;
    if (nothing >= 0)
        close(nothing);
    return copy;
}

static void hand_on(const child_setup *setup, handed_on *out)
{
    enum { IS_OPEN = 0x01, IS_PIPE = 0x08, IS_DEVICE = 0x40 };
    const int count = setup->count;
    for (int i = 0; i < count; i++) {
        out->handles[i] = inherited_copy(setup->descriptors[i]);
        const DWORD type = GetFileType(out->handles[i]);
        const int kind = type == FILE_TYPE_PIPE ? IS_PIPE : type == FILE_TYPE_CHAR ? IS_DEVICE : 0;
        out->told[sizeof count + (size_t)i] = (unsigned char)(IS_OPEN | kind);
    }
    memcpy(out->told, &count, sizeof count);
    memcpy(out->told + sizeof count + count, out->handles, (size_t)count * sizeof(HANDLE));
    out->size = (WORD)(sizeof count + (size_t)count * (1 + sizeof(HANDLE)));
}

static HANDLE make_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* 0, or an error number. */
static int create(wchar_t *text, handed_on *given, running *out)
{
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = given->handles[0],
                          .hStdOutput = given->handles[1],
                          .hStdError = given->handles[2],
                          .cbReserved2 = given->size,
                          .lpReserved2 = given->told};
    PROCESS_INFORMATION made;
    if (!CreateProcessW(NULL, text, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED, NULL, NULL, &start,
                        &made)) {
        windows_fail();
        return errno;
    }
    out->process = made.hProcess;
    out->job = make_job();
    if (out->job)
        AssignProcessToJobObject(out->job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return 0;
}

/* Handles that a child inherits are seen by every child that starts meanwhile, so they start one after the other. */
int child_start(const child_setup *setup, pid_t *pid)
{
    static SRWLOCK lock = SRWLOCK_INIT;
    handed_on given = {.size = 0};
    line *text = line_of(setup->argv);
    running *child = calloc(1, sizeof *child);
    int number = ENOMEM;
    if (text && child) {
        AcquireSRWLockExclusive(&lock);
        hand_on(setup, &given);
        number = create(text->text, &given, child);
        for (int i = 0; i < setup->count; i++)
            CloseHandle(given.handles[i]);
        ReleaseSRWLockExclusive(&lock);
    }
    free(text);
    if (number)
        free(child);
    else
        *pid = (pid_t)(intptr_t)child;
    return number;
}

/* ---- Ending ---- */

bool child_has_ended(pid_t pid) { return WaitForSingleObject(running_of(pid)->process, 0) == WAIT_OBJECT_0; }

static struct timeval time_of(FILETIME time)
{
    const unsigned long long steps = (unsigned long long)time.dwHighDateTime << 32 | time.dwLowDateTime;
    return (struct timeval){.tv_sec = (long)(steps / 10000000), .tv_usec = (long)(steps / 10 % 1000000)};
}

static void tell_usage(HANDLE process, struct rusage *usage)
{
    FILETIME begun, ended, kernel, user;
    PROCESS_MEMORY_COUNTERS memory;
    *usage = (struct rusage){.ru_maxrss = 0};
    if (GetProcessTimes(process, &begun, &ended, &kernel, &user)) {
        usage->ru_utime = time_of(user);
        usage->ru_stime = time_of(kernel);
    }
    if (GetProcessMemoryInfo(process, &memory, sizeof memory))
        usage->ru_maxrss = (long)(memory.PeakWorkingSetSize / 1024);
}

void child_end(pid_t pid, int *status, struct rusage *usage)
{
    running *child = running_of(pid);
    DWORD code = 0;
    if (child->job)
        TerminateJobObject(child->job, 1);
    TerminateProcess(child->process, 1);
    WaitForSingleObject(child->process, INFINITE);
    GetExitCodeProcess(child->process, &code);
    *status = (int)code;
    tell_usage(child->process, usage);
    CloseHandle(child->process);
    if (child->job)
        CloseHandle(child->job);
    free(child);
}

/* ---- Becoming another program ---- */

int windows_become(const char *program, char *const *words)
{
    const int descriptors[] = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
    const child_setup setup = {.argv = words, .descriptors = descriptors, .count = 3};
    pid_t pid;
    DWORD code = 0;
    (void)program; /* the first of the words is the same */
    errno = child_start(&setup, &pid);
    if (errno)
        return -1;
    WaitForSingleObject(running_of(pid)->process, INFINITE);
    GetExitCodeProcess(running_of(pid)->process, &code);
    exit((int)code);
}
