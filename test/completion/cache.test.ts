import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forget, readCache, remember } from "../../src/app/cache/cache-files.js";
import { createCollector, type ListContent } from "../../src/app/cache/listed-objects.js";
import { listChangeRequests } from "../../src/catalog/change-requests.js";
import { listSpacePages } from "../../src/catalog/pages.js";
import { listOrgSpaces, searchSpace } from "../../src/catalog/spaces.js";
import {
  type Entry,
  formatEntries,
  MOST_ENTRIES,
  makeEntry,
  parseEntries,
  placeParts,
} from "../../src/cli/cache/entries.js";
import type { Page, PageEvent } from "../../src/http/types.js";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "docs-cache-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const place = { profile: "default", origin: "https://docs.example", kind: "spaceId", contexts: ["o1"] };
const entry = (id: string, title = `title of ${id}`, name = ""): Entry => ({ id, name, title });
const file = () => {
  const parts = placeParts(place);
  if (!parts) throw new Error("no place");
  return join(dir, ...parts);
};
const listed = (...ids: string[]) => ({ entries: ids.map((id) => entry(id)), whole: false });

describe("the cache", () => {
  it("gives back what was listed, the newest first", () => {
    remember(dir, place, listed("a", "b"));
    remember(dir, place, listed("c", "a"));
    expect(readCache(dir, place).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("forgets what a whole list no longer holds", () => {
    remember(dir, place, listed("a", "b"));
    remember(dir, place, { entries: [entry("b")], whole: true });
    expect(readCache(dir, place)).toEqual([{ id: "b", name: "", title: "title of b" }]);
  });

  it("keeps profiles, services, kinds and contexts apart", () => {
    remember(dir, place, listed("a"));
    expect(readCache(dir, { ...place, profile: "work" })).toEqual([]);
    expect(readCache(dir, { ...place, origin: "https://other.example" })).toEqual([]);
    expect(readCache(dir, { ...place, kind: "siteId" })).toEqual([]);
    expect(readCache(dir, { ...place, contexts: ["o2"] })).toEqual([]);
    expect(readCache(dir, { ...place, contexts: [undefined] }).map(({ id }) => id)).toEqual(["a"]);
  });

  it("tells places apart that a file system takes for one", () => {
    remember(dir, place, listed("a"));
    const text = readFileSync(file(), "utf8");
    expect(parseEntries(text, text.split("\n")[0]?.slice("docs-ids 1 ".length) ?? "")).toHaveLength(1);
    expect(parseEntries(text, "default%20 O1")).toEqual([]);
    const written = formatEntries("work spaceId o1", [entry("a")]);
    expect(parseEntries(written, "work spaceId")).toHaveLength(1);
    // Another's name begins so.
    for (const name of ["work spaceId o", "work space", "wor"]) expect(parseEntries(written, name)).toEqual([]);
  });

  it("gives only the entries that have a text, in whatever case, and skips the lines between", () => {
    const things = [
      { id: "a1", name: "", title: "Harbor Guide" },
      { id: "harbor-2", name: "", title: "Fleet" },
      { id: "a3", name: "HARBOR@x.example", title: "Somebody" },
      { id: "a4", name: "", title: "Tern" },
    ];
    const written = formatEntries("work teamId", things);
    expect(parseEntries(written, "work teamId", "haRbor").map(({ id }) => id)).toEqual(["a1", "harbor-2", "a3"]);
    expect(parseEntries(written, "work teamId", "dock")).toEqual([]);
    // One letter whose lower case has two: nothing is left out that may be meant.
    const longer = formatEntries("work teamId", [{ id: "i1", name: "", title: "\u0130zmir" }, ...things]);
    expect(parseEntries(longer, "work teamId", "harbor")).toHaveLength(5);
  });

  it("is read by its owner alone, and leaves no draft behind", () => {
    remember(dir, place, listed("a"));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file())).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(file()))).toEqual(["of-o1"]);
  });

  it("holds no more than its cap", () => {
    const many = Array.from({ length: 10_050 }, (_, at) => entry(`id${at}`));
    remember(dir, place, { entries: many, whole: true });
    remember(dir, place, listed("new"));
    const held = readCache(dir, place);
    expect(held).toHaveLength(10_000);
    expect([held[0]?.id, held.at(-1)?.id]).toEqual(["new", "id9998"]);
    expect(MOST_ENTRIES).toBe(10_000);
  });

  it("cannot be led out of its folder by names", () => {
    const parts = placeParts({ profile: "../..", origin: "", kind: "..", contexts: ["../../etc/passwd", "CON"] });
    expect(parts).toEqual(["ids", "%2e%2e%2F%2e%2e%20", "%2e%2e", "of-%2e%2e%2F%2e%2e%2Fetc%2Fpasswd,CON"]);
    expect(placeParts({ ...place, contexts: ["x".repeat(300)] })).toBeUndefined();
  });

  it("forgets one service and no other", () => {
    remember(dir, place, listed("a"));
    remember(dir, { ...place, profile: "work" }, listed("b"));
    forget(dir, { profile: "work", origin: place.origin });
    expect(readCache(dir, { ...place, profile: "work" })).toEqual([]);
    expect(readCache(dir, place)).toHaveLength(1);
    expect(() => forget(undefined, place)).not.toThrow();
  });

  it("R41 is passed over where it cannot be read", () => {
    mkdirSync(file(), { recursive: true });
    expect(readCache(dir, place)).toEqual([]);
    expect(readCache(undefined, place)).toEqual([]);
    expect(() => remember(dir, place, listed("a"))).toThrow(/EISDIR|EEXIST|ENOTEMPTY/);
    expect(readdirSync(dirname(file()))).toEqual(["of-o1"]);
  });

  it("is not written when nothing changed", () => {
    remember(dir, place, listed("a"));
    chmodSync(file(), 0o640);
    remember(dir, place, listed("a"));
    expect(statSync(file()).mode & 0o777).toBe(0o640);
    remember(dir, { ...place, kind: "teamId" }, { entries: [], whole: true });
    expect(existsSync(join(dir, "ids", "default%20https%3A%2F%2Fdocs%2eexample", "teamId"))).toBe(false);
  });
});

