import { describe, expect, it } from "vitest";
import { SPACE } from "../helpers/sandbox.js";
import { useEach } from "../helpers/set-ups.js";
import { actAs, COMMENTS, CR, CR_COMMENTS, discussionSandbox, putComment, words } from "./comments-helper.js";
import { ADA } from "./people-helper.js";

const service = useEach(discussionSandbox);

const post = async (markdown: string, path = COMMENTS, fields: object = {}) =>
  (await service.call("POST", path, { body: { markdown }, ...fields })).json;
const get = async (path: string) => (await service.call("GET", path)).json;
const put = async (path: string, body: object) => (await service.call("PUT", path, body)).json;
const spaceCount = async () => (await get(`/v1/spaces/${SPACE}`)).comments;
const changeCount = async () => (await get(CR)).comments;
const ada = { object: "user", id: ADA, displayName: "Ada Quill", email: "ada@harbor.example" };

describe("creating comments", () => {
  it("comments on a space, 200", async () => {
    const answer = await service.call("POST", COMMENTS, { body: { markdown: "Well *done*" } });
    expect(answer.status).toBe(200);
    const { id, target } = answer.json;
    expect(answer.json).toEqual({
      object: "comment",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      postedBy: ada,
      postedAt: "2026-01-15T10:00:00.000Z",
      reactions: [],
      body: { markdown: "Well *done*" },
      permissions: { view: true, edit: true, reply: true, delete: true },
      replies: 0,
      target: { space: SPACE, revision: expect.any(String) },
      urls: { location: `https://docs.sandbox.invalid/v1/spaces/${SPACE}/comments/${id}` },
      status: "open",
    });
    expect(target.revision).toBe((await get(`/v1/spaces/${SPACE}`)).revision);
    expect(await get(`${COMMENTS}/${id}`)).toEqual(answer.json);
  });

  it("comments on a change request, 200, by its number or its id", async () => {
    const change = await get(CR);
    const answer = await service.call("POST", CR_COMMENTS, { body: { markdown: "Merge it" } });
    expect(answer.status).toBe(200);
    const { id } = answer.json;
    const location = `https://docs.sandbox.invalid/v1/spaces/${SPACE}/change-requests/${change.id}/comments/${id}`;
    expect(answer.json.urls).toEqual({ location });
    expect(answer.json.target).toEqual({ changeRequest: change.id, space: SPACE, revision: change.revision });
    expect((await get(`/v1/spaces/${SPACE}/change-requests/${change.id}/comments/${id}`)).id).toBe(id);
  });

  it("takes a page, a node of it and a table cell", async () => {
    const cell = { record: "row1", definition: "column2" };
    const { target } = await post("Which cart?", COMMENTS, { page: "pageOne", node: "2", tableCell: cell });
    expect(target).toEqual({
      space: SPACE,
      revision: expect.any(String),
      page: {
        id: "pageOne",
        title: "Start",
        emoji: "1f680",
        createdAt: "2026-01-15T10:00:00.000Z",
        updatedAt: "2026-01-15T10:00:00.000Z",
        path: "start",
        outdated: false,
      },
      node: { id: "2", preview: "Charge the cart." },
      tableCell: cell,
    });
    expect((await post("x", CR_COMMENTS, { node: "nowhere" })).target.node).toEqual({ id: "nowhere" });
  });

  it("answers 404 for a page that is not there and counts nothing", async () => {
    for (const path of [COMMENTS, CR_COMMENTS]) {
      const answer = await service.call("POST", path, { body: { markdown: "x" }, page: "nowhere" });
      expect([answer.status, answer.json.error.message]).toEqual([404, 'page "nowhere" not found']);
    }
    expect([await spaceCount(), await changeCount()]).toEqual([0, 0]);
  });

  it("Comment body is an object {markdown} (or {}), not a string; required on create of comments and replies, optional on update; the empty object is accepted", async () => {
    const { id } = await post("First");
    const replies = `${COMMENTS}/${id}/replies`;
    for (const path of [COMMENTS, CR_COMMENTS, replies]) {
      const missing = await service.call("POST", path, {});
      expect([missing.status, missing.json.error.message]).toEqual([400, "body is required"]);
      const text = await service.call("POST", path, { body: "hello" });
      expect([text.status, text.json.error.message]).toEqual([400, "body must be an object"]);
      const empty = await service.call("POST", path, { body: {} });
      expect([empty.status, empty.json.body]).toEqual([200, { markdown: "" }]);
    }
    const reply = (await service.call("POST", replies, { body: { markdown: "Second" } })).json.id;
    for (const [path, text] of [
      [`${COMMENTS}/${id}`, "First"],
      [`${replies}/${reply}`, "Second"],
    ] as const) {
      expect((await put(path, {})).body).toEqual({ markdown: text });
      expect((await put(path, { body: {} })).body).toEqual({ markdown: "" });
    }
  });

  it("refuses callers who may not comment, 403", async () => {
    await actAs(service, "read");
    const answer = await service.call("POST", COMMENTS, { body: { markdown: "x" } });
    expect([answer.status, await spaceCount()]).toEqual([403, 0]);
  });
});

