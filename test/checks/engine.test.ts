import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { listSpaceLinks } from "../../src/catalog/spaces.js";
import { chooseRules } from "../../src/checks/choose.js";
import { createBreaker } from "../../src/checks/not-evaluable.js";
import { crNoSubject, crStale } from "../../src/checks/rules/change-requests.js";
import { RULES } from "../../src/checks/rules/index.js";
import { includeMissing, linksBroken } from "../../src/checks/rules/links.js";
import { pageTitleTwice } from "../../src/checks/rules/pages.js";
import { spaceLockedLong } from "../../src/checks/rules/spaces.js";
import { runRules } from "../../src/checks/run.js";
import { Failure, type FailureKind } from "../../src/errors.js";
import type { Listing } from "../../src/http/types.js";
import { DAY, ORG, organization, putSpace, SPACE, START } from "./harness.js";

test("a list that was denied makes a rule not evaluable, as a whole", async () => {
  const org = await organization();
  org.reply(/\/spaces\?/, 403);
  const ran = await org.run(linksBroken);
  expect(ran).toMatchObject({ status: "not-evaluable", looked: 0 });
  expect(ran.findings).toMatchObject([
    { status: "not-evaluable", object: null, message: expect.stringContaining("not for you"), fingerprint: null },
  ]);
});

test("a denied item is not evaluable, and the others are checked", async () => {
  const org = await organization();
  await org.change((context) => putSpace(context, { id: "other000000000000001", title: "Other" }));
  await org.write({ "README.md": "# Start\n[gone](gone.md)" });
  org.reply(/other000000000000001\/links/, 404);
  const ran = await org.run(linksBroken);
  expect(ran.status).toBe("fail");
  expect(ran.findings.map(({ status, object }) => [status, object?.title])).toEqual([
    ["fail", "Start"],
    ["not-evaluable", "Other"],
  ]);
});

