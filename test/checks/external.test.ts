import { expect, test } from "vitest";
import { chooseRules } from "../../src/checks/choose.js";
import type { AskExternal } from "../../src/checks/data-source.js";
import {
  linkExternalBroken as externalBroken,
  linkExternalMoved as externalMoved,
} from "../../src/checks/rules/links.js";
import { runRules } from "../../src/checks/run.js";
import { expectBothOutcomes, ORG, type Organization, organization, putSpace, SPACE, START } from "./harness.js";

expectBothOutcomes(import.meta.url);

const README =
  "# Start\n\n[a](https://harbor.org/gone) [b](https://harbor.org/moved) [c](https://harbor.org/denied) [d](https://harbor.org/)\n";

test("link-external-broken: a finding for each page, and what is not known is not evaluable", async () => {
  const org = await organization();
  await org.write({ "README.md": README, "other.md": "# Other\n\n[a](https://harbor.org/gone)" });
  const ran = await org.run(externalBroken);
  expect(ran.findings.map(({ status, object, message }) => [status, object?.title, message])).toEqual([
    ["fail", "Start", "links to https://harbor.org/gone: answered 404"],
    ["fail", "Other", "links to https://harbor.org/gone: answered 404"],
    ["not-evaluable", "Guide", "not evaluable: https://harbor.org/denied: answered 403"],
  ]);
  expect(ran.failing[0]).toMatchObject({
    severity: "error",
    place: { path: "readme", text: "https://harbor.org/gone" },
  });
  await org.write({ "README.md": "# Start\n\n[d](https://harbor.org/)", "other.md": "# Other" });
  expect(await org.run(externalBroken)).toMatchObject({ status: "pass", looked: 1 });
});

test("link-external-moved: where to", async () => {
  const org = await organization();
  await org.write({ "README.md": README });
  expect((await org.run(externalMoved)).messages).toEqual([
    "links to https://harbor.org/moved, which has moved to https://new.harbor.org/",
  ]);
  await org.write({ "README.md": "# Start\n\n[d](https://harbor.org/)" });
  expect((await org.run(externalMoved)).status).toBe("pass");
});

/** Runs both rules, and answers what was asked for. */
async function asked(org: Organization, external?: AskExternal) {
  const rules = chooseRules([externalBroken, externalMoved], { ids: [externalBroken.id, externalMoved.id] });
  return runRules({ client: org.client, organization: ORG, rules, now: START, external });
}

test("each URL is requested once, for all spaces and rules, without its fragment", async () => {
  const org = await organization();
  const other = "other000000000000001";
  await org.change((context) => putSpace(context, { id: other, title: "Other" }));
  const links = [
    "https://harbor.org/a#one",
    "https://harbor.org/a#two",
    "http://example.com/",
    "https://x.test/",
    "mailto:a@b.c",
  ];
  await org.write({ "README.md": `# Start\n\n${links.map((link) => `[x](${link})`).join(" ")} [y](gone.md)` });
  await org.write({ "README.md": "# Start\n\n[x](https://harbor.org/a) [z](https://harbor.org/b)" }, { space: other });
  const calls: string[][] = [];
  const outcomes = await asked(org, async (addresses) => {
    calls.push([...addresses].sort());
    return new Map(addresses.map((address) => [address, { state: "broken", why: "answered 404" }]));
  });
  expect(calls).toEqual([["https://harbor.org/a", "https://harbor.org/b"]]);
  expect(outcomes[0]?.findings.map(({ place, within }) => [within?.id, place?.text])).toEqual([
    [SPACE, "https://harbor.org/a#one"],
    [SPACE, "https://harbor.org/a#two"],
    [other, "https://harbor.org/a"],
    [other, "https://harbor.org/b"],
  ]);
});

test("links that may not be requested, or are denied, do not pass", async () => {
  const org = await organization();
  await org.write({ "README.md": README });
  expect((await asked(org)).map(({ status }) => status)).toEqual(["not-evaluable", "not-evaluable"]);
  org.reply(/\/links/, 403);
  const calls: (readonly string[])[] = [];
  const outcomes = await asked(org, async (addresses) => {
    calls.push(addresses);
    return new Map();
  });
  expect(outcomes.map(({ status }) => status)).toEqual(["not-evaluable", "not-evaluable"]);
});
