/** Copies a snapshot into the sandbox, to rehearse on. */
import { Failure } from "../../../errors.js";
import { fillLevels } from "../../../sandbox/rights/inherited-levels.js";
import { findMemberByName } from "../../../sandbox/rights/tokens.js";
import { readSettings, type StateSettings, writeSettings } from "../../../sandbox/settings.js";
import { refreshAddresses } from "../../../sandbox/sites/space-addresses.js";
import { setting, storeAsAdmin } from "../../../sandbox/store/schema.js";
import { listSources, putSource } from "../../../sandbox/store/sources.js";
import type { HandlerContext } from "../../../sandbox/types.js";
import { isFailed } from "../../../shared/views/scope-states.js";
import type { Database } from "../../../system/sqlite.js";
import { refuseDamaged } from "../damage/soundness.js";
import { openSnapshotFile } from "../open-snapshot.js";
import { keepReached } from "./grants.js";
import { addStubs, raiseNumbers, relocate, withoutAnswers } from "./own-addresses.js";

interface LoadedSnapshot {
  organization: { id: string; title: string };
  /** Address of the service. */
  origin: string;
  /** ISO 8601: when it was last read. */
  read: string;
  /** Whom the sandbox's own token acts as; `name` is absent if the organization has no such member. */
  caller: { id: string; name?: string };
}

interface FillOptions {
  file: string;
  /** Id or email of the member to act as; undefined: who made the snapshot. */
  as: string | undefined;
}

/** Rows copied at once. */
const CHUNK = 200;

/**
 * Fills an empty sandbox with the data of a snapshot, as if it had been created there.
 * @throws Failure config, io for a file that is not a snapshot; not-found for a member that it does not have
 */
export function fillFrom(db: Database, context: HandlerContext, options: FillOptions): LoadedSnapshot {
  const { file } = options;
  const from = openSnapshotFile(file);
  try {
    refuseDamaged(from, file, { texts: true });
    return fill(db, context, from, options);
  } finally {
    from.close();
  }
}

function fill(db: Database, context: HandlerContext, from: Database, { file, as }: FillOptions): LoadedSnapshot {
  const { origin = "", defaults, caller } = readSettings(from);
  const { store } = context;
  copyRows(db, from);
  const organization = store.get<{ title?: string }>("organization", defaults.org);
  if (!organization) throw new Failure("config", `${file} is damaged: it has no organization`);
  const read = setting(from, "snapshot.ended") ?? "";
  const title = organization.title ?? "";
  withoutAnswers(store);
  relocate(store, defaults.org);
  storeAsAdmin(db);
  addStubs(store, defaults.org);
  raiseNumbers(store);
  fillLevels(store, defaults.org);
  keepReached(context, defaults.org);
  refreshAddresses(context, defaults.org);
  const actor = callerOf(db, context, { org: defaults.org, caller, as, read });
  const unread = listSources({ sql: from }).filter(isFailed).length;
  const loaded: StateSettings["loaded"] = { file, organization: title, read, ...(unread > 0 && { unread }) };
  writeSettings(db, { origin, caller: actor.id, defaults, loaded });
  return { organization: { id: defaults.org, title }, origin, read, caller: actor };
}

/** Copies all rows but those of published sites, which the sandbox derives itself. */
function copyRows(db: Database, from: Database): void {
  for (let at = 0; ; ) {
    const rows = from.all("SELECT rowid AS at, * FROM objects WHERE rowid > ? ORDER BY rowid LIMIT ?", at, CHUNK);
    for (const row of rows) {
      at = Number(row.at);
      if (row.kind === "published-site") continue;
      const { kind, id, scope, position, json } = row;
      db.run(
        "INSERT INTO objects (kind, id, scope, position, json) VALUES (?, ?, ?, ?, ?)",
        kind,
        id,
        scope,
        position,
        json,
      );
    }
    if (rows.length < CHUNK) break;
  }
  for (const { name, value } of from.all("SELECT name, value FROM counters")) {
    db.run("INSERT INTO counters (name, value) VALUES (?, ?)", name, value);
  }
  for (const { key } of from.all("SELECT key FROM blobs")) {
    db.run(
      "INSERT INTO blobs (key, value) VALUES (?, ?)",
      key,
      from.get("SELECT value FROM blobs WHERE key = ?", key)?.value,
    );
  }
  const [read, written] = [from, db].map((one) => ({ sql: { all: one.all, run: one.run } }));
  if (read && written) for (const source of listSources(read)) putSource(written, source);
}

/** A scope that lists of members do not show. */
const HIDDEN = "hidden-member";

/** The member named by --as, or the one who made the snapshot; else an administrator who is not in lists. */
function callerOf(
  db: Database,
  { store }: HandlerContext,
  { org, caller, as, read }: { org: string; caller: string; as: string | undefined; read: string },
): LoadedSnapshot["caller"] {
  const id = as === undefined ? caller : findMemberByName(db, as);
  const member = id && store.get<{ user?: { displayName?: string } }>("member", `${org}/${id}`);
  if (id && member) return { id, ...(member.user?.displayName !== undefined && { name: member.user.displayName }) };
  if (as !== undefined) {
    throw new Failure("not-found", `no member in the snapshot has the id or email "${as}"`, {
      hint: "without --as you act as an administrator who is not in lists",
    });
  }
  const user = { object: "user", id: caller, displayName: "Rehearsing", email: "rehearsing@docs.sandbox.invalid" };
  store.put("member", `${org}/${caller}`, `${HIDDEN}/${org}`, {
    object: "member",
    id: caller,
    role: "admin",
    user,
    disabled: false,
    joinedAt: read,
    sso: false,
    spaces: 0,
    teams: 0,
  });
  return { id: caller };
}
