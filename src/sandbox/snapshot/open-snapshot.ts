/** A finished snapshot, open for reading. */
import { Failure } from "../../errors.js";
import { readSettings } from "../settings.js";
import { openReadOnly } from "../store/read-only.js";
import { MIGRATIONS, setting } from "../store/schema.js";
import { listSources, type Source, type SourceState } from "../store/sources.js";
import type { BindingName, Database } from "../store/sqlite.js";
import { createStore, type Store } from "../store/store.js";

export interface OpenSnapshot {
  file: string;
  db: Database;
  store: Store;
  /** Id of the organization. */
  org: string;
  sources: readonly Source[];
  /** Whether something of a scope was read. */
  has(scope: string): boolean;
  close(): void;
}

const DATA: ReadonlySet<SourceState | undefined> = new Set(["complete", "partial", "unsettled"]);

/** Whether something of a scope in this state was read. */
export const hasData = (state: SourceState | undefined): boolean => DATA.has(state);

/** @throws Failure config: not a snapshot, damaged, or of a newer version; io: unreadable */
export function openSnapshot(file: string, binding?: BindingName): OpenSnapshot {
  const db = openReadOnly({ file, newest: MIGRATIONS.length, binding });
  try {
    if (setting(db, "snapshot.ended") === undefined) {
      throw new Failure("config", `${file} is not a snapshot`, { hint: "make one: docs snapshots create <file>" });
    }
    const sources = listSources({ sql: db });
    const states = new Map(sources.map(({ scope, state }) => [scope, state]));
    return {
      file,
      db,
      store: createStore(db, { writable: () => false }),
      org: readSettings(db).defaults.org,
      sources,
      has: (scope) => hasData(states.get(scope)),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a scope is of a pattern; the pattern itself stands for what was left out of it. */
export function isOf(pattern: string, scope: string): boolean {
  const [parts, segments] = [pattern.split("/"), scope.split("/")];
  return parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at]);
}
