import { beforeEach, describe, expect, it } from "vitest";
import { SPACE } from "../helpers/sandbox.js";
import { useEach } from "../helpers/set-ups.js";
import { actAs, COMMENTS, CR, CR_COMMENTS, discussionSandbox, putComment, words } from "./comments-helper.js";
import { ADA } from "./people-helper.js";

const service = useEach(discussionSandbox);
let onSpace: string;
let onChange: string;
beforeEach(async () => {
  const create = async (path: string) =>
    `${path}/${(await service.call("POST", path, { body: { markdown: "Question" } })).json.id}`;
  onSpace = await create(COMMENTS);
  onChange = await create(CR_COMMENTS);
});

const get = async (path: string) => (await service.call("GET", path)).json;
const put = async (path: string, body: object) => (await service.call("PUT", path, body)).json;
const reply = async (comment: string, markdown: string) =>
  (await service.call("POST", `${comment}/replies`, { body: { markdown } })).json;

describe("replies", () => {
  it("replies to comments of a space and of a change request, 200", async () => {
    const change = (await get(CR)).id;
    for (const [comment, above] of [
      [onSpace, `https://docs.sandbox.invalid/v1/spaces/${SPACE}`],
      [onChange, `https://docs.sandbox.invalid/v1/spaces/${SPACE}/change-requests/${change}`],
    ] as const) {
      const { status, json } = await service.call("POST", `${comment}/replies`, { body: { markdown: "Answer" } });
      expect(status).toBe(200);
      expect(json).toEqual({
        object: "comment-reply",
        id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
        postedBy: { object: "user", id: ADA, displayName: "Ada Quill", email: "ada@harbor.example" },
        postedAt: "2026-01-15T10:00:00.000Z",
        reactions: [],
        body: { markdown: "Answer" },
        permissions: { view: true, edit: true, reply: true, delete: true },
        urls: { location: `${above}/comments/${comment.split("/").at(-1)}/replies/${json.id}` },
      });
      expect(await get(`${comment}/replies/${json.id}`)).toEqual(json);
      expect((await get(comment)).replies).toBe(1);
    }
  });

  it("changes text and reactions together; editedAt follows the text", async () => {
    for (const comment of [onSpace, onChange]) {
      const { id } = await reply(comment, "Answer");
      const path = `${comment}/replies/${id}`;
      const reacted = await service.call("PUT", path, { addedReactions: ["👍", "👀"] });
      expect([reacted.status, "editedAt" in reacted.json]).toEqual([200, false]);
      service.advance(1000);
      const changed = await put(path, { body: { markdown: "Better" }, removedReactions: ["👀"] });
      expect(changed.body).toEqual({ markdown: "Better" });
      expect(changed.editedAt).toMatch(/^2026-01-15T10:00:0[12]\.000Z$/);
      expect(changed.reactions.map(({ emoji, count }: { emoji: string; count: number }) => [emoji, count])).toEqual([
        ["👍", 1],
      ]);
      expect(await get(path)).toEqual(changed);
    }
  });

  it("A reply update with resolved under a change request resolves the parent comment", async () => {
    const { id } = await reply(onChange, "Done");
    expect((await get(CR)).comments).toBe(1);
    const answer = await service.call("PUT", `${onChange}/replies/${id}`, { resolved: true });
    expect([answer.status, answer.json.object, "status" in answer.json]).toEqual([200, "comment-reply", false]);
    expect(await get(onChange)).toMatchObject({
      status: "resolved",
      resolvedAt: "2026-01-15T10:00:00.000Z",
      resolvedBy: { id: ADA },
    });
    expect((await get(CR)).comments).toBe(0);
    await put(`${onChange}/replies/${id}`, { resolved: false });
    expect([(await get(onChange)).status, (await get(CR)).comments]).toEqual(["open", 1]);
  });

  it("takes no resolved under a space", async () => {
    const { id } = await reply(onSpace, "Done");
    await put(`${onSpace}/replies/${id}`, { resolved: true });
    expect((await get(onSpace)).status).toBe("open");
  });

  it("deletes replies, 204 always; the comment counts them", async () => {
    for (const comment of [onSpace, onChange]) {
      const { id } = await reply(comment, "one");
      await reply(comment, "two");
      expect((await get(comment)).replies).toBe(2);
      const path = `${comment}/replies/${id}`;
      const answer = await service.call("DELETE", path);
      expect([answer.status, answer.text, (await service.call("DELETE", path)).status]).toEqual([204, "", 204]);
      expect([(await get(comment)).replies, (await service.call("GET", path)).status]).toEqual([1, 404]);
    }
  });

  it("lets nobody change the words of others but admins", async () => {
    const { id } = await reply(onChange, "Hers");
    const path = `${onChange}/replies/${id}`;
    await service.change(({ store }) => {
      store.update<object>("comment-reply", id, (value) => ({ ...value, postedBy: { id: "bo1" } }));
    });
    await actAs(service, "review");
    expect((await service.call("PUT", path, { body: { markdown: "mine" } })).status).toBe(403);
    expect((await service.call("DELETE", path)).status).toBe(403);
    expect((await service.call("PUT", path, { addedReactions: ["👍"] })).status).toBe(200);
    await actAs(service, "admin");
    expect((await put(path, { body: { markdown: "by an admin" } })).body.markdown).toBe("by an admin");
  });

  it("answers 404 for comments and replies that are not there", async () => {
    const { id } = await reply(onSpace, "x");
    expect((await service.call("POST", `${COMMENTS}/none/replies`, { body: {} })).status).toBe(404);
    expect((await service.call("GET", `${onSpace}/replies/none`)).status).toBe(404);
    expect((await service.call("PUT", `${onChange}/replies/none`, {})).status).toBe(404);
    expect((await service.call("GET", `${onChange}/replies/${id}`)).status).toBe(404);
    expect((await service.call("GET", `${CR_COMMENTS}/none/replies`)).status).toBe(404);
  });
});

