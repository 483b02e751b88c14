/** What was really there on each night, and what a reader of these nights may know of it. */
import { hashOf } from "../../src/sandbox/content/pages.js";
import type { TestSandbox } from "../helpers/sandbox.js";

export type Values = Record<string, unknown>;

/** By kind and key: what was there. */
export type Truth = Record<string, Map<string, { list: string; above?: string; values: Values }>>;

export interface Night {
  /** ISO 8601. */
  ended: string;
  truth: Truth;
  /** Paths of lists that were answered completely. */
  read: ReadonlySet<string>;
  /** Of lists of which a part was answered: the ids in it. */
  cut: ReadonlyMap<string, ReadonlySet<string>>;
  /** The caller saw less. */
  isLess: boolean;
}

/** A row of a history, without what follows from others. */
export interface Expected {
  key: string;
  values: Values;
  from: string;
  to: string | null;
  notBefore: string | null;
  lastSeen: string;
  began: string;
  ended: string | null;
}

/** What things are in comes first. */
export const ABOVE: Readonly<Record<string, string | undefined>> = {
  teams: undefined,
  members: undefined,
  spaces: undefined,
  sites: undefined,
  team_members: "teams",
  member_spaces: "members",
  share_links: "sites",
  change_requests: "spaces",
  pages: "spaces",
};

const flag = (value: unknown): number | null => (value === undefined || value === null ? null : Number(value));
const text = (value: unknown): unknown => value ?? null;

/** Reads everything from the service, with all rights. */
export async function readTruth({ call }: Pick<TestSandbox, "call">, organization: string): Promise<Truth> {
  const truth: Truth = Object.fromEntries(Object.keys(ABOVE).map((kind) => [kind, new Map()]));
  const all = async (path: string) =>
    (await call("GET", `/v1/${path}${path.includes("?") ? "&" : "?"}limit=1000`)).json?.items ?? [];
  const put = (kind: string, key: string, list: string, values: Values, above?: string) =>
    truth[kind]?.set(key, { list, ...(above !== undefined && { above }), values });
  const org = `orgs/${organization}`;
  for (const team of await all(`${org}/teams`)) {
    put("teams", team.id, `${org}/teams`, { title: team.title });
    const list = `${org}/teams/${team.id}/members`;
    for (const { organization: member, team: own } of await all(list))
      put("team_members", `${team.id} ${member.id}`, list, { role: text(own.role) }, team.id);
  }
  for (const member of await all(`${org}/members`)) {
    const { role, disabled, user } = member;
    put("members", member.id, `${org}/members`, { role: text(role), disabled: flag(disabled), email: user.email });
    const list = `${org}/members/${member.id}/spaces`;
    for (const { permission, space } of await all(list))
      put("member_spaces", `${member.id} ${space.id}`, list, { permission }, member.id);
  }
  for (const site of await all(`${org}/sites`)) {
    const { title, visibility, published } = site;
    put("sites", site.id, `${org}/sites`, { title, visibility: text(visibility), published: flag(published) });
    const list = `${org}/sites/${site.id}/share-links`;
    for (const { id, name, active } of await all(list))
      put("share_links", `${site.id} ${id}`, list, { name: text(name), active: flag(active) }, site.id);
  }
  for (const space of await all(`${org}/spaces`)) {
    const { id, title, visibility, parent, editMode } = space;
    const values = { title, visibility: text(visibility), collection: text(parent), edit_mode: text(editMode) };
    put("spaces", id, `${org}/spaces`, values);
    const list = `spaces/${id}/change-requests`;
    for (const status of ["draft", "open", "merged", "archived"])
      for (const one of await all(`${list}?status=${status}`))
        put("change_requests", `${id} ${one.id}`, list, { status, subject: text(one.subject) }, id);
    const { pages = [] } = (await call("GET", `/v1/spaces/${id}/content/pages`)).json ?? {};
    await readPages(call, put, id, pages, null);
  }
  return truth;
}

type Put = (kind: string, key: string, list: string, values: Values, above?: string) => unknown;
interface Page {
  id: string;
  title: string;
  path: string;
  type: string;
  updatedAt: string;
  pages?: Page[];
}

