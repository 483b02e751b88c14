/** `docs orgs overview --since`: how the figures changed over the generations of a snapshot. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { linesOf, trendSentence } from "../../src/commands/orgs/trends.js";
import type { Trend, Trends } from "../../src/snapshot/history/trends.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
let file: string;

beforeAll(async () => {
  file = join(home.dir, "org.docs");
  const made = async (...words: string[]) => expect((await home.run(["--sandbox", ...words])).code).toBe(0);
  await made("snapshots", "create", file);
  for (const title of ["One", "Two"]) await made("teams", "create", "--title", title);
  await made("snapshots", "create", file);
});

const overview = (...words: string[]) => home.run(["--snapshot", file, "orgs", "overview", ...words]);
const today = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d/g, "DAY");

test("each form says what changed since then", async () => {
  const { trends } = JSON.parse((await overview("--since", "@1", "--json")).stdout);
  expect(trends.generations).toBe(2);
  expect(trends.trends.find(({ figure }: Trend) => figure === "teams")).toMatchObject({
    first: { generation: 1, value: 4 },
    last: { generation: 2, value: 6 },
    change: 2,
  });
  expect(today((await overview("--since", "@1", "-o", "markdown")).stdout)).toContain("\nSince DAY: teams +2\n");
  expect(today((await overview("--since", "@1")).stdout)).toContain("\nSince DAY\tteams\t2\n");
  const page = join(home.dir, "report.html");
  await overview("--since", "@1", "--html", page);
  const html = readFileSync(page, "utf8");
  expect(today(html)).toContain("<p>Since DAY: teams +2</p>");
  expect(html).toMatch(
    /<bdi>teams<\/bdi><\/th><td class="number" data-sort="4">4<\/td>.*>6<\/td>.*>\+2<\/td>.*<polyline points="0,22 120,2"\/>/,
  );
  expect((await overview("--json")).stdout).not.toContain('"trends"');
});

test("mistakes are told before anything is read", async () => {
  const none = await home.run(["--sandbox", "orgs", "overview", "--since", "7d"]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("--snapshot FILE");
  expect(await overview("--since", "soon")).toMatchObject({ code: 2, stdout: "" });
});

const trend = (figure: string, ...values: (number | null)[]): Trend => {
  const series = values.map((value, at) => ({ generation: at + 1, at: "", value }));
  const known = series.filter(({ value }) => value !== null);
  const change = known.length > 1 ? (known.at(-1)?.value ?? 0) - (known[0]?.value ?? 0) : null;
  return { figure, first: known[0] ?? null, last: known.at(-1) ?? null, change, series };
};
const over = (...trends: Trend[]): Trends => ({ from: "2026-01-01T00:00:00Z", to: "", generations: 3, trends });

describe("the sentence", () => {
  test.each([
    [over(trend("pages", 1, 41), trend("teams", 3, 2)), "Since 2026-01-01: pages +40, teams −1"],
    [over(trend("pages", 1, 1)), "Since 2026-01-01: no figure changed"],
    [over(trend("pages", 1, 1), trend("teams", null, 1)), "Since 2026-01-01: none of the 1 known figures changed"],
    [
      over(...["a", "b", "c", "d", "e", "f"].map((name) => trend(name, 0, 1))),
      "Since 2026-01-01: a +1, b +1, c +1, d +1 and 2 more",
    ],
    [
      { ...over(trend("pages", 1)), generations: 1 },
      "Since 2026-01-01: there is no earlier generation to compare with",
    ],
  ])("%#", (trends, says) => expect(trendSentence(trends)).toBe(says));
});

test("a line ends where a value is not known, and does not pretend", () => {
  expect(linesOf(trend("pages", 0, 5, null, 10))).toEqual([
    [
      [0, 0],
      [1 / 3, 0.5],
    ],
    [[1, 1]],
  ]);
  expect(linesOf(trend("pages", 7, 7))).toEqual([
    [
      [0, 0.5],
      [1, 0.5],
    ],
  ]);
});

test("checks name a generation of the snapshot that they read by its @ alone", async () => {
  const ran = await home.run(["--snapshot", file, "checks", "run", "team-empty", "--changed-since", "@1", "--json"]);
  const failing = JSON.parse(ran.stdout).filter(({ status }: { status: string }) => status === "fail");
  expect(failing.map(({ object }: { object: { title: string } }) => object.title).sort()).toEqual(["One", "Two"]);
});