test("a denied list of a space is no pass for what is in it", async () => {
  const org = await organization();
  await org.send("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "Words" });
  org.reply(/change-requests\?/, 403);
  const ran = await org.run(crStale);
  expect(ran).toMatchObject({ status: "not-evaluable", looked: 0 });
  expect(ran.findings[0]?.object).toMatchObject({ kind: "space", id: SPACE });
});

test("what was denied is told in the order of the spaces, whichever answer comes first", async () => {
  const org = await organization();
  const other = "other000000000000001";
  await org.change((context) => putSpace(context, { id: other, title: "Other" }));
  for (const space of [SPACE, other])
    await org.send("POST", `/v1/spaces/${space}/change-requests`, { subject: "Words" });
  org.reply(/change-requests\?/, 403);
  let deny = () => {};
  const denied = new Promise<void>((resolve) => {
    deny = resolve;
  });
  const client: typeof org.client = {
    ...org.client,
    list: (endpoint, input, options) => {
      const listing = org.client.list(endpoint, input, options);
      const { spaceId } = { spaceId: undefined, ...(input as { params?: object }).params };
      return spaceId === undefined ? listing : { ...listing, pages: () => pagesOf(listing, spaceId === SPACE) };
    },
  };
  async function* pagesOf<T>(listing: Listing<T>, isFirst: boolean) {
    if (isFirst) await denied;
    try {
      yield* listing.pages();
    } finally {
      deny();
    }
  }
  const [outcome] = await runRules({
    ...{ client, organization: ORG, now: START },
    rules: chooseRules([crStale], {}),
  });
  expect(outcome?.findings.map(({ object }) => object?.id)).toEqual([SPACE, other]);
});

test("a list that ends before its count is no pass", async () => {
  const org = await organization();
  org.reply(/\/spaces\?/, 200, { count: 2, items: [{ object: "space", id: SPACE, title: "Guide" }] });
  const ran = await org.run(spaceLockedLong);
  expect(ran).toMatchObject({ status: "not-evaluable", looked: 0 });
  expect(ran.findings[0]?.message).toBe("not evaluable: only 1 of 2 were listed");
});

test("a token that is refused ends the run", async () => {
  const org = await organization();
  org.reply(/./, 401);
  await expect(org.run(linksBroken)).rejects.toMatchObject({ kind: "unauthorized" });
});

test.each<[what: string, ("answer" | FailureKind)[]]>([
  ["ends", ["network"]],
  ["ends", ["unauthorized"]],
  ["ends", ["answer", "no-token"]],
  ["goes on", ["forbidden"]],
  ["goes on", ["forbidden", "network"]],
  ["goes on", ["answer", "network", "network"]],
  ["goes on", ["answer", "network", "network", "answer", "network", "network"]],
  ["goes on", ["answer", "network", "network", "timeout", "service", "not-found"]],
  ["asks no more", ["answer", "network", "network", "network"]],
  ["asks no more", ["forbidden", "network", "network", "forbidden", "network"]],
  ["asks no more", ["answer", "tls"]],
  ["asks no more", ["answer", "rate-limited"]],
])("a run %s after %j", (what, met) => {
  const breaker = createBreaker();
  const meet = () => {
    for (const one of met) {
      breaker.check();
      if (one === "answer") breaker.answered();
      else
        expect(breaker.failed(new Failure(one, `met ${one}`))).toMatchObject({
          name: "Unknown",
          message: `met ${one}`,
        });
    }
  };
  if (what === "ends") return expect(meet).toThrow(Failure);
  meet();
  if (what === "goes on") expect(breaker.check).not.toThrow();
  else expect(breaker.check).toThrow(`not requested: met ${met.at(-1)}`);
});

test("rules about one kind are given the same things, and a rule that reads nothing waits for no other", async () => {
  const org = await organization();
  const [seen, order]: [unknown[], string[]] = [[], []];
  const noting = (id: string) => (space: unknown) => {
    seen.push(space);
    order.push(id);
    return [];
  };
  const looks = { ...spaceLockedLong, id: "looks", check: noting("looks") };
  const reads = { ...spaceLockedLong, id: "reads", check: async (space: unknown) => noting("reads")(space) };
  for (const id of ["a", "b", "c", "d", "e"])
    await org.change((context) => putSpace(context, { id: `${id}other00000000000001`, title: id }));
  const ran = await org.runAll([looks, reads]);
  expect(ran.outcomes.map(({ looked }) => looked)).toEqual([6, 6]);
  expect(order.slice(0, 6)).toEqual(Array(6).fill("looks"));
  expect(new Set(seen).size).toBe(6);
});

test("fingerprints are those of baselines that were written before: rule, place, thing and key", async () => {
  const org = await organization();
  const { id } = await org.send("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "" });
  await org.send("PATCH", `/v1/spaces/${SPACE}/change-requests/${id}`, { status: "open" });
  const [finding] = (await org.run(crNoSubject)).failing;
  const parts = JSON.stringify(["cr-no-subject", SPACE, id, ""]);
  expect(finding?.fingerprint).toBe(createHash("sha256").update(parts).digest("hex").slice(0, 32));
});

test("rules have different ids", () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

test("a threshold for a space counts there, by id before title, and not if another one is asked for", async () => {
  const org = await organization();
  const other = "other000000000000001";
  await org.change((context) => putSpace(context, { id: other, title: "API 1" }));
  for (const space of [SPACE, other]) await org.send("PATCH", `/v1/spaces/${space}`, { editMode: "locked" });
  org.advance(45 * DAY);
  const found = async (spaceDays: Record<string, number>, days?: number) => {
    const settings = { [spaceLockedLong.id]: { spaceDays } };
    const rules = chooseRules([spaceLockedLong], { settings, days });
    const [outcome] = await runRules({ client: org.client, organization: ORG, rules, now: START + 45 * DAY });
    return outcome?.findings.map(({ object, days: threshold }) => [object?.id, threshold]);
  };
  expect(await found({})).toEqual([
    [SPACE, 30],
    [other, 30],
  ]);
  expect(await found({ [SPACE]: 60, "API *": 40 })).toEqual([[other, 40]]);
  expect(await found({ "*": 60, [other]: 10 })).toEqual([[other, 10]]);
  expect(await found({ "*": 60 }, 5)).toHaveLength(2);
});

test("a service in this process is asked for the links and the pages of a space once, whatever rules read of them", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[gone](gone.md)" });
  const rules = chooseRules([includeMissing, linksBroken, pageTitleTwice], {});
  const sentBy = async (isLocal: boolean) => {
    org.takeSent();
    let total: unknown;
    const [, outcome] = await runRules({
      ...{ client: org.client, organization: ORG, rules, now: START, isLocal },
      after: async (facts) => {
        ({ total } = await facts.stats(listSpaceLinks, { spaceId: SPACE }));
      },
    });
    expect(outcome?.findings.map(({ status }) => status)).toEqual(["fail"]);
    expect(total).toBe(1);
    return org.takeSent().filter((request) => /links|pages/.test(request));
  };
  const space = `GET /v1/spaces/${SPACE}`;
  expect(await sentBy(true)).toEqual([`${space}/links?limit=1000`, `${space}/content/pages?computed=false`]);
  expect((await sentBy(false)).sort()).toEqual([
    `${space}/content/pages?computed=false`,
    `${space}/content/pages?metadata=false&computed=false`,
    `${space}/links?limit=1`,
    `${space}/links?limit=1000`,
  ]);
});
