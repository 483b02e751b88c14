/** What a site is to be once a plan is undone: a three-way merge of the site before the plan, after it and now. */
import { describe, expect, it } from "vitest";
import type { Section, SiteState } from "../../../src/changes/site/model.js";
import { indexSite, toSite } from "../../../src/changes/site/site-index.js";
import type { Effects } from "../../../src/changes/site/undo/effects.js";
import { mergeSite } from "../../../src/changes/site/undo/merge-site.js";
import { groupState as group, sectionState as section, siteState, spaceState } from "./site-states.js";

type Level = SiteState["level"];

interface Sides {
  before: Level | SiteState;
  /** As the plan left it; absent: the plan was broken off. */
  after?: Level;
  now: Level | SiteState;
  effects?: Partial<Effects>;
}

const NOTHING: Effects = {
  fields: new Map(),
  made: new Set(),
  removed: new Set(),
  moved: new Set(),
  defaults: new Set(),
};

const toIndex = (site: Level | SiteState) => indexSite(Array.isArray(site) ? siteState(site) : site);

function merge({ before, after, now, effects }: Sides) {
  const merged = mergeSite({
    before: toIndex(before),
    after: after && toIndex(after),
    now: toIndex(now),
    effects: { ...NOTHING, ...effects },
  });
  const wanted = toSite(merged.target, merged.again);
  return { ...merged, wanted, conflicts: merged.changed.map(({ title }) => title) };
}

/** `a b:path *c g(d)`: ids, or paths of what is made anew; a star marks the default, and g is a group. */
const summarize = (level: ReturnType<typeof toSite>["level"] = []): string => {
  const one = ({ id, path, default: isDefault }: Section) =>
    `${isDefault ? "*" : ""}${id === undefined || id === path ? path : `${id}:${path}`}`;
  return level
    .map((each) => (each.kind === "group" ? `${each.id}(${(each.sections ?? []).map(one).join(" ")})` : one(each)))
    .join(" ");
};

const [a, b, c] = [section("a"), section("b"), section("c")];
const made = new Set(["new", "new-space", "group"]);
const removed = new Set(["b", "b-space"]);
const moved = new Set(["c"]);
const fresh = section("new");
const pathOfA = new Map([["a", new Map([["path", "new"]])]]);
const [renamed, chosen] = [section("a", { path: "new" }), section("c", { default: true })];
const first = section("a", { default: true });
const its = (path: string) => section("theirs", { path });
const theirSpace = spaceState("theirs", { title: "Theirs" });
const theirDefault = [c, section("b", { default: true }), a];