describe("entries", () => {
  it("R60 takes plain ids only, and makes titles harmless", () => {
    for (const id of ["$(x)", "a b", "a;b", "-rf", "", "a\nb", "a'b", "x".repeat(257), 5, undefined]) {
      expect(makeEntry(id, "", [])).toBeUndefined();
    }
    expect(makeEntry("a", "a@b.example", ["one\n\u001b[31m\ttwo", null, "\u202e"])).toEqual({
      id: "a",
      name: "a@b.example",
      title: "one\\n\\x1b[31m\\ttwo · \\u202e",
    });
    expect(makeEntry("a", "$(x)", [])?.name).toBe("");
    expect(makeEntry("a", 42, [])?.name).toBe("42");
    expect(makeEntry("a", "", ["😀".repeat(200)])?.title).toBe(`${"😀".repeat(79)}…`);
  });

  it("R60 cleans what somebody else put into the file, line by line", () => {
    const text = `${formatEntries("p", [entry("a")])}b\t\t\u001b[2Jx\n$(id)\t\tc\nno tabs\nd\t\tlast`;
    expect(parseEntries(text, "p")).toEqual([entry("a"), entry("b", "\\x1b[2Jx"), entry("d", "last")]);
  });
});

describe("the collector", () => {
  const SPACES = { endpoint: listOrgSpaces, params: { organizationId: "o1" }, narrowed: false };
  const run = (list: Omit<PageEvent, "type" | "listing" | "page">, pages: object[]) => {
    const collector = createCollector();
    // Of a page, only what is looked at.
    for (const page of pages as Page<unknown>[]) collector.note({ ...list, listing: 1, page });
    return collector.seen();
  };
  const only = (seen: ListContent[]) => {
    expect(seen).toHaveLength(1);
    return seen[0];
  };

  it("notes ids and titles of all pages, and that these are all there are", async () => {
    const seen = await run(SPACES, [
      { items: [{ id: "a", title: "A", token: "secret" }], next: "2" },
      { items: [{ id: "b", title: "B" }, { title: "no id" }, null] },
    ]);
    expect(seen).toEqual([
      { kind: "spaceId", contexts: ["o1"], entries: [entry("a", "A"), entry("b", "B")], whole: true },
    ]);
  });

  it("knows a part from the whole", async () => {
    const items = [{ id: "a", title: "A" }];
    expect(only(await run({ ...SPACES, narrowed: true }, [{ items }]))?.whole).toBe(false);
    expect(only(await run(SPACES, [{ items, next: "2" }]))?.whole).toBe(false);
    expect(only(await run(SPACES, [{ items, skipped: 3 }]))?.whole).toBe(false);
    const requests = { endpoint: listChangeRequests, params: { spaceId: "s1" }, narrowed: false };
    const open = only(await run(requests, [{ items: [{ id: "x", number: 42, subject: "S", status: "open" }] }]));
    expect(open).toEqual({
      kind: "changeRequestId",
      contexts: ["s1"],
      entries: [entry("x", "S · open", "42")],
      whole: false,
    });
  });

  it("walks down the tree of pages", async () => {
    const tree = [
      { id: "p1", title: "Top", pages: [{ id: "p2", title: "Below", pages: [{ id: "p3", title: "Deep" }] }] },
    ];
    const pages = { endpoint: listSpacePages, params: { spaceId: "s1" }, narrowed: false };
    expect(only(await run(pages, [{ items: tree }]))?.entries.map(({ id }) => id)).toEqual(["p1", "p2", "p3"]);
  });

  it("takes no notice of other lists", async () => {
    const search = { endpoint: searchSpace, params: { spaceId: "s1" }, narrowed: true };
    expect(await run(search, [{ items: [{ id: "a", title: "A" }] }])).toEqual([]);
  });
});

it("a file of something else is not read", () => {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), "docs-ids 1 something else\na\t\tb\n");
  expect(readCache(dir, place)).toEqual([]);
});
