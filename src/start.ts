/**
 * Runs the program from what the engine compiled of it the last time, which is a tenth to a sixth of a short command's
 * time. The compiled program lies in the user's folder for caches. It is code: it is taken only from a folder and a file
 * that belong to the user and that nobody else can write to, and the engine refuses what another version of it made.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { createRequire, Module } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { cacheDir } from "./config/paths.js";

/** Hash of dist/main.cjs, put in by the build: another build has another file. */
declare const __BUILD__: string;

const MAIN = join(__dirname, "main.cjs");
const ENGINE = `-${process.version}-${process.arch}`;
const NAME = `${__BUILD__}${ENGINE}`;
const MOST = 16 * 1024 * 1024;

run();

function run(): void {
  const folder = folderOfCode();
  // Files of dist/ are ASCII.
  const source = readFileSync(MAIN, "latin1");
  const before = folder && readCode(folder);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: MAIN,
    ...(before && { cachedData: before }),
  });
  if (folder && (!before || script.cachedDataRejected)) process.once("exit", () => keep(folder, script));
  // Other files of dist/ ask for it by its path.
  const module = new Module(MAIN);
  module.filename = MAIN;
  const require = createRequire(MAIN);
  require.cache[MAIN] = module;
  script.runInThisContext()(module.exports, require, module, MAIN, __dirname);
  module.loaded = true;
}

/** Undefined where nothing is to be kept: by the variable that Node has for it, or under flags of the engine's own. */
function folderOfCode(): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE || process.env.NODE_OPTIONS || process.execArgv.length > 0)
    return undefined;
  const cache = cacheDir(process.env, process.platform);
  return cache && join(cache, "code");
}

/** Undefined for whatever is not there, not whole or not ours alone. */
function readCode(folder: string): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOurs(lstatSync(folder))) return undefined;
    file = openSync(join(folder, NAME), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || !isOurs(stats) || stats.size > MOST) return undefined;
    return codeIn(readFileSync(file));
  } catch {
    // The usual case is that there is none yet; without it the program only starts later.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * The engine believes what it is given, and crashes over a wrong bit. So the code is there twice, with the file's name
 * behind it: comparing is the one check that takes no time before anything is compiled.
 */
function codeIn(bytes: Buffer): Buffer | undefined {
  const end = bytes.length - NAME.length;
  const [one, two] = [bytes.subarray(0, end / 2), bytes.subarray(end / 2, end)];
  return bytes.toString("latin1", end) === NAME && one.equals(two) ? one : undefined;
}

function isOurs({ uid, mode }: Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || (uid === own && (mode & 0o022) === 0);
}

/** The first run only makes the folder: where programs run once, nothing is gained by it. */
function keep(folder: string, script: Script): void {
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined || !isOurs(lstatSync(folder))) return;
    const old = readdirSync(folder).filter((name) => name.includes(ENGINE) && name !== NAME);
    for (const name of old) rmSync(join(folder, name), { force: true });
    const draft = join(folder, `${NAME}.${process.pid}`);
    const code = script.createCachedData();
    writeSynced(draft, Buffer.concat([code, code, Buffer.from(NAME)]));
    renameSync(draft, join(folder, NAME));
  } catch {
    // A folder that cannot be written is no reason to fail (R41). The next run removes what is left of a draft.
  }
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
