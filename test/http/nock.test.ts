import { describe, expect, it } from "vitest";
import { createChangeRequest, mergeChangeRequest } from "../../src/catalog/change-requests.js";
import { deleteSpace, getSpace, listOrgSpaces } from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import { nock, useNock } from "../helpers/nock.js";
import { failing, wired } from "./support.js";

const ORIGIN = "https://api.example.com";

useNock();

/** The headers of a request that nock saw. */
function headersOf(request: { headers: Record<string, unknown> }): Record<string, unknown> {
  const { host: _, connection: __, ...headers } = request.headers;
  return headers;
}

describe("requests, as nock sees them", () => {
  it("R19 a read over https", async () => {
    let headers: unknown;
    nock(ORIGIN)
      .get("/v1/spaces/s1")
      .query({ shareKey: "k" })
      .reply(200, function () {
        headers = headersOf(this.req);
        return { object: "space", id: "s1" };
      });
    const { client } = wired(ORIGIN);
    expect(await client.call(getSpace, { params: { spaceId: "s1" }, query: { shareKey: "k" } })).toEqual({
      object: "space",
      id: "s1",
    });
    expect(headers).toEqual({
      accept: "*/*",
      "accept-encoding": "identity",
      authorization: "Bearer tok_1234567890",
      "user-agent": "docs/1.2.3",
    });
  });

  it("R19 a creation with its body", async () => {
    let headers: unknown;
    nock(ORIGIN)
      .put("/v1/orgs/o1/teams", { title: "Writers" })
      .reply(201, function () {
        headers = headersOf(this.req);
        return { id: "t1" };
      });
    const input = { params: { organizationId: "o1" }, body: { title: "Writers" } };
    expect(await wired(ORIGIN).client.call(createTeam, input)).toEqual({ id: "t1" });
    expect(headers).toEqual({
      accept: "*/*",
      "accept-encoding": "identity",
      authorization: "Bearer tok_1234567890",
      "content-length": "19",
      "content-type": "application/json",
      "user-agent": "docs/1.2.3",
    });
  });

  it("an empty creation sends {}", async () => {
    nock(ORIGIN).post("/v1/spaces/s1/change-requests", "{}").reply(201, { id: "c1", number: 7 });
    expect(await wired(ORIGIN).client.call(createChangeRequest, { params: { spaceId: "s1" } })).toEqual({
      id: "c1",
      number: 7,
    });
  });

  it("an endpoint without a body sends none", async () => {
    nock(ORIGIN)
      .post("/v1/spaces/s1/change-requests/42/merge", (body) => body === "")
      .reply(200, { revision: "r2", result: "merge" });
    const merged = await wired(ORIGIN).client.call(mergeChangeRequest, {
      params: { spaceId: "s1", changeRequestId: "42" },
    });
    expect(merged).toEqual({ revision: "r2", result: "merge" });
  });

  it("R13 R30 a DELETE answered 204", async () => {
    nock(ORIGIN).delete("/v1/spaces/s1").reply(204);
    expect(await wired(ORIGIN).client.call(deleteSpace, { params: { spaceId: "s1" } })).toBeUndefined();
  });

  it("R22 R23 a list over two pages", async () => {
    nock(ORIGIN)
      .get("/v1/orgs/o1/spaces?limit=1000")
      .reply(200, { items: [{ id: "a" }], next: { page: "x&y" } });
    nock(ORIGIN)
      .get("/v1/orgs/o1/spaces?limit=1000&page=x%26y")
      .reply(200, { items: [{ id: "b" }] });
    const ids: unknown[] = [];
    const listing = wired(ORIGIN).client.list(listOrgSpaces, { params: { organizationId: "o1" } });
    for await (const { items } of listing.pages()) ids.push(...items.map(({ id }) => id));
    expect(ids).toEqual(["a", "b"]);
  });

  it("R1 R4 a 429 and then an answer", async () => {
    nock(ORIGIN)
      .get("/v1/spaces/s1")
      .reply(429, { error: { code: 429, message: "slow" } }, { "Retry-After": "2" });
    nock(ORIGIN).get("/v1/spaces/s1").reply(200, { id: "s1" });
    const { client, clock } = wired(ORIGIN);
    expect(await client.call(getSpace, { params: { spaceId: "s1" } })).toEqual({ id: "s1" });
    expect(clock.slept).toEqual([2100]);
  });

  it("R35 a body shorter than its Content-Length", async () => {
    nock(ORIGIN).get("/v1/spaces/s1").times(4).reply(200, '{"id":"s1"}', { "Content-Length": "500" });
    expect(await failing(wired(ORIGIN).client.call(getSpace, { params: { spaceId: "s1" } }))).toMatchObject({
      kind: "invalid-answer",
      message: "api.example.com: the body of the answer (200) was cut off after 11 bytes",
    });
  });
});

describe("raw calls", () => {
  const raw = (method: string, path: string, more: object = {}) => wired(ORIGIN).client.raw({ method, path, ...more });

  it("sends method, path, query, headers and body as given", async () => {
    let headers: Record<string, unknown> = {};
    nock(ORIGIN)
      .post("/v1/anything?a=1&a=2", "plain text")
      .reply(202, function () {
        headers = headersOf(this.req);
        return "done";
      });
    const response = await raw("post", "/v1/anything?a=1&a=2", {
      body: "plain text",
      headers: { "Content-Type": "text/plain", "X-Own": "1" },
    });
    expect([response.status, Buffer.from(response.body).toString(), response.failure]).toEqual([
      202,
      "done",
      undefined,
    ]);
    expect([headers["content-type"], headers["x-own"], headers.authorization]).toEqual([
      "text/plain",
      "1",
      "Bearer tok_1234567890",
    ]);
  });

  it("answers any status together with its failure", async () => {
    nock(ORIGIN)
      .get("/v1/nothing")
      .reply(404, { error: { message: "no such path" } });
    const response = await raw("GET", "/v1/nothing");
    expect(Buffer.from(response.body).toString()).toBe('{"error":{"message":"no such path"}}');
    expect(response).toMatchObject({
      status: 404,
      failure: { kind: "not-found", message: "the service answered 404: no such path" },
    });
  });

  it.each(["POST", "PUT"])("R1 does not repeat a %s that may have been applied", async (method) => {
    nock(ORIGIN).intercept("/v1/x", method).reply(500, { message: "oops" });
    expect(await raw(method, "/v1/x")).toMatchObject({
      status: 500,
      failure: { kind: "unknown-outcome", outcome: "unknown" },
    });
  });

  it.each(["GET", "DELETE", "PATCH"])("R1 repeats a %s", async (method) => {
    nock(ORIGIN).intercept("/v1/x", method).reply(500);
    nock(ORIGIN).intercept("/v1/x", method).reply(200, "{}");
    expect(await raw(method, "/v1/x")).toMatchObject({ status: 200 });
  });

  it.each([
    [{ Authorization: "Bearer mine" }, "header authorization: cannot be set"],
    [{ Host: "evil.example" }, "header host: cannot be set"],
    [{ "Content-Length": "1" }, "header content-length: cannot be set"],
    [{ Cookie: "a=b" }, "header cookie: cannot be set"],
    [{ "X-A": "a\r\nb: c" }, "header x-a: the value must be printable ASCII"],
    [{ "X A": "1" }, "header: the name is not valid"],
  ])("refuses the header %j", async (headers, message) => {
    expect(await failing(raw("GET", "/v1/x", { headers }))).toMatchObject({ kind: "usage", message });
  });
});
