/** What is built of an input before anything is sent. */
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { setSiteAdaptiveSchema } from "../../src/catalog/adaptive-schema.js";
import { listSpaceLinks, updateSpace } from "../../src/catalog/spaces.js";
import { usableOf } from "../../src/http/answer/validate.js";
import { buildRequest, rawTarget } from "../../src/http/request.js";
import type { ClientOptions, Extra } from "../../src/http/types.js";

const options: ClientOptions = {
  baseUrl: "https://api.example.com",
  token: () => "t",
  transport: () => Promise.reject(new Error("nothing is sent")),
};
const params = { orgId: "o1", organizationId: "o1", siteId: "s1", spaceId: "s1" };

describe("additions to a body", () => {
  const schema = { type: "object", properties: { plan: { type: "string" } }, additionalProperties: false };
  const sent = (extra: Extra) =>
    buildRequest(options, setSiteAdaptiveSchema, { params, body: { jsonSchema: schema } }, extra).body;

  it("are put into the objects that are there, which keep the rest", () => {
    expect(sent({ body: { jsonSchema: { title: "Visitors", properties: { team: { type: "number" } } } } })).toBe(
      '{"jsonSchema":{"type":"object","properties":{"plan":{"type":"string"},"team":{"type":"number"}},"additionalProperties":false,"title":"Visitors"}}',
    );
  });

  it("stand in place of what is no object", () => {
    expect(sent({ body: { jsonSchema: { type: "array", properties: [1] } } })).toBe(
      '{"jsonSchema":{"type":"array","properties":[1],"additionalProperties":false}}',
    );
  });

  it("are sent as they are, whatever the schema says of them; all else is held against it", () => {
    const build = (body: Record<string, unknown>, extra: Extra) =>
      buildRequest(options, updateSpace, { params, body }, extra);
    expect(build({ title: 7 }, { body: { title: 8 } }).body).toBe('{"title":8}');
    expect(() => build({ title: 7 }, { body: { emoji: 8 } })).toThrow("title: must be a string");
    expect(() => build({ title: 7 }, {})).toThrow("title: must be a string");
  });
});

describe("R59 the path of a raw call", () => {
  it.each(["%2f", "%2F", "%5c", "%5C", "%00"])("is refused with %s in it", (encoded) => {
    expect(() => rawTarget("https://api.example.com", `/v1/spaces/a${encoded}b`)).toThrow(
      "path: must not contain an encoded / \\ or NUL",
    );
  });

  it("may hold them in its query, and other digits in its path", () => {
    const { url } = rawTarget("https://api.example.com", "/v1/spaces/a%20b?q=%2F%00");
    expect(url).toBe("https://api.example.com/v1/spaces/a%20b?q=%2F%00");
  });
});

describe("R31 containers that an answer must have", () => {
  const usable = usableOf(
    z.looseObject({ list: z.array(z.string()), name: z.string(), more: z.optional(z.object({})) }),
  );

  it.each([
    [{ list: [], name: "x" }, true],
    [{ list: [] }, true],
    [{ name: "x" }, false],
    [{}, false],
    [Object.create({ list: [] }), false],
    [{ list: {} }, false],
  ])("%j has the containers or not", (value, expected) => {
    expect(usable(value)).toBe(expected);
  });
});

describe("a preference", () => {
  it("is sent to a service in this process only", () => {
    const sent = (isLocal?: true) =>
      buildRequest({ ...options, ...(isLocal && { isLocal }) }, listSpaceLinks, { params }, { prefer: "links=some" })
        .headers;
    expect(sent(true)).toEqual({
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "docs",
      prefer: "links=some",
    });
    expect(sent()).toEqual({ accept: "*/*", "accept-encoding": "identity", "user-agent": "docs" });
  });
});
