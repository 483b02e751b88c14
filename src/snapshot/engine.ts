/** The engine of snapshots: makes, reads and compares them, with the client of a command and files of the sandbox's schema. */

import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { endpoints } from "../catalog/index.js";
import { Failure, reasonOf, usage } from "../errors.js";
import type { Reader } from "../http/types.js";
import type { Source, SourceState } from "../sandbox/store/sources.js";
import { MASK } from "../shared/secret-places.js";
import { isFailed, type Shrunk } from "../shared/snapshots/gaps.js";
import { parseSnapshotName, suspectOf } from "../shared/snapshots/generation-names.js";
import { lockExclusively } from "../system/exclusive-lock.js";
import { holdsSecret, maskSecrets } from "../system/secrets.js";
import { beforeEnd } from "../system/signals.js";
import type { CompareOptions, Comparison } from "./compare/things.js";
import type { ExportReport } from "./export/export.js";
import type { Locate, LocateSource } from "./export/file-locations.js";
import type { SnapshotInfo } from "./file/read.js";
import type { VerifyResult } from "./file/verify.js";
import { refuseGeneration } from "./generations.js";
import type { LogOptions, SnapshotLog } from "./history/log.js";
import { indexOf } from "./index-place.js";
import type { QueryOptions } from "./query/query-in-child.js";
import type { QueryResult } from "./query/run.js";
import type { TablesOptions, TablesReport } from "./tables/tables.js";
import type { Exclude, Include, SnapshotSelection } from "./types.js";
import type { SampleResult } from "./walk/live-sample.js";
import { type Endpoints, patterns, scopeName } from "./walk/reading-plan.js";
import { walk } from "./walk/walk.js";

export { forget, generations } from "./generations.js";

/** How the service is read. */
interface ServiceAccess {
  client: Reader;
  /** Address of the service; undefined: the embedded sandbox. */
  origin: string | undefined;
  /** Id of the member that the token belongs to, if known. */
  me: string | undefined;
  /** Fetches a link of an answer, without the token. @throws Failure, invalid-answer for more than `most` bytes */
  download: (link: string, most: number) => Promise<Uint8Array>;
  /** Requests a second, at most. */
  rate: number | undefined;
  /** Told before every request; `left` is an estimate. */
  progress: (progress: { requests: number; left: number }) => void;
}

export interface SnapshotWanted extends ServiceAccess {
  /** Defaults for commands that read the file; the organization is the one in the snapshot. */
  defaults: { org: string; space: string; site: string };
  include: readonly string[];
  exclude: readonly string[];
  /** Ids; none: all spaces. */
  spaces: readonly string[];
  /** Bytes: bytes of files up to this size are read too. */
  filesUpTo?: number;
  /** Read everything, whatever the snapshot that is there says. */
  full: boolean;
  /** Replace the snapshot that is there even with one that lost much. */
  acceptShrink: boolean;
  /** Keep nothing of the snapshot that is there, nor of its earlier generations. */
  replace: boolean;
}

/** The part of a snapshot that is read again, and how. */
interface SnapshotSample {
  client: Reader;
  /** Address of the service; undefined: the embedded one. */
  origin: string | undefined;
  /** 0 to 1. */
  share: number;
  /** The same sample for the same number. */
  seed: number;
  /** Requests a second, at most. */
  rate: number | undefined;
  progress: (requests: number) => void;
}

export interface SnapshotVerified extends VerifyResult {
  file: string;
  live?: SampleResult | undefined;
}

interface CompareWanted extends CompareOptions {
  /** The other snapshot, or what it takes to read the service as it is now. */
  with: string | ServiceAccess;
}

/** The contents of a snapshot, and its gaps. */
export interface SnapshotSummary extends Omit<SnapshotInfo, "sources" | "objects"> {
  file: string;
  /** Of the run that made it. */
  requests: number;
  /** Scopes that were taken over from the snapshot before. */
  reused: number;
  /** Scopes that should have been read but were not, or only in part. */
  failed: number;
  /** Losses compared with an older snapshot, which stays; `file` is beside it then. */
  shrunk?: Shrunk[] | undefined;
  parts: PartRow[];
}