describe("before, after and now", () => {
  it.each<[what: string, sides: Sides, level: string, conflicts: string[]]>([
    ["removed", { before: [a, b, c], now: [a, c], effects: { removed } }, "a b c", []],
    [
      "removed, and its path taken",
      { before: [a, b, c], now: [a, c, its("b")], effects: { removed } },
      "a c theirs:b",
      ['section "b": its path b is taken'],
    ],
    [
      "moved, and removed by somebody else",
      { before: [a, b, c], now: [a, c], effects: { moved: new Set(["b"]) } },
      "a c",
      ['section "b": it no longer exists'],
    ],
    [
      "made",
      { before: [a], after: [a, group("group", [fresh])], now: [a, group("group", [fresh])], effects: { made } },
      "a",
      [],
    ],
    [
      "made in a new group, and renamed by somebody else",
      {
        before: [a],
        after: [a, group("group", [fresh])],
        now: [a, group("group", [section("new", { title: "Theirs" })])],
        effects: { made },
      },
      "a new",
      ['section "Theirs": title'],
    ],
    [
      "made, and moved into a group",
      {
        before: [a],
        after: [a, fresh, group("theirs", [])],
        now: [a, group("theirs", [fresh])],
        effects: { made },
      },
      "a theirs(new)",
      ['section "new": its place'],
    ],
    [
      "made in a new group, and moved out of it",
      { before: [a], after: [a, group("group", [fresh])], now: [a, fresh, group("group", [])], effects: { made } },
      "a new",
      ['section "new": its place'],
    ],
    [
      "made, and filled by somebody else",
      { before: [a], after: [a, fresh], now: [a, section("new", { spaces: [theirSpace] })], effects: { made } },
      "a new",
      ['section "new": site space "Theirs" is in it'],
    ],
    ["renamed", { before: [a, b], after: [renamed, b], now: [renamed, b], effects: { fields: pathOfA } }, "a b", []],
    ["renamed, and broken off", { before: [a, b], now: [renamed, b], effects: { fields: pathOfA } }, "a b", []],
    [
      "renamed, and renamed again by somebody else",
      {
        before: [a, b],
        after: [renamed, b],
        now: [section("a", { path: "other" }), b],
        effects: { fields: pathOfA },
      },
      "a:other b",
      ['section "a": path'],
    ],
    [
      "renamed, and the earlier path taken",
      { before: [a, b], after: [renamed, b], now: [renamed, b, its("a")], effects: { fields: pathOfA } },
      "a:new b theirs:a",
      ['section "a": its path a is taken'],
    ],
    [
      "moved and the default, and something added by somebody else",
      {
        before: [first, b, c],
        after: [chosen, a, b],
        now: [chosen, section("theirs"), a, b],
        effects: { moved, defaults: moved },
      },
      "*a b c theirs",
      [],
    ],
    [
      "moved and the default, and changed by somebody else",
      { before: [first, b, c], after: [chosen, a, b], now: theirDefault, effects: { moved, defaults: moved } },
      "c *b a",
      ['site "Site": the order of what is in it', 'section "b": it is the default'],
    ],
    [
      "moved into a group",
      {
        before: [a, group("one", [b]), c],
        after: [a, group("one", [b, c])],
        now: [a, group("one", [b, c])],
        effects: { moved },
      },
      "a one(b) c",
      [],
    ],
    [
      "moved into a group, and into another one by somebody else",
      {
        before: [group("one", [a]), group("two", [b]), c],
        after: [group("one", [a, c]), group("two", [b])],
        now: [group("one", [a]), group("two", [b, c])],
        effects: { moved },
      },
      "one(a) two(b c)",
      ['section "c": its place'],
    ],
    ["not touched", { before: [first, b, c], after: [first, b, c], now: theirDefault }, "c *b a", []],
  ])("%s", (_, sides, level, conflicts) => {
    const { wanted, conflicts: found } = merge(sides);
    expect([summarize(wanted.level), found]).toEqual([level, conflicts]);
  });
});

it("what was removed comes back without its id, and so do its site spaces", () => {
  const { wanted, again } = merge({ before: [a, b, c], now: [a, c], effects: { removed } });
  expect(wanted.level).toMatchObject([{ id: "a" }, { path: "b", spaces: [{ path: "first" }] }, { id: "c" }]);
  expect([wanted.level?.[1]?.id, [...again]]).toEqual([undefined, ["b", "b-space"]]);
});

it("what stays keeps its site spaces", () => {
  const now = [a, fresh, group("group", [])];
  const { wanted } = merge({ before: [a], after: [a, group("group", [fresh])], now, effects: { made } });
  expect(wanted.level?.[1]).toMatchObject({ id: "new", spaces: [{ id: "new-space" }] });
});

it("a path is taken only where it would be there twice: one in another section comes back", () => {
  const own = spaceState("own", { path: "x", title: "Own" });
  const [theirs, gone] = [spaceState("theirs", { path: "x" }), spaceState("gone", { path: "x" })];
  const { wanted, conflicts } = merge({
    before: [section("a", { spaces: [own] }), section("b", { spaces: [gone] })],
    now: [section("a", { spaces: [{ ...own, path: "y" }, theirs] }), b],
    effects: { fields: new Map([["own", new Map([["path", "y"]])]]), removed: new Set(["gone"]) },
  });
  expect(conflicts).toEqual(['site space "Own": its path x is taken']);
  expect(wanted.level).toMatchObject([
    { spaces: [{ id: "a-space" }, { id: "own", path: "y" }, { id: "theirs", path: "x" }] },
    { spaces: [{ id: "b-space" }, { path: "x" }] },
  ]);
});

it("what cannot be emptied is reported as lost, and left", () => {
  const set = { published: true, basename: "docs", proxy: "x.com/docs" };
  const { lost, wanted } = merge({
    before: [group("g", [a])],
    now: siteState([group("g", [a], "book")], set),
    effects: {
      fields: new Map<string, Map<string, unknown>>([
        ["g", new Map([["icon", "book"]])],
        ["site", new Map<string, unknown>(Object.entries(set))],
      ]),
    },
  });
  expect(lost.map(({ title }) => title)).toEqual([
    'set icon of group "g"',
    'publish site "Site"',
    'set basename of site "Site"',
  ]);
  expect(wanted).toMatchObject({
    published: true,
    basename: "docs",
    proxy: null,
    level: [{ icon: "book" }],
  });
});
