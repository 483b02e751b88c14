/** What reaches the client: additions, list flags, dry runs. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { updateChangeRequest } from "../../src/catalog/change-requests.js";
import { updateOrg } from "../../src/catalog/organizations.js";
import { getSpace, listOrgSpaces, listSpaceLinks, updateSpace } from "../../src/catalog/spaces.js";
import { type Globals, readGlobals } from "../../src/cli/argv/globals.js";
import { createApi } from "../../src/cli/run/api.js";
import { asCurl, describePlan, Planned } from "../../src/cli/run/planned/dry-run.js";
import { createClient } from "../../src/http/client.js";
import type { Client, Extra, PlannedRequest } from "../../src/http/types.js";

const TOKEN = "secret-token-of-the-test";

function setup(given: { globals?: Partial<Globals>; extra?: Extra; endpoints?: readonly object[] } = {}) {
  const calls: unknown[][] = [];
  const planned: PlannedRequest[] = [];
  const real = createClient({
    baseUrl: "https://api.example.com/base",
    token: () => TOKEN,
    transport: async () => {
      throw new Error("a dry run sent something");
    },
  });
  const client: Client = {
    ...real,
    async call(...args) {
      calls.push(["call", ...args]);
      return undefined as never;
    },
    list(...args) {
      calls.push(["list", ...args]);
      return { async *pages() {} };
    },
    async raw(request) {
      calls.push(["raw", request]);
      return undefined as never;
    },
  };
  const api = createApi({
    client: async () => client,
    // A list of endpoints; their own types differ.
    endpoints: (given.endpoints ?? [updateSpace, listOrgSpaces]) as Parameters<typeof createApi>[0]["endpoints"],
    extra: given.extra ?? {},
    globals: { ...readGlobals({}), ...given.globals },
    showPlan: async (request) => void planned.push(request),
    download: async () => ({ path: "x", bytes: 0 }),
    checkExternal: async () => new Map(),
    pause: async () => {},
    write: async () => {},
    organization: () => "o",
    checkCommand: "docs spaces list",
    // A request needs no more of it.
    progress: { start: () => {}, done: () => {} } as never,
  });
  return { api, calls, planned };
}

const space = { params: { spaceId: "s" }, body: { title: "T" } };

async function drain(listing: { pages(): AsyncIterable<unknown> }): Promise<void> {
  for await (const _ of listing.pages());
}

describe("additions", () => {
  const extra = { query: { a: "1" }, body: { b: 2 } };

  it("go to the endpoints of the command", async () => {
    const { api, calls } = setup({ extra });
    await api.call(updateSpace, space);
    expect(calls).toEqual([["call", updateSpace, space, { extra, checkCommand: "docs spaces list" }]]);
  });

  it("do not go to what it reads besides", async () => {
    const { api, calls } = setup({ extra });
    await api.call(getSpace, { params: { spaceId: "s" } });
    await drain(api.list(listSpaceLinks, { params: { spaceId: "s" } }));
    expect(calls.map((call) => (call[3] as { extra?: unknown }).extra)).toEqual([undefined, undefined]);
  });

  it("need a body to be added to", async () => {
    const { api, calls } = setup({ extra, endpoints: [getSpace] });
    await expect(api.call(getSpace, { params: { spaceId: "s" } })).rejects.toMatchObject({
      kind: "usage",
      message: "--field: this request has no body",
    });
    expect(calls).toEqual([]);
  });
});

describe("list flags", () => {
  const list = { limit: 5, page: "cursor", pageSize: 2 };
  const flagsOf = (call: unknown[] | undefined) => {
    const { limit, page, pageSize } = (call?.[3] ?? {}) as Record<string, unknown>;
    return { limit, page, pageSize };
  };

  it("are for the command's own list", async () => {
    const { api, calls } = setup({ globals: { list } });
    await drain(api.list(listOrgSpaces, { params: { organizationId: "o" } }));
    await drain(api.list(listSpaceLinks, { params: { spaceId: "s" } }));
    expect(flagsOf(calls[0])).toEqual(list);
    expect(flagsOf(calls[1])).toEqual({});
  });

  it("give way to what the command itself asks for", async () => {
    const { api, calls } = setup({ globals: { list } });
    await drain(api.list(listOrgSpaces, { params: { organizationId: "o" } }, { limit: undefined }));
    expect(flagsOf(calls[0])).toEqual({ page: "cursor", pageSize: 2 });
  });
});

describe("R39 a dry run", () => {
  const globals = { safety: { dryRun: true } };

  it("shows a call with its additions and sends nothing", async () => {
    const { api, calls, planned } = setup({ globals, extra: { query: { q: "1" }, body: { x: null } } });
    await expect(api.call(updateSpace, space)).rejects.toBeInstanceOf(Planned);
    expect(calls).toEqual([]);
    expect(planned).toMatchObject([
      { method: "PATCH", url: "https://api.example.com/base/v1/spaces/s?q=1", body: { title: "T", x: null } },
    ]);
  });

  it.each([
    [{}, "?limit=1000"],
    [{ limit: 5 }, "?limit=5"],
    [{ pageSize: 7 }, "?limit=7"],
    [{ limit: 5000 }, "?limit=1000"],
    [{ page: "a b&c" }, "?limit=1000&page=a+b%26c"],
  ])("shows the first page of a list: %o", async (flags, query) => {
    const { api, planned } = setup({ globals: { ...globals, list: flags } });
    const pages = drain(api.list(listOrgSpaces, { params: { organizationId: "o" } }));
    await expect(pages).rejects.toBeInstanceOf(Planned);
    expect(planned.map(({ url }) => url)).toEqual([`https://api.example.com/base/v1/orgs/o/spaces${query}`]);
  });

  it("shows a raw call as it would go", async () => {
    const { api, calls, planned } = setup({ globals });
    const request = { method: "post", path: "/v1/orgs?x=1", headers: { "X-A": "b" }, body: '{"a":1}' };
    await expect(api.raw(request)).rejects.toBeInstanceOf(Planned);
    expect(calls).toEqual([]);
    expect(planned).toMatchObject([
      { method: "POST", url: "https://api.example.com/base/v1/orgs?x=1", headers: { "x-a": "b" }, body: '{"a":1}' },
    ]);
  });

  it.each(["/v1/../orgs", "/v2/orgs", "/v1/a b", "https://evil.example/v1/"])(
    "R59 refuses the path %s",
    async (path) => {
      const { api, planned } = setup({ globals });
      await expect(api.raw({ method: "GET", path })).rejects.toMatchObject({ kind: "usage" });
      expect(planned).toEqual([]);
    },
  );

  it("checks what would be sent", async () => {
    const { api } = setup({ globals, endpoints: [updateChangeRequest] });
    const input = { params: { spaceId: "..", changeRequestId: "42" }, body: {} };
    await expect(api.call(updateChangeRequest, input)).rejects.toMatchObject({ kind: "invalid-answer" });
  });

  it("never holds the token", async () => {
    const { api, planned } = setup({ globals, endpoints: [updateOrg] });
    await api.call(updateOrg, { params: { organizationId: "o" }, body: { title: "T" } }).catch(() => {});
    const [request] = planned;
    expect(request && describePlan(request)).not.toContain(TOKEN);
    expect(JSON.stringify(planned)).not.toContain(TOKEN);
  });
});

describe("curl", () => {
  const request: PlannedRequest = {
    method: "PATCH",
    url: "https://api.example.com/v1/spaces/s?a=1&b=2",
    headers: { accept: "*/*" },
    body: { title: 'it\'s $HOME `id` \\ "q"\n' },
  };

  it("is one line that names the token only as a variable", () => {
    expect(asCurl({ method: "GET", url: "https://api.example.com/v1/orgs", headers: { accept: "*/*" } })).toBe(
      `curl -g -X GET -H 'accept: */*' -H "Authorization: Bearer $DOCS_TOKEN" 'https://api.example.com/v1/orgs'`,
    );
  });

  it.skipIf(process.platform === "win32")("reaches curl as it was meant", () => {
    // The shell itself says what the words are.
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; DOCS_TOKEN=t; ${asCurl(request)}`;
    const words = execFileSync("sh", ["-c", script], { encoding: "utf8", timeout: 10_000 }).split("\0").slice(0, -1);
    expect(words).toEqual([
      "-g",
      "-X",
      "PATCH",
      "-H",
      "accept: */*",
      "-H",
      "Authorization: Bearer t",
      "--data-raw",
      '{"title":"it\'s $HOME `id` \\\\ \\"q\\"\\n"}',
      "https://api.example.com/v1/spaces/s?a=1&b=2",
    ]);
  });

  it("comes after the request in words", () => {
    const text = describePlan({ ...request, headers: {}, body: { a: 1 } });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "PATCH https://api.example.com/v1/spaces/s?a=1&b=2",
      "{",
      '  "a": 1',
      "}",
      "",
    ]);
  });

  it("keeps the text of a raw body", () => {
    expect(asCurl({ ...request, headers: {}, body: '{ "a": 1 }' })).toContain(`--data-raw '{ "a": 1 }'`);
  });
});
