/** What a site is to be once a plan is undone, where somebody else changed it since. */
import { describe, expect, it } from "vitest";
import type { GroupState, SectionState, SiteState } from "../../../src/changes/site/model.js";
import type { Effects } from "../../../src/changes/site/undo/effects.js";
import { indexSite, toWantedSite } from "../../../src/changes/site/undo/parts.js";
import { mergeSite } from "../../../src/changes/site/undo/target.js";

const section = (id: string, more: Partial<SectionState> = {}): SectionState => ({
  kind: "section",
  id,
  path: id,
  title: id,
  icon: undefined,
  description: undefined,
  condition: undefined,
  default: false,
  spaces: [
    { id: `${id}-space`, path: "first", space: "space", title: "Space", condition: undefined, default: true },
    ...(more.spaces ?? []),
  ],
  ...(more.path && { path: more.path }),
  ...(more.title && { title: more.title }),
  ...(more.default && { default: true }),
});

const group = (id: string, sections: SectionState[], icon?: string): GroupState => ({
  kind: "group",
  id,
  title: id,
  icon,
  sections,
});

const site = (level: SiteState["level"], more: Partial<SiteState> = {}): SiteState => ({
  organization: "o1",
  id: "site",
  title: "Site",
  visibility: "public",
  basename: undefined,
  agentsContext: undefined,
  adaptiveContent: false,
  proxy: null,
  published: false,
  adaptiveSchema: undefined,
  level,
  groupOrder: [],
  spaces: [],
  shareLinks: [],
  ...more,
});

const NOTHING: Effects = {
  fields: new Map(),
  made: new Set(),
  removed: new Set(),
  moved: new Set(),
  defaults: new Set(),
};

interface Sides {
  before: SiteState;
  now: SiteState;
  after?: SiteState;
  effects: Partial<Effects>;
}

function target({ before, now, after, effects }: Sides) {
  const found = mergeSite({
    before: indexSite(before),
    now: indexSite(now),
    after: after && indexSite(after),
    effects: { ...NOTHING, ...effects },
  });
  const wanted = toWantedSite(found.picture, found.again);
  const level = (wanted.level ?? []).map((one) =>
    one.kind === "group" ? (one.id ?? one.title) : (one.id ?? one.path),
  );
  return { ...found, wanted, level, told: found.changed.map(({ title }) => title) };
}

describe("a part that the plan removed", () => {
  const before = site([section("a"), section("b"), section("c")]);
  const effects = { removed: new Set(["b", "b-space"]) };

  it("comes back in its place, without its id", () => {
    const found = target({ before, now: site([section("a"), section("c")]), effects });
    expect(found.wanted.level).toMatchObject([{ id: "a" }, { path: "b" }, { id: "c" }]);
    expect([...found.again]).toEqual(["b", "b-space"]);
  });

  it("stays away where somebody else's has its path", () => {
    const now = site([section("a"), section("c"), section("theirs", { path: "b" })]);
    const found = target({ before, now, effects });
    expect(found.level).toEqual(["a", "c", "theirs"]);
    expect(found.told).toEqual(['section "b": its path b is taken']);
  });

  it("is told where somebody else removed it", () => {
    const found = target({ before, now: site([section("a"), section("c")]), effects: { moved: new Set(["b"]) } });
    expect([found.level, found.told]).toEqual([["a", "c"], ['section "b": it is no longer there']]);
  });
});

describe("a part that the plan made", () => {
  const before = site([section("a")]);
  const made = new Set(["new", "new-space", "group"]);

  it("goes", () => {
    const now = site([section("a"), group("group", [section("new")])]);
    expect(target({ before, now, after: now, effects: { made } }).level).toEqual(["a"]);
  });

  it("stays where somebody else changed it, out of the group that goes", () => {
    const after = site([section("a"), group("group", [section("new")])]);
    const now = site([section("a"), group("group", [section("new", { title: "Theirs" })])]);
    const found = target({ before, now, after, effects: { made } });
    expect(found.level).toEqual(["a", "new"]);
    expect(found.wanted.level?.[1]).toMatchObject({ id: "new", spaces: [{ id: "new-space" }] });
    expect(found.told).toEqual(['section "Theirs": title']);
  });

  it.each([
    ["into a group", [section("a"), group("theirs", [section("new")])], ["a", "theirs"]],
    ["out of its group", [section("a"), section("new"), group("group", [])], ["a", "new"]],
  ])("stays where somebody else moved it: %s", (_, level, expected) => {
    const after = expected.includes("theirs")
      ? site([section("a"), section("new"), group("theirs", [])])
      : site([section("a"), group("group", [section("new")])]);
    const found = target({ before, now: site(level), after, effects: { made } });
    expect([found.level, found.told]).toEqual([expected, ['section "new": its place']]);
    expect([...found.picture.parts.keys()]).toContain("new-space");
  });

  it("stays where something of somebody else is in it", () => {
    const theirs = { id: "theirs", path: "x", space: "s", title: "Theirs", condition: undefined, default: false };
    const after = site([section("a"), section("new")]);
    const now = site([section("a"), section("new", { spaces: [theirs] })]);
    const found = target({ before, now, after, effects: { made } });
    expect([found.level, found.told]).toEqual([["a", "new"], ['section "new": site space "Theirs" is in it']]);
  });
});

