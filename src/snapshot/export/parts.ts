/** The JSON files of an export, as data: where they stand, which scope they come from, what is in them. */
import { CONTENT, VERSION } from "../../sandbox/openapi/specs.js";
import type { Store } from "../../sandbox/store/store.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { isObject } from "../../shared/values.js";

// Everything but pages, as JSON that is the same as long as the things are.

/** Members that differ by caller and by day (addresses with keys that end), and copies of other things. */
const LEFT_OUT = new Set(["permissions", "lastSeenAt", "revision", "photoURL", "location", "answered", "downloadURL"]);
/** People in other things: who they are stands in members.json. */
const PEOPLE = new Set(["createdBy", "postedBy", "resolvedBy"]);

type Item = Record<string, unknown>;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** With sorted members, without those that are left out. */
export function toPlainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainData);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(
    kept.sort(([one], [other]) => compare(one, other)).map(([name, inner]) => [name, member(name, inner)]),
  );
}

function member(name: string, value: unknown): unknown {
  if (PEOPLE.has(name) && isObject(value)) return { displayName: value.displayName, id: value.id };
  return toPlainData(value);
}

/** By a key that stays: numbers by their value. */
export function byKey<T>(items: readonly T[], key: (item: T) => unknown): T[] {
  const keyOf = (item: T) => {
    const value = key(item);
    return typeof value === "number" ? String(value).padStart(12, "0") : String(value ?? "");
  };
  return [...items].sort((one, other) => compare(keyOf(one), keyOf(other)));
}

const byId = (items: readonly Item[]): Item[] => byKey(items, ({ id }) => id);

/** As the service answered it, where that is kept beside what is stored. */
const answeredItem = (item: Item): Item => (isObject(item.answered) ? item.answered : item);

export const jsonText = (value: unknown): string => `${JSON.stringify(toPlainData(value), null, 2)}\n`;

interface Part {
  path: string;
  /** It is written where something of this was read. */
  scope: string;
  value: () => unknown;
  /** Its name in the folder's list. */
  place?: string;
}

export interface Names {
  /** File names without an ending, by id. */
  spaces: ReadonlyMap<string, string>;
  sites: ReadonlyMap<string, string>;
  specs: ReadonlyMap<string, string>;
}

const itemsOfScope = (store: Store, kind: string, scope: string): Item[] => store.all<Item>(kind, scope);
const itemsOfKind = (store: Store, kind: string): Item[] =>
  store.sql.all("SELECT json FROM objects WHERE kind = ?", kind).map(({ json }) => parseStored(json));

export function makeParts(store: Store, org: string, names: Names): Part[] {
  const at = (list: string) => `orgs/${org}/${list}`;
  const list = (path: string, kind: string, scope: string): Part => ({
    path: `${path}.json`,
    scope: at(scope),
    value: () => byId(itemsOfScope(store, kind, org)),
  });
  return [
    { path: "organization.json", scope: `orgs/${org}`, value: () => store.get("organization", org) },
    list("members", "member", "members"),
    { path: "teams.json", scope: at("teams"), value: () => teams(store, org) },
    { path: "collections.json", scope: at("collections"), value: () => byId(itemsOfKind(store, "collection")) },
    list("translations", "translation", "translations"),
    list("saml-providers", "saml-provider", "saml"),
    ...accessParts(store, org),
    ...[...names.spaces].flatMap(([id, name]) => spaceParts(store, org, id, name)),
    ...[...names.sites].map(([id, name]): Part => {
      return { path: `sites/${name}.json`, scope: at("sites"), value: () => site(store, id), place: id };
    }),
    ...[...names.specs].map(([slug, name]): Part => {
      return { path: `openapi/${name}.json`, scope: at("openapi"), value: () => spec(store, org, slug) };
    }),
  ];
}

function teams(store: Store, org: string): unknown {
  return byId(itemsOfScope(store, "team", org)).map((team) => ({
    ...team,
    people: byKey(itemsOfScope(store, "team-membership", String(team.id)), ({ user }) => user).map(
      ({ user, role }) => ({
        user,
        role,
      }),
    ),
  }));
}

/** A file where it was asked for. */
function accessParts(store: Store, org: string): Part[] {
  const people = byId(itemsOfScope(store, "member", org)).map(({ id }) => String(id));
  const spacesOf = (person: string) =>
    itemsOfScope(store, "member-space", `${org}/${person}`).map(({ space, permission }) => [
      (space as Item)?.id,
      permission,
    ]);
  const [first] = people;
  if (first === undefined) return [];
  return [
    {
      path: "access.json",
      scope: `orgs/${org}/members/${first}/spaces`,
      value: () => Object.fromEntries(people.map((person) => [person, Object.fromEntries(spacesOf(person))])),
    },
  ];
}

function spaceParts(store: Store, org: string, id: string, name: string): Part[] {
  const value = () => {
    const { files, reusableContents } =
      store.get<Item>("revision", String(store.get<Item>("space", id)?.revision)) ?? {};
    return {
      ...store.get<Item>("space", id),
      files: sortedIfAny(files),
      reusableContents: sortedIfAny(reusableContents),
    };
  };
  return [
    { path: `spaces/${name}.json`, scope: `orgs/${org}/spaces`, value, place: id },
    {
      path: `change-requests/${name}.json`,
      scope: `spaces/${id}/change-requests`,
      place: `${id}/change-requests`,
      value: () =>
        byKey(itemsOfScope(store, "change-request", id), ({ number }) => number).map((one) => ({
          ...one,
          discussion: comments(store, String(one.id)),
        })),
    },
    { path: `comments/${name}.json`, scope: `spaces/${id}/comments`, value: () => comments(store, id) },
  ];
}

const sortedIfAny = (items: unknown): Item[] | undefined =>
  Array.isArray(items) && items.length > 0 ? byId(items as Item[]) : undefined;

function comments(store: Store, scope: string): unknown {
  return byId(itemsOfScope(store, "comment", scope)).map((comment) => {
    const replies = byId(itemsOfScope(store, "comment-reply", String(comment.id)));
    return { ...comment, ...(replies.length > 0 && { answers: replies }) };
  });
}

/** With what stands on it; order is what visitors see. */
function site(store: Store, id: string): unknown {
  const spacesIn = (scope: string) =>
    itemsOfScope(store, "site-space", scope).map((one) => ({ ...answeredItem(one), space: one.space }));
  return {
    ...answeredItem(store.get<Item>("site", id) ?? {}),
    groups: itemsOfScope(store, "site-section-group", id).map((one) => ({ ...answeredItem(one), sections: undefined })),
    sections: itemsOfScope(store, "site-section", id).map((one) => ({
      ...answeredItem(one),
      siteSpaces: spacesIn(String(one.id)),
    })),
    spaces: spacesIn(id),
    shareLinks: byId(itemsOfScope(store, "share-link", id)).map(answeredItem),
    adaptiveSchema: store.get<Item>("site-adaptive-schema", id)?.jsonSchema,
    published: store.get<Item>("published-site", id)?.customizations,
  };
}

function spec(store: Store, org: string, slug: string): unknown {
  const scope = `${org}/${slug}`;
  const contents = new Map(store.ids(CONTENT, scope).map((id) => [id, store.get<Item>(CONTENT, id)]));
  return {
    ...store.get<Item>("openapi-spec", scope),
    versions: byId(itemsOfScope(store, VERSION, scope)).map(({ url: _signed, ...one }) => ({
      ...one,
      filesystem: contents.get(String(one.id))?.filesystem,
    })),
  };
}