describe("listing comments", () => {
  it("Default order is desc, default status all", async () => {
    const { id } = await post("one");
    service.advance(1000);
    await post("two");
    service.advance(1000);
    await post("three");
    await put(`${COMMENTS}/${id}`, { resolved: true });
    expect(words(await service.call("GET", COMMENTS))).toEqual(["three", "two", "one"]);
    expect(words(await service.call("GET", `${COMMENTS}?order=asc`))).toEqual(["one", "two", "three"]);
    expect(words(await service.call("GET", `${COMMENTS}?status=resolved`))).toEqual(["one"]);
    expect(words(await service.call("GET", `${COMMENTS}?status=open&order=asc`))).toEqual(["two", "three"]);
    expect(words(await service.call("GET", `${COMMENTS}?status=all`))).toHaveLength(3);
    expect((await service.call("GET", `${COMMENTS}?status=closed`)).status).toBe(400);
    expect((await service.call("GET", `${COMMENTS}?order=up`)).status).toBe(400);
  });

  it("pages through comments, newest first, filtered or not", async () => {
    for (const text of ["one", "two", "three"]) await post(text, COMMENTS, { page: "pageOne" });
    for (const filter of ["", "&targetPage=pageOne"]) {
      const first = await service.call("GET", `${COMMENTS}?limit=2${filter}`);
      expect([words(first), first.json.count]).toEqual([["three", "two"], 3]);
      const rest = await service.call("GET", `${COMMENTS}?limit=2${filter}&page=${first.json.next.page}`);
      expect([words(rest), rest.json.next]).toEqual([["one"], undefined]);
    }
  });

  it("filters by page and by several authors", async () => {
    await service.change((context) => {
      putComment(context, "boComment", "bo1");
      putComment(context, "cyComment", "cy1");
    });
    await post("about one", COMMENTS, { page: "pageOne" });
    await post("about two", COMMENTS, { page: "pageTwo" });
    expect(words(await service.call("GET", `${COMMENTS}?targetPage=pageTwo`))).toEqual(["about two"]);
    expect(words(await service.call("GET", `${COMMENTS}?authors=bo1&authors=cy1`))).toEqual(["from cy1", "from bo1"]);
    expect(words(await service.call("GET", `${COMMENTS}?authors=bo1`))).toEqual(["from bo1"]);
    expect(words(await service.call("GET", `${COMMENTS}?authors=nobody`))).toEqual([]);
  });

  it("adds the document of a text with format=document", async () => {
    const { id } = await post("Hi");
    const document = {
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: "block",
          type: "paragraph",
          key: "1",
          isVoid: false,
          data: {},
          nodes: [{ object: "text", key: "1.1", leaves: [{ object: "leaf", text: "Hi", marks: [] }] }],
        },
      ],
    };
    const body = { markdown: "Hi", document };
    expect((await get(`${COMMENTS}/${id}?format=document`)).body).toEqual(body);
    expect((await get(`${COMMENTS}?format=document`)).items[0].body).toEqual(body);
    expect((await get(`${COMMENTS}/${id}?format=markdown`)).body).toEqual({ markdown: "Hi" });
  });

  it("keeps the comments of a space and of its change requests apart", async () => {
    const own = await post("on the space");
    await post("on the change", CR_COMMENTS);
    expect(words(await service.call("GET", COMMENTS))).toEqual(["on the space"]);
    expect(words(await service.call("GET", CR_COMMENTS))).toEqual(["on the change"]);
    expect((await service.call("GET", `${CR_COMMENTS}/${own.id}`)).status).toBe(404);
  });
});

