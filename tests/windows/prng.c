/* bcryptprimitives.dll for versions of wine that have none: the source of random numbers that Rust asks for. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE place, SIZE_T length) {
    return SystemFunction036(place, (ULONG)length);
}
