/** Adapts another service's things to the sandbox: addresses, places, numbers. */

import { fileAddress } from "../../../sandbox/content/revisions.js";
import { specUrls } from "../../../sandbox/openapi/specs.js";
import { ORIGIN } from "../../../sandbox/origin.js";
import { permissionsFor } from "../../../sandbox/rights/permissions.js";
import type { Store } from "../../../sandbox/store/store.js";
import { isObject } from "../../../shared/values.js";
import { fileBytes, hasFileBytes } from "../file-bytes.js";
import type { Item } from "../rows.js";

/** Removes the stored answers: the sandbox derives its answers from the things themselves. */
export function withoutAnswers({ sql }: Store): void {
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
export function relocate(store: Store, org: string): void {
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
export function addStubs(store: Store, org: string): void {
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
export function raiseNumbers(store: Store): void {
  for (const { id, n } of store.sql.all(
    "SELECT id, json_extract(json, '$.changeRequests') AS n FROM objects WHERE kind = 'space'",
  )) {
    store.raise(`change-requests/${String(id)}`, Number(n) || 0);
  }
}