describe("lists below change requests", () => {
  it("Listing replies and listing commenters exist only under a change request; there is no list of replies for space comments", async () => {
    await reply(onChange, "one");
    await reply(onChange, "two");
    await reply(onChange, "three");
    const first = await service.call("GET", `${onChange}/replies?limit=2`);
    expect([first.status, words(first), first.json.count]).toEqual([200, ["one", "two"], 3]);
    const rest = await service.call("GET", `${onChange}/replies?limit=2&page=${first.json.next.page}`);
    expect([words(rest), rest.json.next]).toEqual([["three"], undefined]);
    expect((await service.call("GET", `${CR}/commenters`)).status).toBe(200);
    const list = await service.call("GET", `${onSpace}/replies`);
    expect([list.status, list.headers.allow]).toEqual([405, "POST"]);
    expect((await service.call("GET", `/v1/spaces/${SPACE}/commenters`)).status).toBe(404);
  });

  it("adds the document of a reply with format=document", async () => {
    const { id } = await reply(onChange, "**Yes**");
    const one = (await get(`${onChange}/replies/${id}?format=document`)).body;
    expect(one.document.nodes[0].nodes[0].leaves).toEqual([
      { object: "leaf", text: "Yes", marks: [{ object: "mark", type: "bold" }] },
    ]);
    expect((await get(`${onChange}/replies?format=document`)).items[0].body).toEqual(one);
  });

  it("lists each member once who commented or replied, in the order of their first word", async () => {
    const change = (await get(CR)).id;
    await reply(onChange, "me again");
    await service.change((context) => {
      putComment(context, "boComment", "bo1", change);
      putComment(context, "goneComment", "gone1", change);
      putComment(context, "spaceComment", "di1");
      context.store.put("comment-reply", "cyReply", "boComment", {
        object: "comment-reply",
        id: "cyReply",
        postedBy: { id: "cy1" },
        postedAt: "2026-01-14T11:00:00.000Z",
      });
    });
    const { json } = await service.call("GET", `${CR}/commenters`);
    expect(json.items.map(({ object, id }: { object: string; id: string }) => [object, id])).toEqual([
      ["member", "bo1"],
      ["member", "cy1"],
      ["member", ADA],
    ]);
    expect(json.count).toBe(3);
    const first = await service.call("GET", `${CR}/commenters?limit=1`);
    expect(first.json.items).toHaveLength(1);
    expect((await get(`${CR}/commenters?limit=1&page=${first.json.next.page}`)).items[0].id).toBe("cy1");
  });
});
