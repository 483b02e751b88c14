/** Titles that are hard to measure, in a table with every kind of column. */
import type { Column } from "../../../src/cli/output/types.js";
import { listing, speak, TTY } from "./helpers.js";

const TITLES = [
  "Administration handbook of the northern region, second edition",
  "日本語のドキュメント管理ハンドブック",
  "한국어 문서 관리 안내서",
  "\u1112\u1161\u11ab\u1100\u1173\u11af decomposed",
  "👩‍💻 Developers 🇩🇪 ❤️ 🏳️‍🌈",
  "👨‍👩‍👧‍👦 family, 👍🏽 skin, 1️⃣ keycap, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 England",
  "🫩🫨🪿 newer emoji, ☀︎ text and ☀️ picture, 🇩 half a flag",
  "A\u030angstro\u0308m cafe\u0301 decomposed everywhere",
  "Z\u0337\u0322\u031ba\u0336\u0321l\u0338g\u0335o\u0336\u0322 stacked marks",
  "क्षत्रिय हिन्दी दस्तावेज़ प्रबंधन",
  "தமிழ் ஆவணங்கள் கையேடு",
  "คู่มือผู้ดูแลระบบเอกสาร",
  "דוקומנטציה والتوثيق الكامل",
  "ＦＵＬＬ ｗｉｄｔｈ and ﾊﾝｶｸ",
  "zerowidthspace and softhyphen",
  "§ ± ° “quotes” – dashes — and … itself",
  "…",
  "ends with spaces   ",
  "two\nlines\tand a tab",
  "\u001b[31mred\u001b[0m \u202ertl override \ud83d half",
  "",
];
const STATES = ["open", "merged", "draft", "brand-new", ""];

const ROWS = TITLES.map((title, at) => ({
  id: `sp-${String(at).padStart(4, "0")}`,
  title,
  status: STATES[at % STATES.length],
  pages: at ** 3,
  urls: { app: at % 4 === 3 ? "no link" : `https://docs.example/o/harbor/s/${"x".repeat(at)}` },
  updatedAt: at % 5 === 4 ? undefined : new Date(Date.UTC(2026, 2, 10) - at ** 4 * 3_600_000).toISOString(),
}));

const COLUMNS: Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Status", path: "status", as: "state" },
  { header: "Pages", path: "pages", as: "number", drop: 1 },
  { header: "URL", path: "urls.app", as: "url", drop: 2 },
  { header: "Updated", path: "updatedAt", as: "time", drop: 3 },
];

export const WIDTHS = [40, 48, 57, 64, 72, 80, 81, 100, 120, 133, 160, 200];

/** The lines of the table, its rows in two pages. */
export async function hardTable(width: number, color: boolean): Promise<string[]> {
  const spoken = speak({ ...TTY, width, color, hyperlinks: color });
  await spoken.out.list(listing({ items: ROWS.slice(0, 12), next: "2" }, { items: ROWS.slice(12) }), {
    columns: COLUMNS as Column<object>[],
  });
  return spoken.stdout().split("\n");
}

/** A number at the end of the line: the first column that ends with it is the last one. */
export async function numbersLast(width: number): Promise<string[]> {
  const spoken = speak({ ...TTY, width });
  const columns = COLUMNS.filter(({ path }) => ["title", "pages"].includes(path)) as Column<object>[];
  await spoken.out.list(ROWS, { columns });
  return spoken.stdout().split("\n");
}
