/** A sandbox on a state file: the embedded service of `docs --sandbox`, and what `docs sandbox start` serves. */
import { Failure } from "../errors.js";
import type { BindingOptions, Database } from "../system/sqlite.js";
import { ORIGIN } from "./origin.js";
import { addToken, listTokens, newToken, removeToken, sameToken, type TokenInfo, userOf } from "./rights/tokens.js";
import { createService, type Handle } from "./service.js";
import { clearSettings, readSettings, type StateSettings } from "./settings.js";
import { closeDatabase, damagedFile, type Migration, openDatabase, refuseForeignState } from "./store/database.js";
import { openWithIndex } from "./store/kept-index.js";
import { clearObjects, MIGRATIONS, setSetting, setting, shadowIndexTables } from "./store/schema.js";
import { type Source, sourceOf } from "./store/sources.js";
import { createStore, type StoreOptions } from "./store/store.js";
import { createTransactionQueue, type Turn } from "./transaction-queue.js";
import type { HandlerContext, Sources } from "./types.js";

/** Fills an empty sandbox. `context.actor` is the id that the calling member must have. */
export type Loader = (context: HandlerContext) => void | Promise<void>;

export interface SandboxOptions extends BindingOptions {
  /** The SQLite file; created if it does not exist. */
  file: string;
  /** True inside a command: `file:` sources may be read. */
  local: boolean;
  sources?: Partial<Sources> | undefined;
  /** Check the whole file for damage first. */
  check?: boolean | undefined;
  /** Obey the fault header; for tests of clients. */
  faults?: boolean | undefined;
  /** Fills a new file; default: the sample organization. */
  load?: Loader | undefined;
}

export interface Sandbox {
  handle: Handle;
  /** Bearer token of this sandbox, stored in its state. It acts as the caller in the settings. */
  token: string;
  /** Tokens that act as other members. */
  tokens: {
    /** Takes the id or the email of a member. @throws Failure not-found */
    create(user: string): Promise<TokenInfo & { token: string }>;
    /** Oldest first. */
    list(): Promise<TokenInfo[]>;
    /** True if there was one with this id. */
    revoke(id: string): Promise<boolean>;
  };
  file: string;
  /** Runs `work` in one write transaction: for imports and tests. */
  change<T>(work: (context: HandlerContext) => T | Promise<T>): Promise<T>;
  info(): Promise<SandboxInfo>;
  /** Restores the contents of a new file; the token stays. */
  reset(): Promise<void>;
  /** Removes all contents and lets `fill` put others in their place, in one transaction; the token stays. */
  replace<T>(fill: (db: Database, context: HandlerContext) => T): Promise<T>;
  close(): void;
}

interface SandboxInfo extends StateSettings {
  file: string;
  /** Number of objects by kind. */
  counts: Record<string, number>;
}

/**
 * Opens a sandbox; a new file is filled first.
 * @throws Failure of kind config or io if the file cannot be used; it stays unchanged.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sources: Sources = { ...systemSources, ...options.sources };
  const load = options.load ?? loadSample;
  let filled = false;
  const filling: Migration = (db) => {
    filled = true;
    return fill(db, load, sources, options.local);
  };
  const db = await openDatabase({ ...options, migrations: MIGRATIONS, fill: filling });
  const token = setting(db, "token");
  if (!token) throw damagedFile(options.file);
  const { handle, context, state, exclusive, turn } = serviceOn(db, { ...options, sources, token });
  const empty = () => {
    clearObjects(db);
    clearSettings(db);
    Object.assign(state, readSettings(db));
  };
  return {
    handle,
    token,
    tokens: {
      create: (user) => exclusive("write", () => addToken(db, user, sources)),
      list: () => exclusive("read", () => listTokens(db)),
      revoke: (id) => exclusive("write", () => removeToken(db, id)),
    },
    file: options.file,
    change: (work) => exclusive("write", () => work(context)),
    info: () => exclusive("read", () => ({ file: options.file, ...state, counts: countKinds(db) })),
    reset: () =>
      exclusive("write", async () => {
        empty();
        await load(context);
      }),
    replace: (fillAgain) =>
      exclusive("write", () => {
        empty();
        const result = fillAgain(db, context);
        Object.assign(state, readSettings(db));
        return result;
      }),
    close: () => closeDatabase(db, filled || turn.wrote > 0),
  };
}

interface FrozenOptions extends Pick<SandboxOptions, "file" | "sources"> {
  /** Names the file where the search and link indexes are kept; default: in memory. Asked when they are needed. */
  index?: (() => string | undefined) | undefined;
  /** The file, open read-only; `close` closes it. */
  db: Database;
}

