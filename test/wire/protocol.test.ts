import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { contract } from "../catalog/contract.js";
import { json, scripted, text } from "../http/support.js";
import { operationOf } from "./helper.js";
import { rows } from "./rows.js";

/* Rules of the protocol that hold for every endpoint, asked of the client. */

const NO_CONTENT = [
  "applySpaceTemplate",
  "deleteChangeRequestComment",
  "deleteChangeRequestCommentReply",
  "deleteCollection",
  "deleteLinkInvite",
  "deleteOpenapiSpec",
  "deleteSamlProvider",
  "deleteShareLink",
  "deleteSite",
  "deleteSiteSection",
  "deleteSiteSectionGroup",
  "deleteSiteSpace",
  "deleteSpace",
  "deleteSpaceComment",
  "deleteSpaceCommentReply",
  "deleteTeam",
  "deleteTranslation",
  "removeMember",
  "removeSectionFromGroup",
  "removeTeamMember",
  "setTeamMember",
  "updateTeamMembers",
];

/** Posts that take no body. */
const BODILESS = [
  "duplicateSpace",
  "mergeChangeRequest",
  "pingOrg",
  "publishSite",
  "pullChangeRequest",
  "restoreSpace",
  "setMemberSso",
];

describe("a success", () => {
  it.each([200, 201, 202, 299])("is any 2xx for every endpoint: %i", async (status) => {
    for (const row of Object.values(rows).flat()) {
      const endpoint = endpoints[operationOf(row).id];
      if (!endpoint) throw new Error(`no endpoint for ${row.sent}`);
      const params = Object.fromEntries(endpoint.params.map((name: string) => [name, "x1"]));
      const { client } = scripted([row.answer === undefined ? text(status, "") : json(status, row.answer)]);
      const all: unknown[] = [];
      if (endpoint.items) for await (const page of client.list(endpoint, { params }).pages()) all.push(...page.items);
      const got = endpoint.items ? all : await client.call(endpoint, { params, body: row.body });
      expect([row.sent, got]).toEqual([row.sent, row.result]);
    }
  });
});

describe("endpoints that answer nothing to read", () => {
  it("are those of the contract", () => {
    const silent = contract.filter(({ response }) => response.resource === null).map(({ id }) => id);
    expect(silent.sort()).toEqual(NO_CONTENT);
  });

  it.each(NO_CONTENT)("%s: whatever stands in the body is left alone", async (id) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    const params = Object.fromEntries(endpoint.params.map((name: string) => [name, "x1"]));
    const { client } = scripted([text(204, ""), text(200, '{"cut'), text(200, "<html>")]);
    for (let time = 0; time < 3; time += 1) expect(await client.call(endpoint, { params })).toBeUndefined();
  });
});

describe("paths and bodies", () => {
  it("every path starts with /v1 and a known kind of thing", () => {
    const beginnings = contract.map(({ path }) => path.split("/").slice(0, 3).join("/"));
    expect([...new Set(beginnings)].sort()).toEqual(["/v1/collections", "/v1/email-domains", "/v1/orgs", "/v1/spaces"]);
  });

  it.each(BODILESS)("%s sends no body and no Content-Type", async (id) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    const params = Object.fromEntries(endpoint.params.map((name: string) => [name, "x1"]));
    const { client, requests } = scripted([text(200, "{}")]);
    await client.call(endpoint, { params });
    expect(requests).toHaveLength(1);
    const names = Object.keys(requests[0]?.headers ?? {}).map((name) => name.toLowerCase());
    expect([requests[0]?.method, requests[0]?.body, names.includes("content-type")]).toEqual([
      "POST",
      undefined,
      false,
    ]);
    expect(names).toContain("authorization");
  });

  it("the posts without a body are those of the contract", () => {
    const found = contract.filter(({ method, body }) => method === "POST" && body === null).map(({ id }) => id);
    expect(found.sort()).toEqual(BODILESS);
  });
});
