import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  acceptedBy,
  baselineText,
  type Entry,
  fixedIn,
  parseBaseline,
  updateBaseline,
  widerIn,
} from "../../src/checks/accepted/baseline.js";
import { acceptFindings, createIgnore, parseChecksFile } from "../../src/checks/accepted/config.js";
import { linkOutside, linksBroken } from "../../src/checks/rules/links.js";
import { organization, SPACE, START } from "./harness.js";

const IDS = ["links-broken", "cr-stale"];
const parsed = (text: string) => parseChecksFile(text, "checks.yaml", IDS);

describe("a checks file", () => {
  test("says which rules are on, how severe they are, and what is ignored", async () => {
    const text = `
fail-on: warning
rules:
  links-broken: off
  cr-stale: { severity: error, older-than: 8w, on: on }
ignore:
  - rule: links-broken
    object: s1
    reason: moved next month
    until: 2027-01-31
  - object: s2
    reason: not ours
`;
    expect(await parsed(text)).toEqual({
      failOn: "warning",
      rules: { "links-broken": { on: false }, "cr-stale": { severity: "error", days: 56, on: true } },
      ignore: [
        { rule: "links-broken", object: "s1", reason: "moved next month", until: "2027-01-31", line: 7 },
        { object: "s2", reason: "not ours", line: 11 },
      ],
    });
    expect(await parsed("")).toEqual({ rules: {}, ignore: [] });
  });

  test("has thresholds for spaces, by id or by title", async () => {
    const { rules } = await parsed("rules:\n  cr-stale:\n    older-than: 60d\n    spaces: { s1: 2w, API *: 400d }");
    expect(rules).toEqual({ "cr-stale": { days: 60, spaceDays: { s1: 14, "API *": 400 } } });
  });

  test.each([
    ["rules:\n  cr-stale: { spaces: 3d }", "checks.yaml:2: spaces must be a mapping"],
    ["rules:\n  cr-stale: { spaces: { s1: off } }", "checks.yaml:2: "],
    ["rule:\n  a: b", "checks.yaml:1: unknown key"],
    ["rules:\n  nonsense: off", 'checks.yaml:2: there is no rule "nonsense"'],
    ["rules:\n  cr-stale: off\n  cr-stale: on", 'checks.yaml:3: the key "cr-stale" is duplicated'],
    ["rules:\n  cr-stale: { sevrity: error }", 'checks.yaml:2: unknown key "sevrity"'],
    ["rules:\n  cr-stale: { severity: fatal }", 'checks.yaml:2: "fatal" is not one of error, warning, info'],
    ["rules:\n  cr-stale: maybe", "checks.yaml:2: a rule (on, off, or settings) must be a mapping"],
    ["rules:\n  cr-stale: { older-than: soon }", "checks.yaml:2: older-than takes a time like 30d or 8w"],
    ["external: { cache: soon }", "checks.yaml:1: cache takes a time like 30d or 8w"],
    ["ignore:\n  - rule: cr-stale", "checks.yaml:2: an ignored finding needs a reason"],
    ["ignore:\n  - reason: because", "checks.yaml:2: name a rule, an object, a path or a title"],
    ["ignore:\n  - { rule: none-*, reason: x }", 'checks.yaml:2: there is no rule "none-*"'],
    ["ignore:\n  - rule: cr-stale\n    reason: x\n    until: 2027-02-30", "checks.yaml:4: until must be a day"],
    ["fail-on: never", 'checks.yaml:1: "never" is not one of'],
    ["- a", "checks.yaml:1: the file must be a mapping"],
    ["a: [", "checks.yaml:1:"],
    ["__proto__: 1", 'checks.yaml:1: unknown key "__proto__"'],
  ])("%j is refused with its line", async (text, words) => {
    await expect(parsed(text)).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining(words) });
  });
});

async function broken(...targets: string[]) {
  const org = await organization();
  await org.write({ "README.md": `# Start\n${targets.map((target) => `[x](${target}.md)`).join(" ")}` });
  return { org, ran: await org.run(linksBroken) };
}