export interface FrozenSandbox extends Pick<Sandbox, "handle" | "token" | "file" | "info" | "close"> {
  /** How far each scope was read. */
  scopes: Scopes;
}

/**
 * Opens a finished state file only for reading: writes are refused, reads advance nothing, and answers are what was
 * stored, as another service gave them to the caller in the settings.
 * @throws Failure of kind config or io if the file cannot be used
 */
export function openFrozen(options: FrozenOptions): FrozenSandbox {
  const sources: Sources = { ...systemSources, ...options.sources };
  const db = createSwitchable(options.db);
  // Nobody outside this process can ask it, and a random one would load node:crypto.
  const token = "the-snapshot-itself";
  const shadow = () => {
    const index = options.index?.();
    const indexed = index === undefined ? undefined : openWithIndex(options.file, index);
    if (indexed) db.goOnWith(indexed);
    else shadowIndexTables(db);
  };
  const { handle, state, exclusive } = serviceOn(db, { local: true, sources, token, frozen: { shadow } });
  return {
    handle,
    token,
    file: options.file,
    scopes: scopesOf(db),
    info: () => exclusive("read", () => ({ file: options.file, ...state, counts: countKinds(db) })),
    close: () => closeDatabase(db, false),
  };
}

interface ServiceParts {
  local: boolean;
  sources: Sources;
  token: string;
  faults?: boolean | undefined;
  /** For a state that is only read: makes tables that can be written for what follows from the objects. */
  frozen?: { shadow(): void } | undefined;
}

/** The service on an open state file. */
function serviceOn(db: Database, { local, sources, token, faults = false, frozen: only }: ServiceParts) {
  const frozen = only !== undefined;
  const state = readSettings(db);
  const { exclusive, turn } = createTransactionQueue(db, { together: !local });
  let shadowed = false;
  const shadow = () => {
    if (!shadowed) only?.shadow();
    shadowed = true;
  };
  const writable = () => (frozen ? shadowed : turn.kind === "write");
  const reading = numberStates(db, turn, frozen);
  const context = makeContext(db, { writable, reading }, sources, { token, local, state, frozen });
  // Inside a command nobody can measure times, and loading node:crypto would cost 3 ms.
  const isOwn = (given: string) => (local ? given === token : sameToken(given, token));
  const actorOf = (given: string) => (isOwn(given) ? state.caller : frozen ? undefined : userOf(db, given));
  const handle = createService({
    context,
    exclusive,
    actorOf,
    sleep: sources.sleep,
    faults,
    shadow: frozen ? shadow : undefined,
  });
  return { handle, context, state, exclusive, turn };
}

/** Numbers the states that reading transactions see: nothing changes within one. */
function numberStates(db: Database, turn: Turn, frozen: boolean): () => number | undefined {
  const last = { turn: 0, wrote: 0, version: 0, state: 0 };
  return () => {
    if (turn.kind !== "read") return undefined;
    if (frozen || turn.number === last.turn) return last.state;
    // It tells of other connections. What this one wrote, its turns tell.
    const version = Number(db.get("PRAGMA data_version")?.data_version);
    if (version !== last.version || turn.wrote !== last.wrote) last.state += 1;
    Object.assign(last, { turn: turn.number, wrote: turn.wrote, version });
    return last.state;
  };
}

/** `docs sandbox reset`: like `Sandbox.reset`, but a file that cannot be opened is renamed to `<file>.old`. */
export async function resetSandbox(options: SandboxOptions): Promise<Sandbox> {
  // Somebody else's file must not be renamed either.
  refuseForeignState(options.file);
  try {
    const sandbox = await openSandbox({ ...options, check: true });
    await sandbox.reset();
    return sandbox;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "config") throw error;
    const fs = process.getBuiltinModule("node:fs");
    for (const suffix of ["", "-wal", "-shm"]) {
      fs.rmSync(`${options.file}.old${suffix}`, { force: true });
      if (fs.existsSync(options.file + suffix)) fs.renameSync(options.file + suffix, `${options.file}.old${suffix}`);
    }
    return openSandbox(options);
  }
}

