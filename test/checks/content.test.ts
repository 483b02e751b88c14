import { expect, test } from "vitest";
import { linkOutside, linksBroken } from "../../src/checks/rules/links.js";
import {
  collectionEmpty,
  commentsOld,
  gitSyncBehind,
  spaceEmpty,
  spaceLockedLong,
  spaceOrphan,
} from "../../src/checks/rules/spaces.js";
import { DAY, expectBothOutcomes, ORG, organization, putSpace, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url);

test("links-broken: where the page has moved is known from a history", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[a](Old/Setup.md) [b](old/gone.md) [c](new/setpu.md)",
    "new/setup.md": "# Setup",
  });
  const { pages } = await org.send("GET", `/v1/spaces/${SPACE}/content/pages`);
  const { id } = pages.flatMap((page: { pages: object[] }) => page.pages)[0];
  const former = new Map([
    [`${SPACE}/old/setup`, id],
    [`${SPACE}/old/gone`, "deletedPage000000000"],
    [`${SPACE}/new/setpu`, "deletedPage000000000"],
  ]);
  expect((await org.run(linksBroken, { former })).messages).toEqual([
    "links to Old/Setup.md, a page that does not exist (moved to: new/setup)",
    "links to new/setpu.md, a page that does not exist (nearest: new/setup)",
    "links to old/gone.md, a page that does not exist",
  ]);
});

test("links-broken: a finding for each page, which says what is missing and what is like it", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[setup](setup.md) [gone](gone.md) [part](setup.md#instal)",
    "setup.md": "# Setup\n\n## Install\n\n## Remove\n\n[gone](gone.md) ![plan](.gitbook/assets/plan.png)",
    "deep/more.md": "# More\n[setup](setpu.md) [moved](reset.md)",
    "other/reset.md": "# Reset",
  });
  const ran = await org.run(linksBroken);
  expect(ran).toMatchObject({ status: "fail", looked: 1 });
  const found = ran.failing.map(({ object, message, place }) => [object?.title, place?.path, message]);
  expect(found).toEqual([
    ["Start", "readme", "links to gone.md, a page that does not exist"],
    ["Setup", "setup", "links to gone.md, a page that does not exist"],
    ["Start", "readme", "links to setup#instal, a section that its page does not have (nearest: #install)"],
    ["Setup", "setup", "links to .gitbook/assets/plan.png, a file that does not exist"],
    ["More", "deep/more", "links to deep/setpu.md, a page that does not exist (nearest: setup)"],
    ["More", "deep/more", "links to deep/reset.md, a page that does not exist (nearest: other/reset)"],
  ]);
  expect(new Set(ran.failing.map(({ fingerprint }) => fingerprint)).size).toBe(found.length);
  const [first, second] = ran.failing;
  expect(first).toMatchObject({
    rule: "links-broken",
    severity: "error",
    object: { kind: "page", title: "Start", url: expect.stringMatching(/\/readme$/) },
    within: { kind: "space", id: SPACE, title: "Guide" },
    fix: { words: ["pages", "view", first?.object?.id, "--space", SPACE, "--web"] },
    place: { path: "readme", text: "gone.md" },
  });
  expect(second?.formerly).toBe(first?.formerly);
  expect(ran.sent).toEqual([
    `GET /v1/orgs/${ORG}/spaces?limit=1000`,
    `GET /v1/spaces/${SPACE}/links?limit=1`,
    `GET /v1/spaces/${SPACE}/links?limit=1000`,
    expect.stringContaining(`GET /v1/spaces/${SPACE}/content/pages?`),
    expect.stringContaining(`GET /v1/spaces/${SPACE}/content/page/`),
    // The others that have a finding: a comment in them may ignore it.
    expect.stringContaining(`GET /v1/spaces/${SPACE}/content/page/`),
    expect.stringContaining(`GET /v1/spaces/${SPACE}/content/page/`),
  ]);
});

