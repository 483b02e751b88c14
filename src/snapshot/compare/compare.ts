/** `docs snapshots diff`: two snapshots of one organization. */
import { Failure } from "../../errors.js";
import type { Source } from "../../sandbox/store/sources.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { longestIncreasing } from "../../shared/longest-increasing.js";
import { isFailed, isTextMissing } from "../../shared/snapshots/gaps.js";
import { count } from "../../shared/wrap.js";
import { isOf, openSnapshot } from "../file/open-snapshot.js";
import { permissionsIn } from "../file/write/health.js";
import { KINDS, type Kind, type Order } from "./kinds.js";
import {
  type Change,
  type CompareOptions,
  type Comparison,
  compareContent,
  comparePages,
  compareThings,
  type Gap,
  makeChange,
  type Owner,
  rowsOf,
  type Side,
  type Sides,
  type StoredRow,
  sideOf,
  titleOf,
} from "./things.js";

// Contents of change requests that both snapshots have: what people wrote since, in the row of the change request.

/** Of others the content is not read. */
const LIVE: readonly unknown[] = ["draft", "open"];

/** Pattern of the paths of their contents. */
const DRAFTS = "spaces/{spaceId}/change-requests/{changeRequestId}/content";

/** @param told what is told of change requests otherwise; rows whose content is another get the field `content` */
function withContents(told: readonly Change[], sides: Sides, texts: boolean): Change[] {
  const { before, after } = sides;
  const changes = new Map(told.map((change) => [change.id, change]));
  const old = rowsOf(before, "change-request");
  for (const row of rowsOf(after, "change-request").values()) {
    const was = old.get(row.id);
    const change = was && contentChange(sides, was, row, texts);
    if (!change) continue;
    const { fields = [], ...others } = changes.get(row.id) ?? {};
    changes.set(row.id, { ...change, ...others, fields: [...fields, ...change.fields] });
  }
  return [...changes.values()];
}

function contentChange(sides: Sides, was: StoredRow, is: StoredRow, texts: boolean): Change | undefined {
  if (was.json === is.json) return undefined;
  // Written by the walk from answers of the service.
  const [old, now] = [parseStored(was.json), parseStored(is.json)];
  if (old.revision === now.revision || ![old, now].every(({ status }) => LIVE.includes(status))) return undefined;
  const { after } = sides;
  const title = after.title("change-request", is.id);
  const owner: Owner = {
    kind: "change-request",
    id: is.id,
    scope: DRAFTS.replace("{spaceId}", is.scope).replace("{changeRequestId}", is.id),
    place: title,
  };
  const pages = compareContent(sides, owner, texts);
  // Another revision with the same pages: it was only brought up to date.
  if (pages?.length === 0) return undefined;
  return {
    kind: "change-requests",
    change: "changed",
    id: is.id,
    title,
    place: after.title("space", is.scope),
    path: "",
    fields: [{ name: "content", before: old.revision, after: now.revision }],
    ...(pages && { pages }),
  };
}

// Things that are where they were, in another place of the same list.

interface OrderedRow extends StoredRow {
  kind: Kind;
}

/** Things in order, by what they are in. */
type Levels = ReadonlyMap<string, readonly OrderedRow[]>;

const GROUP = "site-section-group";
const KIND_OF = new Map(KINDS.map((kind) => [kind.rows, kind]));

/** @param changes other changes of this kind: a thing that moved, too, has one row */
function withOrder(changes: readonly Change[], kind: Kind, sides: Sides): Change[] {
  if (!kind.order) return [...changes];
  const all = new Map(changes.map((change) => [change.id, change]));
  for (const change of orderChanges(kind, kind.order, sides)) {
    const { fields = [], ...others } = all.get(change.id) ?? {};
    all.set(change.id, { ...change, ...others, change: "moved", fields: [...fields, ...change.fields] });
  }
  return [...all.values()];
}

function orderChanges(kind: Kind, order: Order, sides: Sides): Change[] {
  const [old, now] = [makeLevels(order, sides.before, sides), makeLevels(order, sides.after, sides)];
  const free = new Set([...emptyGroups(old), ...emptyGroups(now)]);
  return [...now].flatMap(([level, listed]) => {
    const [was, is] = keepCommon(old.get(level) ?? [], listed);
    const moved = findMoved(was, is, free);
    const places = placesOf(was);
    return is.flatMap((one, at): Change[] => {
      if (one.kind !== kind || !moved.has(one.id)) return [];
      const fields = [
        { name: "order", before: titlesAround(was, places.get(one.id) ?? 0), after: titlesAround(is, at) },
      ];
      return [makeChange(kind, sides.after, one, { change: "moved", fields })];
    });
  });
}

