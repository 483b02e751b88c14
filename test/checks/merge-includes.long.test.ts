import { expect, test } from "vitest";
import { crVariableMissing } from "../../src/checks/rules/change-requests.js";
import { putDocument } from "../../src/sandbox/content/pages.js";
import { getRevision, writeRevision } from "../../src/sandbox/content/revisions.js";
import type { StoredRevision } from "../../src/sandbox/content/types.js";
import { edit, FILES, inGate, moved, opened, withPages } from "./editing.js";
import { type Organization, SPACE } from "./harness.js";

/** Pages in a folder include "Limits", which has this text. */
const including = (text: string): Record<string, string> => ({
  "README.md": "# Start\n\nNothing.\n",
  "setup.md": "# Setup\n\n## Install\n\nRun it.\n",
  "guide/limits.md": '# Limits\n\n[setup](../start.md)\n\n{% include "../.gitbook/includes/limits.md" %}\n',
  "guide/more.md": '# More\n\n{% include "../.gitbook/includes/limits.md" %}\n',
  "start.md": "# Begin\n",
  ".gitbook/includes/limits.md": `---\ntitle: Limits\n---\n\n${text}\n`,
});

const remove = (org: Organization, id: string) =>
  edit(org, id, (revision) => withPages(revision, (page) => (page.path === "setup" ? undefined : page)));
const move = (org: Organization, id: string) =>
  edit(org, id, (revision) =>
    withPages(revision, (page) => (page.path === "setup" ? moved(page, "start/first") : page)),
  );
const rename = (org: Organization, id: string) =>
  org.write({ "setup.md": "# Setup\n\n## Installation\n\nRun it.\n" }, { cr: id });
type Reusable = Pick<StoredRevision["reusableContents"][number], "git">;
/** The service answers other reusable contents from here on. */
const changeReusables = (org: Organization, change: (one: Reusable) => object) =>
  org.between((path, { status, json }) => {
    if (!/\/content\?/.test(path)) return { status, json };
    const { reusableContents, ...content } = json as { reusableContents: Reusable[] };
    return { status, json: { ...content, reusableContents: reusableContents.map(change) } };
  });
const LINKS = "the service does not list such links";
const INCLUDED = 'not evaluable: the reusable content "Limits" in guide/limits';

test.each([
  ["to a page that is removed", "[s](../../setup.md)", remove, `may link to setup, which it removes: ${LINKS}`],
  ["to a heading of it", "[s](../../setup.md#install)", remove, `may link to setup, which it removes: ${LINKS}`],
  ["to a page that is moved", "[s](../../setup.md)", move, `may link to setup, which it moves: ${LINKS}`],
  ["in HTML", '<a href="../../setup/">s</a>', move, `may link to setup, which it moves: ${LINKS}`],
  ["by a definition", "See [s].\n\n[s]: </setup>", move, `may link to setup, which it moves: ${LINKS}`],
  ["to a renamed heading", "[s](../../setup.md#install)", rename, `may link to setup, which it changes: ${LINKS}`],
])("R87: a reusable content has a link %s", async (_, text, change, message) => {
  const { org, id } = await opened(including(text));
  expect((await inGate(org, id)).status).toBe("pass");
  await change(org, id);
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual(["not-evaluable", `${INCLUDED} ${message}`]);
});

test("R87: a reusable content names a heading of the page that includes it", async () => {
  const { org, id } = await opened({
    "README.md": '# Start\n\n## Part\n\n{% include ".gitbook/includes/limits.md" %}\n',
    ".gitbook/includes/limits.md": "---\ntitle: Limits\n---\n\n[part](#part)\n",
  });
  await org.write({ "README.md": '# Start\n\n## Parts\n\n{% include ".gitbook/includes/limits.md" %}\n' }, { cr: id });
  const ran = await inGate(org, id);
  expect(ran.findings[0]?.message).toContain("may link to readme, which it changes");
});

