// Programs of Go ask this library of Windows for random bytes as they begin. Wine 8, of
// Debian 12, does not have it: .ci/platforms builds this one where Wine has none.
#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
