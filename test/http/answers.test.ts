import { describe, expect, it } from "vitest";
import { createSiteSection } from "../../src/catalog/sections.js";
import { deleteSpace, getSpace, updateSpace } from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import { failing, json, scripted, text } from "./support.js";

const space = { params: { spaceId: "s1" } };

describe("answers", () => {
  it("R30 reads no body of a 204, and takes any JSON where the contract has none", async () => {
    for (const response of [text(204, ""), text(200, ""), text(204, '{"x":1}'), json(200, {}), json(201, [])]) {
      expect(await scripted([response]).client.call(deleteSpace, space)).toBeUndefined();
    }
  });

  it("R30 R94 a read answered 204 has no object to show, a write is looked at", async () => {
    const read = scripted([text(204, "")]);
    expect(await failing(read.client.call(getSpace, space))).toMatchObject({ kind: "invalid-answer", status: 204 });
    const write = scripted([text(204, ""), json(200, { id: "s1", title: "x" })]);
    expect(await write.client.call(updateSpace, { ...space, body: { title: "x" } })).toEqual({ id: "s1", title: "x" });
    expect(write.lines()).toEqual(["PATCH /v1/spaces/s1", "GET /v1/spaces/s1"]);
  });

  it("R31 keeps unknown fields, unknown values and absent fields as they are", async () => {
    const body = { zebra: [1], visibility: "by-moonlight", editMode: null, id: "s1" };
    const answer = await scripted([json(200, body)]).client.call(getSpace, space);
    expect(JSON.stringify(answer)).toBe('{"zebra":[1],"visibility":"by-moonlight","editMode":null,"id":"s1"}');
  });

  it.each([
    ["[]", "the answer is not as documented: it is not an object"],
    ['"text"', "the answer is not as documented: it is not an object"],
    ["null", "the answer is not as documented: it is not an object"],
    ['{"urls":["x"]}', "the answer is not as documented: urls is not an object"],
    ['{"urls":"x"}', "the answer is not as documented: urls is not an object"],
    ['{"title":{"a":1}}', "the answer is not as documented: title is not a string"],
  ])("R31 refuses a container of the wrong kind: %s", async (body, message) => {
    const { client } = scripted([text(200, body)], { retries: 0 });
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "invalid-answer", message, status: 200 });
  });

  it("R31 shows another plain value as it is, with a note under --debug", async () => {
    const { client, events } = scripted([json(200, { id: "s1", title: 7, comments: "3" })]);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1", title: 7, comments: "3" });
    expect(events.at(-1)).toEqual({ type: "note", message: "not as documented: title, comments", debug: true });
  });

  it("R32 never merges __proto__ or constructor into objects", async () => {
    const body = '{"id":"s1","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const answer = await scripted([text(200, body)]).client.call(getSpace, space);
    expect(JSON.stringify(answer)).toBe(body);
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("R33 takes JSON whatever its Content-Type says", async () => {
    const { client } = scripted([json(200, { id: "s1" }, { "content-type": "text/html" })]);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
  });

  it("R33 a success that is HTML asks for the base URL", async () => {
    const { client } = scripted([text(200, "  <!doctype html><p>Hi", { "content-type": "text/html" })]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "invalid-answer",
      message: "the answer is HTML, JSON was expected",
      hint: "is the base URL right?",
    });
  });

  it("R16 names the origin of a redirect and does not follow it", async () => {
    const { client, requests } = scripted([text(302, "", { location: "https://other.example.org/login?next=secret" })]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "redirect",
      status: 302,
      message: "the service answered 302: a redirect to https://other.example.org",
    });
    expect(requests.length).toBe(1);
  });
});

