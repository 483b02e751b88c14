import { expect, test } from "vitest";
import { chooseRules } from "../../src/checks/choose.js";
import { createTiming } from "../../src/checks/data-source.js";
import { linksBroken, linksInApp } from "../../src/checks/rules/links.js";
import { spaceLockedLong } from "../../src/checks/rules/spaces.js";
import { runRules } from "../../src/checks/run.js";
import { ORG, organization, START } from "./harness.js";

test("each request counts once: for the first rule that needs it, and by its path", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n\n[x](gone.md)", "other.md": "# Other\n\n[x](gone.md)" });
  org.takeSent();
  const timing = createTiming();
  const all = [linksBroken, linksInApp, spaceLockedLong];
  const rules = chooseRules(all, { ids: all.map(({ id }) => id) });
  await runRules({ client: org.client, organization: ORG, rules, now: START, timing });
  const sent = org.takeSent();
  const { rules: costs, requests } = timing.costs();
  const sum = (of: { requests: number }[]) => of.reduce((total, one) => total + one.requests, 0);
  expect(sum(costs)).toBe(sent.length);
  expect(sum(requests)).toBe(sent.length);
  const count = (name: string) => [...costs, ...requests].find((one) => one.name === name)?.requests;
  expect(count("(lists, before the rules)")).toBe(1);
  expect(count("(comments in pages)")).toBe(2);
  expect(count("space-locked-long")).toBe(0);
  expect((count("links-broken") ?? 0) + (count("links-in-app") ?? 0)).toBe(sent.length - 3);
  expect(count("GET /v1/spaces/{spaceId}/content/page/{pageId}")).toBe(2);
});

test("the slowest come first, in seconds", () => {
  const timing = createTiming();
  const pages = { method: "GET" as const, path: "/v1/spaces/{spaceId}/content/pages" };
  timing.request("a", pages, 1500);
  timing.request("a", pages, 500);
  timing.request("(comments in pages)", { ...pages, path: "/x" }, 250);
  timing.rule("a", 1750);
  timing.rule("b", 3000);
  expect(timing.costs()).toEqual({
    rules: [
      { name: "b", seconds: 3, requests: 0 },
      { name: "a", seconds: 1.75, requests: 2 },
      { name: "(comments in pages)", seconds: 0.25, requests: 1 },
    ],
    requests: [
      { name: "GET /v1/spaces/{spaceId}/content/pages", seconds: 2, requests: 2 },
      { name: "GET /x", seconds: 0.25, requests: 1 },
    ],
  });
});

test("a request that fails counts, too", async () => {
  const org = await organization();
  org.reply(/\/links/, 403);
  const timing = createTiming();
  const rules = chooseRules([linksBroken], { ids: [linksBroken.id] });
  await runRules({ client: org.client, organization: ORG, rules, now: START, timing });
  expect(timing.costs().requests.map(({ name, requests }) => [name, requests])).toContainEqual([
    "GET /v1/spaces/{spaceId}/links",
    1,
  ]);
});
