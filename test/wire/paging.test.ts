import { afterEach, describe, expect, it } from "vitest";
import { listMembers } from "../../src/catalog/members.js";
import { listOrgsByEmailDomain } from "../../src/catalog/organizations.js";
import { listSpaceLinks } from "../../src/catalog/spaces.js";
import { createClient } from "../../src/http/client.js";
import { createNodeTransport } from "../../src/http/transport/node.js";
import type { Page } from "../../src/http/types.js";
import { link, linkStats, organization } from "../endpoints/answers.js";
import { nock, useNock } from "../helpers/nock.js";

const ORIGIN = "https://api.example.test";
const newClient = () =>
  createClient({ baseUrl: ORIGIN, token: () => "tok-123", transport: createNodeTransport(), retries: 0 });

const requested: string[] = [];

/** Answers in turn; what was asked is in `requested`. */
function answers(...bodies: unknown[]) {
  for (const body of bodies) {
    nock(ORIGIN)
      .get(/.*/)
      .reply((uri) => {
        requested.push(uri);
        return [200, JSON.stringify(body)];
      });
  }
}

async function read<T>(pages: AsyncIterable<Page<T>>): Promise<Page<T>[]> {
  const all: Page<T>[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

useNock();
afterEach(() => {
  requested.length = 0;
});

describe("pages over the wire", () => {
  it("R22 R23 encodes the cursor and repeats every other query parameter", async () => {
    answers(
      { next: { page: "https://x.test/?a=b&c d" }, count: 1, items: [{ id: "u1" }] },
      { next: { page: "2" }, count: 1, items: [{ id: "u2" }] },
      { count: 1, items: [{ id: "u3" }] },
    );
    const query = { order: "asc", role: "admin", search: "a b", sort: "lastSeenAt" } as const;
    const list = newClient().list(listMembers, { params: { organizationId: "o1" }, query }, { pageSize: 1 });
    const pages = await read(list.pages());
    expect(pages.flatMap((page) => page.items.map((item) => item.id))).toEqual(["u1", "u2", "u3"]);
    const asked = requested.map((uri) => [...new URLSearchParams(uri.split("?")[1])].sort());
    const others = [
      ["limit", "1"],
      ["order", "asc"],
      ["role", "admin"],
      ["search", "a b"],
      ["sort", "lastSeenAt"],
    ];
    expect(asked[0]).toEqual(others);
    expect(requested[1]).toContain("page=https%3A%2F%2Fx.test%2F%3Fa%3Db%26c+d");
    expect(asked[1]?.filter(([name]) => name !== "page")).toEqual(others);
    expect(requested[2]).toMatch(/[?&]page=2(&|$)/);
    expect(asked[2]?.filter(([name]) => name !== "page")).toEqual(others);
    expect(requested).toHaveLength(3);
  });

  it("keeps the statistics of a list of links on every page", async () => {
    answers(
      { next: { page: "2" }, count: 1, items: [link], stats: linkStats },
      { next: {}, count: 1, items: [link], stats: linkStats },
    );
    const pages = await read(
      newClient()
        .list(listSpaceLinks, { params: { spaceId: "s1" } })
        .pages(),
    );
    expect(pages.map((page) => page.stats)).toEqual([
      { total: 3, broken: { total: 1, changeRequest: 0 } },
      { total: 3, broken: { total: 1, changeRequest: 0 } },
    ]);
    expect(pages.map((page) => page.next)).toEqual(["2", undefined]);
  });

  it("R20 sends neither page nor limit to a list without the envelope", async () => {
    answers({ organizations: [organization] });
    const list = newClient().list(
      listOrgsByEmailDomain,
      { params: { emailDomain: "example.com" } },
      { page: "2", pageSize: 25 },
    );
    expect(await read(list.pages())).toHaveLength(1);
    expect(requested).toEqual(["/v1/email-domains/example.com/orgs"]);
  });
});
