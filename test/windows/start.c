// Starts a program as another Windows program would: with pipes that Windows made. Wine passes on pipes of Linux, which
// Node cannot open there. START_<NAME> sets NAME for the program, also where Wine has a value of its own, such as APPDATA.
// When the file that START_EVENTS names appears, the program gets Ctrl-C, or its end if "kill" is in the file.
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

struct copy {
  HANDLE from, to;
};

static DWORD WINAPI pass_on(void *given) {
  struct copy *copy = given;
  char bytes[65536];
  DWORD count, sent, written;
  while (ReadFile(copy->from, bytes, sizeof bytes, &count, NULL) && count > 0)
    for (sent = 0; sent < count; sent += written)
      if (!WriteFile(copy->to, bytes + sent, count - sent, &written, NULL)) goto gone;
gone:
  // Either end tells the other one that it is gone.
  CloseHandle(copy->from);
  CloseHandle(copy->to);
  return 0;
}

static HANDLE piped(struct copy *copy, DWORD which) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE read, write, ours;
  if (!CreatePipe(&read, &write, &inherited, 0)) exit(250);
  ours = which == STD_INPUT_HANDLE ? write : read;
  SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
  copy->from = which == STD_INPUT_HANDLE ? GetStdHandle(which) : read;
  copy->to = which == STD_INPUT_HANDLE ? write : GetStdHandle(which);
  return which == STD_INPUT_HANDLE ? read : write;
}

static void set_variables(void) {
  wchar_t *all = GetEnvironmentStringsW(), *one, *equals, name[256];
  for (one = all; *one; one += wcslen(one) + 1) {
    if (wcsncmp(one, L"START_", 6) != 0 || !(equals = wcschr(one, L'=')) || equals - one >= 256) continue;
    wcsncpy(name, one, equals - one);
    name[equals - one] = 0;
    SetEnvironmentVariableW(name + 6, equals + 1);
    SetEnvironmentVariableW(name, NULL);
  }
}

// The rest of the command line, as it was written.
static wchar_t *after_own_name(void) {
  wchar_t *line = GetCommandLineW(), end = *line == L'"' ? L'"' : L' ';
  for (line++; *line && *line != end; line++) {}
  if (*line == L'"') line++;
  while (*line == L' ') line++;
  return line;
}

static void happen(const wchar_t *events, PROCESS_INFORMATION *program) {
  char what[8] = "";
  FILE *file = _wfopen(events, L"rb");
  if (!file) return;
  what[fread(what, 1, sizeof what - 1, file)] = 0;
  fclose(file);
  DeleteFileW(events);
  if (strcmp(what, "kill") == 0) {
    TerminateProcess(program->hProcess, 137);
    return;
  }
  // Ctrl-C goes to everybody on a console: the program has one of its own, which this process visits.
  FreeConsole();
  if (!AttachConsole(program->dwProcessId)) exit(251);
  SetConsoleCtrlHandler(NULL, TRUE);
  if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) exit(252);
  FreeConsole();
}

int main(void) {
  wchar_t events[1024] = L"";
  struct copy in, out, err;
  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION program;
  HANDLE job = CreateJobObjectW(NULL, NULL), ends[2];
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  DWORD code, flags = CREATE_SUSPENDED | CREATE_NO_WINDOW;
  GetEnvironmentVariableW(L"START_EVENTS", events, 1024);
  set_variables();
  // Who kills this process kills the program.
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = piped(&in, STD_INPUT_HANDLE);
  start.hStdOutput = piped(&out, STD_OUTPUT_HANDLE);
  start.hStdError = piped(&err, STD_ERROR_HANDLE);
  if (!CreateProcessW(NULL, after_own_name(), NULL, NULL, TRUE, flags, NULL, NULL, &start, &program)) {
    fprintf(stderr, "cannot start: %lu\n", GetLastError());
    return 253;
  }
  AssignProcessToJobObject(job, program.hProcess);
  ResumeThread(program.hThread);
  CloseHandle(start.hStdInput);
  CloseHandle(start.hStdOutput);
  CloseHandle(start.hStdError);
  CreateThread(NULL, 0, pass_on, &in, 0, NULL);
  ends[0] = CreateThread(NULL, 0, pass_on, &out, 0, NULL);
  ends[1] = CreateThread(NULL, 0, pass_on, &err, 0, NULL);
  while (WaitForSingleObject(program.hProcess, *events ? 20 : INFINITE) == WAIT_TIMEOUT) happen(events, &program);
  WaitForMultipleObjects(2, ends, TRUE, INFINITE);
  GetExitCodeProcess(program.hProcess, &code);
  // What the program left running, such as a browser, stays.
  limits.BasicLimitInformation.LimitFlags = 0;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  ExitProcess(code);
}
