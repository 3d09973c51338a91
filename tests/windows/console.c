/* console CODEPAGE MILLISECONDS COMMAND: runs a command in a console with this code page and prints its exit status.
 * Unless MILLISECONDS is 0, the command receives Ctrl-C after this time. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    wchar_t *command = GetCommandLineW();
    DWORD wait, status;
    if (argc < 4) return 99;
    for (int word = 0; word < 3; word++) command += wcscspn(command, L" ") + 1;
    wait = wcstoul(argv[2], NULL, 10);
    if (!SetConsoleOutputCP(wcstoul(argv[1], NULL, 10))) return 98;
    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) return 97;
    if (wait > 0) {
        Sleep(wait);
        SetConsoleCtrlHandler(NULL, TRUE);
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 96;
    }
    WaitForSingleObject(process.hProcess, 120000);
    GetExitCodeProcess(process.hProcess, &status);
    printf("status %lu code page %u\n", status, GetConsoleOutputCP());
    return 0;
}
