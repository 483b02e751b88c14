import { expect, test } from "vitest";
import { chooseRules } from "../../src/checks/choose.js";
import { boundOf, boundText, type Estimate } from "../../src/checks/cost.js";
import { crVariableMissing } from "../../src/checks/rules/change-requests.js";
import { crBrokenLinks } from "../../src/checks/rules/changed-links.js";
import { RULES } from "../../src/checks/rules/index.js";
import { linksInApp } from "../../src/checks/rules/links.js";
import { pageHiddenOrphan } from "../../src/checks/rules/pages.js";
import { type Job, runRules } from "../../src/checks/run.js";
import type { AnyRule } from "../../src/checks/types.js";
import { sampleCases } from "../helpers/sample.js";
import { DAY, ORG, type Organization, organization, putSpace, SPACE, START } from "./harness.js";

/** What the bound has for lists that are longer than usual. */
const SPARE = 5000;

const CRS = `/v1/spaces/${SPACE}/change-requests`;

/** Something for every kind of request: hidden pages, unused files, includes, change requests up to date and behind. */
async function filled(): Promise<Organization> {
  const org = await organization();
  const pages = Array.from({ length: 12 }, (_, at) => [
    `page${at}.md`,
    `---\nhidden: true\n---\n# P${at}\n\n[x](x${at}.md)\n`,
  ]);
  await org.write({
    ...Object.fromEntries(pages),
    "README.md": "# Start\n\n[p](page1.md)\n",
    ".gitbook/assets/a.png": "a",
  });
  await org.change((context) => putSpace(context, { id: "s-2", title: "Empty" }));
  for (let at = 0; at < 3; at += 1) {
    org.advance(60_000);
    const { id } = await org.send("POST", CRS, { subject: `Change ${at}` });
    await org.send("PATCH", `${CRS}/${id}`, { status: at === 2 ? "draft" : "open" });
    org.advance(60_000);
    await org.write({ "page1.md": `# Other ${at}\n\n[y](y${at}.md)\n` }, { cr: id });
  }
  await org.write({ "page2.md": "# Behind\n" });
  org.advance(200 * DAY);
  return org;
}

const ORGANIZATIONS: [name: string, made: () => Promise<Organization>, change?: (org: Organization) => void][] = [
  ["with one empty space", organization],
  ["with something for every rule", filled],
  ["whose spaces cannot be listed", filled, (org) => org.reply(/\/orgs\/\w+\/spaces/, 403)],
  ["whose sites and members cannot be listed", filled, (org) => org.reply(/\/(sites|members)\?/, 403)],
  ["whose pages cannot be listed", filled, (org) => org.reply(/\/content\/pages/, 500)],
  ["in which every list has a page for each item", filled, (org) => org.cut(1)],
];

const chosen = sampleCases("costs", ORGANIZATIONS, { nameOf: ([name]) => name, few: 2, rooms: ["src/checks"] });

test.each(chosen)("an organization %s takes no more requests than announced", async (name, made, change) => {
  const org = await made();
  change?.(org);
  for (const scope of [undefined, { space: SPACE }]) {
    const { sent, expected, outcomes } = await org.runAll(RULES, scope);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual((expected?.most ?? 0) - (name.startsWith("in which") ? 0 : SPARE));
    // The bound is generous enough not to stop what is ordinary.
    const messages = outcomes.flatMap(({ findings }) => findings.map(({ message }) => message));
    expect(messages.filter((message) => message.includes("not requested"))).toEqual([]);
  }
});

/** A service with seven spaces, where no other list ever ends. */
function endless(): { client: Job["client"]; count: () => number } {
  let count = 0;
  const spaces = Array.from({ length: 7 }, (_, at) => ({ id: `s${at}`, title: `Space ${at}` }));
  async function* pages({ path }: { path: string }): AsyncGenerator<object> {
    for (;;) {
      count += 1;
      if (path.endsWith("/spaces")) {
        yield { items: spaces };
        return;
      }
      yield { items: [], next: `${count}` };
    }
  }
  // Only what the reader calls is there.
  const client = {
    list: (endpoint: { path: string }) => ({ pages: () => pages(endpoint) }),
  } as unknown as Job["client"];
  return { client, count: () => count };
}

test("lists that never end are given up at the number that was announced, and are no pass", async () => {
  const { client, count } = endless();
  let expected: Estimate = { likely: 0, most: 0 };
  const [outcome] = await runRules({
    client,
    organization: ORG,
    rules: chooseRules([linksInApp], { ids: [linksInApp.id] }),
    now: START,
    expect: (estimate) => {
      expected = estimate;
    },
  });
  expect(expected).toEqual({ likely: 8, most: 1 + SPARE + 50 + 1 + 7 + (2 + 50) * 7 });
  expect(count()).toBe(expected.most - 50);
  expect(outcome?.status).toBe("not-evaluable");
  const messages = outcome?.findings.map(({ message }) => message) ?? [];
  expect(messages).toHaveLength(7);
  expect(messages.filter((message) => message.includes("more than 1000 pages")).length).toBeGreaterThan(0);
  expect(messages.filter((message) => message.includes("the announced number of requests")).length).toBeGreaterThan(0);
});

test("the bound by numbers of things: what is read for pages counts for the thing that the rule checks", () => {
  const bound = boundOf([{ rule: pageHiddenOrphan }]);
  expect(bound).toEqual({ fixed: 5051, each: new Map([["space", 5 + 50]]), lists: ["space"] });
  expect(boundText(bound)).toBe(
    "At most 5,051 requests, plus 55 for each space, plus one for each page of the lists of spaces",
  );
});

test("the bound has room for the texts of both rules that read them: they may read different pages", () => {
  const of = (...rules: AnyRule[]) => boundOf(rules.map((rule) => ({ rule }))).each.get("change-request") ?? 0;
  // A hundred reusable contents: a page each, as written and evaluated, and once more in the space.
  expect(of(crBrokenLinks)).toBeGreaterThanOrEqual(300);
  expect(of(crBrokenLinks, crVariableMissing)).toBeGreaterThanOrEqual(of(crVariableMissing) + 300);
});
