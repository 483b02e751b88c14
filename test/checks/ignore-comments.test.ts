import { expect, test } from "vitest";
import { crBrokenLinks } from "../../src/checks/rules/changed-links.js";
import { linksBroken } from "../../src/checks/rules/links.js";
import { ignoreComment, pageNoindex } from "../../src/checks/rules/pages.js";
import { expectBothOutcomes, organization, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url);

const README = `# Start

<!-- docs-ignore links-broken: comes with the next release -->
[gone](gone.md)

[lost](lost.md)
`;

test("a comment ignores a rule in the next block, and nothing else", async () => {
  const org = await organization();
  await org.write({ "README.md": README, "other.md": "# Other\n\n[gone](gone.md)" });
  const ran = await org.run(linksBroken);
  expect(ran.failing.map(({ object, place }) => [object?.title, place?.text])).toEqual([
    ["Other", "gone.md"],
    ["Start", "lost.md"],
  ]);
  expect(ran.findings.filter(({ status }) => status === "skipped").map(({ message }) => message)).toEqual([
    "ignored in the page (comes with the next release): links to gone.md, a page that does not exist",
  ]);
});

test("a finding in two places of a page is ignored if both places are", async () => {
  const org = await organization();
  await org.write({
    "deep/more.md": `# More\n\n<!-- docs-ignore links-broken: why -->\n[a](gone.md)\n\n[b](./gone.md)`,
  });
  expect((await org.run(linksBroken)).messages).toHaveLength(1);
  await org.write({ "deep/more.md": `# More\n\n<!-- docs-ignore links-broken: why -->\n[a](gone.md)\n[b](./gone.md)` });
  expect((await org.run(linksBroken)).status).toBe("pass");
});

test("links of the page of a folder are found where they are written", async () => {
  const org = await organization();
  const text = "# Deep\n\n<!-- docs-ignore links-broken: why -->\n[a](gone.md)\n\nMore.";
  await org.write({ "README.md": "# Start", "deep/README.md": text, "deep/more.md": "# More" });
  expect((await org.run(linksBroken)).status).toBe("pass");
});

test("a comment for the page ignores a rule in all of it, findings without a line, too", async () => {
  const org = await organization();
  const draft = (comment: string) => ({
    "draft.md": `---\nnoRobotsIndex: true\n---\n${comment}\n# Draft\n\n[gone](gone.md)`,
  });
  await org.write(draft("<!-- docs-ignore-page page-noindex, links-broken: a draft -->"));
  expect((await org.run(pageNoindex)).status).toBe("pass");
  expect((await org.run(linksBroken)).status).toBe("pass");
  await org.write(draft("<!-- docs-ignore page-noindex: a draft -->"));
  expect((await org.run(pageNoindex)).status).toBe("fail");
  // One space at a time, as a gate does it.
  expect((await org.run(linksBroken, { scope: { space: SPACE } })).status).toBe("fail");
  await org.write(draft("<!-- docs-ignore-page links-broken: a draft -->"));
  expect((await org.run(linksBroken, { scope: { space: SPACE } })).status).toBe("pass");
});