describe("changing comments", () => {
  it("Resolve is PUT resolved true: status resolved, resolvedAt, resolvedBy; resolved false takes it back", async () => {
    for (const path of [COMMENTS, CR_COMMENTS]) {
      const { id } = await post("Open question", path);
      service.advance(60_000);
      const answer = await service.call("PUT", `${path}/${id}`, { resolved: true });
      const resolvedAt = path === COMMENTS ? "2026-01-15T10:01:00.000Z" : "2026-01-15T10:03:00.000Z";
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ status: "resolved", resolvedAt, resolvedBy: ada });
      service.advance(60_000);
      expect((await put(`${path}/${id}`, { resolved: true })).resolvedAt).toBe(resolvedAt);
      const open = await put(`${path}/${id}`, { resolved: false });
      expect([open.status, "resolvedAt" in open, "resolvedBy" in open]).toEqual(["open", false, false]);
      expect(await get(`${path}/${id}`)).toEqual(open);
    }
  });

  it("addedReactions / removedReactions are lists of emoji, may come together with body and resolved in one PUT; reactions carry count and users {user, reactedAt}", async () => {
    const { id } = await post("Ship it?");
    await put(`${COMMENTS}/${id}`, { addedReactions: ["😕", "👍"] });
    service.advance(1000);
    const changed = await put(`${COMMENTS}/${id}`, {
      resolved: true,
      body: { markdown: "Shipped" },
      addedReactions: ["🚀"],
      removedReactions: ["😕"],
    });
    expect(changed).toMatchObject({ status: "resolved", body: { markdown: "Shipped" } });
    expect(changed.editedAt).toBe("2026-01-15T10:00:01.000Z");
    expect(changed.reactions).toEqual([
      { emoji: "👍", count: 1, users: [{ user: ada, reactedAt: "2026-01-15T10:00:00.000Z" }] },
      { emoji: "🚀", count: 1, users: [{ user: ada, reactedAt: "2026-01-15T10:00:01.000Z" }] },
    ]);
  });

  it("Adding twice is not described (count once per user)", async () => {
    await service.change((context) => {
      putComment(context, "boComment", "bo1");
      context.store.update<object>("comment", "boComment", (comment) => ({
        ...comment,
        reactions: [{ emoji: "👍", count: 1, users: [{ user: { id: "bo1" }, reactedAt: "2026-01-14T10:00:00.000Z" }] }],
      }));
    });
    const path = `${COMMENTS}/boComment`;
    const [reaction] = (await put(path, { addedReactions: ["👍", "👍"] })).reactions;
    expect([reaction.count, reaction.users.map((one: { user: { id: string } }) => one.user.id)]).toEqual([
      2,
      ["bo1", ADA],
    ]);
    expect((await put(path, { addedReactions: ["👍"] })).reactions[0].count).toBe(2);
    expect((await put(path, { removedReactions: ["👍", "🚀"] })).reactions[0].count).toBe(1);
    expect((await put(path, { addedReactions: ["😅"], removedReactions: ["😅"] })).reactions).toHaveLength(1);
  });

  it("Update of a comment is PUT although every field is optional (partial): fields left out stay", async () => {
    const created = await post("As it was", COMMENTS, { page: "pageOne" });
    const path = `${COMMENTS}/${created.id}`;
    await put(path, { addedReactions: ["👍"] });
    service.advance(1000);
    const untouched = await put(path, {});
    expect(untouched).toMatchObject({ body: { markdown: "As it was" }, status: "open", target: created.target });
    expect([untouched.reactions.length, "editedAt" in untouched]).toEqual([1, false]);
    const same = await put(path, { body: { markdown: "As it was" } });
    expect("editedAt" in same).toBe(false);
    expect((await put(path, { body: { markdown: "New" } })).editedAt).toBe("2026-01-15T10:00:01.000Z");
  });

  it("lets authors and admins change a text, everybody resolve and react", async () => {
    await service.change((context) => putComment(context, "boComment", "bo1"));
    const path = `${COMMENTS}/boComment`;
    expect((await put(path, { body: { markdown: "by an admin" } })).body.markdown).toBe("by an admin");
    await actAs(service, "edit");
    const refused = await service.call("PUT", path, { body: { markdown: "mine" }, resolved: true });
    expect([refused.status, refused.json.error.message]).toEqual([403, "only its author or an admin may do this"]);
    expect((await service.call("DELETE", path)).status).toBe(403);
    expect((await get(path)).status).toBe("open");
    expect((await put(path, { resolved: true, addedReactions: ["👍"] })).status).toBe("resolved");
  });

  it("permissions follow the caller's role", async () => {
    await service.change((context) => putComment(context, "boComment", "bo1"));
    const own = await post("mine", CR_COMMENTS);
    await actAs(service, "read");
    const none = { view: true, edit: false, reply: false, delete: false };
    expect((await get(`${COMMENTS}/boComment`)).permissions).toEqual(none);
    expect((await get(`${CR_COMMENTS}/${own.id}`)).permissions).toEqual(none);
    await actAs(service, "comment");
    const some = { ...none, reply: true };
    expect((await get(`${COMMENTS}/boComment`)).permissions).toEqual(some);
    expect((await get(`${CR_COMMENTS}/${own.id}`)).permissions).toEqual({ ...some, edit: true, delete: true });
  });

  it("deletes a comment with its replies, 204 always", async () => {
    const { id } = await post("Away");
    const reply = (await service.call("POST", `${COMMENTS}/${id}/replies`, { body: { markdown: "too" } })).json.id;
    const answer = await service.call("DELETE", `${COMMENTS}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await service.call("DELETE", `${COMMENTS}/${id}`)).status).toBe(204);
    expect((await service.call("DELETE", `${CR_COMMENTS}/nowhere`)).status).toBe(204);
    expect((await service.call("GET", `${COMMENTS}/${id}`)).status).toBe(404);
    expect(await service.change(({ store }) => store.get("comment-reply", reply))).toBe(undefined);
  });

  it("Space.comments and ChangeRequest.comments count open comments only, so they move on resolve, unresolve and delete", async () => {
    for (const [path, count, other] of [
      [COMMENTS, spaceCount, changeCount],
      [CR_COMMENTS, changeCount, spaceCount],
    ] as const) {
      const before = await other();
      const { id } = await post("one", path);
      await post("two", path);
      expect(await count()).toBe(2);
      await put(`${path}/${id}`, { resolved: true });
      expect(await count()).toBe(1);
      await put(`${path}/${id}`, { resolved: false });
      expect(await count()).toBe(2);
      await service.call("DELETE", `${path}/${id}`);
      expect(await count()).toBe(1);
      expect(await other()).toBe(before);
    }
  });

  it("answers 404 for spaces, change requests and comments that are not there", async () => {
    for (const path of [
      "/v1/spaces/none/comments",
      `/v1/spaces/${SPACE}/change-requests/9/comments`,
      `/v1/spaces/${SPACE}/change-requests/9/commenters`,
      `${COMMENTS}/none`,
      `${CR_COMMENTS}/none`,
    ]) {
      expect([path, (await service.call("GET", path)).status]).toEqual([path, 404]);
    }
    expect((await service.call("PUT", `${COMMENTS}/none`, {})).status).toBe(404);
    expect((await service.call("POST", "/v1/spaces/none/comments", { body: {} })).status).toBe(404);
  });
});