test("an accepted finding is skipped with its reason until its day has passed", async () => {
  const { ran } = await broken("one");
  const ignore = { rule: "links-broken", object: SPACE, reason: "not ours", until: "2026-01-15", line: 1 };
  const accepted = acceptFindings([ran], createIgnore([ignore], START));
  expect(accepted[0]).toMatchObject({ status: "pass", findings: [{ status: "skipped" }] });
  expect(accepted[0]?.findings[0]?.message).toBe("ignored (not ours): links to one.md, a page that does not exist");
  const [later] = acceptFindings([ran], createIgnore([ignore], Date.parse("2026-01-16T00:00:00Z")));
  expect(later?.status).toBe("fail");
  const [other] = acceptFindings([ran], createIgnore([{ ...ignore, rule: "cr-stale" }], START));
  expect(other?.status).toBe("fail");
});

test.each([
  ["rule: links-*", true],
  ["rule: cr-*", false],
  ["path: guide/*", true],
  ["path: guide", false],
  ["path: other/*", false],
  ["title: Set*p", true],
  ["title: set*p", false],
  ["rule: links-*, path: other/*", false],
])("a checks file ignores by pattern: %s", async (entry, isIgnored) => {
  const org = await organization();
  await org.write({ "guide/setup.md": "# Setup\n[x](one.md)" });
  const { ignore } = await parsed(`ignore:\n  - { ${entry}, reason: known }`);
  const [outcome] = acceptFindings([await org.run(linksBroken)], createIgnore(ignore, START));
  expect(outcome?.status).toBe(isIgnored ? "pass" : "fail");
});

