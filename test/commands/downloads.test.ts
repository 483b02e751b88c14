import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useOwnTmpdir, useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const CARD = "fB3pZq8YcJx5KtWn7RmD";
const DRAWING = "fT6kXw2NbRz9QmVd4LhG";

const cli = useTestCli();
const temporaryFiles = useOwnTmpdir();

test("files download writes the file that -O names and tells its path and size", async () => {
  const file = join(cli.folder, "card.txt");
  await step(cli, `files download ${CARD} -O ${file}`, {
    out: [`Path\t${file}`, "Bytes\t179"],
    err: [`Wrote ${file} (179 bytes)`],
    sent: [
      `GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/files/${CARD}`,
      "GET /files/f4ee159c8481c78538de0903f007ce86dcfcffde2a6d51ef55ee676ae4fa31ed/safety-card.txt",
    ],
  });
  expect(readFileSync(file, "utf8")).toHaveLength(179);
});

test("files download never replaces a file without --force", async () => {
  const file = join(cli.folder, "card.txt");
  writeFileSync(file, "mine");
  await step(cli, `files download ${CARD} -O ${file}`, {
    err: [`docs: cannot write ${file}: it already exists`, "  give another path, or replace it with --force"],
    code: 1,
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  await step(cli, `files download ${CARD} -O ${file} --force`, { on: TTY, err: [`✓ Wrote ${file} (179 bytes)`] });
  expect(readFileSync(file, "utf8")).toHaveLength(179);
});

test("files download writes the bytes of one file to standard output, whatever format is asked for", async () => {
  const file = join(cli.folder, "card.txt");
  await cli.run(`files download ${CARD} -O ${file}`);
  for (const format of ["", " --json", " -o tsv", " --fields path"]) {
    const ran = await cli.run(`files download ${CARD} -O -${format}`);
    expect(ran).toMatchObject({ code: 0, stderr: "Wrote 179 bytes to standard output\n" });
    expect(ran.stdout).toBe(readFileSync(file, "utf8"));
  }
  expect(temporaryFiles().filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("only one file can be written to standard output, and no terminal", async () => {
  await step(cli, `files download ${CARD} -O -`, {
    on: TTY,
    code: 2,
    err: ["docs: a file cannot be written to the terminal", "  redirect standard output, or name a path with -O"],
    sent: [],
  });
  await step(cli, "cr pdf 42 -O -", {
    on: TTY,
    code: 2,
    err: ["docs: a file cannot be written to the terminal", "  redirect standard output, or name a path with -O"],
    sent: [],
  });
  await step(cli, `files download ${CARD} ${DRAWING} -O -`, {
    code: 2,
    err: ["docs: only one file can be written to standard output", "  name a folder with -O"],
    sent: [],
  });
});

test("cr pdf writes to standard output", async () => {
  const { stdout, stderr, code } = await cli.run("cr pdf 42 -O -");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^%PDF-/);
  expect(stderr).toMatch(/^Wrote \d+ bytes to standard output\n$/);
});

test("files download puts several into a folder under their own names", async () => {
  const folder = join(cli.folder, "images");
  mkdirSync(folder);
  await step(cli, `files download ${CARD} nope ${DRAWING} --cr 42 -O ${folder} --fields path,bytes`, {
    out: [`${folder}/safety-card.txt\t179`, `${folder}/tern-at-dock.svg\t550`],
    err: [
      `Wrote ${folder}/safety-card.txt (179 bytes)`,
      'failed: nope: the service answered 404: file "nope" not found',
      `Wrote ${folder}/tern-at-dock.svg (550 bytes)`,
      "docs: 2 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
  });
  expect(readFileSync(join(folder, "tern-at-dock.svg"), "utf8")).toMatch(/^<svg /);
});

test("cr pdf says on standard error what the PDF cannot show", async () => {
  const page = "data:text/markdown;name=signs.md,%23%20Signs%0A%0A%E6%BC%A2%E5%AD%97%20%E2%86%90";
  expect((await cli.run(`content import "${page}" --source markdown --cr 42`)).code).toBe(0);
  const { code, stderr } = await cli.run(`cr pdf 42 -O ${join(cli.folder, "signs.pdf")}`);
  expect(code).toBe(0);
  expect(stderr.split("\n").filter((line) => line.startsWith("note: "))).toEqual([
    'note: page "Signs" has characters that the PDF has no font for: they are shown as "?"',
  ]);
  expect((await cli.run("cr pdf 42 --quiet")).stderr).toBe("");
});

test("cr pdf -O downloads the PDF", async () => {
  const file = join(cli.folder, "guide.pdf");
  const { stdout, stderr, code } = await cli.run(`cr pdf 42 -O ${file}`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Path\t.*guide\.pdf\nBytes\t\d{4,}\n$/) });
  expect(stderr).toMatch(/^Wrote .*guide\.pdf \(\d{4,} bytes\)\n$/);
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
  await step(cli, `cr pdf 42 -O ${file}`, {
    err: [`docs: cannot write ${file}: it already exists`, "  give another path, or replace it with --force"],
    code: 1,
  });
});

test("nothing is left of a download that was refused", async () => {
  const file = join(cli.folder, "card.txt");
  await step(cli, `files download ${CARD} -O ${file} --retries 0`, {
    on: { intercept: ({ path }) => (path.startsWith("/files/") ? { status: 404 } : undefined) },
    err: ["docs: download from docs.sandbox.invalid: the service answered 404: not found", "  see: docs files list"],
    code: 3,
  });
  expect(existsSync(file)).toBe(false);
});
