// The library that the executable needs and Wine 8 does not have. As it is in the program anyway, it mends two more calls
// that Wine does not know, on which every relative path and every removal depend.
#include <windows.h>
#include <winternl.h>
#include <string.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }

// Wine opens nothing by "\Device\HarddiskVolume1\folder": "\??\C:\folder" names the same.
static DWORD WINAPI final_path(HANDLE file, LPWSTR path, DWORD size, DWORD flags) {
  DWORD length;
  if (!(flags & VOLUME_NAME_NT)) return GetFinalPathNameByHandleW(file, path, size, flags);
  length = GetFinalPathNameByHandleW(file, path, size, flags & ~VOLUME_NAME_NT);
  if (length > 3 && length < size) path[1] = L'?';
  return length;
}

typedef NTSTATUS(NTAPI *set_information)(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, ULONG);
static set_information set_original;

// FileDispositionInformationEx (64), as FileDispositionInformation (13): who has the file open keeps its name alive.
static NTSTATUS NTAPI set_file(HANDLE file, PIO_STATUS_BLOCK status, PVOID value, ULONG length, ULONG class) {
  BOOLEAN remove;
  if (class != 64) return set_original(file, status, value, length, class);
  remove = *(ULONG *)value & 1;
  return set_original(file, status, &remove, sizeof remove, 13);
}

// Puts `ours` in the place of an imported function of the program.
static void *replace(const char *name, void *ours) {
  BYTE *base = (BYTE *)GetModuleHandleW(NULL);
  IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
  IMAGE_DATA_DIRECTORY imports = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
  IMAGE_IMPORT_DESCRIPTOR *library = (IMAGE_IMPORT_DESCRIPTOR *)(base + imports.VirtualAddress);
  for (; imports.Size && library->Name; library++) {
    IMAGE_THUNK_DATA *names = (IMAGE_THUNK_DATA *)(base + library->OriginalFirstThunk);
    IMAGE_THUNK_DATA *calls = (IMAGE_THUNK_DATA *)(base + library->FirstThunk);
    for (; names->u1.AddressOfData; names++, calls++) {
      DWORD before;
      void *was = (void *)calls->u1.Function;
      if (IMAGE_SNAP_BY_ORDINAL(names->u1.Ordinal)) continue;
      if (strcmp((char *)((IMAGE_IMPORT_BY_NAME *)(base + names->u1.AddressOfData))->Name, name) != 0) continue;
      VirtualProtect(calls, sizeof *calls, PAGE_READWRITE, &before);
      calls->u1.Function = (ULONG_PTR)ours;
      VirtualProtect(calls, sizeof *calls, before, &before);
      return was;
    }
  }
  return NULL;
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) {
  (void)library, (void)reserved;
  if (reason != DLL_PROCESS_ATTACH) return TRUE;
  set_original = (set_information)(void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtSetInformationFile");
  replace("NtSetInformationFile", set_file);
  replace("GetFinalPathNameByHandleW", final_path);
  return TRUE;
}