/** Only of lists that both read whole: elsewhere a place says nothing. */
function makeLevels({ rows, level }: Order, side: Side, { before, after }: Sides): Levels {
  const levels = new Map<string, OrderedRow[]>();
  const isWhole = (kind: Kind, scope: string) =>
    [before, after].every((one) => one.stateOf(kind.list(scope, one)) === "complete");
  // Parsed here: SQLite's own functions do not name damage.
  const innerOf = (json: unknown) => (level === undefined ? "" : (parseStored(json)[level] ?? ""));
  const found = side.snapshot.db.all(
    `SELECT kind, id, scope, json FROM objects WHERE kind IN (${rows.map(() => "?")})
     ORDER BY scope, position`,
    ...rows,
  );
  for (const { kind: name, id, scope, json } of found) {
    const kind = KIND_OF.get(String(name));
    if (!kind || !isWhole(kind, String(scope))) continue;
    const key = `${scope} ${innerOf(json)}`;
    const listed = levels.get(key) ?? [];
    levels.set(key, listed);
    listed.push({ kind, id: String(id), scope: String(scope), json: String(json) });
  }
  return levels;
}

/** The lists of a service do not say where a group without sections is among sections. */
function emptyGroups(levels: Levels): string[] {
  const filled = new Set([...levels.keys()].map((key) => key.slice(key.indexOf(" ") + 1)));
  return [...levels.values()].flat().flatMap(({ kind, id }) => (kind.rows === GROUP && !filled.has(id) ? [id] : []));
}

function keepCommon(was: readonly OrderedRow[], is: readonly OrderedRow[]): [OrderedRow[], OrderedRow[]] {
  const [old, now] = [was, is].map((some) => new Set(some.map(({ id }) => id)));
  return [was.filter(({ id }) => now?.has(id)), is.filter(({ id }) => old?.has(id))];
}

/** The fewest that moved; `free` ones are compared with groups alone. */
function findMoved(was: readonly OrderedRow[], is: readonly OrderedRow[], free: ReadonlySet<string>): Set<string> {
  const moved = (isOne: (one: OrderedRow) => boolean): string[] => {
    const places = placesOf(was);
    const some = is.filter(isOne);
    const stable = longestIncreasing(some.map(({ id }) => places.get(id) ?? 0));
    return some.flatMap(({ id }, at) => (stable.has(at) ? [] : [id]));
  };
  const all = new Set(moved(({ id }) => !free.has(id)));
  if (free.size > 0) for (const id of moved((one) => one.kind.rows === GROUP && !all.has(one.id))) all.add(id);
  return all;
}

const placesOf = (listed: readonly OrderedRow[]) => new Map(listed.map(({ id }, at) => [id, at]));

/** Titles of a thing and of those beside it: those of a whole list would be too many for each thing that moved. */
const titlesAround = (listed: readonly OrderedRow[], at: number): string[] =>
  listed.slice(Math.max(0, at - 1), at + 2).map(({ kind, json }) => titleOf(kind, parseStored(json)));

const PAGES = { name: "pages", patterns: ["spaces/{spaceId}/content"] };

/** @throws Failure usage for snapshots of different organizations; config, io: see openSnapshot */
export function compareSnapshots(before: string, after: string, options: CompareOptions = {}): Comparison {
  const first = openSnapshot(before);
  try {
    const second = openSnapshot(after);
    try {
      if (first.org !== second.org && !options.any) {
        throw new Failure("usage", `they belong to different organizations: ${first.org} and ${second.org}`, {
          hint: "to compare them anyway, pass --any-organization",
        });
      }
      const sides = { before: sideOf(first), after: sideOf(second) };
      return { organization: second.org, before, after, ...compare(sides, options) };
    } finally {
      second.close();
    }
  } finally {
    first.close();
  }
}

