import { describe, expect, it } from "vitest";
import type { Column, Format } from "../../../src/cli/output/types.js";
import { Failure } from "../../../src/errors.js";
import { listing, PIPE, speak, TTY } from "./helpers.js";

const COLUMNS: Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "App", path: "urls.app", as: "url" },
];
const one = { id: "a", urls: { app: "https://x.example/a", location: "l" }, kinds: [{ k: 1, z: 0 }, { k: 2 }] };

const cut = (format: Format, hint?: string) => {
  const spoken = speak(PIPE, { format });
  const error = new Failure("service", "the service failed (503)", { status: 503, hint, details: { attempts: 4 } });
  const source = listing<object>({ items: [{ id: "a" }, { id: "b" }], next: "c 2'" }, error);
  return { spoken, ended: spoken.out.list(source, { columns: COLUMNS }) };
};

describe("a list that breaks off", () => {
  it.each([
    ["json", '[{"id":"a"},{"id":"b"}'],
    ["jsonl", '{"id":"a"}\n{"id":"b"}\n'],
    ["csv", "id,urls.app\r\na,\r\nb,\r\n"],
    ["tsv", "a\t\nb\t\n"],
    ["yaml", "- id: a\n- id: b\n"],
  ] as const)("R28 keeps what was printed as %s", async (format, expected) => {
    const { spoken, ended } = cut(format);
    await expect(ended).rejects.toMatchObject({
      kind: "service",
      message: "the service failed (503)",
      status: 503,
      hint: "2 printed; continue with --page 'c 2'\\'''",
      details: { attempts: 4, itemsPrinted: 2, nextPage: "c 2'" },
    });
    expect(spoken.stdout()).toBe(expected);
  });

  it("R28 keeps the hint of the failure", async () => {
    await expect(cut("tsv", "wait a minute").ended).rejects.toMatchObject({ hint: "wait a minute" });
  });

  it("prints nothing when the first page fails", async () => {
    for (const format of ["json", "csv", "yaml", "table"] as const) {
      const spoken = speak(PIPE, { format });
      const failure = new Failure("not-found", "no such space");
      await expect(spoken.out.list(listing(failure), { columns: COLUMNS })).rejects.toBe(failure);
      expect(spoken.stdout()).toBe("");
    }
  });
});

describe("a list", () => {
  it("says that there is more and how to go on", async () => {
    const spoken = speak(PIPE);
    await spoken.out.list(listing({ items: [{ id: "a" }], next: "c2" }), { columns: COLUMNS });
    expect(spoken.stderr()).toBe("there are more items: continue with --page c2\n");
    const quiet = speak(PIPE, { quiet: true });
    await quiet.out.list(listing({ items: [{ id: "a" }], next: "c2" }), { columns: COLUMNS });
    expect(quiet.stderr()).toBe("");
  });

  it("says that nothing was found only where nothing follows", async () => {
    const empty = speak(PIPE, { format: "table" });
    await empty.out.list(listing({ items: [] }), { columns: COLUMNS });
    expect(empty.stderr()).toBe("nothing found\n");
    const more = speak(PIPE, { format: "table" });
    await more.out.list(listing({ items: [], next: "c2" }), { columns: COLUMNS });
    expect(more.stderr()).toBe("there are more items: continue with --page c2\n");
  });

  it("R27 keeps what was listed twice and says so at the end", async () => {
    const source = listing({ items: [{ id: "a" }, { id: "b" }], next: "2" }, { items: [{ id: "b" }, { id: "a" }, {}] });
    const spoken = speak(PIPE, { format: "jsonl" });
    await spoken.out.list(source);
    expect(spoken.stdout()).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"b"}\n{"id":"a"}\n{}\n');
    const note = "note: 2 items listed more than once; -q 'unique_by(.id)' omits the duplicates\n";
    expect(spoken.stderr()).toBe(note);
    const unique = speak(PIPE, { jq: "unique_by(.id)" });
    await unique.out.list(
      listing({ items: [{ id: "a" }, { id: "b" }], next: "2" }, { items: [{ id: "b" }, { id: "a" }] }),
    );
    expect(JSON.parse(unique.stdout())).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("R29 writes each page before the next one is asked for", async () => {
    const spoken = speak(PIPE, { format: "json" });
    const seen: string[] = [];
    await spoken.out.list({
      async *pages() {
        seen.push(spoken.stdout());
        yield { items: [{ id: "a" }], next: "2" };
        seen.push(spoken.stdout());
        yield { items: [], next: "3" };
        seen.push(spoken.stdout());
        yield { items: [{ id: "b" }] };
      },
    });
    expect(seen).toEqual(["", '[{"id":"a"}', '[{"id":"a"}']);
    expect(spoken.stdout()).toBe('[{"id":"a"},{"id":"b"}]\n');
  });
});

describe("--fields", () => {
  const picked = async (fields: string[], format?: Format, documented?: string[]) => {
    const spoken = speak(format === "table" ? TTY : PIPE, { fields, format });
    await spoken.out.list([one], { columns: COLUMNS, fields: documented });
    return spoken.stdout();
  };

  it("picks members of JSON, in the order asked for", async () => {
    expect(await picked(["urls.app", "id"], "json")).toBe('[{"urls":{"app":"https://x.example/a"},"id":"a"}]\n');
    expect(await picked(["kinds.k"], "jsonl")).toBe('{"kinds":[{"k":1},{"k":2}]}\n');
    expect(await picked(["urls", "urls.app"], "yaml")).toBe("- urls:\n    app: https://x.example/a\n    location: l\n");
  });

  it("picks columns, and makes them of other members", async () => {
    expect(await picked(["urls.location", "id"])).toBe("l\ta\n");
    expect(await picked(["kinds.k", "urls.app"], "csv")).toBe('kinds.k,urls.app\r\n"1, 2",https://x.example/a\r\n');
    expect(await picked(["id", "urls.location"], "table")).toBe("ID  URLS.LOCATION\na   l\n");
  });

  it("takes documented members that the answer lacks", async () => {
    expect(await picked(["id", "deletedAt"], "json", ["id", "deletedAt"])).toBe('[{"id":"a"}]\n');
    expect(await picked(["id", "gitSync.url"], "tsv", ["id", "gitSync"])).toBe("a\t\n");
  });

  it.each(["nope", "urls.nope", "id.x", "__proto__", "constructor", "toString"])(
    "refuses %s and lists the valid names",
    async (field) => {
      const spoken = speak(PIPE, { fields: ["id", field], format: "json" });
      await expect(spoken.out.list([one], { columns: COLUMNS, fields: ["title"] })).rejects.toMatchObject({
        kind: "usage",
        message: `unknown field "${field}"`,
        hint: "valid fields: id, kinds, title, urls, urls.app",
      });
      expect(spoken.stdout()).toBe("");
    },
  );

  it("refuses an undocumented name of an empty list", async () => {
    const spoken = speak(PIPE, { fields: ["nope"] });
    await expect(spoken.out.list([], { columns: COLUMNS, fields: ["id"] })).rejects.toMatchObject({
      message: 'unknown field "nope"',
    });
  });

  it("does not touch prototypes", async () => {
    const spoken = speak(PIPE, { fields: ["__proto__.polluted"], format: "json" });
    await spoken.out.item(JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(spoken.stdout()).toBe('{"__proto__":{"polluted":1}}\n');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
