import { expect, test } from "vitest";
import collectionEmpty from "../../src/checks/rules/content/collection-empty.js";
import linksBroken from "../../src/checks/rules/content/links-broken.js";
import spaceLockedLong from "../../src/checks/rules/content/space-locked-long.js";
import { DAY, ORG, organization, putSpace, SPACE } from "./harness.js";

test("links-broken", async () => {
  const org = await organization();
  await org.write({
    "README.md": "# Start\n[setup](setup.md) [gone](gone.md)",
    "setup.md": "# Setup\n[gone](gone.md)",
  });
  const ran = await org.run(linksBroken);
  expect(ran).toMatchObject({ status: "fail", looked: 1 });
  expect(ran.messages).toEqual(["readme and 1 other page links to gone.md, which does not exist"]);
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
