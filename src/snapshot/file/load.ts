import { Failure } from "../../errors.js";
import { fileAddress } from "../../sandbox/content/revisions.js";
import { specUrls } from "../../sandbox/openapi/specs.js";
import { ORIGIN } from "../../sandbox/origin.js";
import {
  fillLevels,
  grantScope,
  MEMBER_GRANT,
  type MemberSpace,
  makeLevels,
  type Node,
  permissionsFor,
  type Role,
} from "../../sandbox/rights/levels.js";
import { findMemberByName } from "../../sandbox/rights/tokens.js";
import { readSettings, type StateSettings, writeSettings } from "../../sandbox/settings.js";
import { refreshAddresses } from "../../sandbox/sites/addresses.js";
import { setting, storeAsAdmin } from "../../sandbox/store/schema.js";
import { listSources, putSource } from "../../sandbox/store/sources.js";
import type { Store } from "../../sandbox/store/store.js";
import type { HandlerContext } from "../../sandbox/types.js";
import { isFailed } from "../../shared/snapshots/gaps.js";
import { isObject } from "../../shared/values.js";
import type { Database } from "../../system/sqlite.js";
import { refuseDamaged } from "./digests.js";
import { fileBytes, hasFileBytes } from "./file-bytes.js";
import { openSnapshotFile } from "./open-snapshot.js";
import type { Item } from "./store-answer.js";

// Restores who reaches which spaces, as far as it was read: the service does not tell which spaces teams were given.

interface Member {
  id: string;
  role: Role | null;
  disabled: boolean;
}

interface SpaceAccess {
  permission?: Role;
  space?: { id?: string };
}

/** Stores a grant wherever a member's spaces, if read completely, differ from what levels alone would give. */
function keepReached(context: HandlerContext, org: string): void {
  const { store } = context;
  const spaces = store.sql
    .all("SELECT json FROM objects WHERE kind = 'space'")
    .map(({ json }) => JSON.parse(String(json)) as Node);
  // No team has grants here, so all members with the same role have the same levels.
  const byRole = new Map<Role | null, Map<string, Role | undefined>>();
  const byDefault = (role: Role | null) => {
    const known = byRole.get(role);
    if (known) return known;
    const levels = makeLevels(context, org, { id: "", role, disabled: false });
    const all = new Map(spaces.map((space) => [space.id, levels.space(space)]));
    byRole.set(role, all);
    return all;
  };
  for (const { id: user, role, disabled } of store.all<Member>("member", org)) {
    if (role === "admin" || disabled || !wasRead(context, org, user)) continue;
    const reached = new Map(
      store
        .all<SpaceAccess>("member-space", `${org}/${user}`)
        .flatMap(({ space, permission }) => (space?.id && permission ? [[space.id, permission] as const] : [])),
    );
    for (const [space, level] of byDefault(role)) {
      const permission = reached.get(space) ?? null;
      if (permission === (level ?? null)) continue;
      const grant: MemberSpace = { space, permission };
      store.put(MEMBER_GRANT, `${user}/${space}`, grantScope(org, user), grant);
    }
  }
  store.sql.run("DELETE FROM objects WHERE kind = 'member-space'");
}

function wasRead({ store }: HandlerContext, org: string, user: string): boolean {
  const scope = `orgs/${org}/members/${user}/spaces`;
  return store.sql.all("SELECT 1 FROM sources WHERE scope = ? AND state = 'complete'", scope).length > 0;
}

// Adapts another service's things to the sandbox: addresses, places, numbers.

/** Removes the stored answers: the sandbox derives its answers from the things themselves. */
function withoutAnswers({ sql }: Store): void {
  sql.run(
    `UPDATE objects SET json = json_remove(json, '$.answered')
     WHERE kind IN ('site', 'site-section', 'site-section-group', 'site-space', 'share-link')`,
  );
  sql.run("UPDATE objects SET json = json_remove(json, '$.permissions') WHERE kind = 'team-membership'");
}

type Json = Record<string, unknown>;
type AppPath = (thing: Json, scope: string, org: string) => string | undefined;

/** Paths of things in the app. */
const APP: Readonly<Record<string, AppPath>> = {
  organization: ({ id }) => `/o/${id}`,
  space: ({ id }, _scope, org) => `/o/${org}/s/${id}`,
  collection: ({ id }, _scope, org) => `/o/${org}/c/${id}`,
  "change-request": ({ number }, scope, org) => `/o/${org}/s/${scope}/~/changes/${number}`,
  site: ({ id }, _scope, org) => `/o/${org}/sites/${id}`,
};

