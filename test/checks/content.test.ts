import { expect, test } from "vitest";
import collectionEmpty from "../../src/checks/rules/content/collection-empty.js";
import commentsOld from "../../src/checks/rules/content/comments-old.js";
import gitSyncBehind from "../../src/checks/rules/content/git-sync-behind.js";
import linksBroken from "../../src/checks/rules/content/links-broken.js";
import spaceEmpty from "../../src/checks/rules/content/space-empty.js";
import spaceLockedLong from "../../src/checks/rules/content/space-locked-long.js";
import spaceOrphan from "../../src/checks/rules/content/space-orphan.js";
import { DAY, ORG, organization, putSpace, SPACE } from "./harness.js";

test("links-broken", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[setup](setup.md) [gone](gone.md)",
    "setup.md": "# Setup\n[gone](gone.md)",
  });
  const ran = await org.run(linksBroken);
  expect(ran).toMatchObject({ status: "fail", looked: 1 });
  expect(ran.messages).toEqual(["readme and 1 other page link to gone.md, which does not exist"]);
  expect(ran.failing[0]).toMatchObject({
    rule: "links-broken",
    severity: "error",
    object: { kind: "page", title: "Start" },
    within: { kind: "space", id: SPACE, title: "Guide" },
    fix: { words: ["spaces", "links", "--broken", "--space", SPACE] },
    place: { path: "readme", text: "gone.md" },
  });
  expect(ran.sent).toEqual([
    `GET /v1/orgs/${ORG}/spaces?limit=1000`,
    `GET /v1/spaces/${SPACE}/links?limit=1`,
    `GET /v1/spaces/${SPACE}/links?limit=1000`,
  ]);
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
