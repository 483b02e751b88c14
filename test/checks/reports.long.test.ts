import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parse } from "junit2json";
import { describe, expect, test } from "vitest";
import { type Report, type Row, reportOf } from "../../src/checks/report.js";
import { code, toGithub, toJunit, toMarkdown, toSarif } from "../../src/checks/report-files.js";
import { RULES } from "../../src/checks/rules/index.js";
import type { Finding, Outcome } from "../../src/checks/types.js";

const HOSTILE =
  "`x` @admin #1 [a](http://evil.example) <b>\"&' ]]> \u001b[2J\u202e ::error::%0A\nnext {0} | =1+1 \ud800";

const finding = (fields: Partial<Finding>): Finding => ({
  rule: "links-broken",
  status: "fail",
  severity: "error",
  tag: "content",
  object: { kind: "page", id: "p1", title: HOSTILE, url: "https://docs.example/p1" },
  within: { kind: "space", id: "s1", title: "Guide", url: null },
  message: `links to ${HOSTILE}`,
  since: "2026-01-01T00:00:00.000Z",
  fix: { words: ["spaces", "links"] },
  fingerprint: "f1",
  place: { path: "start", text: "gone.md" },
  ...fields,
});

function outcome(id: string, findings: Finding[], more: Partial<Outcome> = {}): Outcome {
  const rule = RULES.find((one) => one.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  const status = findings[0]?.status ?? "pass";
  return { rule, severity: rule.severity, days: 0, status, looked: 3, findings, ...more };
}

const OUTCOMES = [
  outcome("links-broken", [
    finding({}),
    finding({ fingerprint: "f2", status: "skipped", message: "ignored (known): links to x" }),
    finding({ status: "not-evaluable", message: "not evaluable: denied", fix: null, fingerprint: null, place: null }),
  ]),
  outcome("space-empty", []),
  outcome("variable-missing", [], { skipped: "off by default", status: "skipped" }),
];

const REPORT: Report = reportOf(OUTCOMES, {
  organization: "org1",
  at: "2026-01-15T10:00:00.000Z",
  commandOf: ({ words }) => `docs ${words.join(" ")}`,
});
const reportWith = (findings: Finding[]): Report =>
  reportOf([outcome("links-broken", findings)], {
    organization: "o",
    at: REPORT.at,
    commandOf: ({ words }) => `docs ${words.join(" ")}`,
  });
const OPTIONS = { version: "1.2.3" };

/** What a terminal acts on. */
const LIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe("every report", () => {
  const texts = {
    sarif: toSarif(REPORT, OPTIONS),
    junit: toJunit(REPORT),
    markdown: toMarkdown(REPORT),
    github: toGithub(REPORT, OPTIONS),
  };

  test.each(Object.entries(texts))("%s has no character that a terminal acts on, and no half of one", (_, text) => {
    expect(text).not.toMatch(LIVE);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  test.each(Object.entries(texts))("%s tells what could not be evaluated", (_, text) => {
    expect(text).toMatch(/not[ -]evaluable|could not be evaluated/);
  });
});

describe("SARIF", () => {
  // CommonJS, whose types know no default export.
  const require = createRequire(import.meta.url);
  const Ajv = require("ajv-draft-04");
  // The schema has a pattern that is none with the flag u.
  const ajv = require("ajv-formats")(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }));
  const schema = JSON.parse(readFileSync("test/fixtures/sarif-2.1.0.json", "utf8"));
  const isValid = ajv.compile(schema);

  test("is valid by the public schema", () => {
    isValid(JSON.parse(toSarif(REPORT, OPTIONS)));
    expect(isValid.errors).toBeNull();
    isValid({ version: "2.1.0", runs: [{ tool: {}, results: [{ message: "no" }] }] });
    expect(isValid.errors).not.toBeNull();
  });

  test("has results for findings, suppressed ones too, and notifications for what is not known", () => {
    const [run] = JSON.parse(toSarif(REPORT, OPTIONS)).runs;
    expect(run.results).toHaveLength(2);
    expect(run.results[0]).toMatchObject({
      ruleId: "links-broken",
      ruleIndex: 0,
      level: "error",
      partialFingerprints: { "docsCheck/v1": "f1" },
      properties: { object: "space/s1/page/p1" },
    });
    expect(run.results[0].locations).toBeUndefined();
    expect(run.results[1].suppressions).toEqual([{ kind: "external", justification: "ignored (known): links to x" }]);
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
    expect(run.tool.driver.rules.map(({ properties }: { properties: object }) => properties)).toMatchObject([
      { states: ["fail", "not-evaluable", "skipped"] },
      { states: ["pass"] },
      { states: ["skipped"] },
    ]);
  });

  test("has files and lines where an export has them", () => {
    const located = { ...OPTIONS, locate: () => ({ file: "spaces/Guide & more/start.md", line: 3 }) };
    const [run] = JSON.parse(toSarif(REPORT, located)).runs;
    expect(run.results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "spaces/Guide%20%26%20more/start.md" },
          region: { startLine: 3 },
        },
      },
    ]);
    isValid(JSON.parse(toSarif(REPORT, located)));
    expect(isValid.errors).toBeNull();
  });

  test("what is in no file of the export is a notification: one result without a file is refused with all others", () => {
    const locate = ({ fingerprint }: Row) => (fingerprint === "g2" ? { file: "a.md", line: 1 } : undefined);
    const findings = [finding({ fingerprint: "g1", message: "elsewhere" }), finding({ fingerprint: "g2" })];
    const [run] = JSON.parse(toSarif(reportWith(findings), { ...OPTIONS, locate })).runs;
    expect(run.results.map((one: { partialFingerprints: object }) => one.partialFingerprints)).toEqual([
      { "docsCheck/v1": "g2" },
    ]);
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      {
        level: "error",
        message: { text: expect.stringContaining("elsewhere") },
        associatedRule: { id: "links-broken" },
      },
    ]);
  });

  test("is within the limits of code scanning, and says what it left out", () => {
    const many = Array.from({ length: 25_002 }, (_, at) => finding({ fingerprint: `f${at}` }));
    const [run] = JSON.parse(toSarif(reportWith(many), OPTIONS)).runs;
    expect(run.results).toHaveLength(25_000);
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      { level: "error", message: { text: "2 more results are omitted" } },
    ]);
    const { rules } = JSON.parse(toSarif(REPORT, OPTIONS)).runs[0].tool.driver;
    for (const { properties } of rules) expect(properties.tags.length).toBeLessThanOrEqual(10);
  });

  test("makes no link of a title", () => {
    const [run] = JSON.parse(toSarif(REPORT, OPTIONS)).runs;
    expect(run.results[0].message.text).toContain("\\[a\\](http://evil.example)");
  });
});