test("a finding stands where its page cannot be read", async () => {
  const org = await organization();
  await org.write({ "README.md": README });
  org.reply(/\/content\/page\//, 403);
  expect((await org.run(linksBroken)).messages).toHaveLength(2);
});

const IGNORED = "# Start\n\n<!-- docs-ignore cr-broken-links: why -->\n";
const REFUSED =
  "readme would link to gone.md, which does not exist; docs-ignore in line 3 does not count, as the change request adds it";

/** What the rule finds after a change request has changed the page of a space. */
async function afterChange(before: Record<string, string>, after: Record<string, string>) {
  const org = await organization();
  await org.write(before);
  org.advance(60_000);
  const crs = `/v1/spaces/${SPACE}/change-requests`;
  const { id } = await org.send("POST", crs, { subject: "Words" });
  await org.send("PATCH", `${crs}/${id}`, { status: "open" });
  await org.write(after, { cr: id });
  const gate = await org.run(crBrokenLinks, { scope: { space: SPACE, changeRequest: id } });
  const all = await org.run(crBrokenLinks);
  expect([all.status, all.messages]).toEqual([gate.status, gate.messages]);
  return gate;
}

test.each([
  ["the comment and the link", "# Start\n", `${IGNORED}[gone](gone.md)\n`],
  ["a link in a block that has a comment", `${IGNORED}[old](old.md)\n`, `${IGNORED}[old](old.md) [gone](gone.md)\n`],
  ["a block before that of the comment", `${IGNORED}[old](old.md)\n`, `${IGNORED}[gone](gone.md)\n\n[old](old.md)\n`],
])("a change request that adds %s cannot ignore its own finding", async (_, before, after) => {
  const ran = await afterChange({ "README.md": before, "old.md": "# Old\n" }, { "README.md": after });
  expect(ran.status).toBe("fail");
  expect(ran.messages[0]).toContain("docs-ignore in line 3 does not count, as the change request adds it");
});

test("a change request that adds a page with a comment cannot ignore what it finds there", async () => {
  const ran = await afterChange({ "README.md": "# Start\n" }, { "README.md": `${IGNORED}[gone](gone.md)\n` });
  expect(ran.messages).toEqual([REFUSED]);
  const commented = await afterChange(
    { "README.md": "# Start\n\n[the part](old.md#part)\n", "old.md": "# Old\n\n## Part\n" },
    { "README.md": `${IGNORED}[the part](old.md#part)\n`, "old.md": "# Old\n\n## Other\n" },
  );
  expect([commented.status, commented.messages[0]]).toEqual(["fail", expect.stringContaining("does not count")]);
  const page = `<!-- docs-ignore-page cr-broken-links: mine -->\n# New\n\n[gone](gone.md)\n`;
  const fresh = await afterChange({ "README.md": "# Start\n" }, { "new.md": page });
  expect(fresh.messages).toEqual([
    "new would link to gone.md, which does not exist; docs-ignore in line 1 does not count, as the change request adds it",
  ]);
});

test("a comment that the space has already ignores what a change request breaks", async () => {
  const block = await afterChange(
    { "README.md": `${IGNORED}[the part](old.md#part)\n`, "old.md": "# Old\n\n## Part\n" },
    { "README.md": `${IGNORED}[the part](old.md#part)\n\nMore.\n`, "old.md": "# Old\n\n## Other\n" },
  );
  expect([block.status, block.findings.map(({ status }) => status)]).toEqual(["pass", ["skipped"]]);
  const page = "<!-- docs-ignore-page cr-broken-links: a draft -->\n# Start\n";
  const whole = await afterChange({ "README.md": page }, { "README.md": `${page}\n[gone](gone.md)\n` });
  expect(whole.status).toBe("pass");
});

const NOTED = `# Noted

<!-- docs-ignore links-broken -->
[gone](gone.md)

<!-- docs-ignore links-broken: nothing is broken here -->
Text.

<!-- docs-ignore links-brokn, member-guest: why -->
Text.

<!-- docs-ignore -->
<!-- docs-ignore-page links-broken: too late -->
`;

const PROBLEMS = [
  "line 3: links-broken ignored without a reason",
  "line 6: links-broken finds nothing here to ignore",
  'line 9: there is no rule "links-brokn" to ignore',
  "line 9: member-guest is not about pages, so there is nothing to ignore",
  "line 12: docs-ignore names no rule, so it ignores nothing",
  "line 13: docs-ignore-page must be above the content of the page; below it, it ignores nothing",
];

test("ignore-comment: what is wrong with comments, if the rules that they name have run", async () => {
  const org = await organization();
  await org.write({ "README.md": NOTED });
  const alone = await org.run(ignoreComment);
  expect(alone.failing.map(({ message }) => message)).toEqual(PROBLEMS.filter((one) => !one.startsWith("line 6")));
  expect(alone.failing[0]).toMatchObject({ severity: "info", place: { path: "readme", line: 3 } });
  const { outcomes } = await org.runAll([ignoreComment, linksBroken]);
  const [comments, links] = outcomes;
  expect(comments?.findings.map(({ message }) => message)).toEqual(PROBLEMS);
  expect(links?.status).toBe("pass");
});

test("ignore-comment: what was not read ignores nothing for sure", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n\n<!-- docs-ignore links-broken: why -->\n[gone](gone.md)" });
  org.reply(/\/links/, 403);
  const { outcomes } = await org.runAll([ignoreComment, linksBroken]);
  expect(outcomes.map(({ status }) => status)).toEqual(["pass", "not-evaluable"]);
  org.reply(/\/content\/page\//, 403);
  expect((await org.run(ignoreComment)).status).toBe("not-evaluable");
});

test("ignore-comment: its findings are ignored as others are", async () => {
  const org = await organization();
  await org.write({
    "README.md":
      "<!-- docs-ignore-page ignore-comment: an example -->\n# Start\n\n<!-- docs-ignore links-broken -->\nText",
  });
  expect(await org.run(ignoreComment)).toMatchObject({ status: "pass", looked: 1 });
});
