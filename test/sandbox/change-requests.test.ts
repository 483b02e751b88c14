import { describe, expect, test } from "vitest";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { HOUR, ORG, OTHER_ORG, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

const BASE = `/v1/spaces/${SPACE}/change-requests`;
const box = useTestSandbox({ load });

const pages = (texts: Record<string, string>) =>
  Object.entries(texts).map(([id, markdown]) => ({
    id,
    title: id,
    markdown,
    createdAt: "2025-06-01T08:00:00.000Z",
    updatedAt: "2025-06-01T08:00:00.000Z",
  }));

function load(context: HandlerContext): void {
  smallOrganization(context);
  const first = createRevision(context, { space: SPACE, type: "edits", pages: pages({ intro: "One.", end: "Two." }) });
  setSpaceRevision(context, SPACE, first);
}

const create = async (subject?: string) => (await box.call("POST", BASE, subject ? { subject } : {})).json;
const post = (number: number | string, action: string) => box.call("POST", `${BASE}/${number}/${action}`);
const get = async (number: number | string) => (await box.call("GET", `${BASE}/${number}`)).json;
const space = async () => (await box.call("GET", `/v1/spaces/${SPACE}`)).json;

/** Give a change request, or without a number the main content, other texts. */
const edit = (texts: Record<string, string>, number?: number) =>
  box.change((context) => {
    const revision = createRevision(context, { space: SPACE, type: "edits", pages: pages(texts) });
    if (number === undefined) return setSpaceRevision(context, SPACE, revision);
    const found = context.store.all<{ id: string }>("change-request", SPACE, { number })[0];
    context.store.update("change-request", found?.id ?? "", (value) => ({ ...value, revision }));
    return undefined;
  });

/** The Markdown of each page of the main content or of a change request. */
const texts = (revision: string) =>
  box.change(({ store }) => {
    const { pages } = store.get<{ pages: { id: string; document: string }[] }>("revision", revision) ?? { pages: [] };
    return Object.fromEntries(
      pages.map(({ id, document }) => [id, store.get<{ markdown: string }>("document", document)?.markdown]),
    );
  });

describe("creating and reading", () => {
  test("a new one is a draft with the next number and starts from the main content", async () => {
    const main = await space();
    const answer = await box.call("POST", BASE, { subject: "Shorter intro", agentTaskId: "task" });
    expect(answer.status).toBe(201);
    const { id, revision, ...rest } = answer.json;
    expect(rest).toEqual({
      object: "change-request",
      number: 1,
      status: "draft",
      subject: "Shorter intro",
      createdBy: {
        object: "user",
        id: "uA5mJr9TyBq3ZxKd7WnE",
        displayName: "Ada Quill",
        email: "ada@harbor.example",
      },
      createdAt: "2026-01-15T10:00:00.000Z",
      updatedAt: "2026-01-15T10:00:00.000Z",
      revisionInitial: main.revision,
      comments: 0,
      outdated: false,
      urls: {
        location: `https://docs.sandbox.invalid/v1/spaces/${SPACE}/change-requests/${id}`,
        app: `https://docs.sandbox.invalid/o/${ORG}/s/${SPACE}/~/changes/1`,
      },
    });
    expect(revision).not.toBe(main.revision);
    expect(await texts(revision)).toEqual({ intro: "One.", end: "Two." });
    expect((await create()).number).toBe(2);
    expect(await space()).toMatchObject({ changeRequests: 2, changeRequestsOpen: 0, changeRequestsDraft: 2 });
  });

  test("id and number name the same one; others are 404", async () => {
    const { id } = await create("a");
    expect((await get(1)).id).toBe(id);
    expect((await get(id)).number).toBe(1);
    for (const name of ["2", "01x", "none"]) {
      expect((await box.call("GET", `${BASE}/${name}`)).status).toBe(404);
    }
    expect((await box.call("GET", `/v1/spaces/none/change-requests/${id}`)).status).toBe(404);
  });

  test("the list shows open ones unless a status is given", async () => {
    for (const subject of ["a", "b", "c"]) await create(subject);
    await box.call("PATCH", `${BASE}/2`, { status: "open" });
    const list = async (query: string) =>
      (await box.call("GET", `${BASE}${query}`)).json.items.map((item: { subject: string }) => item.subject);
    expect(await list("")).toEqual(["b"]);
    expect(await list("?status=open")).toEqual(["b"]);
    expect(await list("?status=draft")).toEqual(["a", "c"]);
    expect(await list("?status=merged")).toEqual([]);
    expect((await box.call("GET", `${BASE}?status=none`)).json.error.message).toBe(
      "status must be one of draft, open, archived, merged",
    );
    const first = await box.call("GET", `${BASE}?status=draft&limit=1`);
    expect(first.json.count).toBe(2);
    expect(await list(`?status=draft&limit=1&page=${first.json.next.page}`)).toEqual(["c"]);
  });

  test("contributor keeps those that the user created or changed", async () => {
    await create("mine");
    await box.change(({ store }) => {
      store.all<{ id: string; subject: string }>("change-request", SPACE).forEach(({ id }) => {
        store.update("change-request", id, (value) => ({ ...value, createdBy: { id: "other" } }));
      });
    });
    await create("created");
    const list = async (user: string) =>
      (await box.call("GET", `${BASE}?status=draft&contributor=${user}`)).json.items.map(
        (item: { subject: string }) => item.subject,
      );
    expect(await list("other")).toEqual(["mine"]);
    expect(await list("uA5mJr9TyBq3ZxKd7WnE")).toEqual(["created"]);
    await edit({ intro: "New.", end: "Two." });
    expect((await post(1, "update")).json.result).toBe("update");
    expect(await list("uA5mJr9TyBq3ZxKd7WnE")).toEqual(["mine", "created"]);
    expect(await list("nobody")).toEqual([]);
  });

  test("a subject over 100 characters is 400", async () => {
    expect((await box.call("POST", BASE, { subject: "x".repeat(101) })).status).toBe(400);
    expect((await box.call("POST", BASE, { subject: "🛒".repeat(100) })).status).toBe(201);
    expect((await box.call("PATCH", `${BASE}/1`, { subject: "x".repeat(101) })).status).toBe(400);
  });
});

describe("changing", () => {
  test("status and subject change in one call and the counters follow", async () => {
    await create("a");
    box.advance(HOUR);
    const { status, json } = await box.call("PATCH", `${BASE}/1`, { status: "open", subject: "b" });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "open", subject: "b", updatedAt: "2026-01-15T11:00:00.000Z" });
    expect(await space()).toMatchObject({ changeRequests: 1, changeRequestsOpen: 1, changeRequestsDraft: 0 });
    await box.call("PATCH", `${BASE}/1`, { status: "archived" });
    expect(await space()).toMatchObject({ changeRequests: 1, changeRequestsOpen: 0, changeRequestsDraft: 0 });
    await box.call("PATCH", `${BASE}/1`, { status: "draft" });
    expect(await space()).toMatchObject({ changeRequests: 1, changeRequestsOpen: 0, changeRequestsDraft: 1 });
  });

  test("merged cannot be set, and a merged one keeps its status", async () => {
    await create("a");
    expect((await box.call("PATCH", `${BASE}/1`, { status: "merged" })).status).toBe(400);
    await post(1, "merge");
    expect((await box.call("PATCH", `${BASE}/1`, { status: "open" })).status).toBe(409);
    expect((await box.call("PATCH", `${BASE}/1`, { subject: "named later" })).json).toMatchObject({
      status: "merged",
      subject: "named later",
    });
  });
});