describe("what is sent", () => {
  it("refuses what the contract does not allow, naming the field, before anything is sent", async () => {
    const { client, requests } = scripted([json(200, {})]);
    const params = { organizationId: "o1", siteId: "t1" };
    const refusals = [
      client.call(createTeam, { params: { organizationId: "o1" }, body: { title: "" } }),
      client.call(createTeam, { params: { organizationId: "o1" }, body: { title: "x".repeat(65) } }),
      client.call(createSiteSection, { params, body: { spaceId: "s1", title: "x" } }),
      client.call(createSiteSection, { params, body: { spaceId: "s1", icon: "x".repeat(51) } }),
      // What a script could pass, past the types.
      client.call(createSiteSection, { params, body: {} as { spaceId: string } }),
      client.call(updateSpace, { ...space, body: { editMode: "open" as "live" } }),
    ];
    const messages = [];
    for (const refusal of refusals) {
      const error = await failing(refusal);
      expect(error.kind).toBe("invalid-input");
      messages.push(error.message);
    }
    // What people type was checked before: an id that is none came from the service.
    const withoutId = await failing(client.call(getSpace, { params: {} as { spaceId: string } }));
    expect(withoutId.kind).toBe("invalid-answer");
    messages.push(withoutId.message);
    expect(messages).toEqual([
      "title: must be at least 1 character",
      "title: must be at most 64 characters",
      "title: must be at least 2 characters",
      "icon: must be at most 50 characters",
      "spaceId: must be a string",
      "editMode: must be live, locked",
      "the service sent an id that no request can use: spaceId: a value is required",
    ]);
    expect(requests.length).toBe(0);
  });

  it("sends additions as they are, joined with what the flags gave", async () => {
    const { client, requests } = scripted([json(200, { id: "s1" })]);
    await client.call(
      updateSpace,
      { ...space, body: { title: "A" } },
      { extra: { query: { dry: "1", tag: ["a", "b"] }, body: { title: "B", nested: { a: [1, null] } } } },
    );
    expect(requests[0]?.url).toBe("https://api.example.com/v1/spaces/s1?dry=1&tag=a&tag=b");
    expect(requests[0]?.body).toBe('{"title":"B","nested":{"a":[1,null]}}');
  });

  it("sends false and null, and leaves out what is absent", async () => {
    const { client, requests } = scripted([json(201, { id: "x1" })]);
    const params = { organizationId: "o1", siteId: "t1" };
    await client.call(createSiteSection, { params, body: { spaceId: "s1", title: null, icon: undefined } });
    expect(requests[0]?.body).toBe('{"spaceId":"s1","title":null}');
  });

  it("plans a request without the token and without sending it", () => {
    const { client, requests } = scripted([json(200, {})]);
    expect(client.plan(updateSpace, { ...space, body: { title: "A" } }, { query: { x: "1" } })).toEqual({
      method: "PATCH",
      url: "https://api.example.com/v1/spaces/s1?x=1",
      headers: {
        accept: "*/*",
        "accept-encoding": "identity",
        "content-type": "application/json",
        "user-agent": "docs",
      },
      body: { title: "A" },
    });
    expect(requests.length).toBe(0);
  });
});

describe("the token", () => {
  it("R48 cuts one line end and sends it as Bearer", async () => {
    const { client, requests } = scripted([json(200, { id: "s1" })], { token: () => "tok_abc\n" });
    await client.call(getSpace, space);
    expect(requests[0]?.headers.authorization).toBe("Bearer tok_abc");
  });

  it.each(["", "a b", "tok\nen", "tok\n\n", "tök", "x".repeat(4097), "tok\u0000"])(
    "R48 refuses %j without showing it",
    async (token) => {
      const { client, requests } = scripted([json(200, {})], { token: () => token });
      const error = await failing(client.call(getSpace, space));
      expect(error).toMatchObject({
        kind: "config",
        message: expect.stringMatching(/^the token given holds no valid token: it (is|has|contains) [a-zA-Z ]+$/),
      });
      expect(requests.length).toBe(0);
    },
  );

  it("R48 is read once, with the first request", async () => {
    let reads = 0;
    const token = async () => {
      reads += 1;
      return "tok_abc";
    };
    const { client } = scripted([json(200, { id: "s1" })], { token });
    expect(reads).toBe(0);
    await client.call(getSpace, space);
    await client.call(getSpace, space);
    expect(reads).toBe(1);
  });

  it("R17 is not sent where certificates are not checked", async () => {
    const { client, requests } = scripted([json(200, {})], {
      withheld: { why: "NODE_TLS_REJECT_UNAUTHORIZED=0 turns it off", hint: "unset it" },
    });
    const error = await failing(client.call(getSpace, space));
    expect(error).toMatchObject({ kind: "config" });
    expect(error.message).toContain("NODE_TLS_REJECT_UNAUTHORIZED=0");
    expect(requests.length).toBe(0);
  });
});