/** Kinds without addresses, some of them large. */
const PLAIN = ["document", "member-space", "openapi-spec-content"];

/** Replaces the service's addresses with the sandbox's. Texts that people wrote stay as they are. */
function relocate(store: Store, org: string): void {
  const { sql } = store;
  const rows = sql.all(
    "SELECT kind, id FROM objects WHERE kind NOT IN (SELECT value FROM json_each(?))",
    JSON.stringify(PLAIN),
  );
  for (const { kind, id } of rows) {
    const [name, key] = [String(kind), String(id)];
    const scope = store.scopeOf(name, key) ?? "";
    store.update<Json>(name, key, (value) =>
      ownAddresses(name, name === "revision" ? withOwnFiles(store, scope, value) : value, scope, org),
    );
  }
}

function ownAddresses(kind: string, value: Json, scope: string, org: string): Json {
  if (kind === "revision") {
    const { urls: _urls, ...revision } = value;
    return { ...revision, pages: withoutUrls(revision.pages) };
  }
  const moved = { ...(replaceLocations(value) as Json) };
  const app = APP[kind]?.(moved, scope, org);
  if (app !== undefined && isObject(moved.urls)) moved.urls = { ...moved.urls, app: ORIGIN + app };
  if (kind === "openapi-spec") moved.urls = specUrls(org, String(moved.slug), String(moved.visibility));
  return moved;
}

/** Files whose bytes are there are downloaded from the sandbox; the others keep their address. */
function withOwnFiles(store: Store, space: string, revision: Json): Json {
  if (!Array.isArray(revision.files)) return revision;
  const files = revision.files.map((file: Item) => {
    const kept = hasFileBytes(store, space, file) ? fileBytes(store, space, String(file.id)) : undefined;
    return kept ? { ...file, downloadURL: fileAddress(kept.hash, String(file.name ?? file.id)) } : file;
  });
  return { ...revision, files };
}

const withoutUrls = (pages: unknown): unknown =>
  Array.isArray(pages)
    ? pages.map(({ urls: _urls, ...page }: Json) => ({ ...page, pages: withoutUrls(page.pages) }))
    : [];

/** Replaces every `urls.location` in a value. The addresses visitors use are derived from the sites. */
function replaceLocations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceLocations);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === "urls" ? movedUrls(inner) : replaceLocations(inner)]),
  );
}

function movedUrls(urls: unknown): unknown {
  if (!isObject(urls)) return urls;
  const { published: _published, public: _public, ...rest } = urls;
  const path = typeof rest.location === "string" ? /\/v1\/.*$/s.exec(rest.location)?.[0] : undefined;
  return { ...rest, ...(path !== undefined && { location: ORIGIN + path }) };
}

const TREE = ["space", "collection"] as const;

/** The title of a collection that nobody read. */
const STUB_TITLE = "A collection that is not in the snapshot";

/** Creates the collections that the token could not see: what is in them would be in no list otherwise. */
function addStubs(store: Store, org: string): void {
  for (const kind of TREE) {
    for (const id of store.ids(kind, org)) {
      const parent = store.get<{ parent?: unknown }>(kind, id)?.parent;
      if (typeof parent !== "string" || parent === "") continue;
      if (store.scopeOf("collection", parent) === undefined) {
        store.put("collection", parent, org, {
          object: "collection",
          id: parent,
          title: STUB_TITLE,
          description: "",
          organization: org,
          urls: { location: `${ORIGIN}/v1/collections/${parent}`, app: `${ORIGIN}/o/${org}/c/${parent}` },
          permissions: permissionsFor("collection", "admin"),
        });
      }
      store.place(kind, id, parent);
    }
  }
}

/** Makes new change requests count on from the number of existing ones, at least. */
function raiseNumbers(store: Store): void {
  for (const { id, n } of store.sql.all(
    "SELECT id, json_extract(json, '$.changeRequests') AS n FROM objects WHERE kind = 'space'",
  )) {
    store.raise(`change-requests/${String(id)}`, Number(n) || 0);
  }
}

// Copies a snapshot into the sandbox, to rehearse on.

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
  refreshAddresses(context.store, defaults.org);
  const actor = findCaller(db, context, { org: defaults.org, caller, as, read });
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
function findCaller(
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