describe("a path that the plan changed", () => {
  const before = site([section("a"), section("b")]);
  const after = site([section("a", { path: "new" }), section("b")]);
  const effects = { fields: new Map([["a", new Map([["path", "new"]])]]) };

  it("comes back", () => {
    const found = target({ before, now: after, after, effects });
    expect([found.wanted.level?.[0], found.told]).toMatchObject([{ id: "a", path: "a" }, []]);
  });

  it("stays where something of somebody else has the earlier one", () => {
    const now = site([section("a", { path: "new" }), section("b"), section("theirs", { path: "a" })]);
    const found = target({ before, now, after, effects });
    expect(found.wanted.level).toMatchObject([
      { id: "a", path: "new", spaces: [{ id: "a-space" }] },
      { id: "b" },
      { id: "theirs", path: "a" },
    ]);
    expect(found.told).toEqual(['section "a": its path a is taken']);
  });

  it("is taken only where it would be there twice: one in another section comes back", () => {
    const own = { id: "own", path: "x", space: "s", title: "Own", condition: undefined, default: false };
    const changed = { ...own, path: "y" };
    const theirs = { ...own, id: "theirs", title: "Theirs" };
    const gone = { ...own, id: "gone", title: "Gone" };
    const found = target({
      before: site([section("a", { spaces: [own] }), section("b", { spaces: [gone] })]),
      now: site([section("a", { spaces: [changed, theirs] }), section("b")]),
      effects: { fields: new Map([["own", new Map([["path", "y"]])]]), removed: new Set(["gone"]) },
    });
    expect(found.told).toEqual(['site space "Own": its path x is taken']);
    expect(found.wanted.level).toMatchObject([
      { spaces: [{ id: "a-space" }, { id: "own", path: "y" }, { id: "theirs", path: "x" }] },
      { spaces: [{ id: "b-space" }, { path: "x" }] },
    ]);
  });
});

describe("order and defaults", () => {
  const before = site([section("a", { default: true }), section("b"), section("c")]);
  const after = site([section("c", { default: true }), section("a"), section("b")]);
  const effects = { moved: new Set(["c"]), defaults: new Set(["c"]) };

  it("come back, and what somebody else added stands behind what it stood behind", () => {
    const now = site([section("c", { default: true }), section("theirs"), section("a"), section("b")]);
    const found = target({ before, now, after, effects });
    expect([found.level, found.told]).toEqual([["a", "b", "c", "theirs"], []]);
    expect(found.wanted.level?.[0]).toMatchObject({ default: true });
  });

  it("stay where somebody else changed them", () => {
    const now = site([section("c"), section("b", { default: true }), section("a")]);
    const found = target({ before, now, after, effects });
    expect(found.level).toEqual(["c", "b", "a"]);
    expect(found.told).toEqual(['site "Site": the order of what is in it', 'section "b": it is the default']);
    expect(found.wanted.level?.[1]).toMatchObject({ default: true });
  });

  it("that the plan did not touch are left as they are", () => {
    const now = site([section("c"), section("b", { default: true }), section("a")]);
    const found = target({ before, now, after: before, effects: {} });
    expect([found.level, found.told]).toEqual([["c", "b", "a"], []]);
  });
});

it("what cannot be emptied is told as lost, and left", () => {
  const now = site([group("g", [section("a")], "book")], { published: true, basename: "docs", proxy: "x.com/docs" });
  const fields = new Map<string, Map<string, unknown>>([
    ["g", new Map([["icon", "book"]])],
    [
      "site",
      new Map<string, unknown>([
        ["published", true],
        ["basename", "docs"],
        ["proxy", "x.com/docs"],
      ]),
    ],
  ]);
  const found = target({ before: site([group("g", [section("a")])]), now, effects: { fields } });
  expect(found.lost.map(({ title }) => title)).toEqual([
    'set icon of group "g"',
    'publish site "Site"',
    'set basename of site "Site"',
  ]);
  expect(found.wanted).toMatchObject({ published: true, fields: { basename: "docs", proxy: null } });
  expect(found.wanted.level).toMatchObject([{ icon: "book" }]);
});