async function loadSample(context: HandlerContext): Promise<void> {
  const sample = await import("./sample/load.js");
  await sample.loadSample(context);
}

async function fill(db: Database, load: Loader, sources: Sources, local: boolean): Promise<void> {
  const token = newToken(sources.bytes);
  setSetting(db, "token", token);
  await load(makeContext(db, {}, sources, { token, local, state: readSettings(db), frozen: false }));
}

function makeContext(
  db: Database,
  access: StoreOptions,
  sources: Sources,
  { token, local, state, frozen }: { token: string; local: boolean; state: StateSettings; frozen: boolean },
): HandlerContext {
  return {
    store: createStore(db, access),
    now: () => sources.now(),
    id: () => newId(sources.bytes),
    get actor() {
      return state.caller;
    },
    origin: ORIGIN,
    frozen,
    get loaded() {
      return !frozen && state.loaded !== undefined;
    },
    local,
    sign: (path) =>
      process.getBuiltinModule("node:crypto").createHmac("sha256", token).update(path).digest("base64url").slice(0, 22),
  };
}

function countKinds(db: Database): Record<string, number> {
  const rows = db.all("SELECT kind, count(*) AS n FROM objects GROUP BY kind ORDER BY kind");
  return Object.fromEntries(rows.map((row) => [String(row.kind), Number(row.n)]));
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ALPHABET = `${LETTERS}0123456789`;
const ID_LENGTH = 20;

/** The machine's clock and random source. Tests inject their own. */
const systemSources: Sources = {
  now: () => Date.now(),
  bytes: (size) => process.getBuiltinModule("node:crypto").randomBytes(size),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * A new id: 20 letters and digits. It starts with a letter, so it cannot be mistaken for a change request's number.
 */
function newId(bytes: Sources["bytes"]): string {
  const random = bytes(ID_LENGTH);
  let id = "";
  for (let index = 0; index < ID_LENGTH; index++) {
    const letters = index === 0 ? LETTERS : ALPHABET;
    id += letters.charAt((random[index] ?? 0) % letters.length);
  }
  return id;
}

// Looks up the records of scopes one by one: there may be 100,000.

/** Records that are remembered. */
const MOST_SCOPES = 1000;

interface Scopes {
  source(scope: string): Source | undefined;
  /** The records of all scopes with this start and this end. */
  sources(start: string, end: string): Source[];
  /** Path parameters with ids instead of numbers of change requests. */
  ids(params: Readonly<Record<string, string>>): Record<string, string>;
}

function scopesOf(db: Database): Scopes {
  const known = new Map<string, Source | undefined>();
  return {
    source(scope) {
      // Each request asks for what is above it, and the file stays as it is.
      if (known.has(scope)) return known.get(scope);
      const row = db.get("SELECT * FROM sources WHERE scope = ?", scope);
      const source = row && sourceOf(row);
      if (known.size >= MOST_SCOPES) known.clear();
      known.set(scope, source);
      return source;
    },
    sources: (start, end) =>
      db
        .all(
          `SELECT * FROM sources
           WHERE substr(scope, 1, length(?1)) = ?1 AND (?2 = '' OR substr(scope, -length(?2)) = ?2) ORDER BY scope`,
          start,
          end,
        )
        .map(sourceOf),
    ids(params) {
      const { spaceId = "", changeRequestId } = params;
      if (changeRequestId === undefined || !/^\d{1,15}$/.test(changeRequestId)) return { ...params };
      const id = db.get(
        "SELECT id FROM objects WHERE kind = 'change-request' AND scope = ? AND json_extract(json, '$.number') = ?",
        spaceId,
        Number(changeRequestId),
      )?.id;
      return { ...params, ...(id !== undefined && { changeRequestId: String(id) }) };
    },
  };
}

interface Switchable extends Database {
  /** Goes on with another connection, in a transaction as before. */
  goOnWith(next: Database): void;
}

/** A connection that may be replaced while others hold on to it. */
function createSwitchable(first: Database): Switchable {
  let now = first;
  return {
    exec: (sql) => now.exec(sql),
    get: (sql, ...values) => now.get(sql, ...values),
    all: (sql, ...values) => now.all(sql, ...values),
    run: (sql, ...values) => now.run(sql, ...values),
    close: () => now.close(),
    goOnWith(next) {
      now.exec("COMMIT");
      now.close();
      now = next;
      now.exec("BEGIN");
    },
  };
}
