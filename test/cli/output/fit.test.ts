/** What a narrow terminal shows of a table: whole ids, addresses and errors, and word of what is left out. */
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/cli/output/types.js";
import { COLOR, listing, speak, TTY } from "./helpers.js";

const ID = "kP3xQmVd81LfZtRb2YwA";
const SPECS: Column[] = [
  { header: "Slug", path: "slug", as: "id" },
  { header: "State", path: "state", as: "state" },
  { header: "Source", path: "source", as: "url", drop: 2 },
  { header: "Processed", path: "at", as: "time", drop: 1 },
  { header: "Error", path: "error", as: "error" },
];
const FAILED = {
  slug: "payments",
  state: "complete",
  source: "https://api.example.com/specifications/payments/openapi.json",
  at: "2026-03-08T12:00:00Z",
  error: "SOURCE_NOT_REACHABLE",
};

async function shown(width: number, columns: readonly Column[], rows: readonly object[], fields?: string[]) {
  const spoken = speak({ ...TTY, width }, fields === undefined ? {} : { fields });
  await spoken.out.list(rows, { columns: columns as Column<object>[] });
  return { lines: spoken.stdout().trimEnd().split("\n"), said: spoken.stderr() };
}

describe("a table that does not fit", () => {
  it.each([40, 60, 80])("keeps the error beside its state at %i columns", async (width) => {
    const { lines } = await shown(width, SPECS, [FAILED]);
    expect(lines[1]).toMatch(/^payments {2}complete .*SOURCE_NOT_REACHABLE$/);
  });

  it("shows the error rather than the state where there is room for one", async () => {
    expect((await shown(30, SPECS, [FAILED])).lines[1]).toBe("payments  SOURCE_NOT_REACHABLE");
  });

  it("leaves an address out whole, and says so", async () => {
    const { lines, said } = await shown(60, SPECS, [FAILED]);
    expect(lines).toEqual([
      "SLUG      STATE     PROCESSED   ERROR",
      "payments  complete  2 days ago  SOURCE_NOT_REACHABLE",
    ]);
    expect(said).toBe("1 column hidden: Source; -o json has all\n");
  });

  it("gives the room of a long address to shorter columns", async () => {
    const columns: Column[] = SPECS.map((column) => (column.path === "at" ? { ...column, drop: 3 } : column));
    expect((await shown(60, columns, [FAILED])).lines[0]).toBe("SLUG      STATE     PROCESSED   ERROR");
  });

  it("shows everything where there is room, without a word", async () => {
    const { lines, said } = await shown(130, SPECS, [FAILED]);
    expect([lines[0], said]).toEqual([
      "SLUG      STATE     SOURCE                                                        PROCESSED   ERROR",
      "",
    ]);
  });

  it("leaves out what is furthest right once texts are short, never the first column", async () => {
    const columns: Column[] = [
      { header: "ID", path: "id", as: "id" },
      { header: "Title", path: "title" },
      { header: "Email", path: "email", as: "id" },
      { header: "Role", path: "role", as: "state" },
    ];
    const row = { id: ID, title: "日本語のドキュメント", email: "maximiliane@example.com", role: "admin" };
    const at = async (width: number) => {
      const { lines, said } = await shown(width, columns, [row]);
      return [lines[1], said.replace(/\n +/g, " ").replace("; -o json has all\n", "")];
    };
    expect(await at(70)).toEqual([`${ID}  日本語のドキュ…   maximiliane@example.com  admin`, ""]);
    expect(await at(60)).toEqual([`${ID}  日本語のドキ…  maximiliane@example.com`, "1 column hidden: Role"]);
    expect(await at(40)).toEqual([`${ID}  日本語のドキュメ…`, "2 columns hidden: Email, Role"]);
    expect(await at(10)).toEqual([ID, "3 columns hidden: Title, Email, Role"]);
  });

  it("shows every column that was asked for by name", async () => {
    const { lines, said } = await shown(40, SPECS, [FAILED], ["slug", "source"]);
    expect([lines[1], said]).toEqual([`payments  ${FAILED.source}`, ""]);
  });

  it("heads the rest of the table again when a longer page takes a column away", async () => {
    const spoken = speak({ ...TTY, width: 44 });
    const short = { ...FAILED, source: "http://a.example", error: "" };
    const columns = SPECS.filter(({ path }) => path !== "at") as Column<object>[];
    await spoken.out.list(listing<object>({ items: [short], next: "2" }, { items: [FAILED] }), { columns });
    expect(
      spoken
        .stdout()
        .split("\n")
        .filter((line) => line.startsWith("SLUG")),
    ).toEqual(
      ["SLUG      STATE     SOURCE            ERROR", "SLUG      STATE     ERROR"].map((line) => line.trimEnd()),
    );
    expect(spoken.stderr()).toBe("1 column hidden: Source; -o json has all\n");
  });

  it("warns in color", async () => {
    const spoken = speak({ ...COLOR, width: 80 });
    await spoken.out.list(
      [
        { n: "42", old: true, error: "FAILED" },
        { n: "43", old: false },
      ],
      {
        columns: [
          { header: "N", path: "n" },
          { header: "Outdated", path: "old", as: "boolean", warn: true },
          { header: "Error", path: "error", as: "error" },
        ] as Column<object>[],
      },
    );
    expect(spoken.stdout()).toContain("\u001b[33myes\u001b[39m");
    expect(spoken.stdout()).toContain("\u001b[2mno\u001b[22m");
    expect(spoken.stdout()).toContain("\u001b[31mFAILED\u001b[39m");
  });
});

describe("a view", () => {
  const columns: Column[] = [
    { header: "ID", path: "id", as: "id" },
    { header: "Description", path: "text" },
    { header: "URL", path: "url", as: "url" },
  ];
  const thing = {
    id: ID,
    text: "Charges for stays of more than sixty minutes, 日本語のドキュメント管理 and ángstro\u0308m units",
    url: "https://docs.example.com/a/very/long/address/of/a/page/that/is/copied/in/one/piece",
  };
  const view = async (terminal: typeof TTY) => {
    const spoken = speak(terminal, { format: "table" });
    await spoken.out.item(thing, { columns: columns as Column<object>[] });
    return spoken.stdout().trimEnd().split("\n");
  };

  it.each([40, 60, 80])("breaks texts between words below their beginning at %i columns", async (width) => {
    const lines = await view({ ...TTY, width });
    const text = lines.slice(1, -1);
    for (const line of text) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    expect(text.length).toBeGreaterThan(1);
    for (const line of text.slice(1)) expect(line).toMatch(/^ {14}\S/);
    expect(text.map((line) => line.slice(14)).join(" ")).toBe(thing.text);
    expect(lines.at(-1)).toBe(`URL:          ${thing.url}`);
  });

  it("is one line a value in a pipe and for screen readers", async () => {
    expect(await view({ ...TTY, width: 40, stdoutIsTTY: false })).toHaveLength(3);
    expect(await view({ ...TTY, width: 40, accessible: true })).toHaveLength(3);
  });
});
