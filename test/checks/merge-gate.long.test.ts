import { expect, test } from "vitest";
import { crOutdated, crVariableMissing } from "../../src/checks/rules/change-requests.js";
import { crBrokenLinks } from "../../src/checks/rules/changed-links.js";
import { edit, FILES, inGate, moved, opened, withPages } from "./editing.js";
import { expectBothOutcomes, type Organization, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url, "cr-outdated");

interface Case {
  name: string;
  change(org: Organization, id: string): Promise<void> | void;
  messages: string[];
}

const CASES: readonly Case[] = [
  {
    name: "a heading is renamed: a page that is left alone links to it",
    change: (org, id) => org.write({ "setup.md": "# Setup\n\n## Installation\n\nRun it.\n" }, { cr: id }),
    messages: ["readme would link to setup#install, which does not exist"],
  },
  {
    name: "a heading is renamed: the page itself links to it",
    change: (org, id) => org.write({ "other.md": "# Other\n\n[here](#part)\n\n## Parts\n" }, { cr: id }),
    messages: ["other would link to other#part, which does not exist"],
  },
  {
    name: "a picture is deleted",
    change: (org, id) => edit(org, id, () => ({ files: [] })),
    messages: ["picture would link to .gitbook/assets/plan.png, which does not exist"],
  },
  {
    name: "a file is renamed",
    change: (org, id) =>
      edit(org, id, ({ files }) => ({
        files: files.map((file) => ({ ...file, name: "map.png", git: { oid: "1", path: ".gitbook/assets/map.png" } })),
      })),
    messages: ["picture would link to .gitbook/assets/plan.png, which does not exist"],
  },
  {
    name: "a file is moved, and keeps its name",
    change: (org, id) =>
      edit(org, id, ({ files }) => ({
        files: files.map((file) => ({ ...file, git: { oid: "1", path: "pictures/plan.png" } })),
      })),
    messages: ["picture would link to .gitbook/assets/plan.png, which does not exist"],
  },
  {
    name: "a reusable content is deleted",
    change: (org, id) => edit(org, id, () => ({ reusableContents: [] })),
    messages: ["limits would include .gitbook/includes/limits.md, which does not exist"],
  },
  {
    name: "a page is moved",
    change: (org, id) =>
      edit(org, id, (revision) =>
        withPages(revision, (page) => (page.path === "setup" ? moved(page, "start/first") : page)),
      ),
    messages: ["readme would link to setup.md, which does not exist"],
  },
  {
    name: "a page is deleted",
    change: (org, id) =>
      edit(org, id, (revision) => withPages(revision, (page) => (page.path === "setup" ? undefined : page))),
    messages: ["readme would link to setup.md, which does not exist"],
  },
  {
    name: "a new page links to nothing",
    change: (org, id) => org.write({ "new.md": "# New\n\n[lost](lost.md)\n" }, { cr: id }),
    messages: ["new would link to lost.md, which does not exist"],
  },
];

test.each(CASES)("R87: the gate fails on the page, as the check does: $name", async ({ change, messages }) => {
  const { org, id } = await opened();
  expect(await inGate(org, id)).toMatchObject({ status: "pass", looked: 1 });
  await change(org, id);
  const ran = await inGate(org, id);
  expect([ran.status, ran.messages]).toEqual(["fail", messages]);
  expect(ran.failing.every(({ object }) => object?.kind === "page")).toBe(true);
  expect((await org.run(crBrokenLinks)).messages).toEqual(messages);
});

test("R87: what a change request mends, or leaves as it is, is no finding", async () => {
  const { org, id } = await opened();
  await org.write({ "README.md": "# Start\n\n[gone](gone.md) and [setup](setup.md)\n" }, { cr: id });
  await org.write({ "setup.md": "# Setup\n\n## Install\n\nRun it twice.\n" }, { cr: id });
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: a broken link stays the same one when its page is moved", async () => {
  const { org, id } = await opened({
    "README.md": "# Start\n\n[old](setup.md#old)\n",
    "setup.md": "# Setup\n\n[old](#old)\n",
  });
  await edit(org, id, (revision) =>
    withPages(revision, (page) =>
      page.path === "setup" ? { ...moved(page, "start"), git: page.git ?? { oid: "1", path: "" } } : page,
    ),
  );
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: a variable is deleted that a page uses, which is left alone", async () => {
  const { org, id } = await opened();
  expect(await inGate(org, id, crVariableMissing)).toMatchObject({ status: "pass", looked: 1 });
  await edit(org, id, () => ({ variables: {} }));
  const ran = await inGate(org, id, crVariableMissing);
  expect(ran.messages).toEqual(["price would use space.vars.price, which is not defined"]);
  expect(ran.failing[0]).toMatchObject({ object: { kind: "page", title: "Price" }, within: { id: SPACE } });
});

