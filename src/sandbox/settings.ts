/** Facts about a state file, apart from its objects: one text per name in the table `settings`. */
import { errorCode, Failure } from "../errors.js";
import { isOwn } from "../system/folders.js";
import { type Database, openBinding, sqliteProblem } from "../system/sqlite.js";
import { userOf } from "./rights/tokens.js";
import { SAMPLE } from "./sample/tools.js";
import { setSetting, setting } from "./store/schema.js";

export interface StateSettings {
  /** Address of the service that the objects come from; undefined for the sample. */
  origin: string | undefined;
  /** Id of the member that the sandbox's own token acts as. */
  caller: string;
  /** Defaults of commands. */
  defaults: { org: string; space: string; site: string };
  /** The snapshot that was loaded; undefined if the objects were made here. */
  loaded?: LoadedFrom | undefined;
}

export interface LoadedFrom {
  /** Absolute path of the snapshot. */
  file: string;
  organization: string;
  /** ISO 8601: when the service was last read. */
  read: string;
  /** How many scopes of it could not be read, or not whole: what they lack is not here either. */
  unread?: number;
}

/** Value of SQLite's application id: set if the settings differ from those of the sample. */
const OWN_SETTINGS = 0x646f6373;
const APPLICATION_ID_AT = 68;

const SAMPLE_SETTINGS = {
  caller: SAMPLE.member,
  organization: SAMPLE.org,
  space: SAMPLE.space,
  site: SAMPLE.site,
};

/**
 * The settings of a state file; those of the sample if it does not exist yet. `me`: the member that the token acts as, by
 * default the sandbox's own; undefined if the file has no such token.
 */
export function defaultsOf(file: string | undefined, token?: string) {
  const { organization: org, space, site, caller } = SAMPLE_SETTINGS;
  const id = file === undefined ? undefined : applicationId(file);
  const isRead = id === OWN_SETTINGS || (id !== undefined && token !== undefined);
  const own =
    file === undefined || !isRead
      ? undefined
      : readFrom(file, (db) => {
          const { defaults, caller } = readSettings(db);
          return { ...defaults, me: token === undefined ? caller : userOf(db, token) };
        });
  return own ?? { org, space, site, me: token === undefined ? caller : undefined };
}

function readFrom<T>(file: string, read: (db: Database) => T): T | undefined {
  let db: Database | undefined;
  try {
    db = openBinding(file);
    return read(db);
  } catch (error) {
    // If something is wrong with the file, the first request that needs it reports that.
    if (error instanceof Failure || sqliteProblem(error) !== undefined) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}

/** Reads only the file's header: loading SQLite would be too slow for a key press. Undefined: there is no such file. */
function applicationId(file: string): number | undefined {
  const fs = process.getBuiltinModule("node:fs");
  const header = Buffer.alloc(APPLICATION_ID_AT + 4);
  try {
    // Non-blocking: a pipe in place of the file must not hang the command.
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const stats = fs.fstatSync(descriptor);
      if (!stats.isFile() || !isOwn(stats)) return undefined;
      fs.readSync(descriptor, header, 0, header.length, 0);
      return header.readUInt32BE(APPLICATION_ID_AT);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    // The file is missing or unreadable, which the first request that needs it reports.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** The settings in the file; those of the sample if it has none. */
export function readSettings(db: Database): StateSettings {
  const read = (name: keyof typeof SAMPLE_SETTINGS) => setting(db, name) ?? SAMPLE_SETTINGS[name];
  return {
    origin: setting(db, "origin"),
    caller: read("caller"),
    defaults: { org: read("organization"), space: read("space"), site: read("site") },
    loaded: readLoaded(db),
  };
}

function readLoaded(db: Database): LoadedFrom | undefined {
  const text = setting(db, "loaded");
  // Written below.
  return text === undefined ? undefined : (JSON.parse(text) as LoadedFrom);
}

export function writeSettings(db: Database, { origin, caller, defaults, loaded }: StateSettings): void {
  const { org: organization, space, site } = defaults;
  for (const [name, value] of Object.entries({ caller, organization, space, site })) setSetting(db, name, value);
  if (origin === undefined) db.run("DELETE FROM settings WHERE name = 'origin'");
  else setSetting(db, "origin", origin);
  if (loaded) setSetting(db, "loaded", JSON.stringify(loaded));
  db.exec(`PRAGMA application_id = ${OWN_SETTINGS}`);
}

/** Forgets whose objects the file holds, before it is filled with the sample again. */
export function clearSettings(db: Database): void {
  db.run("DELETE FROM settings WHERE name IN ('origin', 'caller', 'organization', 'space', 'site', 'loaded')");
  db.exec("PRAGMA application_id = 0");
}
