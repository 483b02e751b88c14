// Makes one executable of dist/: the engine, the program as bytecode, and the files that it reads.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { signed } from "./sign.mjs";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;

/** What the program reads at run time besides its code. */
const FILES = ["help", "help.txt", "tools.json", "completion.jsonl", "jq.wasm"];

/** Nothing of the folder that a person is in: these are the engine's own files. */
const READ_NOTHING = ["dotenv", "bunfig", "tsconfig", "package-json"].map((name) => `--no-compile-autoload-${name}`);

const NAMES = ["__dirname=DOCS_FOLDER", "__filename=DOCS_FILE"];

/**
 * `compiler`: the engine that runs here. `engine`, `keyring`: the files of the platform that the executable is for.
 * `order`: what order.mjs recorded; without it, the executable records.
 */
export async function compile({ compiler, target, engine, keyring, order, outfile }) {
  const stage = await mkdtemp(join(tmpdir(), "docs-executable-"));
  try {
    await fill(stage, keyring);
    await run(
      compiler,
      [
        "build",
        ...["--compile", "--bytecode", "--target", target, "--compile-executable-path", engine],
        ...READ_NOTHING,
        ...[...NAMES, `DOCS_IS_RECORDING=${order === undefined}`].flatMap((name) => ["--define", name]),
        // Compiling to machine code what runs once costs a sixth of a short command; entry.cjs ends this.
        "--compile-jit-policy=100",
        ...(order ? [`--bytecode-order=${order.join(",")}`] : []),
        // By their last names: in the executable they are folders beside each other.
        ...["--asset", "files/dist", "--asset", "files/completions"],
        // SQLite is the engine's own.
        ...["--external", "libsql"],
        ...["entry.cjs", "--outfile", outfile],
      ],
      { cwd: stage, env: buildEnvironment() },
    );
    if (target.startsWith("bun-darwin-x64")) await writeFile(outfile, signed(await readFile(outfile), "docs"));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function fill(stage, keyring) {
  const { name, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const folder of ["bin", "dist"]) await cp(join(root, folder), join(stage, folder), { recursive: true });
  for (const file of FILES) await cp(join(root, "dist", file), join(stage, "files/dist", file), { recursive: true });
  await cp(join(root, "completions"), join(stage, "files/completions"), { recursive: true });
  await cp(join(root, "scripts/binaries/entry.cjs"), join(stage, "entry.cjs"));
  await writeFile(join(stage, "package.json"), JSON.stringify({ name, version }));
  // In place of the package's own file, which looks for its build in the file system.
  const own = join(stage, "node_modules/@napi-rs/keyring");
  await mkdir(own, { recursive: true });
  await cp(keyring, join(own, "keyring.node"));
  await writeFile(join(own, "index.js"), 'module.exports = require("./keyring.node");\n');
}

/** Without what would change the engine that compiles. */
function buildEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(BUN|NODE)_/.test(name));
  return Object.fromEntries(kept);
}
