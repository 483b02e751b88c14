import { afterEach, describe, expect, test } from "vitest";
import { ORG, OTHER_ORG, putOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

let box: TestSandbox;
afterEach(() => box.close());

describe("token", () => {
  test.each([true, false])("R67 a request without the token is 401 without detail (local: %s)", async (local) => {
    box = await testSandbox({ local });
    const answers = await Promise.all([
      box.call("GET", "/v1/orgs", undefined, { authorization: "" }),
      box.call("GET", "/v1/orgs", undefined, { authorization: `Bearer ${box.sandbox.token}x` }),
      box.call("GET", "/v1/orgs", undefined, { authorization: `Basic ${box.sandbox.token}` }),
      box.call("GET", "/v1/nothing", undefined, { authorization: "Bearer x" }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
    expect(answers[1]?.text).toBe('{"error":{"code":401,"message":"no valid token"}}');
  });

  test("R67 the token has 32 random bytes and outlives closing and reset", async () => {
    box = await testSandbox();
    const [, random = ""] = /^docs_(.*)$/.exec(box.sandbox.token) ?? [];
    expect(Buffer.from(random, "base64url")).toHaveLength(32);
    const before = box.sandbox.token;
    await box.sandbox.reset();
    const again = await testSandbox({ file: box.file });
    expect(again.sandbox.token).toBe(before);
    again.close();
  });
});

describe("routing", () => {
  test("an unknown path is 404, an unknown method 405 with Allow", async () => {
    box = await testSandbox();
    expect(await box.call("GET", "/v1/nothing")).toMatchObject({
      status: 404,
      text: '{"error":{"code":404,"message":"no such path"}}',
    });
    expect((await box.call("GET", "/v1/orgs/")).status).toBe(404);
    expect((await box.call("GET", "/orgs")).status).toBe(404);
    expect((await box.call("GET", "/v1/orgs/%ff")).status).toBe(400);
    const wrong = await box.call("PUT", `/v1/orgs/${ORG}`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.allow).toBe("GET, PATCH");
    expect(wrong.json.error.message).toBe("this path takes GET, PATCH");
  });

  test("what is only read says so, whatever wants to write it", async () => {
    box = await testSandbox();
    const message = (method: string, path: string) =>
      box.call(method, `/v1/spaces/tG4nVx8YqLz2RkWd7JmS/${path}`, {}).then(({ json }) => json.error.message);
    const pages = "pages cannot be changed through this interface: this path takes GET";
    expect(await message("POST", "content/pages")).toBe(pages);
    expect(await message("PUT", "content/page/XP6omSZeoJsbZDXfvayL")).toBe(pages);
    expect(await message("PATCH", "change-requests/42/content/page/XP6omSZeoJsbZDXfvayL")).toBe(pages);
    expect(await message("DELETE", "content/files/fT6kXw2NbRz9QmVd4LhG")).toBe(pages.replace("page", "file"));
    expect(await message("PUT", "content")).toBe("this path takes GET");
  });

  test("a path parameter is decoded and never addresses another resource", async () => {
    box = await testSandbox();
    expect((await box.call("GET", "/v1/orgs/%2e%2e")).json.error.message).toBe('organization ".." not found');
    expect((await box.call("GET", `/v1/orgs/${encodeURIComponent(`x/../${ORG}`)}`)).status).toBe(404);
  });
});

describe("lists", () => {
  test("the envelope has count and items, and no next at the end", async () => {
    box = await testSandbox();
    const { json } = await box.call("GET", "/v1/orgs");
    expect(Object.keys(json)).toEqual(["count", "items"]);
    expect(json.count).toBe(2);
    expect(json.items.map((item: { title: string }) => item.title)).toEqual(["Harbor", "Lighthouse"]);
  });

  test("pages of 50 by default; every object is listed once, in order", async () => {
    box = await testSandbox();
    await box.change((context) => {
      for (let n = 0; n < 103; n++) putOrganization(context, `more${n}`, `More ${n}`);
    });
    const sizes: number[] = [];
    const titles: string[] = [];
    let next: string | undefined = "";
    while (next !== undefined) {
      const { json } = await box.call("GET", `/v1/orgs${next && `?page=${encodeURIComponent(next)}`}`);
      expect(json.count).toBe(105);
      sizes.push(json.items.length);
      titles.push(...json.items.map((item: { title: string }) => item.title));
      next = json.next?.page;
    }
    expect(sizes).toEqual([50, 50, 5]);
    expect(titles.slice(0, 3)).toEqual(["Harbor", "Lighthouse", "More 0"]);
    expect(new Set(titles).size).toBe(105);
  });

  test("an object removed between two pages neither hides nor repeats another", async () => {
    box = await testSandbox();
    await box.change((context) => {
      for (const name of ["a", "b", "c"]) putOrganization(context, name, name);
    });
    const first = await box.call("GET", "/v1/orgs?limit=2");
    await box.change((context) => context.store.remove("organization", ORG));
    const second = await box.call("GET", `/v1/orgs?limit=2&page=${first.json.next.page}`);
    expect(second.json.items.map((item: { id: string }) => item.id)).toEqual(["a", "b"]);
  });

  test.each(["0", "-1", "1001", "1.5", "1e2", "x", ""])("limit=%s is 400", async (limit) => {
    box = await testSandbox();
    const answer = await box.call("GET", `/v1/orgs?limit=${limit}`);
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toMatch(/^limit must be a (whole number from 1 to 1000|number)$/);
  });

  test("limit=1000 is taken, a foreign cursor and a repeated parameter are 400", async () => {
    box = await testSandbox();
    expect((await box.call("GET", "/v1/orgs?limit=1000")).status).toBe(200);
    expect((await box.call("GET", "/v1/orgs?page=2")).json.error.message).toBe("page is not a page of this list");
    expect((await box.call("GET", "/v1/orgs?limit=1&limit=2")).json.error.message).toBe("limit may be given once only");
    expect((await box.call("GET", "/v1/orgs?unknown=1")).status).toBe(200);
  });
});

describe("bodies", () => {
  const patch = (body: unknown, headers?: Record<string, string>) =>
    box.call("PATCH", `/v1/orgs/${OTHER_ORG}`, body, headers);

  test("R68 another content type is 415, over 1 MiB 413, not JSON 400, deeper than 100 levels 400", async () => {
    box = await testSandbox();
    expect((await patch("title=x", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await patch('{"title":"x"}', { "content-encoding": "gzip" })).status).toBe(415);
    expect((await patch(`{"title":"${"x".repeat(1024 * 1024)}"}`)).status).toBe(413);
    expect((await patch("{")).json.error.message).toBe("the body is not JSON");
    expect((await patch("[]")).json.error.message).toBe("the body must be an object");
    const nested = (depth: number) => `{"title":"[[[[","x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect((await patch(nested(100))).json.error.message).toBe("the body is nested deeper than 100 levels");
    expect((await patch(nested(99))).status).toBe(200);
    const answer = await box.sandbox.handle({
      method: "PATCH",
      path: `/v1/orgs/${ORG}`,
      headers: { authorization: `Bearer ${box.sandbox.token}`, "content-type": "application/json" },
      body: Uint8Array.of(0x7b, 0xff, 0x7d),
    });
    expect(Buffer.from(answer.body).toString()).toContain("the body is not UTF-8");
  });

  test("a wrong field is 400 naming it, unknown fields are ignored", async () => {
    box = await testSandbox();
    expect((await patch({ sso: "yes" })).json.error).toEqual({ code: 400, message: "sso must be a boolean" });
    expect((await patch({ emailDomains: ["a.example", 7] })).json.error.message).toBe(
      "emailDomains.1 must be a string",
    );
    expect((await patch({ defaultRole: "owner" })).json.error.message).toBe(
      "defaultRole must be one of admin, create, review, edit, comment, read",
    );
    expect((await patch({ defaultContent: { type: "site" } })).json.error.message).toBe(
      "defaultContent.site is required",
    );
    const kept = await patch({ title: "Beacon", surprise: true });
    expect(kept.json).toMatchObject({ id: OTHER_ORG, title: "Beacon" });
    expect(kept.json).not.toHaveProperty("surprise");
  });
});