describe("a baseline", () => {
  const FRESH = { accepted: "2026-01-15", reason: "", until: null, prune: false };

  test("accepts what is in it: one fixed and one new fails", async () => {
    const { org, ran } = await broken("one", "two");
    const { entries, added } = updateBaseline([], [ran], FRESH);
    expect(added).toBe(2);
    expect(acceptFindings([ran], acceptedBy(entries, START))[0]?.status).toBe("pass");
    await org.write({ "README.md": "# Start\n[x](one.md) [x](three.md)" });
    const next = await org.run(linksBroken);
    const [outcome] = acceptFindings([next], acceptedBy(entries, START));
    expect(outcome?.status).toBe("fail");
    expect(outcome?.findings.map(({ status, message }) => [status, /to (\w+)/.exec(message)?.[1]])).toEqual([
      ["skipped", "one"],
      ["fail", "three"],
    ]);
    expect(fixedIn(entries, [next]).map(({ message }) => message)).toEqual([
      "links to two.md, a page that does not exist",
    ]);
  });

  test("accepting a link on one page never hides the next page that has it", async () => {
    const { org, ran } = await broken("one");
    const { entries } = updateBaseline([], [ran], FRESH);
    await org.write({ "README.md": "# Start\n[x](one.md)", "next.md": "# Next\n[x](one.md)" });
    const [outcome] = acceptFindings([await org.run(linksBroken)], acceptedBy(entries, START));
    expect(outcome?.findings.map(({ status, object }) => [status, object?.title])).toEqual([
      ["skipped", "Start"],
      ["fail", "Next"],
    ]);
  });

  test("one of an earlier version accepts every page of a link, until it is made again", async () => {
    const { org } = await broken("one");
    await org.write({ "README.md": "# Start\n[x](one.md)", "next.md": "# Next\n[x](one.md)" });
    const ran = await org.run(linksBroken);
    const fingerprint = createHash("sha256")
      .update(JSON.stringify(["links-broken", "", SPACE, "one.md"]))
      .digest("hex")
      .slice(0, 32);
    const old = { ...entry, fingerprint, reason: "old", until: "2026-06-30" };
    expect(acceptFindings([ran], acceptedBy([old], START))[0]?.status).toBe("pass");
    expect(fixedIn([old], [ran])).toEqual([]);
    expect([...widerIn([old], [ran])]).toEqual([old]);
    const made = updateBaseline([old], [ran], { ...FRESH, accepted: "2026-02-01" });
    expect(made).toMatchObject({ added: 0, fixed: 0, widened: 1 });
    expect(made.entries.map(({ fingerprint: one, ...rest }) => [one !== fingerprint, rest.reason, rest.until])).toEqual(
      [
        [true, "old", "2026-06-30"],
        [true, "old", "2026-06-30"],
      ],
    );
    expect(widerIn(made.entries, [ran]).size).toBe(0);
    expect(acceptFindings([ran], acceptedBy(made.entries, START))[0]?.status).toBe("pass");
  });

  test("a link out of the imported folder was a broken one in an earlier version", async () => {
    const { org } = await broken("../out");
    const fingerprint = createHash("sha256")
      .update(JSON.stringify(["links-broken", "", SPACE, "../out.md"]))
      .digest("hex")
      .slice(0, 32);
    const [outcome] = acceptFindings([await org.run(linkOutside)], acceptedBy([{ ...entry, fingerprint }], START));
    expect(outcome?.findings.map(({ status }) => status)).toEqual(["skipped"]);
  });

  test("keeps dates and reasons; --prune takes out what is fixed, and accepts nothing new", async () => {
    const { org, ran } = await broken("one", "two");
    const first = updateBaseline([], [ran], { ...FRESH, reason: "old", until: "2026-06-30" }).entries;
    await org.write({ "README.md": "# Start\n[x](one.md) [x](three.md)" });
    const next = await org.run(linksBroken);
    const kept = updateBaseline(first, [next], { ...FRESH, accepted: "2026-02-01" });
    expect(kept).toMatchObject({ added: 1, fixed: 1 });
    expect(kept.entries).toHaveLength(3);
    const pruned = updateBaseline(first, [next], { ...FRESH, accepted: "2026-02-01", prune: true });
    expect(pruned).toMatchObject({ added: 0, fixed: 1 });
    expect(pruned.entries.map(({ message, reason }) => [message, reason])).toEqual([
      ["links to one.md, a page that does not exist", "old"],
    ]);
  });

  test("what could not be evaluated, or was not asked for, is not fixed", async () => {
    const { org, ran } = await broken("one");
    const { entries } = updateBaseline([], [ran], FRESH);
    org.reply(/\/links/, 403);
    expect(fixedIn(entries, [await org.run(linksBroken)])).toEqual([]);
    expect(fixedIn(entries, [])).toEqual([]);
    expect(fixedIn(entries, [{ ...ran, skipped: "off", findings: [] }])).toEqual([]);
  });

  test("is the same text for the same findings, and reads what it writes", async () => {
    const { ran } = await broken("one", "two");
    const { entries } = updateBaseline([], [ran], FRESH);
    const text = baselineText(entries);
    expect(baselineText([...entries].reverse())).toBe(text);
    expect(parseBaseline(text, "b.json")).toEqual(expect.arrayContaining(entries));
  });

  test("stops accepting when its day has passed", async () => {
    const { ran } = await broken("one");
    const { entries } = updateBaseline([], [ran], { ...FRESH, until: "2026-01-15" });
    expect(acceptFindings([ran], acceptedBy(entries, START))[0]?.status).toBe("pass");
    expect(acceptFindings([ran], acceptedBy(entries, START + 86_400_000))[0]?.status).toBe("fail");
  });

  const entry: Entry = {
    fingerprint: "f",
    rule: "links-broken",
    object: "page Start",
    message: "m",
    accepted: "2026-01-15",
    reason: "",
    until: null,
  };
  const textOf = (...entries: object[]) => JSON.stringify({ "docs checks baseline": 1, entries });

  test.each([
    ["{\n,", "b.json is not a baseline: line 2: not valid JSON"],
    ["\n", "b.json is empty"],
    ["[]", "b.json is a baseline of another version"],
    [JSON.stringify({ "docs checks baseline": 2, entries: [] }), "b.json is a baseline of another version"],
    [textOf({ ...entry, extra: 1 }), 'entry 1: unknown member "extra"'],
    [textOf({ ...entry, until: "soon" }), "entry 1: until must be a day"],
    [textOf({ ...entry, reason: 1 }), "entry 1: reason must be a string"],
    [textOf(entry, entry), "entry 2: duplicate fingerprint"],
  ])("%j is refused", (text, words) => {
    expect(() => parseBaseline(text, "b.json")).toThrow(words);
  });
});
