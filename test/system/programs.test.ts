/** Which editor, browser and pager are used. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { usePrograms } from "../../src/app/client/run-session.js";
import {
  browse,
  commandWords,
  findProgram,
  findStart,
  missingProgram,
  programFolders,
} from "../../src/system/programs.js";

const folder = mkdtempSync(join(tmpdir(), "programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program of the profile", () => {
  const programs = { editor: "code --wait", browser: "firefox", pager: "more" };

  test("comes after what the environment says for docs, and before what it says for all", () => {
    const env: NodeJS.ProcessEnv = { VISUAL: "vi", EDITOR: "ed", PAGER: "less", BROWSER: "lynx" };
    usePrograms(programs, env);
    expect(env).toMatchObject({ VISUAL: "code --wait", DOCS_PAGER: "more", DOCS_BROWSER: "firefox" });
    const own: NodeJS.ProcessEnv = { DOCS_EDITOR: "nano", DOCS_PAGER: "", DOCS_BROWSER: "w3m" };
    usePrograms(programs, own);
    expect(own).toEqual({ DOCS_EDITOR: "nano", VISUAL: "nano", DOCS_PAGER: "", DOCS_BROWSER: "w3m" });
  });

  test("that is not named changes nothing", () => {
    const env: NodeJS.ProcessEnv = { VISUAL: "vi" };
    usePrograms({}, env);
    expect(env).toEqual({ VISUAL: "vi" });
  });
});

test("the sandbox has no app: no browser is started", async () => {
  await expect(browse("https://docs.sandbox.invalid/o/a")).rejects.toMatchObject({
    kind: "not-found",
    message: "the sandbox has no app: https://docs.sandbox.invalid/o/a does not exist",
  });
});

test("programs are found in absolute folders only, and only files that may be run", () => {
  writeFileSync(join(folder, "less"), "", { mode: 0o755 });
  writeFileSync(join(folder, "data"), "", { mode: 0o644 });
  const PATH = `:.:bin:${folder}:${folder}:/nowhere`;
  expect(programFolders({ PATH })).toEqual([folder, "/nowhere"]);
  expect(findProgram("less", { PATH })).toBe(join(folder, "less"));
  expect([
    findProgram("data", { PATH }),
    findProgram("less", { PATH: `:${process.cwd()}` }),
    findProgram("less", {}),
  ]).toEqual([undefined, undefined, undefined]);
});

describe("on Windows", () => {
  const FOUND: Record<string, string> = { cmd: "C:\\Windows\\cmd.exe", notepad: "C:\\Windows\\notepad.exe" };
  const BATCH: Record<string, string> = { code: "C:\\A & B^\\code.cmd" };
  const programs = { platform: "win32", find: (name: string) => FOUND[name], findBatch: (name: string) => BATCH[name] };
  const start = (...words: string[]) => findStart(words, {}, programs);

  test("a program is a path, so that the current folder gives none", () => {
    expect(start("notepad", "a b.md")).toEqual({ file: "C:\\Windows\\notepad.exe", args: ["a b.md"], options: {} });
    expect(start("C:\\own\\vim.exe", "x")).toEqual({ file: "C:\\own\\vim.exe", args: ["x"], options: {} });
    expect([start("vim"), start(), findStart(["code"], {}, { ...programs, find: () => undefined })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a command file runs in the command processor, each word in quotes", () => {
    expect(start("code", "--wait", "a&b ^c.md")).toEqual({
      file: "C:\\Windows\\cmd.exe",
      args: ["/d", "/v:off", "/s", "/c", '""C:\\A & B^\\code.cmd" "--wait" "a&b ^c.md""'],
      options: { windowsVerbatimArguments: true },
    });
    expect(start("C:\\own\\ed.BAT")?.args.at(-1)).toBe('""C:\\own\\ed.BAT""');
  });

  test.each(['a"b', "%PATH%", "a\nb", "a\rb"])(
    "a word that the command processor would read is refused: %j",
    (word) => {
      expect(() => start("code", word)).toThrow("cannot be passed to");
      expect(start("notepad", word)?.args).toEqual([word]);
    },
  );

  test("elsewhere the system finds it", () => {
    expect(findStart(["vi", "x"], {}, { ...programs, platform: "linux" })).toEqual({
      file: "vi",
      args: ["x"],
      options: {},
    });
  });

  test.each([
    ["C:\\Windows\\notepad.exe -x", ["C:\\Windows\\notepad.exe", "-x"]],
    ['"C:\\Program Files\\ed\\ed.exe" --wait ""', ["C:\\Program Files\\ed\\ed.exe", "--wait", ""]],
    ["it's fine", ["it's", "fine"]],
    ["", []],
    ['"open', undefined],
  ])("a backslash separates folders in the words of %s", (text, words) => {
    expect(commandWords(text, "win32")).toEqual(words);
  });

  test("a backslash is what it is in shells elsewhere", () => {
    expect(commandWords("a\\ b 'c d'", "linux")).toEqual(["a b", "c d"]);
  });
});

test("a program that is not there is named, by its name or its path", () => {
  const env = { PATH: "/usr/bin:/bin" };
  expect(missingProgram("cta -n", env)).toBe("cta");
  expect(missingProgram("/usr/bin/cta", env)).toBe("/usr/bin/cta");
  expect([missingProgram("cat -n", env), missingProgram("/bin/cat", env)]).toEqual([undefined, undefined]);
});