/** Makes a folder for snapshots, for the owner only, unless it is there. @throws Failure io, usage */
export async function makeFolder(path: string): Promise<void> {
  const { lstatSync } = process.getBuiltinModule("node:fs");
  const { makePrivateFolder } = await import("../system/folders.js");
  try {
    makePrivateFolder(resolve(path));
    if (lstatSync(resolve(path)).isDirectory()) return;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("io", `cannot make the folder ${path}: ${reasonOf(error)}`, { cause: error });
  }
  throw new Failure("usage", `${path} is not a folder`, { hint: "name another folder, or omit --all-orgs" });
}

/** These files, and in the place of a folder the snapshots in it (`*.docs`). @throws Failure io, usage if there is none */
export function listFiles(named: readonly string[]): string[] {
  const { readdirSync, statSync } = process.getBuiltinModule("node:fs");
  return named.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const found = readdirSync(path).filter((name) => name.endsWith(".docs"));
    if (found.length === 0) throw usage(`${path} has no snapshots (*.docs)`, "to make one: docs snapshots create FILE");
    return found.sort().map((name) => join(path, name));
  });
}

/** @throws Failure config, io */
export async function view(file: string): Promise<SnapshotSummary> {
  const { readSnapshot } = await import("./file/read.js");
  const { sources, asked, objects, ...info } = readSnapshot(file);
  return {
    file,
    ...info,
    asked,
    requests: sources.reduce((sum, { requests }) => sum + requests, 0),
    failed: sources.filter(isFailed).length,
    reused: sources.filter((source) => isReused(source, info.started)).length,
    parts: makeParts(endpoints, sources, { started: info.started, objects }),
  };
}

/**
 * Reads an organization into a file, or continues an interrupted run.
 * @throws Failure of the requests (progress is kept in `<file>.partial`), io, config, usage
 */
