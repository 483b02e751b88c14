import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { createPlaces, exportSnapshot, safeName } from "../../src/snapshot/export/export.js";
import { ORG, SPACE, testSandbox } from "../helpers/sandbox.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

describe("a name of any text", () => {
  it.each([
    ["..", "id"],
    [".", "id"],
    ["", "id"],
    ["/", "id"],
    ["a/b", "a-b"],
    ["..\\..\\x", "_-..-x"],
    ["CON", "_CON"],
    ["con.md", "_con.md"],
    ["LPT1", "_LPT1"],
    ["CONTENT", "CONTENT"],
    ["node_modules", "_node_modules"],
    [".git", "_git"],
    ["a\u0000b\u001b[31m", "a-b-[31m"],
    ["\u202egpj.exe", "-gpj.exe"],
    ["end. . ", "end"],
    ["e\u0301", "\u00e9"],
    ["🛟", "🛟"],
    ["\ud800", "id"],
  ])("%j is %j", (text, name) => {
    expect(safeName(text, "id")).toBe(name);
  });

  // Names of devices on Windows, whatever their case and ending.
  it.each(["con", "prn", "aux", "nul", "com0", "com1", "com\u00b9", "lpt9", "lpt\u00b3", "conin$", "conout$"])(
    "%s is no name of a file",
    (device) => {
      for (const text of [device, device.toUpperCase(), `${device}.md`, `${device}.tar.gz`])
        expect(safeName(text, "id")).toBe(`_${text}`);
      for (const text of [`${device}x`, `x${device}`, `x.${device}`]) expect(safeName(text, "id")).toBe(text);
    },
  );

  it("is one segment of bounded length that no system reads as something else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 400 })), (text) => {
        const name = safeName(text, "id");
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(130);
        expect(name).not.toMatch(/[\\/:*?"<>|]|^\.|[. ]$|^$/);
        expect(safeName(name, "id")).toBe(name);
      }),
    );
  });

  it("of two long texts differs where they do", () => {
    expect(safeName(`${"ü".repeat(300)}a`, "id")).not.toBe(safeName(`${"ü".repeat(300)}b`, "id"));
  });
});

describe("places", () => {
  it("are apart on every system", () => {
    const places = createPlaces(["SUMMARY.md"]);
    const given = [
      places.file(["Guide.md"], "1"),
      places.file(["guide.md"], "2"),
      places.file(["summary.md"], "3"),
      places.file(["\u00c5.md"], "4"),
      places.file(["A\u030a.md"], "5"),
      places.file(["Guide", "a.md"], "6"),
      places.file(["GUIDE", "A.md"], "7"),
      places.file(["guide.md", "below.md"], "8"),
    ];
    const keys = given.map((path) => path.normalize("NFKC").toLowerCase());
    expect(new Set(keys).size).toBe(given.length);
    expect(given[0]).toBe("Guide.md");
    expect(given[6]).toMatch(/^Guide\/A-[0-9a-f]{8}\.md$/);
    // No file is a folder, too.
    for (const one of keys) expect(keys.filter((other) => other.startsWith(`${one}/`))).toEqual([]);
  });

  it("do not change when others come later", () => {
    const first = createPlaces().file(["a.md"], "1");
    const places = createPlaces();
    expect([places.file(["a.md"], "1"), places.file(["A.md"], "2")][0]).toBe(first);
  });
});

it("pages are below those that they are in, and one without a path is under its slug", async () => {
  const [service, place] = [await testSandbox(), temporaryFolder()];
  try {
    await service.change((context) => {
      const pages = [
        { id: "pA", title: "Start", markdown: "a" },
        { id: "pB", title: "Guide", markdown: "b", pages: [{ id: "pC", title: "Inner", markdown: "c" }] },
      ];
      const revision = createRevision(context, { space: SPACE, type: "edits", pages });
      setSpaceRevision(context, SPACE, revision);
      const withoutPath = (page: { id: string }) => (page.id === "pA" ? { ...page, path: "" } : page);
      context.store.update<{ pages: { id: string }[] }>("revision", revision, (one) => ({
        ...one,
        pages: one.pages.map(withoutPath),
      }));
    });
    await snapshotOf(service, place.file, { organization: ORG });
    await exportSnapshot(place.file, join(place.folder, "out"));
    const files = readdirSync(join(place.folder, "out", "spaces"), { recursive: true }).map(String);
    const pages = files.filter((path) => /(?:start|guide|inner)\.md$/.test(path));
    expect(pages.map((path) => path.split(/[\\/]/).slice(1).join("/")).sort()).toEqual([
      "guide.md",
      "guide/inner.md",
      "start.md",
    ]);
  } finally {
    service.close();
    place.remove();
  }
});
