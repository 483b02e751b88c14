/**
 * What only Wine has: pipes and files that Linux opened, as the program gets them from a shell of Linux, and a console that
 * tmux can look at. What is seen of colors and keys there is Wine's console, not Windows Terminal.
 */
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect, nativePath } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { service } from "../process/service.js";
import { openScreen } from "../terminal/tmux.js";

const home = useHome();
const EXECUTABLE = process.env.DOCS_TEST_BIN ?? "";
const direct = (...args: string[]) =>
  spawn("wine", [EXECUTABLE, ...args], { cwd: home.dir, env: { ...home.env, DISPLAY: "" }, stdio: "pipe" });

test("standard input is a pipe of Linux", async () => {
  const child = direct("--sandbox", "cr", "view", "-", "-q", ".[].number");
  expect(await collect(child, { input: "42\n43\n" })).toMatchObject({ code: 0, stdout: "42\n43\n", stderr: "" });
});

test("standard output is a file that Linux opened", async () => {
  const file = openSync(join(home.dir, "out.txt"), "w");
  const env = { ...home.env, DISPLAY: "" };
  const child = spawn("wine", [EXECUTABLE, "--sandbox", "cr", "view", "42", "-q", ".number"], {
    env,
    stdio: ["ignore", file, "pipe"],
  });
  const code = await new Promise((done) => child.once("close", done));
  closeSync(file);
  expect([code, readFileSync(join(home.dir, "out.txt"), "utf8")]).toEqual([0, "42\n"]);
});

/** A folder whose name has what the command processor reads, with a command file that is an editor. */
function editorIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "edit.cmd"),
    '@echo off\r\necho %~1 and %~2> "%~dp0seen.txt"\r\necho from the editor> text.md\r\n',
  );
  return folder;
}

async function comment(editor: string, folder: string): Promise<string[]> {
  const screen = openScreen({ width: 120, env: { DISPLAY: "", EDITOR: editor, START_PATH: "" } });
  try {
    const path = `C:\\windows\\system32;${nativePath(folder)}`;
    screen.enter(`cd '${folder}'; export WINEPATH='${path}'; clear`);
    screen.enter(`wine '${EXECUTABLE}' --sandbox comments create`);
    await screen.until("Text as Markdown");
    screen.keys("Enter");
    return await screen.until(/Created comment|docs: /);
  } finally {
    await screen.close();
  }
}

test("a command file as the editor gets each word, whatever the name of its folder", async () => {
  const folder = editorIn(join(home.dir, "A & B ^ C"));
  const lines = await comment("edit --wait", folder);
  expect(lines.join("\n")).toContain("Created comment");
  expect(readFileSync(join(folder, "seen.txt"), "utf8").trim()).toBe("--wait and text.md");
});

test("a program in the current folder is not started as the editor", async () => {
  const folder = join(home.dir, "hostile");
  mkdirSync(folder);
  symlinkSync(EXECUTABLE, join(folder, "nowhere-else.exe"));
  writeFileSync(join(folder, "nowhere-else.cmd"), "@echo off\r\necho started> started.txt\r\n");
  const screen = openScreen({ width: 120, env: { DISPLAY: "", EDITOR: "nowhere-else" } });
  try {
    screen.enter(`cd '${folder}'; clear`);
    screen.enter(`wine '${EXECUTABLE}' --sandbox comments create`);
    await screen.until("Text as Markdown");
    screen.keys("Enter");
    expect((await screen.until(/docs: /)).join("\n")).toContain("cannot start the editor");
    expect(readdirSync(folder).sort()).toEqual(["nowhere-else.cmd", "nowhere-else.exe"]);
  } finally {
    await screen.close();
  }
});

test.each([
  ["http://127.0.0.1:9/a?b=1&echo^x=started", "http://127.0.0.1:9/a?b=1&echo^x=started"],
  ["http://127.0.0.1:9/100%25?PATH=%PATH%", undefined],
  ["file:///C:/windows/notepad.exe", undefined],
  ["ms-settings:display", undefined],
])("the browser is given %s as one word, or nothing", async (app, seen) => {
  const folder = join(home.dir, `browser of ${seen ? "one" : "none"}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "browse.cmd"), '@echo off\r\n>"%~dp0seen.txt" echo "%~1"\r\n');
  const api = await service(() => ({ body: { object: "space", id: "s1", title: "One", urls: { app } } }));
  const env = {
    DOCS_BASE_URL: api.url,
    DOCS_TOKEN: "t",
    DOCS_ORG: "o1",
    DOCS_BROWSER: `"${nativePath(join(folder, "browse.cmd"))}"`,
  };
  const ran = await home.run(["spaces", "view", "s1", "--web"], { env });
  await api.close();
  expect([ran.code === 0, ran.stderr]).toEqual([seen !== undefined, expect.not.stringContaining("bug")]);
  const file = join(folder, "seen.txt");
  if (seen === undefined) expect(readdirSync(folder)).toEqual(["browse.cmd"]);
  else await expect.poll(() => (existsSync(file) ? readFileSync(file, "utf8").trim() : "")).toBe(`"${seen}"`);
});