test.each([
  ["elsewhere", "[b](../../start.md) and [a](https://setup.example/other#install)", remove],
  ["to a page whose text is changed, and to no heading", "[s](../../setup.md)", rename],
  ["to nothing, and has the name as a word", "setup, install", remove],
])("R87: a reusable content that links %s is no obstacle", async (_, text, change) => {
  const { org, id } = await opened(including(text));
  await change(org, id);
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: links of the page itself are not those of what it includes", async () => {
  const { org, id } = await opened({
    ...including("Nothing."),
    "guide/limits.md": '# Limits\n\n[s](setup.md#a)\n\n{% include "../.gitbook/includes/limits.md" %}\n',
    "guide/setup.md": "# Setup\n\n## A\n",
  });
  await remove(org, id);
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test.each([
  ["cannot be read", 403, undefined],
  ["is not evaluated", 200, { object: "page", id: "p", title: "Limits", type: "document", markdown: "# Limits" }],
])("R87: a page that %s tells nothing of what it includes", async (_, status, body) => {
  const { org, id } = await opened(including("Nothing."));
  await remove(org, id);
  expect((await inGate(org, id)).status).toBe("pass");
  org.reply(/change-requests\/\w+\/content\/page\/\w+\?/, status, body);
  expect((await inGate(org, id)).status).toBe("not-evaluable");
});

/** A page includes "Limits", which shows a picture that nothing else uses. */
const PICTURED = {
  ...including("![a plan](../assets/my%20plan.png)"),
  ".gitbook/assets/my plan.png": "png",
};

test.each<[string, string, (files: StoredRevision["files"]) => StoredRevision["files"]]>([
  ["deleted", "removes", () => []],
  [
    "renamed",
    "moves",
    (files) => files.map((file) => ({ ...file, name: "map.png", git: { oid: "1", path: ".gitbook/assets/map.png" } })),
  ],
  ["moved", "moves", (files) => files.map((file) => ({ ...file, git: { oid: "1", path: "pictures/my plan.png" } }))],
])("R87: a picture is %s that only a reusable content uses", async (_, verb, change) => {
  const { org, id } = await opened(PICTURED);
  expect((await inGate(org, id)).status).toBe("pass");
  await edit(org, id, ({ files }) => ({ files: change(files) }));
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    `${INCLUDED} may link to .gitbook/assets/my plan.png, which it ${verb}: ${LINKS}`,
  ]);
});

test.each([
  ["another picture", "![a map](../assets/map.png)"],
  ["its name as words", "my plan.png is gone"],
])("R87: a picture is deleted, and the reusable content has %s", async (_, text) => {
  const { org, id } = await opened({ ...PICTURED, ...including(text), ".gitbook/assets/map.png": "png" });
  await edit(org, id, ({ files }) => ({ files: files.filter(({ name }) => name !== "my plan.png") }));
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: a reusable content loses one that it includes", async () => {
  const { org, id } = await opened({
    ...including('{% include "part.md" %}'),
    ".gitbook/includes/part.md": "---\ntitle: Part\n---\n\nText.\n",
  });
  expect((await inGate(org, id)).status).toBe("pass");
  await edit(org, id, ({ reusableContents }) => ({
    reusableContents: reusableContents.filter(({ git }) => git?.path !== ".gitbook/includes/part.md"),
  }));
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    'not evaluable: it changes the includes of the reusable content "Limits" in guide/limits',
  ]);
});

const NEWLY = '# Other\n\n{% include "../.gitbook/includes/limits.md" %}\n';
const SHOWN = "not evaluable: guide/other would include";

test.each([
  ["a link to nothing", "[s](../../lost.md)", "../../lost.md"],
  ["a picture that is not there", "![a](../assets/lost.png)", "../assets/lost.png"],
  ["a heading, which nothing lists", "[s](../../setup.md#lost)", "../../setup.md#lost"],
  ["a heading of the page", "[s](#part)", "#part"],
  ["a reusable content that is not there", '{% include "lost.md" %}', "lost.md"],
  ["a path out of the content", "[s](../../../../setup.md)", "../../../../setup.md"],
])("R87: a page newly includes a reusable content with %s", async (_, text, link) => {
  const { org, id } = await opened(including(text));
  await org.write({ "guide/other.md": NEWLY }, { cr: id });
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    `${SHOWN} "Limits", which has ${link}: nothing shows whether that exists`,
  ]);
});

