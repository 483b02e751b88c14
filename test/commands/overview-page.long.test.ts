/** The page of `docs orgs overview --html` in a real browser: the sample, 500 spaces, and an organization that means harm. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Attention, Overview } from "../../src/checks/overview.js";
import { pageOf } from "../../src/commands/orgs/page.js";
import { type Browser, openBrowser } from "../helpers/browser.js";
import { testCli } from "../helpers/run.js";

const run = promisify(execFile);
const WIDTHS = [400, 768, 1200, 1600];

let dir: string;
let browser: Browser;
let state: Overview;
const file = (name: string): string => join(dir, `${name}.html`);
const write = (name: string, of: Overview): void => writeFileSync(file(name), pageOf(of, "https://api.example.com/"));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "docs-page-"));
  const cli = await testCli();
  state = await cli.json("orgs overview");
  expect((await cli.run(`orgs overview --html ${file("sample")}`)).code).toBe(0);
  cli.close();
  write("many", manySpaces());
  write("hostile", hostile());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(dir, { recursive: true, force: true });
});

/** 500 spaces, each with something to do. */
function manySpaces(): Overview {
  const [space] = state.spaces?.each ?? [];
  if (!space) throw new Error("the sample has spaces");
  const each = Array.from({ length: 500 }, (_, number) => ({
    ...space,
    id: `space${number}`,
    title: `Space ${number}`,
    pages: (number * 7) % 100,
    brokenLinks: number + 1,
  }));
  const bySpace = each.map(({ id, title, brokenLinks: broken }) => ({ id, title, broken }));
  return {
    ...state,
    spaces: { total: 500, byVisibility: { public: 500 }, each },
    links: { total: 200_000, broken: 125_250, bySpace },
  };
}

const HARM = [
  `</title></style><script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'">`,
  `" onmouseover="document.title='taken'" style="position:fixed;inset:0" \u202e\u0007 'x'`,
  "x".repeat(10_000),
  "شرح التثبيت والإعداد السريع للمنتج 42 (beta)",
  "𝕏".repeat(5_000),
];
const harm = (number: number): string => HARM[number % HARM.length] ?? "";

/** Whatever people or the service can write, written to do harm. */
function hostile(): Overview {
  const thing = (number: number) => ({
    kind: "page",
    id: "p",
    title: harm(number),
    url: `javascript:alert(${number})`,
  });
  const contact = (number: number) => ({ name: harm(number), because: harm(number) });
  const attention = HARM.map((message, number): Attention => {
    const item = { object: thing(number), within: thing(number + 1), message, since: "soon", contact: contact(number) };
    const items = [item, { ...item, contact: null, since: "2026-01-01T00:00:00Z" }];
    return { rule: "links-broken", severity: "error", summary: "A link on a page leads nowhere", total: 9, items };
  });
  const spaces = (state.spaces?.each ?? []).map((space, number) => ({
    ...space,
    title: harm(number),
    visibility: harm(number),
  }));
  const sites = (state.sites?.each ?? []).map((site, number) => ({
    ...site,
    title: harm(number),
    publishedUrl: harm(number),
  }));
  const oldest = HARM.map((subject, number) => {
    const [createdAt, url] = [harm(number), `data:text/html,${harm(number)}`];
    return { space: { id: "s", title: subject }, number: 1, subject, author: harm(number + 1), createdAt, url };
  });
  return {
    ...state,
    organization: { id: "o", title: HARM.join(" ") },
    attention,
    spaces: state.spaces && {
      ...state.spaces,
      byVisibility: Object.fromEntries(HARM.map((text) => [text, 3])),
      each: spaces,
    },
    sites: state.sites && { ...state.sites, each: sites },
    changeRequests: state.changeRequests && { ...state.changeRequests, oldest },
    people: null,
    access: { sso: null, inviteLinks: true, defaultRole: harm(2) },
    unread: HARM.map((reason) => ({ part: "people", reason })),
  };
}

