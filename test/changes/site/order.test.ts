/** Orders and paths are reached with few requests, none of which meets a path that is taken. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findChanges } from "../../../src/changes/site/diff.js";
import { applyMoves, planMoves, planMovesOfTwoKinds } from "../../../src/changes/site/order.js";
import { type HeldPath, orderRenames } from "../../../src/changes/site/paths.js";
import { holds } from "../../helpers/properties.js";
import { groupState as group, sectionState as section, siteState, spaceState as space } from "./site-states.js";

const orders = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 12 }).chain((now) =>
  fc.record({
    now: fc.constant(now),
    wanted: fc.shuffledSubarray(now),
  }),
);

describe("moves", () => {
  it("one move for one thing that stands wrong", () => {
    expect(planMoves(["a", "b", "c", "d"], ["b", "c", "d", "a"])).toEqual([{ what: "a", side: "after", of: "d" }]);
    expect(planMoves(["a", "b", "c"], ["c", "a", "b"])).toEqual([{ what: "c", side: "before", of: "a" }]);
    expect(planMoves(["a", "x", "b"], ["a", "b"])).toEqual([]);
  });

  it("reach the order, and none moves what stands right already", async () => {
    await holds(
      fc.property(orders, ({ now, wanted }) => {
        let order = now;
        for (const move of planMoves(now, wanted)) {
          const next = applyMoves(order, [move]);
          expect(next).not.toEqual(order);
          order = next;
        }
        expect(order.filter((one) => wanted.includes(one))).toEqual(wanted);
      }),
    );
  });

  it("sections go beside sections only", async () => {
    const isSection = (one: number) => one % 2 === 0;
    await holds(
      fc.property(orders, ({ now, wanted }) => {
        const moves = planMovesOfTwoKinds(now, wanted, isSection);
        for (const { what, of } of moves) expect(!isSection(what) || isSection(of)).toBe(true);
        expect(applyMoves(now, moves).filter((one) => wanted.includes(one))).toEqual(wanted);
      }),
    );
  });
});

describe("renames", () => {
  it("a swap needs one name in between", () => {
    const held = new Map<string, HeldPath>([
      ["x", { path: "a", wanted: "b" }],
      ["y", { path: "b", wanted: "a" }],
    ]);
    expect(orderRenames(held).order).toEqual([
      { what: "y", path: "b-moving", temporary: true },
      { what: "x", path: "b", temporary: false },
      { what: "y", path: "a", temporary: false },
    ]);
  });

  it("never meets a path that is taken, and ends as wanted", async () => {
    const names = fc.constantFrom<string>("a", "b", "c", "d", "e", "a-moving");
    const things = fc.uniqueArray(names, { minLength: 1, maxLength: 6 }).chain((now) =>
      fc
        .shuffledSubarray(["a", "b", "c", "d", "e", "f", "a-moving"], {
          minLength: now.length,
          maxLength: now.length,
        })
        .map((wanted) => ({ now, wanted })),
    );
    await holds(
      fc.property(things, ({ now, wanted }) => {
        const held = new Map(now.map((path, at): [number, HeldPath] => [at, { path, wanted: wanted[at] }]));
        const paths = new Map(now.map((path, at) => [at, path]));
        const { order, blocked } = orderRenames(held);
        expect(blocked).toEqual([]);
        for (const { what, path } of order) {
          expect([...paths.values()]).not.toContain(path);
          paths.set(what, path);
        }
        expect([...paths.values()]).toEqual(wanted);
      }),
    );
  });

  it("what stays and is not listed keeps its path: the other one is told", () => {
    const held = new Map<string, HeldPath>([
      ["x", { path: "a", wanted: "b" }],
      ["y", { path: "b" }],
    ]);
    expect(orderRenames(held)).toEqual({ order: [], blocked: [{ what: "x", by: "y" }] });
  });
});

it("a group that goes past a section alone is moved without comparing: the list of groups shows no difference", () => {
  const [first, second, third] = [section("a", { default: true }), section("b"), section("c")];
  const state = siteState([group("one", [first]), second, group("two", [third])], { groupOrder: ["one", "two"] });
  const wanted = (title: string) => ({ kind: "group" as const, line: 1, title });
  const { calls } = findChanges(
    state,
    {
      level: [wanted("one"), wanted("two"), { kind: "section" as const, line: 1, path: "b", default: false }],
    },
    { prune: false, name: "site.yaml" },
  );
  expect(calls).toMatchObject([
    {
      endpoint: {
        method: "POST",
        path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move",
      },
      params: { siteSectionGroupId: "two" },
      body: { position: { after: { type: "site-section", id: "one" } } },
      unseen: true,
    },
  ]);
});

it("site spaces that move to where their path is taken get a number there, which no request repeats", () => {
  const guide = (id: string) => space(id, { path: "guide" });
  const state = siteState([
    section("a", { default: true, spaces: [guide("x")] }),
    section("b", { spaces: [guide("y")] }),
    section("c", { spaces: [guide("z")] }),
  ]);
  const item = (path: string, id?: string) => ({ line: 1, path, default: path === "first", ...(id && { id }) });
  const wanted = (path: string, ...more: ReturnType<typeof item>[]) => ({
    ...{ kind: "section" as const, line: 1, path, default: path === "a" },
    spaces: [item("first"), ...more],
  });
  const here = [item("guide"), item("guide-1", "x"), item("guide-2", "y")];
  const site = { level: [wanted("a"), wanted("b"), wanted("c", ...here)] };
  expect(findChanges(state, site, { prune: false, name: "site.yaml" }).calls).toMatchObject([
    { params: { siteSpaceId: "x" }, body: { position: { after: { siteSpace: "z" } } } },
    { params: { siteSpaceId: "y" }, body: { position: { after: { siteSpace: "x" } } } },
  ]);
});
