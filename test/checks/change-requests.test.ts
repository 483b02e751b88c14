import { expect, test } from "vitest";
import {
  crAuthorGone,
  crDraftOld,
  crNoSubject,
  crOutdated,
  crOverlap,
  crStale,
  crUnresolvedComments,
} from "../../src/checks/rules/change-requests.js";
import { crBrokenLinks } from "../../src/checks/rules/changed-links.js";
import { DAY, expectBothOutcomes, type Organization, organization, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url);

const CRS = `/v1/spaces/${SPACE}/change-requests`;

/** Its id; each begins a minute after what was before it. */
async function open(org: Organization, subject = "Words", status = "open"): Promise<string> {
  org.advance(60_000);
  const { id } = await org.send("POST", CRS, { subject });
  if (status !== "draft") await org.send("PATCH", `${CRS}/${id}`, { status });
  org.advance(60_000);
  return id;
}

test("cr-stale and cr-draft-old, each of its status", async () => {
  const org = await organization();
  const id = await open(org);
  await open(org, "Later", "draft");
  expect((await org.run(crStale)).status).toBe("pass");
  expect((await org.run(crDraftOld)).status).toBe("pass");
  org.advance(61 * DAY);
  const stale = await org.run(crStale);
  expect(stale.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["#1 Words", "open, and unchanged for 61 days"],
  ]);
  expect(stale.failing[0]).toMatchObject({
    within: { kind: "space", title: "Guide" },
    fix: {
      words: ["cr", "close", id, "--space", SPACE],
      change: {
        endpoint: "updateChangeRequest",
        params: { spaceId: SPACE, changeRequestId: id },
        body: { status: "archived" },
      },
    },
  });
  expect((await org.run(crDraftOld)).failing.map(({ object }) => object?.title)).toEqual(["#2 Later"]);
  await org.send("PATCH", `${CRS}/${id}`, { status: "archived" });
  expect(await org.run(crStale)).toMatchObject({ status: "pass", looked: 1 });
});

test("cr-no-subject", async () => {
  const org = await organization();
  const id = await open(org, "");
  expect((await org.run(crNoSubject)).failing.map(({ object }) => object?.title)).toEqual(["#1"]);
  await org.send("PATCH", `${CRS}/${id}`, { subject: "Words" });
  expect(await org.run(crNoSubject)).toMatchObject({ status: "pass", looked: 1 });
});

test("cr-outdated", async () => {
  const org = await organization();
  const id = await open(org);
  await org.write({ "README.md": "# Start" });
  expect((await org.run(crOutdated)).messages).toEqual(["behind the content of its space"]);
  await org.send("POST", `${CRS}/${id}/update`);
  expect(await org.run(crOutdated)).toMatchObject({ status: "pass", looked: 1 });
});

test("cr-unresolved-comments", async () => {
  const org = await organization();
  const id = await open(org);
  const { id: comment } = await org.send("POST", `${CRS}/${id}/comments`, { body: { markdown: "Why?" } });
  const ran = await org.run(crUnresolvedComments);
  expect(ran.messages).toEqual(["1 open comment"]);
  expect(ran.failing[0]?.fix?.words).toEqual(["comments", "list", "--cr", id, "--status", "open", "--space", SPACE]);
  await org.send("PUT", `${CRS}/${id}/comments/${comment}`, { resolved: true });
  expect(await org.run(crUnresolvedComments)).toMatchObject({ status: "pass", looked: 1 });
});

test("cr-author-gone: no member, or a disabled one; one request for one change request", async () => {
  const org = await organization();
  const id = await open(org);
  expect(await org.run(crAuthorGone)).toMatchObject({ status: "pass", looked: 1 });
  const author = (fields: object) =>
    org.change(({ store }) =>
      store.update<object>("change-request", id, (value) => ({ ...value, createdBy: { object: "user", ...fields } })),
    );
  await author({ id: "gone", displayName: "Jonas Weber" });
  expect((await org.run(crAuthorGone)).messages).toEqual(["its author Jonas Weber is no longer a member"]);
  const one = await org.run(crAuthorGone, { scope: { space: SPACE, changeRequest: id } });
  expect(one.status).toBe("fail");
  expect(one.sent.filter((path) => path.includes("/members"))).toEqual([
    "GET /v1/orgs/testOrganization0001/members/gone",
  ]);
});