describe("merging", () => {
  test("the space takes the content; other change requests are behind", async () => {
    await create("a");
    await create("b");
    await edit({ intro: "One, shorter.", end: "Two." }, 1);
    const { status, json } = await post(1, "merge");
    expect(status).toBe(200);
    expect(json).toEqual({ revision: expect.stringMatching(/^[A-Za-z]/), result: "merge" });
    expect(await space()).toMatchObject({ revision: json.revision, changeRequests: 2, changeRequestsDraft: 1 });
    expect(await texts(json.revision)).toEqual({ intro: "One, shorter.", end: "Two." });
    expect(await get(1)).toMatchObject({ status: "merged", revisionMerged: json.revision, outdated: false });
    expect(await get(2)).toMatchObject({ status: "draft", outdated: true });
    expect(await get(2)).not.toHaveProperty("revisionMerged");
  });

  test("a second merge and the merge of an archived one are 409", async () => {
    await create("a");
    await create("b");
    await box.call("PATCH", `${BASE}/1`, { status: "open" });
    expect((await post(1, "merge")).status).toBe(200);
    const again = await post(1, "merge");
    expect([again.status, again.json.error.message]).toEqual([409, "change request 1 is merged"]);
    await box.call("PATCH", `${BASE}/2`, { status: "archived" });
    expect((await post(2, "merge")).status).toBe(409);
    expect((await post(2, "update")).status).toBe(409);
  });

  test("a locked space is 403 and stays as it is", async () => {
    await create("a");
    const before = await space();
    await box.call("PATCH", `/v1/spaces/${SPACE}`, { editMode: "locked" });
    expect((await post(1, "merge")).status).toBe(403);
    expect((await space()).revision).toBe(before.revision);
    expect((await get(1)).status).toBe("draft");
  });

  test("changes of different pages are joined", async () => {
    await create("a");
    await edit({ intro: "One, changed.", end: "Two." }, 1);
    await edit({ intro: "One.", end: "Two, changed." });
    const { json } = await post(1, "merge");
    expect(json.result).toBe("merge");
    expect(await texts(json.revision)).toEqual({ intro: "One, changed.", end: "Two, changed." });
  });

  test("the same page changed on both sides is a conflict, and nothing changes", async () => {
    await create("a");
    await edit({ intro: "Mine.", end: "Two." }, 1);
    await edit({ intro: "Theirs.", end: "Two." });
    const before = [await space(), await get(1)];
    for (const action of ["merge", "update"]) {
      const answer = await post(1, action);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ revision: before[1].revision, result: "conflicts" });
    }
    expect([await space(), await get(1)]).toEqual(before);
  });
});