const all = (selector: string, value: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => ${value})`;

describe.each(["sample", "many", "hostile"])("%s", (name) => {
  test.each(WIDTHS)("at %i pixels nothing is wider than the window, and no date or figure breaks", async (width) => {
    await browser.open(file(name), { width });
    expect(await browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
      0,
    );
    expect(await browser.evaluate(all("td time, li time", "e.getClientRects().length"))).not.toContain(2);
    expect(await browser.evaluate(all("td time", "1"))).not.toEqual([]);
    const lines = "Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))";
    const fits = "e.scrollWidth <= e.parentElement.clientWidth";
    expect(new Set(await browser.evaluate(all(".figures b", `[${lines}, ${fits}].join()`)))).toEqual(
      new Set(["1,true"]),
    );
  });

  test("landmarks, headings and headers of tables are in order; titles stay text", async () => {
    await browser.open(file(name), { width: 1200 });
    expect(await browser.evaluate(all("main, header, h1", "e.localName"))).toEqual(["header", "h1", "main"]);
    const levels: number[] = await browser.evaluate(all("h1, h2, h3, h4", "Number(e.localName[1])"));
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    expect(await browser.evaluate(all("th", "e.scope"))).not.toContain("");
    expect(
      await browser.evaluate(all("section", "document.getElementById(e.getAttribute('aria-labelledby'))?.localName")),
    ).not.toContain(undefined);
    expect(await browser.evaluate("document.title")).not.toBe("taken");
    expect(await browser.evaluate("document.body.textContent")).not.toContain("(since )");
    expect(await browser.evaluate(all("script, style, img, link, iframe, form", "e.localName"))).toEqual([
      "style",
      "script",
    ]);
    expect(await browser.evaluate(all("a", "new URL(e.href).protocol"))).not.toContain("javascript:");
    expect(await browser.evaluate(all("[style], [onmouseover], [onerror]", "e.localName"))).toEqual([]);
    expect(await browser.evaluate("performance.getEntriesByType('resource').length")).toBe(0);
  });

  test.each(["light", "dark"] as const)("%s: all text has the contrast of WCAG AA", async (scheme) => {
    await browser.open(file(name), { width: 1200, scheme });
    const found: { ratio: number; text: string }[] = await browser.evaluate(CONTRAST);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
  });
});

/** The contrast of each element that has text of its own, and of each bar (which needs 3, and has no text). */
const CONTRAST = `(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const behind = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (rgb(color)[3] !== 0) return rgb(color);
    }
    return [255, 255, 255];
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const texts = [...document.body.querySelectorAll("*")].filter((e) => e.localName !== "script" && [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const bars = [...document.querySelectorAll("svg")].map((e) => ({ text: "bar", ratio: 1.5 * ratio(rgb(getComputedStyle(e).fill), behind(e)) }));
  return [...texts.map((e) => ({ text: e.textContent.slice(0, 40), ratio: ratio(rgb(getComputedStyle(e).color), behind(e)) })), ...bars];
})()`;

/** Words of titles in tables that are in two lines. */
const SPLIT_WORDS = `(() => {
  const range = document.createRange();
  const texts = [...document.querySelectorAll("table bdi")].map((e) => e.firstChild).filter((node) => node?.nodeType === 3);
  return texts.flatMap((node) =>
    [...node.data.matchAll(/[^\\s-]+/g)].filter(([word]) => !word.includes("://")).flatMap((word) => {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return range.getClientRects().length > 1 ? [word[0]] : [];
    }),
  );
})()`;

test.each([400, 800, 1200])(
  "at %i pixels no word of a title is split, and tables need no scrolling from 800 on",
  async (width) => {
    await browser.open(file("sample"), { width });
    expect(await browser.evaluate(all("table bdi", "e.textContent"))).toContain("Tern Benutzerhandbuch");
    expect(await browser.evaluate(SPLIT_WORDS)).toEqual([]);
    const wider = await browser.evaluate(all(".scroll", "e.scrollWidth - e.clientWidth"));
    if (width >= 800) expect(new Set(wider)).toEqual(new Set([0]));
  },
);

test("500 spaces: 25 rows and a row for the others, bars of one scale", async () => {
  await browser.open(file("many"), { width: 1200 });
  const visible =
    "[...document.querySelector('#all-spaces ~ .scroll table').tBodies[0].rows].filter((row) => row.offsetHeight > 0).length";
  expect(await browser.evaluate(visible)).toBe(25);
  expect(await browser.evaluate(all("tfoot", "e.textContent"))).toEqual(["475 more spaces"]);
  await browser.evaluate("document.querySelector('#all-spaces').click()");
  expect(await browser.evaluate(visible)).toBe(500);
  const rows = "[...document.querySelectorAll('.card')].find((e) => e.textContent.startsWith('Broken links'))";
  expect(
    await browser.evaluate(
      `[...${rows}.querySelectorAll('tr')].map((e) => [e.cells[0].textContent, e.querySelector('rect')?.getAttribute('width')])`,
    ),
  ).toEqual([
    ["Space 499", "100%"],
    ["Space 498", "99.8%"],
    ["Space 497", "99.6%"],
    ["Space 496", "99.4%"],
    ["Space 495", "99.2%"],
    ["495 more spaces", null],
  ]);
});

test("the table of spaces sorts by keyboard, under the policy of the page", async () => {
  await browser.open(file("many"), { width: 1200 });
  const first = "document.querySelector('#all-spaces ~ .scroll tbody th').textContent";
  expect(await browser.evaluate(first)).toBe("Space 499");
  await browser.evaluate("document.querySelector('#all-spaces').focus()");
  const focused = "document.activeElement.textContent";
  for (let presses = 0; presses < 9 && (await browser.evaluate(focused)) !== "Pages"; presses += 1)
    await browser.press("Tab");
  await browser.press("Enter");
  expect(await browser.evaluate(all("th[aria-sort]", "[e.textContent, e.getAttribute('aria-sort')]"))).toEqual([
    ["Pages", "descending"],
  ]);
  expect(await browser.evaluate("document.querySelector('#all-spaces ~ .scroll tbody tr').cells[2].textContent")).toBe(
    "99",
  );
  await browser.press("Enter");
  expect(await browser.evaluate("document.querySelector('#all-spaces ~ .scroll tbody tr').cells[2].textContent")).toBe(
    "0",
  );
});

/** The text of each sheet of paper. */
async function sheetsOf(name: string): Promise<string[]> {
  const pdf = join(dir, `${name}.pdf`);
  const profile = `--user-data-dir=${join(dir, "profile")}`;
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    profile,
    `--print-to-pdf=${pdf}`,
    "--no-pdf-header-footer",
  ];
  await run("chromium", [...flags, pathToFileURL(file(name)).href]);
  const { stdout } = await run("pdftotext", ["-layout", pdf, "-"]);
  return stdout.split("\f").slice(0, -1);
}

test("on paper it is a document of a few pages with its words", async () => {
  const sheets = await sheetsOf("sample");
  const text = sheets.join("\n");
  for (const words of ["14 findings need attention", "Live change requests by age: 7", "People by role: 14"])
    expect(text).toContain(words);
  expect(sheets.length).toBeLessThanOrEqual(4);
});

test("on paper each sheet of a table has its headers, and only the last one the row of the others", async () => {
  const sheets = await sheetsOf("many");
  const rows = /^Space \d+ .*private/m;
  const ofTable = sheets.filter((text) => rows.test(text));
  expect(ofTable.length).toBeGreaterThan(1);
  for (const text of ofTable) expect(text).toMatch(/^Space +Visibility +Pages/m);
  expect(ofTable.map((text) => text.includes("475 more spaces"))).toEqual(
    ofTable.map((text) => text === ofTable.at(-1)),
  );
});
