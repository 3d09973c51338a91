/* hold FILE STOP: opens a file exclusively, prints "held", and ends when the file STOP exists. */
#include <stdio.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    HANDLE file;
    if (argc < 3) return 99;
    file = CreateFileW(argv[1], GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 98;
    printf("held\n");
    fflush(stdout);
    for (int tries = 0; tries < 600 && GetFileAttributesW(argv[2]) == INVALID_FILE_ATTRIBUTES; tries++) Sleep(100);
    CloseHandle(file);
    return 0;
}