describe("updating from the main content", () => {
  test("it takes the main content in and is no longer behind", async () => {
    await create("a");
    await edit({ intro: "Mine.", end: "Two." }, 1);
    await edit({ intro: "One.", end: "Two, main." });
    expect((await get(1)).outdated).toBe(true);
    const main = await space();
    const { status, json } = await post(1, "update");
    expect(status).toBe(200);
    expect(json).toEqual({ revision: expect.stringMatching(/^[A-Za-z]/), result: "update" });
    expect(await texts(json.revision)).toEqual({ intro: "Mine.", end: "Two, main." });
    expect(await get(1)).toMatchObject({
      status: "draft",
      revision: json.revision,
      revisionMergedAncestor: main.revision,
      outdated: false,
    });
    expect((await space()).revision).toBe(main.revision);
  });

  test("the next merge compares with what was pulled in", async () => {
    await create("a");
    await edit({ intro: "One.", end: "Main." });
    await post(1, "update");
    await edit({ intro: "One.", end: "Main, then mine." }, 1);
    const { json } = await post(1, "merge");
    expect(json.result).toBe("merge");
    expect(await texts(json.revision)).toEqual({ intro: "One.", end: "Main, then mine." });
  });

  test("without news it stays as it is and says so", async () => {
    const { revision } = await create("a");
    expect((await post(1, "update")).json).toEqual({ revision, result: "update" });
    expect((await get(1)).revisionMergedAncestor).toBe((await space()).revision);
  });
});

test("requests that come at the same time are answered one after the other", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => box.call("POST", BASE, {})));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(answers.map(({ json }) => json.number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await space()).toMatchObject({ changeRequests: 20, changeRequestsDraft: 20 });
});

test("numbers go on after a transfer and in each space by itself", async () => {
  await create("a");
  await box.call("POST", `/v1/spaces/${SPACE}/transfer`, { organization: OTHER_ORG });
  expect((await create("b")).number).toBe(2);
  const copy = await box.call("POST", `/v1/spaces/${SPACE}/duplicate`);
  expect((await box.call("POST", `/v1/spaces/${copy.json.id}/change-requests`, {})).json.number).toBe(1);
});