test("JUnit: a reader counts what fails, what is an error and what is skipped", async () => {
  const suites = await parse(toJunit(REPORT));
  if (!suites || !("testsuite" in suites)) throw new Error("no test suites");
  expect(suites).toMatchObject({ name: "docs checks", tests: 5, failures: 1, errors: 1 });
  const [suite] = suites.testsuite ?? [];
  expect(suite).toMatchObject({ name: "content", tests: 5, failures: 1, errors: 1, skipped: 2 });
  const cases = suite?.testcase ?? [];
  expect(cases).toHaveLength(5);
  expect(cases.filter((one) => one.failure)).toHaveLength(1);
  expect(cases.filter((one) => one.error)).toHaveLength(1);
  expect(cases.filter((one) => one.skipped)).toHaveLength(2);
  expect(cases[0]?.name).toContain("]]> \\x1b[2J\\u202e \\x3a:error::%0A\\nnext {0}");
});

describe("Markdown", () => {
  test("keeps what is not ours in code", () => {
    const lines = toMarkdown(REPORT).split("\n");
    expect(lines[0]).toBe("<!-- docs checks -->");
    const outside = lines.map((line) => line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "")).join("\n");
    for (const sign of ["@admin", "evil.example", "<b>", "#1 "]) expect(outside).not.toContain(sign);
  });

  test.each(["`", "``", "a`b", "` `` ```", ""])("code around %j", (text) => {
    const [, fence = "", inside = ""] = /^(`+) ?([\s\S]*?) ?\1$/.exec(code(text)) ?? [];
    expect(inside.trim()).toBe(text.trim());
    expect(text.includes(fence)).toBe(false);
  });

  test("says once what is the same on several pages, with each page and its fix below", () => {
    const on = (id: string, title: string, message: string) =>
      finding({
        object: { kind: "page", id, title, url: null },
        message,
        fix: { words: ["pages", "view", id] },
        place: { path: id, text: "gone.md" },
      });
    const found = [on("a", "A", "links to x"), on("c", "C", "links to y"), on("b", "B", "links to x")];
    const report = reportWith(found);
    expect(toMarkdown(report).split("\n").slice(7, -1)).toEqual([
      "- `Guide`: `links to x`",
      "  - `a (A)`: `docs pages view a`",
      "  - `b (B)`: `docs pages view b`",
      "- `Guide`: `links to y`",
      "  - `c (C)`: `docs pages view c`",
    ]);
  });

  test("is bounded, and tells how much it left out", () => {
    const many = Array.from({ length: 3000 }, (_, at) => finding({ fingerprint: `f${at}`, rule: `links-broken` }));
    const big = reportOf([outcome("links-broken", many)], {
      organization: "o",
      at: REPORT.at,
      commandOf: () => "x".repeat(900),
    });
    const text = toMarkdown(big);
    expect(text.length).toBeLessThan(60_000);
    const shown = (text.match(/^ {2}- /gm) ?? []).length;
    expect(shown).toBeGreaterThan(10);
    expect(text).toContain(`${3000 - shown} more are not shown here`);
  });
});

test("GitHub: one command a line, whatever stands in a title", () => {
  const lines = toGithub(REPORT, OPTIONS).trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^::error title=links-broken::page `x` @admin .* \\x3a:error::%250A\\nnext/);
  expect(lines[1]).toMatch(/^::warning title=not evaluable%3A links-broken::/);
  expect(lines[2]).toMatch(/^::debug::skipped/);
  const located = toGithub(REPORT, { ...OPTIONS, locate: () => ({ file: "a,b:c.md", line: 3 }) });
  expect(located).toContain("::error file=a%2Cb%3Ac.md,line=3,title=links-broken::");
});

test("rows are told worst first, a rule that has nothing to tell once", () => {
  const short = REPORT.rows.map(({ rule, status }: Row) => `${rule} ${status}`);
  expect(short).toEqual([
    "links-broken fail",
    "links-broken not-evaluable",
    "links-broken skipped",
    "variable-missing skipped",
    "space-empty pass",
  ]);
  expect(REPORT.counts).toMatchObject({ fail: 1, error: 1, warning: 0, "not-evaluable": 1, skipped: 2, pass: 1 });
});

describe("a character that a format forbids", () => {
  const FORBIDDEN = [0, 1, 8, 0xb, 0xc, 0xe, 0x1b, 0x1f, 0x7f, 0x85, 0x9f, 0xd800, 0xdfff, 0xfffe, 0xffff].map((code) =>
    String.fromCharCode(code),
  );
  const reportOfText = (text: string) =>
    reportWith([
      finding({
        message: `a${text}b`,
        object: { kind: "page", id: `i${text}`, title: `t${text}`, url: null },
        place: { path: `p${text}`, text },
      }),
    ]);
  /** XML 1.0, section 2.2; texts of UTF-8 have no half characters; a terminal takes no other controls. */
  const ALLOWED = /^[\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
  test.each(FORBIDDEN.map((text) => [text.charCodeAt(0).toString(16), text]))("is in no report: U+%s", (_, text) => {
    expect(toJunit(reportOfText(text))).toMatch(ALLOWED);
  });
});
