/** The script that installs the executable, from a folder and from a server on this machine. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { collect } from "../helpers/cli.js";
import { filesIn } from "../installation/packed.js";
import { createRelease, type Release, version } from "./release.js";

let release: Release;
let sums: string;
let home: string;
beforeAll(async () => {
  release = await createRelease();
  sums = readFileSync(join(release.folder, "SHA256SUMS"), "utf8");
});
afterAll(() => release.remove());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "docs-install-"));
  writeFileSync(join(release.folder, "SHA256SUMS"), sums);
  return () => rmSync(home, { recursive: true, force: true });
});

const install = (env: Record<string, string> = {}) =>
  collect(
    spawn("sh", ["scripts/install.sh"], {
      env: { PATH: process.env.PATH, HOME: home, DOCS_VERSION: version, DOCS_INSTALL_FROM: release.folder, ...env },
    }),
    { limit: 60_000 },
  );
const installed = () => join(home, ".local/bin/docs");
const published = () =>
  `Installed docs ${version}: ${installed()}\nThe archive is as published at ${release.folder}; SHA256SUMS.asc proves who published it\n`;

test("installs what runs, with manual pages and completion", async () => {
  const ran = await install();
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toBe(`${published()}Add ${join(home, ".local/bin")} to PATH to run it by its name\n`);
  expect(execFileSync(installed(), ["--version"], { encoding: "utf8", env: {} })).toBe(`${version}\n`);
  const files = filesIn(join(home, ".local"));
  for (const file of ["share/man/man1/docs.1", "share/zsh/site-functions/_docs", "bin/docs"])
    expect(files).toContain(file);
  expect(files.filter((file) => file.startsWith("bin/"))).toEqual(["bin/docs"]);
});

test("over what runs", async () => {
  mkdirSync(join(home, ".local/bin"), { recursive: true });
  writeFileSync(installed(), "#!/bin/sh\nsleep 9\n", { mode: 0o755 });
  expect(await install({ PATH: `${join(home, ".local/bin")}:${process.env.PATH}` })).toMatchObject({
    code: 0,
    stdout: published(),
  });
});

test("it installs from a server", async () => {
  const server = createServer((request, response) =>
    response.end(readFileSync(join(release.folder, request.url ?? ""))),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await install({ DOCS_INSTALL_FROM: from })).toMatchObject({ code: 0, stderr: "" });
  server.close();
});

test("it fetches by TLS 1.2 or newer, wherever the address leads", async () => {
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "curl"), `#!/bin/sh\necho "$*" >>'${join(home, "curl.log")}'\nexit 22\n`, { mode: 0o755 });
  const PATH = `${bin}:${process.env.PATH}`;
  const ran = await install({ PATH, DOCS_INSTALL_FROM: "https://docs.example.test/x" });
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot fetch https://docs.example.test/x/") });
  expect(readFileSync(join(home, "curl.log"), "utf8")).toMatch(
    /^--proto =https --tlsv1\.2 -fsSL -o \S+ https:\/\/docs/,
  );
});

test.each([
  [
    "another sum",
    () => sums.replace(/^[0-9a-f]{8}/, "00000000"),
    "has another sum than SHA256SUMS says: nothing was installed",
  ],
  ["no sum", () => sums.replace(/^.*linux-x64.*\n/m, ""), `SHA256SUMS does not name docs-${version}-linux-x64.tar.gz`],
  ["two sums", () => `${sums}${"0".repeat(64)}  docs-${version}-linux-x64.tar.gz\n`, "has another sum than"],
])("%s: nothing is installed", async (_, text, message) => {
  writeFileSync(join(release.folder, "SHA256SUMS"), text());
  const ran = await install();
  expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  expect(existsSync(installed())).toBe(false);
});

test.each([
  ["an address without TLS", { DOCS_INSTALL_FROM: "http://example.invalid" }, "http://example.invalid is not https"],
  ["a version that is a path", { DOCS_VERSION: "../1" }, 'install.sh: "../1" is no version'],
  ["a folder without archives", { DOCS_INSTALL_FROM: "/nowhere" }, "cannot read /nowhere/"],
])("%s is refused", async (_, env, message) => {
  expect(await install(env)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  expect(existsSync(installed())).toBe(false);
});

test("the script has no mistake that shellcheck knows", () => {
  execFileSync("shellcheck", ["scripts/install.sh"]);
});
