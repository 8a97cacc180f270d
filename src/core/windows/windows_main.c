/* SPDX-License-Identifier: MIT
 *
 * The beginning of a program: the words of its line, its home and the console in UTF-8, standard streams without CR LF.
 */
#include "core/windows/windows_paths.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv);
int wmain(int argc, wchar_t **argv);

static char *narrow(const wchar_t *text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *copy = size > 0 ? malloc((size_t)size) : NULL;
    if (copy)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, copy, size, NULL, NULL);
    return copy;
}

/* The folders of the user are looked for below HOME, which Windows calls otherwise. */
static void set_home(void)
{
    char path[3 * WIDE_PATH];
    const wchar_t *home = _wgetenv(L"USERPROFILE");
    if (!getenv("HOME") && home && windows_narrow_path(home, path, sizeof path))
        _putenv_s("HOME", path);
}

int wmain(int argc, wchar_t **argv)
{
    char **words = calloc((size_t)argc + 1, sizeof *words);
    for (int i = 0; i < argc; i++)
        if (!words || !(words[i] = narrow(argv[i])))
            return EXIT_FAILURE;
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        _setmode(descriptor, _O_BINARY);
    SetConsoleCP(CP_UTF8);
    SetConsoleOutputCP(CP_UTF8);
    set_home();
    return main(argc, words);
}