test("R87: a page uses a variable that is not there, itself or in what it includes", async () => {
  const { org, id } = await opened({
    ...FILES,
    "other.md": "# Other\n\n{{ space.vars.old }}\n",
    ".gitbook/includes/limits.md": "---\ntitle: Limits\n---\n\n{{ space.vars.most }}\n",
    ".gitbook/vars.yaml": "price: 10\nmost: 7\n",
  });
  await org.write({ "other.md": "# Other\n\n{{ space.vars.old }} {{ space.vars.new }}\n" }, { cr: id });
  expect((await inGate(org, id, crVariableMissing)).messages).toEqual([
    "other would use space.vars.new, which is not defined",
  ]);
  await edit(org, id, () => ({ variables: { price: "10" } }));
  expect((await inGate(org, id, crVariableMissing)).messages).toEqual([
    "limits would use space.vars.most, which is not defined",
    "other would use space.vars.new, which is not defined",
  ]);
});

test("R87: a page loses a variable of its own", async () => {
  const { org, id } = await opened({ "README.md": "---\nvars:\n  name: Ada\n---\n# Start\n\n{{ page.vars.name }}\n" });
  await edit(org, id, (revision) => withPages(revision, (page) => ({ ...page, variables: {} })));
  expect((await inGate(org, id, crVariableMissing)).messages).toEqual([
    "readme would use page.vars.name, which is not defined",
  ]);
});

const BEHIND = "it is behind its space; update it to see what a merge would break";

test("R100: behind its space, nothing is known of the merge", async () => {
  const { org, id } = await opened();
  await org.write({ "other.md": "# Other\n\nSomething.\n" });
  for (const rule of [crBrokenLinks, crVariableMissing]) {
    const gate = await inGate(org, id, rule);
    expect([gate.status, gate.findings[0]?.message]).toEqual(["not-evaluable", `not evaluable: ${BEHIND}`]);
    const all = await org.run(rule);
    expect([all.status, all.looked, all.findings.map(({ status, message }) => [status, message])]).toEqual([
      "skipped",
      0,
      [["skipped", `skipped: ${BEHIND}`]],
    ]);
  }
  expect((await org.run(crOutdated)).messages).toEqual(["behind the content of its space"]);
  // A finding is one all the same.
  org.advance(60_000);
  await org.write({ "setup.md": "# Setup\n\n[lost](lost.md)\n" }, { cr: id });
  expect((await inGate(org, id)).messages).toContain("setup would link to lost.md, which does not exist");
});

test("R87: the links in a reusable content are not listed", async () => {
  const { org, id } = await opened();
  await edit(org, id, ({ reusableContents }) => ({
    reusableContents: reusableContents.map((one) => ({ ...one, git: { oid: "2", path: one.git?.path ?? "" } })),
  }));
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    'not evaluable: it changes the reusable content "Limits", whose links the service does not list',
  ]);
});

test.each([
  ["backlinks of a page", /\/content\/page\/\w+\/backlinks/],
  ["backlinks of a file", /\/content\/files\/\w+\/backlinks/],
  ["links of the space", /\/spaces\/\w+\/links/],
  ["links of a page", /\/change-requests\/\w+\/content\/page\/\w+\/links/],
  ["content of the space", /\/spaces\/\w+\/content\?/],
  ["content of the change request", /\/change-requests\/\w+\/content\?/],
  ["pages", /\/content\/pages/],
])("R87: %s that cannot be read is not a pass", async (_, pattern) => {
  for (const status of [403, 404]) {
    const { org, id } = await opened();
    await org.write({ "setup.md": "# Setup\n\n## Install\n\nRun it twice.\n" }, { cr: id });
    await edit(org, id, ({ files, reusableContents }) => ({
      files: files.map((file) => ({ ...file, name: "x.png" })),
      reusableContents: reusableContents.map((one) => ({ ...one, title: "Bounds" })),
    }));
    expect((await inGate(org, id)).status).toBe("pass");
    org.reply(pattern, status);
    expect((await inGate(org, id)).status).toBe("not-evaluable");
  }
});

test("R87: takes no more requests than pages that change and pages that link to them", async () => {
  const many = Array.from({ length: 60 }, (_, at) => [`page${at}.md`, `# Page ${at}\n\n[other](other.md)\n`] as const);
  const { org, id } = await opened({ ...Object.fromEntries(many), ...FILES });
  const idle = (await inGate(org, id)).sent.length;
  await org.write({ "setup.md": "# Setup\n\n## Installation\n\nRun it.\n" }, { cr: id });
  const { sent } = await inGate(org, id);
  // The links and backlinks of the page; the links of the page that links to it, before and after; that page, for comments.
  expect(sent.length - idle).toBeLessThanOrEqual(6);
  // If nothing is found: the links of the space, and one page with what it includes, however many include it;
  // and every link of the page that links to it, before and after, whatever the statistics count.
  await org.write({ "setup.md": "# Setup\n\n## Install\n\nRun it twice.\n" }, { cr: id });
  const passed = await inGate(org, id);
  expect(passed.status).toBe("pass");
  expect(passed.sent.length - idle).toBeLessThanOrEqual(8);
});
