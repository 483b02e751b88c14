import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/cli/output/types.js";
import { listing, speak, TTY } from "./helpers.js";

const COLUMNS: Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Path", path: "path", drop: 1 },
  { header: "Updated", path: "at", as: "time", drop: 2 },
];
const ROWS = [
  {
    id: "sp-0001",
    title: "Administration handbook of the northern region",
    path: "guides/administration",
    at: "2026-03-08T12:00:00Z",
  },
  { id: "sp-0002", title: "日本語のドキュメント管理ハンドブック", path: "ja/handbook", at: "2026-03-10T11:30:00Z" },
  { id: "sp-0003", title: "👩‍💻 Developers 🇩🇪 ❤️", path: "dev", at: "2020-03-08T12:00:00Z" },
  { id: "sp-0004", title: "דוקומנטציה والتوثيق", path: "rtl", at: "soon" },
];

const table = async (width: number, columns = COLUMNS, rows: object[] = ROWS) => {
  const spoken = speak({ ...TTY, width });
  await spoken.out.list(rows, { columns: columns as Column<object>[] });
  return spoken.stdout();
};

describe("a table", () => {
  it("shows everything at 200 columns", async () => {
    expect(await table(200)).toBe(
      [
        "ID       TITLE                                           PATH                   UPDATED",
        "sp-0001  Administration handbook of the northern region  guides/administration  2 days ago",
        "sp-0002  日本語のドキュメント管理ハンドブック            ja/handbook            30 minutes ago",
        "sp-0003  👩‍💻 Developers 🇩🇪 ❤️                             dev                    6 years ago",
        "sp-0004  דוקומנטציה والتوثيق                             rtl                    soon",
        "",
      ].join("\n"),
    );
  });

  it("cuts long texts at 80 columns, never ids or times", async () => {
    expect(await table(80)).toBe(
      [
        "ID       TITLE                             PATH                   UPDATED",
        "sp-0001  Administration handbook of the…   guides/administration  2 days ago",
        "sp-0002  日本語のドキュメント管理ハンド…   ja/handbook            30 minutes ago",
        "sp-0003  👩‍💻 Developers 🇩🇪 ❤️               dev                    6 years ago",
        "sp-0004  דוקומנטציה والتوثيق               rtl                    soon",
        "",
      ].join("\n"),
    );
  });

  it("drops columns that may go at 40, highest first", async () => {
    expect(await table(40)).toBe(
      [
        "ID       TITLE",
        "sp-0001  Administration handbook of the…",
        "sp-0002  日本語のドキュメント管理ハンド…",
        "sp-0003  👩‍💻 Developers 🇩🇪 ❤️",
        "sp-0004  דוקומנטציה والتوثيق",
        "",
      ].join("\n"),
    );
  });

  it("never writes a line wider than the terminal and starts each column at one place", async () => {
    for (const width of [20, 24, 31, 40, 57, 80, 81, 120, 200]) {
      const lines = (await table(width)).trimEnd().split("\n");
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
    const starts = (await table(200))
      .trimEnd()
      .split("\n")
      .map((line) => stringWidth(line.slice(0, line.search(/PATH|guides|ja\/|dev|rtl/))));
    expect(starts).toEqual([57, 57, 57, 57, 57]);
  });

  it("never cuts ids: the last one goes", async () => {
    const columns: Column[] = [
      { header: "ID", path: "id", as: "id" },
      { header: "Other", path: "other", as: "id" },
    ];
    expect(await table(13, columns, [{ id: "abcdefghij", other: "xyz" }])).toBe("ID\nabcdefghij\n");
  });

  describe("with sentences", () => {
    const columns: Column[] = [
      { header: "Check", path: "check" },
      { header: "Detail", path: "detail", below: true },
      { header: "Status", path: "status", as: "state" },
      { header: "Hint", path: "hint", below: true },
    ];
    const rows = [
      { check: "engine", status: "ok", detail: "Node v20" },
      { check: "token", status: "warning", detail: "it is in a file that others may read", hint: "chmod 600" },
      { check: "proxy", status: "ok" },
    ];

    it("has them in columns where a line holds all", async () => {
      const [head = "", , token = ""] = (await table(80, columns, rows)).split("\n");
      expect(head).toMatch(/^CHECK {3}DETAIL {32}STATUS {3}HINT$/);
      expect(token).toMatch(/^token {3}it is in a file that others may read {2}warning {2}chmod 600$/);
    });

    it("has them beside their row, or below it, and whole, where it does not", async () => {
      const spoken = speak({ ...TTY, width: 30 });
      await spoken.out.list(rows, { columns: columns as Column<object>[] });
      expect(spoken.stdout().split("\n")).toEqual([
        "CHECK   STATUS",
        "engine  ok       Node v20",
        "token   warning",
        "    it is in a file that",
        "    others may read",
        "    chmod 600",
        "proxy   ok",
        "",
      ]);
      expect(spoken.stderr()).toBe("");
    });
  });

  it("keeps columns under their header from page to page; they only grow", async () => {
    const spoken = speak({ ...TTY, width: 40 });
    const columns: Column[] = [
      { header: "Name", path: "name" },
      { header: "Role", path: "role" },
    ];
    await spoken.out.list(
      listing(
        { items: [{ name: "Christina", role: "read" }], next: "2" },
        { items: [{ name: "Bo", role: "edit" }], next: "3" },
        { items: [{ name: "Maximiliane", role: "edit" }] },
      ),
      { columns },
    );
    expect(spoken.stdout()).toBe("NAME       ROLE\nChristina  read\nBo         edit\nMaximiliane  edit\n");
  });

  it("shows members of things that nobody described", async () => {
    expect(await table(80, undefined, [{ id: 1, on: true }])).toBe("ID  TITLE  PATH  UPDATED\n1\n");
    const spoken = speak(TTY);
    await spoken.out.list([
      { slug: "api", state: null },
      { slug: "sdk", extra: [1, 2] },
    ]);
    expect(spoken.stdout()).toBe("SLUG  STATE  EXTRA\napi\nsdk          1, 2\n");
  });

  it("R31 prints absent members and unknown states as they are", async () => {
    const columns: Column[] = [
      { header: "Status", path: "status", as: "state" },
      { header: "By", path: "user.displayName" },
    ];
    const spoken = speak({ ...TTY, color: true });
    await spoken.out.list([{ status: "brand-new" }, { user: { displayName: "Ana" } }], { columns });
    expect(spoken.stdout()).toBe("\u001b[1mSTATUS   \u001b[22m  \u001b[1mBY\u001b[22m\nbrand-new\n           Ana\n");
  });

  it("shows what a column makes of an item", async () => {
    const columns: Column<{ role: string | null }>[] = [
      { header: "Role", path: "role", as: "state", value: (item) => item.role ?? "guest" },
    ];
    const spoken = speak(TTY);
    await spoken.out.list([{ role: null }, { role: "admin" }], { columns });
    expect(spoken.stdout()).toBe("ROLE\nguest\nadmin\n");
  });
});