test.each([
  ["words only", "At most ten."],
  ["a link to a page", "[s](../../setup.md)"],
  ["a link from the root", "[s](/setup.md) and [t](/setup)"],
  ["a picture", "![a plan](../assets/my%20plan.png)"],
  ["addresses elsewhere", "[a](https://setup.example/lost.md#x) and [b](mailto:a@setup.example)"],
  ["another reusable content", '{% include "part.md" %}'],
])("R87: a page newly includes a reusable content with %s, which exists", async (_, text) => {
  const { org, id } = await opened({
    ...PICTURED,
    ...including(text),
    ".gitbook/includes/part.md": "---\ntitle: Part\n---\n\n[s](../../setup.md)\n",
  });
  await org.write({ "guide/other.md": NEWLY }, { cr: id });
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: what a page includes already, broken or not, is no finding of a change to its text", async () => {
  const { org, id } = await opened(including("[s](../../lost.md)"));
  const include = '{% include "../.gitbook/includes/limits.md" %}';
  await org.write({ "guide/limits.md": `# Limits\n\nNew.\n\n${include}\n` }, { cr: id });
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
  // A second one shows the same again.
  await org.write({ "guide/limits.md": `# Limits\n\nNew.\n\n${include}\n\n${include}\n` }, { cr: id });
  expect(await inGate(org, id)).toMatchObject({ status: "pass", findings: [] });
});

test("R87: a page includes one more, and links of the one before are no obstacle", async () => {
  const { org, id } = await opened({
    ...including("[s](../../lost.md)"),
    ".gitbook/includes/part.md": "---\ntitle: Part\n---\n\n[p](../../gone.md)\n",
  });
  const both = ["limits.md", "part.md"].map((name) => `{% include "../.gitbook/includes/${name}" %}`);
  await org.write({ "guide/limits.md": `# Limits\n\n${both.join("\n\n")}\n` }, { cr: id });
  const ran = await inGate(org, id);
  expect(ran.findings[0]?.message).toBe(
    'not evaluable: guide/limits would include "Part", which has ../../gone.md: nothing shows whether that exists',
  );
});

test("R87: a page newly includes a reusable content with a variable that is not defined", async () => {
  const { org, id } = await opened(including("{{ space.vars.lost }}"));
  expect((await inGate(org, id, crVariableMissing)).status).toBe("pass");
  await org.write({ "guide/other.md": NEWLY }, { cr: id });
  expect((await inGate(org, id, crVariableMissing)).messages).toEqual([
    "guide/other would use space.vars.lost, which is not defined",
  ]);
});

test.each([
  ["is not evaluated", 200, { object: "page", id: "p", title: "Other", type: "document", markdown: NEWLY }],
  ["cannot be read", 403, undefined],
])("R87: a page that newly includes something, and %s, is no pass", async (_, status, body) => {
  const { org, id } = await opened(including("At most ten."));
  await org.write({ "guide/other.md": NEWLY }, { cr: id });
  expect((await inGate(org, id)).status).toBe("pass");
  org.reply(/change-requests\/\w+\/content\/page\/\w+\?/, status, body);
  expect((await inGate(org, id)).status).toBe("not-evaluable");
});

test("R87: a relative link says nothing if the reusable content has no place of its own", async () => {
  const { org, id } = await opened(including("[s](../../setup.md)"));
  await edit(org, id, ({ reusableContents }) => ({ reusableContents }));
  await org.write({ "guide/other.md": NEWLY }, { cr: id });
  changeReusables(org, ({ git, ...one }) => ({ ...one, git: { oid: git?.oid } }));
  expect((await inGate(org, id)).findings[0]?.message).toContain("nothing shows whether that exists");
});

test("R87: a reusable content is rewritten whose versions the service does not tell", async () => {
  const { org, id } = await opened({ ...FILES, "limits.md": '# Limits\n\n{% include "Limits" %}\n' });
  const hideVersions = () => changeReusables(org, ({ git: _git, ...one }) => one);
  hideVersions();
  expect((await inGate(org, id)).status).toBe("pass");
  await org.change((context) => {
    const document = putDocument(context.store, "At most [eleven](lost.md).");
    const { revision } = context.store.get<{ revision: string }>("change-request", id) ?? { revision: "" };
    const { object: _object, id: _id, createdAt: _createdAt, ...content } = getRevision(context.store, revision);
    const reusableContents = content.reusableContents.map((one) => ({ ...one, document }));
    const made = writeRevision(context, SPACE, { ...content, parents: [revision], reusableContents });
    context.store.update<object>("change-request", id, (value) => ({ ...value, revision: made }));
  });
  hideVersions();
  const ran = await inGate(org, id);
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    'not evaluable: it changes the reusable content "Limits" in limits, whose links the service does not list',
  ]);
  // A page that is changed itself does not tell.
  await org.write({ "limits.md": '# Limits\n\nNew.\n\n{% include "Limits" %}\n' }, { cr: id });
  hideVersions();
  expect((await inGate(org, id)).findings[0]?.message).toContain("nothing shows whether it changes");
});
