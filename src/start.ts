/**
 * Runs the program from what the engine compiled of it the last time, which is a tenth to a sixth of a short command's
 * time. The compiled program lies in the user's folder for caches. It is code: it is taken only from a folder and a file
 * that belong to the user and that nobody else can write to, and the engine refuses what another version of it made.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { cacheDir } from "./config/paths.js";
import { replaceFile } from "./wiring/replace-file.js";

/** Hash of dist/main.cjs, put in by the build: another build has another file. */
declare const __BUILD__: string;

const MAIN = join(__dirname, "main.cjs");
const NAME = `${__BUILD__}-${process.version}-${process.arch}`;
const MOST = 16 * 1024 * 1024;
const MOST_FILES = 8;

function run(): void {
  const folder = folderOfCode();
  const seal = sealOf(statSync(MAIN));
  // Files of dist/ are ASCII.
  const source = readFileSync(MAIN, "latin1");
  const before = folder && readCode(folder, seal);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: MAIN,
    ...(before && { cachedData: before }),
  });
  if (folder && (!before || script.cachedDataRejected)) process.once("exit", () => keep(folder, script, seal));
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
function readCode(folder: string, seal: string): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOurs(lstatSync(folder))) return undefined;
    file = openSync(join(folder, NAME), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || !isOurs(stats) || stats.size > MOST) return undefined;
    return codeIn(readFileSync(file), seal);
  } catch {
    // The usual case is that there is none yet; without it the program only starts later.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Of the source that was read, as somebody may have changed it since it was built: the engine looks at its length only. */
const sealOf = ({ size, mtimeMs }: Stats): string => `${NAME} ${size} ${mtimeMs}`;

/**
 * The engine believes what it is given, and crashes over a wrong bit. So the code is there twice, with the seal behind
 * it: comparing is the one check that takes no time before anything is compiled.
 */
function codeIn(bytes: Buffer, seal: string): Buffer | undefined {
  const end = bytes.length - seal.length;
  const [one, two] = [bytes.subarray(0, end / 2), bytes.subarray(end / 2, end)];
  return bytes.toString("latin1", end) === seal && one.equals(two) ? one : undefined;
}

/** Never false on a platform without owners. */
const isOwn = ({ uid }: Stats): boolean => (process.getuid?.() ?? uid) === uid;

const isOurs = (stats: Stats): boolean => isOwn(stats) && (process.getuid === undefined || (stats.mode & 0o022) === 0);

/** The first run only makes the folder: where programs run once, nothing is gained by it. */
function keep(folder: string, script: Script, seal: string): void {
  try {
    const there = nearest(folder);
    if (!isOwn(lstatSync(there))) return;
    if (there !== folder) return void mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOurs(lstatSync(folder))) return;
    removeOld(folder);
    const code = script.createCachedData();
    replaceFile(join(folder, NAME), Buffer.concat([code, code, Buffer.from(seal)]), { flush: true });
  } catch {
    // A folder that cannot be written is no reason to fail (R41).
  }
}

/** The folder, or the one above it that is there: what is made in somebody else's would be in their way. */
function nearest(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

/** Of other builds and other versions of Node, and what is left of drafts. */
function removeOld(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const ages = new Map(paths.map((path) => [path, lstatSync(path).mtimeMs]));
  const newest = paths.sort((one, other) => (ages.get(other) ?? 0) - (ages.get(one) ?? 0));
  for (const path of newest.slice(MOST_FILES - 1)) rmSync(path, { force: true });
}

run();
