/** Makes, reads and compares snapshots, with the client of the command and files of the sandbox's schema. */
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { endpoints } from "../catalog/index.js";
import type { CompareWanted, SnapshotService, SnapshotSummary } from "../cli/services.js";
import type { SnapshotSample, SnapshotWanted } from "../cli/snapshot-services.js";
import { Failure, reasonOf } from "../errors.js";
import type { Reader } from "../http/types.js";
import { MASK } from "../shared/secret-places.js";
import { parseSnapshotName, suspectOf } from "../shared/snapshots/generation-names.js";
import { isFailed } from "../shared/views/scope-states.js";
import type { Comparison } from "../snapshot/compare/types.js";
import { isReused, partsOf } from "../snapshot/summary.js";
import type { Exclude, Include, SnapshotSelection } from "../snapshot/types.js";
import type { SampleResult } from "../snapshot/walk/live-sample.js";
import { walk } from "../snapshot/walk/walk.js";
import { lockExclusively } from "../system/exclusive-lock.js";
import { holdsSecret, maskSecrets } from "../system/secrets.js";
import { beforeEnd } from "../system/shutdown.js";
import { forget, generations, refuseGeneration } from "./snapshots/generations.js";

/** `version` of this tool is noted in what it makes. */
export function createSnapshotService(version: string): SnapshotService {
  return {
    folder,
    list,
    create: (file, wanted) => create(file, wanted, version),
    view,
    verify,
    diff: (file, wanted) => diff(file, wanted, (...made) => create(...made, version)),
    export: async (file, folder, options) =>
      (await import("../snapshot/export/export.js")).exportSnapshot(resolve(file), resolve(folder), options),
    exportLocator,
    sourceLocator,
    generations,
    log: async (file, asked) => (await import("../snapshot/history/log.js")).readLog(resolve(file), asked),
    forget,
    query: async (...asked) => (await import("./snapshots/query.js")).query(...asked),
    tables: async (file, folder, options) => {
      const [{ writeTables }, { indexOf }] = await Promise.all([
        import("../snapshot/tables/tables.js"),
        import("./snapshots/index-place.js"),
      ]);
      const path = resolve(file);
      const index = process.getBuiltinModule("node:fs").existsSync(path) ? indexOf(path) : undefined;
      return writeTables(path, resolve(folder), { ...options, index });
    },
  };
}

const folder: SnapshotService["folder"] = async (path) => {
  const { lstatSync } = process.getBuiltinModule("node:fs");
  const { makePrivateFolder } = await import("../system/private-folder.js");
  try {
    makePrivateFolder(resolve(path));
    if (lstatSync(resolve(path)).isDirectory()) return;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("io", `cannot make the folder ${path}: ${reasonOf(error)}`, { cause: error });
  }
  throw new Failure("usage", `${path} is not a folder`, { hint: "name another folder, or omit --all-orgs" });
};

const list: SnapshotService["list"] = async (named) => {
  const { readdirSync, statSync } = process.getBuiltinModule("node:fs");
  return named.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const found = readdirSync(path).filter((name) => name.endsWith(".docs"));
    if (found.length === 0) throw new Failure("usage", `${path} has no snapshots (*.docs)`);
    return found.sort().map((name) => join(path, name));
  });
};

const view: SnapshotService["view"] = async (file) => {
  const { readSnapshot } = await import("../snapshot/file/read.js");
  const { sources, asked, objects, ...info } = readSnapshot(file);
  return {
    file,
    ...info,
    asked,
    requests: sources.reduce((sum, { requests }) => sum + requests, 0),
    failed: sources.filter(isFailed).length,
    reused: sources.filter((source) => isReused(source, info.started)).length,
    parts: partsOf(endpoints, sources, { started: info.started, objects }),
  } satisfies SnapshotSummary;
};

async function create(
  file: string,
  { client, origin, defaults, me, full, acceptShrink, replace, rate, progress, download, ...wanted }: SnapshotWanted,
  version: string,
): Promise<SnapshotSummary> {
  const [{ openSnapshotWriter }, { ORIGIN }, sqlite] = await Promise.all([
    import("../snapshot/file/write.js"),
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
    const facts = { started: now(), version, asked: JSON.stringify(asked), origin: origin ?? ORIGIN };
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
  const { openSnapshotFile } = await import("../snapshot/file/open-snapshot.js");
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
 * @param create makes a snapshot, as `docs snapshots create` does
 */
async function diff(
  file: string,
  { with: other, only, texts, any }: CompareWanted,
  create: SnapshotService["create"],
): Promise<Comparison> {
  const { compareSnapshots } = await import("../snapshot/compare/compare.js");
  const options = { only, texts, any };
  if (typeof other === "string") return compareSnapshots(resolve(file), resolve(other), options);
  const { cpSync, mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  const [{ readSnapshot }, { ORIGIN }] = await Promise.all([
    import("../snapshot/file/read.js"),
    import("../sandbox/origin.js"),
  ]);
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

/** Finds things in the folder of an export, with paths relative to the working directory. */
const exportLocator: SnapshotService["exportLocator"] = async (folder, organization) => {
  const { openItemLocator } = await import("../snapshot/export/file-locations.js");
  const find = await openItemLocator(resolve(folder), organization);
  const before = prefixOf(resolve(folder), process.cwd());
  return (...asked) => {
    const found = find(...asked);
    return found && { ...found, file: `${before}${found.file}` };
  };
};

const sourceLocator: SnapshotService["sourceLocator"] = async (folder) => {
  const { openSources } = await import("../snapshot/export/file-locations.js");
  const find = await openSources(resolve(folder));
  const before = prefixOf(resolve(folder), process.cwd());
  return (...asked) => {
    const found = find(...asked);
    return found && { ...found, file: `${before}${found.file}` };
  };
};

/** The path from the working directory to the folder; empty unless the folder is below it. */
export function prefixOf(folder: string, cwd: string): string {
  const way = relative(cwd, folder);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return "";
  return `${way.split(sep).join("/")}/`;
}

/** `docs snapshots verify`: checks the file, and compares a sample of it with the service. */
const verify: SnapshotService["verify"] = async (file, live) => {
  const { verifySnapshot } = await import("../snapshot/file/verify.js");
  const found = { file, ...verifySnapshot(file) };
  // A damaged file cannot be compared with the service.
  if (!live || found.damage.length > 0) return found;
  return { ...found, live: await compareWithService(file, live) };
};

async function compareWithService(
  file: string,
  { client, origin, share, seed, rate, progress }: SnapshotSample,
): Promise<SampleResult> {
  const [{ sample }, { openReader }, { ORIGIN }] = await Promise.all([
    import("../snapshot/walk/live-sample.js"),
    import("../snapshot/file/compare.js"),
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