function compare(sides: Sides, { only, texts = false }: CompareOptions): { changes: Change[]; gaps: Gap[] } {
  const isWanted = (name: string) => only === undefined || only.includes(name);
  const changes: Change[] = [];
  const gaps: Gap[] = [];
  const unseen = unseenBy(sides);
  for (const kind of KINDS) {
    if (isWanted(kind.name)) {
      // Contained things are compared only if both see the container.
      const isOwn = kind.within === undefined && kind.rows !== "organization";
      const doubtful = isOwn ? unseen.map(({ change }) => change) : [];
      const found = compareThings(kind, sides).filter(({ change }) => !doubtful.includes(change));
      if (isOwn) gaps.push(...unseen.map(({ gap }) => ({ kind: kind.name, ...gap })));
      const told = withOrder(found, kind, sides);
      const isDrafts = kind.name === "change-requests";
      changes.push(...(isDrafts ? withContents(told, sides, texts) : told));
      gaps.push(...findGaps(kind, sides));
      // No snapshot reads those of merged ones.
      if (isDrafts)
        gaps.push(...findGaps({ name: kind.name, patterns: [DRAFTS] }, sides, (state) => isFailed({ state })));
    }
    if (kind.name !== "spaces" || !isWanted(PAGES.name)) continue;
    changes.push(...comparePages(sides, texts));
    gaps.push(...findGaps(PAGES, sides), ...textGaps(sides));
  }
  return { changes, gaps };
}

/** A token that sees less may not list an existing thing: it is reported neither as removed nor as added. */
function unseenBy({ before, after }: Sides): { change: Change["change"]; gap: Omit<Gap, "kind"> }[] {
  // Of different organizations, permissions say nothing of each other.
  if (before.org !== after.org) return [];
  const [old, now] = [permissionsIn(before.snapshot.db), permissionsIn(after.snapshot.db)];
  return (
    [
      ["before", "added", now.filter((name) => !old.includes(name))],
      ["after", "removed", old.filter((name) => !now.includes(name))],
    ] as const
  ).flatMap(([side, change, missing]) => {
    const reason = `read with fewer permissions (without ${missing.join(", ")})`;
    return missing.length === 0 ? [] : [{ change, gap: { side, state: "partial", reason, scopes: 1 } }];
  });
}

/** Gaps of one of the two, a row for each reason. */
function findGaps(
  { name, patterns }: { name: string; patterns: readonly string[] },
  sides: Sides,
  isTold: (state: Source["state"]) => boolean = isGap,
): Gap[] {
  return (["before", "after"] as const).flatMap((side) => {
    const { sources } = sides[side].snapshot;
    const rows = new Map<string, Gap>();
    for (const { scope, state, reason = state } of sources) {
      if (!isTold(state) || !patterns.some((pattern) => isOf(pattern, scope))) continue;
      const key = `${state} ${reason}`;
      rows.set(key, { kind: name, side, state, reason, scopes: (rows.get(key)?.scopes ?? 0) + 1 });
    }
    return [...rows.values()];
  });
}

const isGap = (state: Source["state"]): boolean => state !== "complete" && state !== "unreadable";

interface Page {
  type?: unknown;
  document?: string;
  pages: Page[];
}

const countWithoutText = (pages: readonly Page[]): number =>
  pages.reduce((sum, page) => sum + (isTextMissing(page) ? 1 : 0) + countWithoutText(page.pages), 0);

/** A row for each side that lacks texts in contents that count as complete, as earlier versions of this tool wrote them. */
function textGaps(sides: Sides): Gap[] {
  return (["before", "after"] as const).flatMap((side): Gap[] => {
    const counts = countsOf(sides[side]);
    if (counts.length === 0) return [];
    const pages = counts.reduce((sum, one) => sum + one, 0);
    const reason = `${count(pages, "page")} without a text`;
    return [{ kind: "pages", side, state: "partial", reason, scopes: counts.length }];
  });
}

/** For each space whose content is complete and lacks texts: of how many pages. */
function countsOf({ snapshot: { db, store }, stateOf }: Side): number[] {
  const spaces = db.all("SELECT id, json_extract(json, '$.revision') AS revision FROM objects WHERE kind = 'space'");
  return spaces.flatMap(({ id, revision }) => {
    if (revision === null || stateOf(`spaces/${id}/content`) !== "complete") return [];
    return countWithoutText(store.get<{ pages: Page[] }>("revision", String(revision))?.pages ?? []) || [];
  });
}