export async function create(
  file: string,
  { client, origin, defaults, me, full, acceptShrink, replace, rate, progress, download, ...wanted }: SnapshotWanted,
): Promise<SnapshotSummary> {
  const [{ openSnapshotWriter }, { ORIGIN }, sqlite] = await Promise.all([
    import("./file/write.js"),
    import("../sandbox/origin.js"),
    import("../system/sqlite.js"),
  ]);
  const asked: SnapshotSelection = {
    organization: defaults.org,
    // The flags' own values (read-rules.ts), which the command line has checked.
    include: [...wanted.include].sort() as Include[],
    exclude: [...wanted.exclude].sort() as Exclude[],
    ...(wanted.filesUpTo !== undefined && { filesUpTo: wanted.filesUpTo }),
    ...(wanted.spaces.length > 0 && { spaces: [...wanted.spaces].sort() }),
  };
  refuseGeneration(file);
  for (const name of [file, suspectOf(file)]) await refuseOthers(resolve(name), name);
  const release = lockExclusively(`${resolve(file)}.lock`, sqlite);
  if (!release) throw new Failure("io", `another process is writing ${file}`, { hint: "wait until it has finished" });
  const now = () => new Date().toISOString();
  try {
    const facts = { started: now(), version: __VERSION__, asked: JSON.stringify(asked), origin: origin ?? ORIGIN };
    const writer = openSnapshotWriter(resolve(file), facts, { full, acceptShrink, replace });
    beforeEnd(() => writer.close());
    try {
      const answers = { client: createMaskedClient(client), download: createMaskedDownload(download) };
      await walk({ asked, endpoints, ...answers, file: writer, now: Date.now, sleep, rate, progress });
      const settings = { origin: facts.origin, caller: me ?? "reader", defaults };
      const made = writer.finish({ ended: now(), settings, acceptShrink });
      // As it was typed: only its end is another one.
      const name = file + made.file.slice(resolve(file).length);
      return made.shrunk.length > 0 ? { ...(await view(name)), shrunk: made.shrunk } : await view(file);
    } finally {
      writer.close();
    }
  } finally {
    release();
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A new snapshot takes the place of an older one. @throws Failure usage for anything else there */
async function refuseOthers(path: string, typed: string): Promise<void> {
  const { statSync } = process.getBuiltinModule("node:fs");
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) throw usage(`${typed} is a folder`, `name a file in it: ${join(typed, "snapshot.docs")}`);
  const { openSnapshotFile } = await import("./file/open-snapshot.js");
  try {
    if (stats.isFile()) {
      // One that is damaged is read again, as long as it can be told that it is one.
      openSnapshotFile(path).close();
      return;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  throw new Failure("usage", `${typed} exists and is not a snapshot that can be replaced`, {
    hint: "name another file, or remove it",
  });
}

/**
 * Compares two snapshots, or a snapshot with the service as it is now.
 * @throws Failure usage for snapshots of different organizations; of the requests; config, io
 */
export async function diff(file: string, { with: other, only, texts, any }: CompareWanted): Promise<Comparison> {
  const { compareSnapshots } = await import("./compare/compare.js");
  const options = { only, texts, any };
  if (typeof other === "string") return compareSnapshots(resolve(file), resolve(other), options);
  const { cpSync, mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  const [{ readSnapshot }, { ORIGIN }] = await Promise.all([import("./file/read.js"), import("../sandbox/origin.js")]);
  const { organization, asked, origin } = readSnapshot(resolve(file));
  refuseOtherService(file, origin, other.origin ?? ORIGIN);
  // Written by the walk.
  const { include, exclude, spaces = [], filesUpTo } = asked as SnapshotSelection;
  const folder = mkdtempSync(join(tmpdir(), "docs-diff-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  beforeEnd(remove);
  try {
    const now = join(folder, "now.docs");
    // Refreshing a copy only reads what has changed.
    cpSync(parseSnapshotName(resolve(file)).path, now);
    const defaults = { org: organization.id, space: "", site: "" };
    const wanted = { include, exclude, spaces, ...(filesUpTo && { filesUpTo }), defaults };
    // The comparison is to show the things that are gone.
    await create(now, { ...other, ...wanted, full: false, acceptShrink: true, replace: true });
    return compareSnapshots(resolve(file), now, options);
  } finally {
    remove();
  }
}

/** The content of another service says nothing about changes here. @throws Failure usage */
function refuseOtherService(file: string, from: string, here: string): void {
  if (from === here) return;
  throw new Failure("usage", `${file} was read from ${from}, but this profile is for ${here}`, {
    hint: "name the profile: --profile NAME",
  });
}

/**
 * Finds things in the folder of an export, with paths relative to the working directory.
 * @throws Failure usage for a folder that is none of `organization`; io
 */
export async function exportLocator(folder: string, organization: string): Promise<Locate> {
  const { openItemLocator } = await import("./export/file-locations.js");
  const find = await openItemLocator(resolve(folder), organization);
  const before = prefixOf(resolve(folder), process.cwd());
  return (...asked) => {
    const found = find(...asked);
    return found && { ...found, file: `${before}${found.file}` };
  };
}

/** Finds things in the Markdown that pages come from. @throws Failure usage for what is no folder */
export async function sourceLocator(folder: string): Promise<LocateSource> {
  const { openSources } = await import("./export/file-locations.js");
  const find = await openSources(resolve(folder));
  const before = prefixOf(resolve(folder), process.cwd());
  return (...asked) => {
    const found = find(...asked);
    return found && { ...found, file: `${before}${found.file}` };
  };
}

/** The path from the working directory to the folder; empty unless the folder is below it. */
export function prefixOf(folder: string, cwd: string): string {
  const way = relative(cwd, folder);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return "";
  return `${way.split(sep).join("/")}/`;
}

/** Looks for damage; with `live` reads a sample again. @throws Failure config, io, usage, and of the requests */
export async function verify(file: string, live: SnapshotSample | undefined): Promise<SnapshotVerified> {
  const { verifySnapshot } = await import("./file/verify.js");
  const found = { file, ...verifySnapshot(file) };
  // A damaged file cannot be compared with the service.
  if (!live || found.damage.length > 0) return found;
  return { ...found, live: await compareWithService(file, live) };
}

/** @throws Failure usage for a folder that is not of an export; config, io */
export async function exportFiles(
  file: string,
  folder: string,
  options: { acceptShrink: boolean; isPublic: boolean; progress: (pages: number, left: number) => void },
): Promise<ExportReport> {
  const { exportSnapshot } = await import("./export/export.js");
  return exportSnapshot(resolve(file), resolve(folder), options);
}

/** Traces the changes between the generations. @throws Failure usage, not-found, not-in-snapshot, config, io, partial */
export async function log(file: string, asked: LogOptions): Promise<SnapshotLog> {
  const { readLog } = await import("./history/log.js");
  return readLog(resolve(file), asked);
}

/**
 * One reading SQL statement over the documented views.
 * @throws Failure usage, not-in-snapshot, timeout, config, io
 */
export async function query(file: string, asked: QueryOptions): Promise<QueryResult> {
  const { queryInChild } = await import("./query/query-in-child.js");
  return queryInChild(file, asked);
}

/** Writes the views as files of one day. @throws Failure usage for a place with other things in it; config, io */
export async function tables(
  file: string,
  folder: string,
  options: Omit<TablesOptions, "index">,
): Promise<TablesReport> {
  const { writeTables } = await import("./tables/tables.js");
  const path = resolve(file);
  const index = process.getBuiltinModule("node:fs").existsSync(path) ? indexOf(path) : undefined;
  return writeTables(path, resolve(folder), { ...options, index });
}

/** Days of an organization in a folder of tables. */
export async function writtenDays(folder: string, organization: string): Promise<ReadonlySet<string>> {
  const tables = await import("./tables/tables.js");
  return tables.writtenDays(resolve(folder), organization);
}

async function compareWithService(
  file: string,
  { client, origin, share, seed, rate, progress }: SnapshotSample,
): Promise<SampleResult> {
  const [{ sample }, { openReader }, { ORIGIN }] = await Promise.all([
    import("./walk/live-sample.js"),
    import("./file/compare.js"),
    import("../sandbox/origin.js"),
  ]);
  const reader = openReader(file);
  try {
    refuseOtherService(file, reader.origin, origin ?? ORIGIN);
    const job = { asked: reader.asked, endpoints, file: reader, share, seed, rate, progress };
    return await sample({ ...job, client: createMaskedClient(client), now: Date.now, sleep });
  } finally {
    reader.close();
  }
}

// A client whose answers hold no token of this run, for what is stored: people paste tokens into pages and comments.

/** Masks the strings of an answer; names of members stay. */
function maskStrings<T>(value: T): T {
  // Strings stay strings, arrays arrays and objects objects.
  if (typeof value === "string") return maskSecrets(value) as T;
  if (Array.isArray(value)) return value.map(maskStrings) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskStrings(member)])) as T;
}

function createMaskedClient(client: Reader): Reader {
  return {
    call: async (...asked) => maskStrings(await client.call(...asked)),
    list(...asked) {
      const listing = client.list(...asked);
      return {
        ...listing,
        async *pages() {
          for await (const page of listing.pages()) yield { ...page, items: page.items.map(maskStrings) };
        },
      };
    },
  };
}

type Download = (link: string, most: number) => Promise<Uint8Array>;

/** A file that holds a token is left out, and so is one whose link does. @throws Failure refused, and those of the download */
const createMaskedDownload =
  (download: Download): Download =>
  async (link, most) => {
    if (link.includes(MASK)) throw new Failure("refused", "its link contains the access token of this run");
    const bytes = await download(link, most);
    if (!holdsSecret(Buffer.from(bytes).toString("latin1"))) return bytes;
    throw new Failure("refused", "it contains the access token of this run");
  };

// Sums up the thousands of scopes of a snapshot in a few rows.

interface PartRow {
  /** The pattern that the paths of the scopes match. */
  part: string;
  state: SourceState;
  scopes: number;
  /** How many of them were taken over from the previous snapshot. */
  reused: number;
  requests: number;
  /** Absent where it is not known. */
  objects?: number | undefined;
  reason?: string | undefined;
}

/** A scope read before the walk began was taken over. */
const isReused = ({ endedAt }: Source, started: string): boolean => endedAt !== undefined && endedAt < started;

/**
 * One row for each part, state and reason. `started` is when the walk began; `objects` is the number of objects by the name
 * of the endpoint that returned them.
 */
function makeParts(
  endpoints: Endpoints,
  sources: readonly Source[],
  { started, objects }: { started: string; objects: Readonly<Record<string, number>> },
): PartRow[] {
  const rows = new Map<string, PartRow>();
  const patternOf = patterns(endpoints);
  for (const source of sources) {
    const { scope, state, reason, requests } = source;
    const part = patternOf(scope);
    const key = JSON.stringify([part, state, reason]);
    const row = rows.get(key) ?? { part, state, scopes: 0, reused: 0, requests: 0, reason };
    row.scopes += 1;
    row.reused += isReused(source, started) ? 1 : 0;
    row.requests += requests;
    rows.set(key, row);
  }
  const sorted = [...rows.values()].sort((one, other) => (one.part < other.part ? -1 : one.part > other.part ? 1 : 0));
  for (const [name, count] of Object.entries(objects)) {
    const part = endpoints[name] && scopeName(endpoints[name], {});
    const row = sorted.find((one) => one.part === part && (one.state === "complete" || isFailed(one)));
    if (row) row.objects = count;
  }
  return sorted;
}