async function readPages(call: TestSandbox["call"], put: Put, space: string, pages: Page[], parent: string | null) {
  for (const { id, title, path, type, updatedAt, pages: below = [] } of pages) {
    const { markdown } = (await call("GET", `/v1/spaces/${space}/content/page/${id}?format=markdown`)).json;
    const document = typeof markdown === "string" && type === "document" ? hashOf(markdown) : null;
    const values = { title, path, type, parent, document, updated_at: updatedAt };
    put("pages", `${space} ${id}`, `spaces/${space}/content`, values, space);
    await readPages(call, put, space, below, id);
  }
}

const same = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);
const sees = (one: Night, other: Night): boolean => !one.isLess || other.isLess;

interface Known extends Expected {
  list: string;
  above: string | undefined;
  /** Of the last night that showed it. */
  seen: Night;
  /** When the thing came, if not how. */
  born: string | null;
}

/**
 * What is known after all these nights, worked out night by night and key by key. `isCutBelieved`: a list of which the rest
 * is older shows what it was before, too; that can only be told where the night before had none of it.
 */
export function historyOf(nights: readonly Night[], isCutBelieved: boolean): Record<string, Expected[]> {
  const known: Record<string, Known[]> = {};
  for (const [kind, above] of Object.entries(ABOVE)) {
    const rows: Known[] = [];
    known[kind] = rows;
    const lists = new Map<string, { list: string; above?: string }>();
    for (const { truth } of nights)
      for (const [key, { list, above: id }] of truth[kind] ?? [])
        lists.set(key, { list, ...(id !== undefined && { above: id }) });
    for (const [key, place] of lists)
      rows.push(
        ...rowsOf({ nights, isCutBelieved }, kind, key, place, above === undefined ? [] : (known[above] ?? [])),
      );
  }
  return known;
}

function rowsOf(
  { nights, isCutBelieved }: { nights: readonly Night[]; isCutBelieved: boolean },
  kind: string,
  key: string,
  place: { list: string; above?: string },
  above: readonly Known[],
): Known[] {
  const rows: Known[] = [];
  let open: Known | undefined;
  for (const [at, night] of nights.entries()) {
    const is = night.truth[kind]?.get(key);
    const isRead = night.read.has(place.list);
    const aboveNow = above.find(
      (one) => one.key === place.above && one.from <= night.ended && (one.to === null || one.to > night.ended),
    );
    if (is && (isRead || night.cut.get(place.list)?.has(key.split(" ").at(-1) ?? ""))) {
      if (open && same(open.values, is.values)) {
        if (isRead || isCutBelieved) Object.assign(open, { lastSeen: night.ended, seen: night });
        continue;
      }
      const before = nights.slice(0, at).findLast((one) => one.read.has(place.list) && sees(one, night))?.ended ?? null;
      const gone = rows.at(-1);
      const earliest: (string | null)[] = [before, gone?.to ?? null, aboveNow?.born ?? null];
      const notBefore: string | null = open
        ? open.lastSeen
        : (earliest
            .filter((one) => one !== null)
            .sort()
            .at(-1) ?? null);
      const began = open
        ? "changed"
        : gone && gone.ended === "gone"
          ? "returned"
          : notBefore === null
            ? "first"
            : "added";
      if (open) Object.assign(open, { to: night.ended, ended: "changed" });
      const born: string | null = open ? open.born : notBefore;
      open = {
        key,
        list: place.list,
        above: place.above,
        values: is.values,
        from: night.ended,
        to: null,
        notBefore,
        lastSeen: night.ended,
        began,
        ended: null,
        seen: night,
        born,
      };
      rows.push(open);
      continue;
    }
    if (is || !open) continue;
    const isAboveGone =
      place.above !== undefined &&
      above.length > 0 &&
      !aboveNow &&
      above.some((one) => one.key === place.above && one.to !== null);
    if (isRead ? !sees(night, open.seen) : !isAboveGone) continue;
    Object.assign(open, { to: night.ended, ended: night.isLess ? "unseen" : "gone" });
    open = undefined;
  }
  return rows;
}