test("cr-broken-links: only what the change request breaks, in pages that it leaves alone too", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[setup](setup.md) [old](old.md)",
    "setup.md": "# Setup",
    "more.md": "# More",
  });
  const id = await open(org);
  await org.write({ "more.md": "# More\n[lost](lost.md)" }, { cr: id });
  const ran = await org.run(crBrokenLinks);
  expect(ran.messages).toEqual(["more would link to lost.md, which does not exist"]);
  expect(ran.failing[0]).toMatchObject({
    object: { kind: "page", title: "More" },
    within: { kind: "space", id: SPACE },
    place: { path: "more", text: "lost.md" },
  });
  await org.write({ "more.md": "# More\n[setup](setup.md)" }, { cr: id });
  expect(await org.run(crBrokenLinks)).toMatchObject({ status: "pass", looked: 1 });
  // Taken away from under a page that links to it.
  await org.change(({ store }) => {
    const revision = store.get<{ revision: string }>("change-request", id)?.revision ?? "";
    store.update<{ pages: { path: string }[] }>("revision", revision, (value) => ({
      ...value,
      pages: value.pages.filter(({ path }) => path !== "setup"),
    }));
  });
  expect((await org.run(crBrokenLinks)).messages).toEqual([
    "more would link to setup.md, which does not exist",
    "readme would link to setup.md, which does not exist",
  ]);
});

test("R87: cr-broken-links: what the space has mended meanwhile is no finding, and no pass", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n[old](old.md)", "more.md": "# More" });
  const id = await open(org);
  await org.write({ "more.md": "# More, and more" }, { cr: id });
  org.advance(60_000);
  await org.write({ "README.md": "# Start\n[more](more.md)" });
  expect(await org.run(crBrokenLinks)).toMatchObject({ status: "skipped", messages: [], looked: 0 });
});

test("cr-overlap: a pair is told once, of one alone all are told", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start", "more.md": "# More" });
  const first = await open(org, "One");
  const second = await open(org, "Two");
  await org.write({ "more.md": "# More, and more" }, { cr: first });
  expect((await org.run(crOverlap)).status).toBe("pass");
  // A later time alone is no change.
  await org.write({ "more.md": "# More" }, { cr: second });
  await org.change(({ store }) => {
    const revision = store.get<{ revision: string }>("change-request", second)?.revision ?? "";
    store.update<{ pages: object[] }>("revision", revision, (value) => ({
      ...value,
      pages: value.pages.map((page) => ({ ...page, updatedAt: "2026-01-15T11:00:00.000Z" })),
    }));
  });
  expect((await org.run(crOverlap)).status).toBe("pass");
  await org.write({ "more.md": "# More or less" }, { cr: second });
  const ran = await org.run(crOverlap);
  expect(ran.failing.map(({ object, message }) => [object?.title, message])).toEqual([
    ["#2 Two", "#1 changes more, too: they may conflict"],
  ]);
  const one = await org.run(crOverlap, { scope: { space: SPACE, changeRequest: first } });
  expect(one.messages).toEqual(["#2 changes more, too: they may conflict"]);
  await org.write({ "README.md": "# Start here" }, { cr: first });
  await org.write({ "README.md": "# Start there" }, { cr: second });
  const two = await org.run(crOverlap);
  expect(two.messages).toEqual(["#1 changes readme and 1 other page, too: they may conflict"]);
  await org.send("PATCH", `${CRS}/${second}`, { status: "archived" });
  expect(await org.run(crOverlap)).toMatchObject({ status: "pass", looked: 1 });
});