test("links-broken: of pages with one name the one in the most similar folder, as its file is written", async () => {
  const org = await organization();
  await org.write({
    "README.md":
      "# Start\n[a](/docs/cloud/guide/limits) [b](guide/deep/Reset.md) [c](cloud/events/CRON.md) [d](cloud/evnts/sqs.md)",
    "aaa/guide/limits.md": "# Limits",
    "cloud/guide/limits.md": "# Limits",
    "cloud/limits.md": "# Limits",
    "aaa/reset.md": "# Reset",
    "guide/reset.md": "# Reset",
    "cloud/events/Cron.md": "# Cron",
    "cloud/events/sqs.md": "# Queues",
  });
  org.between((path, { status, json }) => ({
    status,
    json: path.includes("/content/pages")
      ? JSON.parse(
          JSON.stringify(json).replace('"path":"cloud/events/cron"', '$&,"git":{"path":"cloud/events/Cron.md"}'),
        )
      : json,
  }));
  expect((await org.run(linksBroken)).messages.sort()).toEqual([
    "links to cloud/events/CRON.md, a page that does not exist (nearest: cloud/events/Cron.md)",
    "links to cloud/evnts/sqs.md, a page that does not exist (nearest: cloud/events/sqs)",
    "links to docs/cloud/guide/limits, a page that does not exist (nearest: cloud/guide/limits)",
    "links to guide/deep/Reset.md, a page that does not exist (nearest: guide/reset)",
  ]);
});

test("links-broken: a finding stands where pages and texts are denied", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[a](setpu.md) [b](setup.md#instal)", "setup.md": "# Setup\n\n## Install" });
  org.reply(/\/content\/page/, 403);
  const ran = await org.run(linksBroken);
  expect(ran.messages).toEqual([
    "links to setpu.md, a page that does not exist",
    "links to setup#instal, a section that its page does not have",
  ]);
  expect(ran.failing[0]?.object?.url).toBeNull();
});

test("links-broken: headings of a few pages are read, whatever the number of links", async () => {
  const org = await organization();
  const names = Array.from({ length: 9 }, (_, at) => `p${at}`);
  await org.write({
    "README.md": `# Start\n${names.map((name) => `[x](${name}.md#instal)`).join(" ")}`,
    ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\n## Install`])),
  });
  const ran = await org.run(linksBroken);
  expect(ran.messages).toHaveLength(9);
  expect(ran.messages.filter((message) => message.includes("(nearest: #install)"))).toHaveLength(5);
  // And the page with the findings, for its comments.
  expect(ran.sent.filter((line) => line.includes("/content/page/"))).toHaveLength(5 + 1);
});

test("link-outside: its own rule, off unless it is named", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[license](../LICENSE.md) [gone](gone.md)" });
  expect((await org.run(linkOutside)).messages).toEqual([
    "links to ../LICENSE.md, which is outside the imported folder",
  ]);
  expect((await org.run(linksBroken)).messages).toEqual(["links to gone.md, a page that does not exist"]);
  expect(linkOutside.off).toBeDefined();
  const other = await organization();
  await other.write({ "README.md": "# Start\n[gone](gone.md)" });
  expect(await other.run(linkOutside)).toMatchObject({ status: "pass", looked: 1 });
});

test("links-broken: statistics without a broken link are enough", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[setup](setup.md)", "setup.md": "# Setup" });
  const ran = await org.run(linksBroken);
  expect(ran).toMatchObject({ status: "pass", looked: 1, findings: [] });
  expect(ran.sent).toEqual([`GET /v1/orgs/${ORG}/spaces?limit=1000`, `GET /v1/spaces/${SPACE}/links?limit=1`]);
});

test("links-broken: fingerprints stay when titles change, and differ by target", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[a](gone.md) [b](lost.md)" });
  const before = (await org.run(linksBroken)).failing.map(({ fingerprint }) => fingerprint);
  await org.send("PATCH", `/v1/spaces/${SPACE}`, { title: "Handbook" });
  org.advance(DAY);
  const after = (await org.run(linksBroken)).failing.map(({ fingerprint }) => fingerprint);
  expect(new Set(before).size).toBe(2);
  expect(after).toEqual(before);
});

