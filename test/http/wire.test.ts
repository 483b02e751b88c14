import { afterEach, describe, expect, it } from "vitest";
import { createSiteSection } from "../../src/catalog/sections.js";
import { deleteSpace, getSpace, restoreSpace, updateSpace } from "../../src/catalog/spaces.js";
import { answer, type FaultServer, faultServer } from "../helpers/fault-server.js";
import { wired } from "./support.js";

let server: FaultServer;
afterEach(() => server.close());

const lines = (index = 0) => server.requests[index]?.head.split("\r\n") ?? [];

describe("requests on the wire", () => {
  it("R19 sends exactly the headers of a read", async () => {
    server = await faultServer([answer(200, { object: "space", id: "s1" })]);
    await wired(server.url).client.call(getSpace, { params: { spaceId: "s1" } });
    expect(lines().sort()).toEqual([
      "Accept-Encoding: identity",
      "Accept: */*",
      "Authorization: Bearer tok_1234567890",
      "Connection: keep-alive",
      "GET /v1/spaces/s1 HTTP/1.1",
      `Host: ${server.url.slice("http://".length)}`,
      "User-Agent: docs/1.2.3",
    ]);
  });

  it("R19 sends Content-Type with a body and the body as compact JSON", async () => {
    server = await faultServer([answer(200, { id: "s1" })]);
    await wired(server.url).client.call(updateSpace, {
      params: { spaceId: "s1" },
      body: { title: "Grüße", emoji: "1f600" },
    });
    expect(lines()[0]).toBe("PATCH /v1/spaces/s1 HTTP/1.1");
    expect(lines()).toContain("Content-Type: application/json");
    expect(Buffer.from(server.requests[0]?.body ?? "", "latin1").toString()).toBe('{"title":"Grüße","emoji":"1f600"}');
  });

  it("R19 sends no Content-Type and no body where the endpoint has none", async () => {
    server = await faultServer([answer(200, { id: "s1" }), answer(204)]);
    const { client } = wired(server.url);
    await client.call(restoreSpace, { params: { spaceId: "s1" } });
    await client.call(deleteSpace, { params: { spaceId: "s1" } });
    expect(lines(0)[0]).toBe("POST /v1/spaces/s1/restore HTTP/1.1");
    expect(lines(0).filter((line) => /^content-type/i.test(line))).toEqual([]);
    expect(lines(0)).toContain("Content-Length: 0");
    expect(lines(1)[0]).toBe("DELETE /v1/spaces/s1 HTTP/1.1");
    expect(server.requests.map(({ body }) => body)).toEqual(["", ""]);
  });

  it("R30 takes any 2xx and keeps unknown fields in the order they came", async () => {
    server = await faultServer([
      answer(201, '{"zeta":1,"title":"A","object":"site-section","id":"x","__proto__":{"a":1}}'),
    ]);
    const section = await wired(server.url).client.call(createSiteSection, {
      params: { organizationId: "o1", siteId: "t1" },
      body: { spaceId: "s1" },
    });
    expect(JSON.stringify(section)).toBe('{"zeta":1,"title":"A","object":"site-section","id":"x","__proto__":{"a":1}}');
  });

  it("keeps a path prefix of the base URL and encodes parameters and query", async () => {
    server = await faultServer([answer(200, { id: "a&b=ü" })]);
    await wired(`${server.url}/docs/api`).client.call(getSpace, {
      params: { spaceId: "a&b=ü" },
      query: { shareKey: "k&1 +é" },
    });
    expect(lines()[0]).toBe("GET /docs/api/v1/spaces/a%26b%3D%C3%BC?shareKey=k%261+%2B%C3%A9 HTTP/1.1");
  });

  it("keeps one connection for several requests", async () => {
    server = await faultServer([answer(200, { id: "s1" })]);
    const { client } = wired(server.url);
    for (let round = 0; round < 3; round += 1) await client.call(getSpace, { params: { spaceId: "s1" } });
    expect(server.requests.length).toBe(3);
    expect(server.connections()).toBe(1);
  });
});
