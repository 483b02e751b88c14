import { expect, test } from "vitest";
import { includeMissing, linkInsecure, linksBroken, linksInApp } from "../../src/checks/rules/links.js";
import {
  coverMissing,
  pageHiddenOrphan,
  pageNoindex,
  pageOld,
  pageTitleTwice,
  variableMissing,
} from "../../src/checks/rules/pages.js";
import { fileOrphan } from "../../src/checks/rules/spaces.js";
import { DAY, expectBothOutcomes, organization, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url, "links-broken");

const HIDDEN = "---\nhidden: true\n---\n";

test("links-in-app", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[app](https://docs.sandbox.invalid/o/testOrganization0001/s/x) [out](https://example.org)",
  });
  const ran = await org.run(linksInApp);
  expect(ran.messages).toEqual([
    "links to https://docs.sandbox.invalid/o/testOrganization0001/s/x, a place in the app",
  ]);
  const other = await organization();
  await other.write({ "README.md": "# Start\n[out](https://example.org)" });
  expect(await other.run(linksInApp)).toMatchObject({ status: "pass", looked: 1 });
});

test("include-missing, which is no broken link", async () => {
  const org = await organization();
  await org.write({ "README.md": '# Start\n{% include ".gitbook/includes/limits.md" %}' });
  expect((await org.run(includeMissing)).messages).toEqual([
    "includes .gitbook/includes/limits.md, which does not exist",
  ]);
  expect((await org.run(linksBroken)).status).toBe("pass");
  const other = await organization();
  await other.write({
    "README.md": '# Start\n{% include ".gitbook/includes/limits.md" %}',
    ".gitbook/includes/limits.md": "Ten a minute",
  });
  expect((await other.run(includeMissing)).status).toBe("pass");
});

test("page-hidden-orphan", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[known](known.md)",
    "known.md": `${HIDDEN}# Known`,
    "lost.md": `${HIDDEN}# Lost`,
    "seen.md": "# Seen",
  });
  const ran = await org.run(pageHiddenOrphan);
  expect(ran.failing.map(({ object }) => object?.title)).toEqual(["Lost"]);
  expect(ran.failing[0]?.fix?.words).toEqual(["pages", "view", ran.failing[0]?.object?.id, "--space", SPACE]);
  const other = await organization();
  await other.write({ "README.md": `${HIDDEN}# Start\n[known](known.md)`, "known.md": `${HIDDEN}# Known` });
  expect(await other.run(pageHiddenOrphan)).toMatchObject({ status: "pass", looked: 1 });
});

test("page-noindex: of public spaces alone", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start", "draft.md": "---\nnoRobotsIndex: true\n---\n# Draft" });
  const ran = await org.run(pageNoindex);
  expect(ran.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["Draft", "search engines are asked not to index it"],
  ]);
  await org.change(({ store }) =>
    store.update<object>("space", SPACE, (space) => ({ ...space, visibility: "private" })),
  );
  expect((await org.run(pageNoindex)).status).toBe("pass");
});

test("file-orphan: links, covers and what the service knows", async () => {
  const org = await organization();
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  await org.write({
    "README.md": "---\ncover: above.svg\n---\n# Start\n![](shown.svg)",
    "above.svg": svg,
    "shown.svg": svg,
  });
  expect(await org.run(fileOrphan)).toMatchObject({ status: "pass", looked: 1 });
  await org.send("GET", `/v1/spaces/${SPACE}/content/files`).then(({ items }) => expect(items).toHaveLength(2));
  await org.change(({ store }) => {
    const space = store.get<{ revision: string }>("space", SPACE);
    store.update<{ files: object[] }>("revision", space?.revision ?? "", (revision) => ({
      ...revision,
      files: [...revision.files, { id: "old", name: "old.svg", contentType: "image/svg+xml", size: 2500 }],
    }));
  });
  const ran = await org.run(fileOrphan);
  expect(ran.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["old.svg", "no page uses it (3 kB)"],
  ]);
});

test("file-orphan: what included content shows is used, and what no page shows may use more", async () => {
  const org = await organization();
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  const files = {
    "README.md": '# Start\n{% include ".gitbook/includes/limits.md" %}\n![](top.svg)',
    ".gitbook/includes/limits.md": "![](../assets/limits.svg)",
    ".gitbook/assets/limits.svg": svg,
    "top.svg": svg,
  };
  await org.write(files);
  expect((await org.run(fileOrphan)).status).toBe("pass");
  const other = await organization();
  const spare = { ".gitbook/includes/spare.md": "![](../assets/spare.svg)", ".gitbook/assets/spare.svg": svg };
  await other.write({ ...files, ...spare });
  expect((await other.run(fileOrphan)).messages).toEqual([
    'no page uses it (1 kB); no page shows the reusable content "Spare", which may use it',
  ]);
});