test("space-locked-long", async () => {
  const org = await organization();
  await org.send("PATCH", `/v1/spaces/${SPACE}`, { editMode: "locked" });
  org.advance(45 * DAY);
  const ran = await org.run(spaceLockedLong);
  expect(ran.messages).toEqual(["locked, and unchanged for 45 days"]);
  expect(ran.failing[0]?.fix).toEqual({
    words: ["spaces", "edit", SPACE, "--edit-mode", "live"],
    change: { endpoint: "updateSpace", params: { spaceId: SPACE }, body: { editMode: "live" } },
  });
  expect((await org.run(spaceLockedLong, { days: 60 })).status).toBe("pass");
  await org.send("PATCH", `/v1/spaces/${SPACE}`, { editMode: "live" });
  org.advance(45 * DAY);
  expect((await org.run(spaceLockedLong)).status).toBe("pass");
});

test("collection-empty", async () => {
  const org = await organization();
  const { id: top } = await org.send("POST", `/v1/orgs/${ORG}/collections`, { title: "Top" });
  const { id: inner } = await org.send("POST", `/v1/orgs/${ORG}/collections`, { title: "Inner", parent: top });
  const ran = await org.run(collectionEmpty);
  expect(ran.failing.map(({ object }) => object?.title)).toEqual(["Inner"]);
  await org.change((context) => putSpace(context, { id: "inInner0000000000001", title: "In it", parent: inner }));
  expect(await org.run(collectionEmpty)).toMatchObject({ status: "pass", looked: 2 });
});

test("space-empty: groups and links are no pages", async () => {
  const org = await organization();
  const ran = await org.run(spaceEmpty);
  expect(ran.messages).toEqual(["has no pages"]);
  expect(ran.failing[0]?.fix?.change).toEqual({ endpoint: "deleteSpace", params: { spaceId: SPACE } });
  await org.write({ "README.md": "# Start" });
  expect((await org.run(spaceEmpty)).status).toBe("pass");
});

test("space-orphan: in no collection, and on no site", async () => {
  const org = await organization();
  expect((await org.run(spaceOrphan)).messages).toEqual(["in no collection, and on no site"]);
  const { id: site } = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Site" });
  expect((await org.run(spaceOrphan)).status).toBe("fail");
  await org.send("POST", `/v1/orgs/${ORG}/sites/${site}/site-spaces`, { spaceId: SPACE });
  expect((await org.run(spaceOrphan)).status).toBe("pass");
  org.reply(/site-spaces/, 403);
  expect((await org.run(spaceOrphan)).status).toBe("not-evaluable");
  const other = await organization();
  const { id: parent } = await other.send("POST", `/v1/orgs/${ORG}/collections`, { title: "Guides" });
  await other.send("POST", `/v1/spaces/${SPACE}/move`, { parent });
  expect((await other.run(spaceOrphan)).status).toBe("pass");
});

test("git-sync-behind: content counts, settings do not", async () => {
  const org = await organization();
  const sync = (updatedAt: string) =>
    org.change(({ store }) =>
      store.update<object>("space", SPACE, (space) => ({ ...space, gitSync: { repoName: "tern/guide", updatedAt } })),
    );
  await sync("2026-01-15T09:00:00.000Z");
  org.advance(3 * DAY);
  await org.send("PATCH", `/v1/spaces/${SPACE}`, { title: "Handbook" });
  expect((await org.run(gitSyncBehind)).status).toBe("pass");
  await org.write({ "README.md": "# Start" });
  expect((await org.run(gitSyncBehind)).status).toBe("pass");
  org.advance(3 * DAY);
  expect((await org.run(gitSyncBehind)).messages).toEqual(["changed 3 days ago, after the last sync with tern/guide"]);
  await sync("2026-01-21T09:00:00.000Z");
  expect((await org.run(gitSyncBehind)).status).toBe("pass");
});

test("comments-old: open ones alone", async () => {
  const org = await organization();
  const post = (markdown: string) => org.send("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown } });
  const { id } = await post("Is this\n\nstill true?");
  const { id: done } = await post("Thanks");
  await org.send("PUT", `/v1/spaces/${SPACE}/comments/${done}`, { resolved: true });
  org.advance(91 * DAY);
  await post("New");
  const ran = await org.run(commentsOld);
  expect(ran.failing.map(({ object, message }) => [object, message])).toEqual([
    [expect.objectContaining({ kind: "comment", id, title: "Is this still true?" }), "open for 91 days"],
  ]);
  await org.send("PUT", `/v1/spaces/${SPACE}/comments/${id}`, { resolved: true });
  expect((await org.run(commentsOld)).status).toBe("pass");
});