test("variable-missing: expressions of spaces and pages, but not in code", async () => {
  const org = await organization();
  await org.write({
    "README.md":
      "---\nvars:\n  own: a\n---\n# Start\n{{ space.vars.limit }} {{ page.vars.own }} {{ page.vars.other }}\n\n`{{ space.vars.code }}`\n\n```\n{{ space.vars.block }}\n```\n",
  });
  const ran = await org.run(variableMissing);
  expect(ran.messages).toEqual([
    "uses page.vars.other, which is not defined",
    "uses space.vars.limit, which is not defined",
  ]);
  const other = await organization();
  await other.write({
    "README.md": '# Start\n{{ space.vars.limit }} <code class="expression">space.vars.the\\_end</code>',
    ".gitbook/vars.yaml": "limit: ten\nthe_end: never\n",
  });
  expect(await other.run(variableMissing)).toMatchObject({ status: "pass", looked: 1 });
});

test("page-old: by the time of each page, and none without a time", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start", "setup.md": "# Setup" });
  org.advance(300 * DAY);
  await org.write({ "setup.md": "# Setup\n\nNew." });
  expect((await org.run(pageOld)).status).toBe("pass");
  org.advance(70 * DAY);
  const ran = await org.run(pageOld);
  expect(ran.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["Start", "unchanged for 370 days"],
  ]);
  expect((await org.run(pageOld, { days: 30 })).messages).toHaveLength(2);
  org.reply(/content\/pages/, 200, { pages: [{ id: "p1", title: "One", type: "document", path: "one" }] });
  expect((await org.run(pageOld)).status).toBe("not-evaluable");
});

test("page-title-twice: beside each other, however it is spelled", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start",
    "a.md": "# Over  view",
    "b.md": "# over view",
    "deep/README.md": "# Over view",
    "deep/c.md": "# Over view",
  });
  const ran = await org.run(pageTitleTwice);
  expect(ran.failing.map(({ place, message }) => [place?.path, message])).toEqual([
    ["b", "has the same title as a, beside it"],
    ["deep", "has the same title as a, beside it"],
  ]);
  const other = await organization();
  await other.write({ "one/README.md": "# One", "one/a.md": "# A", "two/README.md": "# Two", "two/a.md": "# A" });
  expect(await other.run(pageTitleTwice)).toMatchObject({ status: "pass", looked: 1 });
});

test("cover-missing: a file that is gone, and one request only where there are covers", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start" });
  expect((await org.run(coverMissing)).sent.filter((line) => line.includes("/files"))).toEqual([]);
  const cover = (ref: string, refDark?: string) => ({
    ref: { file: ref },
    ...(refDark && { refDark: { file: refDark } }),
  });
  org.reply(/content\/files/, 200, { count: 1, items: [{ id: "f1", name: "a.png" }] });
  org.reply(/content\/pages/, 200, {
    pages: [
      { id: "p1", title: "One", path: "one", cover: cover("f1") },
      { id: "p2", title: "Two", path: "two", cover: cover("f1", "f2") },
      { id: "p3", title: "Three", path: "three", cover: { ref: { kind: "url" } } },
    ],
  });
  const ran = await org.run(coverMissing);
  expect(ran.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["Two", "its cover is the file f2, which does not exist"],
  ]);
});

test("link-insecure: http, but for this machine, networks and examples", async () => {
  const org = await organization();
  const hosts = [
    "localhost:3000",
    "10.0.0.7",
    "nas.local",
    "intranet",
    "[::1]",
    "example.com",
    "api.example.org",
    "x.test",
  ];
  const links = ["http://status.harbor.org/a", "https://harbor.org", ...hosts.map((host) => `http://${host}/`)];
  await org.write({ "README.md": `# Start\n\n${links.map((link) => `[x](${link})`).join(" ")}` });
  expect((await org.run(linkInsecure)).messages).toEqual([
    "links to http://status.harbor.org/a, which is not encrypted",
  ]);
  await org.write({ "README.md": "# Start\n\n[x](https://harbor.org)" });
  expect((await org.run(linkInsecure)).status).toBe("pass");
});
