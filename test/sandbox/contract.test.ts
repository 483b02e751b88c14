import { beforeAll, describe, expect, it } from "vitest";
import { contract, shapes, successes } from "../endpoints/all.js";
import { ORG, READY, SITE } from "../endpoints/ids.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { copies } from "./coverage/service.js";

/* What is easy to miss in the service, asked of the sandbox with its sample organization. */

const GUIDE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const services = useOnce(copies);
let read: TestSandbox;
beforeAll(() => {
  read = services.shared;
});

const successOf = (id: string) => {
  const row = successes[id];
  if (!row) throw new Error(`no row for ${id}`);
  const [method = "", path = ""] = row.send.split(" ");
  return { ...row, method, path };
};

describe("deleting", () => {
  it("answers 204 without content, the first time and the second", async () => {
    const deletes = contract.filter(({ method }) => method === "DELETE");
    for (const { id } of deletes) {
      const service = await services.fresh();
      for (const time of ["first", "second"]) {
        const { status, text } = await service.call("DELETE", successOf(id).path);
        expect([id, time, status, text]).toEqual([id, time, 204, ""]);
      }
    }
  });
});

describe("shapes of answers", () => {
  it("carry object where the contract says so, and nowhere else", async () => {
    for (const { id, response } of contract) {
      const { resource } = response;
      if (resource === null || resource === "inline") continue;
      const { method, path, body, before } = successOf(id);
      const service = method === "GET" ? read : await services.fresh();
      for (const step of before ?? []) await service.call(step.send.split(" ")[0] ?? "", step.send.split(" ")[1] ?? "");
      const { json } = await service.call(method, path, body);
      const objects: unknown[] = response.list ? json.items : [json];
      expect([id, objects.length > 0]).toEqual([id, true]);
      const expected = shapes[resource]?.find(({ name }) => name === "object")?.value ?? null;
      for (const one of objects)
        expect([id, resource, (one as { object?: string }).object ?? null]).toEqual([id, resource, expected]);
    }
  });

  it.each([
    [`/v1/orgs/${ORG}/sso`, ["items"]],
    [`/v1/orgs/${ORG}/sites/${SITE}/adaptive-schema/template-conditions`, ["items"]],
    [`${GUIDE}/content/pages`, ["pages"]],
    [`${GUIDE}/change-requests/42/content/pages`, ["pages"]],
    ["/v1/email-domains/lindenhof.example/orgs", ["organizations"]],
  ])("%s is a list without an envelope and knows no pages", async (path, members) => {
    for (const query of ["", "?limit=1&page=none"]) {
      const { status, json } = await read.call("GET", path + query);
      expect([status, Object.keys(json)]).toEqual([200, members]);
    }
  });
});

describe("change requests", () => {
  it("an id and a number name the same one in every endpoint below it", async () => {
    const below = contract.filter(({ path }) => path.includes("{changeRequestId}"));
    for (const { id } of below) {
      const { method, path, body, status, answer } = successOf(id);
      const named = path.replace(/\/change-requests\/(42|43)\b/, (_, number) =>
        number === "42" ? `/change-requests/${READY}` : "/change-requests/rTh8zX9vuC3MFhHHSeN2",
      );
      const numbered = path.replace(READY, "42");
      for (const target of [named, numbered]) {
        const service = method === "GET" ? read : await services.fresh();
        const got = await service.call(method, target, body);
        expect([target, got.status]).toEqual([target, status]);
        if (answer) expect(got.json).toMatchObject(answer);
      }
      expect(named).not.toBe(numbered);
    }
  });

  it("revisionMerged and revisionMergedAncestor are absent until there is one", async () => {
    const service = await services.fresh();
    const get = async (number: number) => (await service.call("GET", `${GUIDE}/change-requests/${number}`)).json;
    for (const number of [42, 43]) {
      expect(await get(number)).not.toHaveProperty("revisionMerged");
      expect(await get(number)).not.toHaveProperty("revisionMergedAncestor");
    }
    await service.call("POST", `${GUIDE}/change-requests/43/update`);
    expect((await get(43)).revisionMergedAncestor).toBe("ggJ8nit9kHAoyB2V2o3F");
    expect(await get(43)).not.toHaveProperty("revisionMerged");
    const merged = await service.call("POST", `${GUIDE}/change-requests/42/merge`);
    expect(merged.json).toEqual({ revision: expect.stringMatching(/^\w{20}$/), result: "merge" });
    expect((await get(42)).revisionMerged).toBe(merged.json.revision);
  });

  it("an empty body creates one, and a merge is never taken back", async () => {
    const service = await services.fresh();
    expect((await service.call("POST", `${GUIDE}/change-requests`)).status).toBe(201);
    expect((await service.call("POST", `${GUIDE}/change-requests`, {})).json.number).toBe(48);
    await service.call("POST", `${GUIDE}/change-requests/42/merge`);
    expect((await service.call("POST", `${GUIDE}/change-requests/42/merge`)).status).toBe(409);
    expect((await service.call("PATCH", `${GUIDE}/change-requests/42`, { status: "open" })).status).toBe(409);
    expect((await service.call("DELETE", `${GUIDE}/change-requests/42`)).status).toBe(405);
  });
});

describe("what the interface does not have", () => {
  it.each<[string, number]>([
    ["POST /v1/orgs", 405],
    [`POST /v1/orgs/${ORG}/spaces`, 405],
    ["POST /v1/spaces", 404],
    [`POST /v1/orgs/${ORG}/members`, 405],
    [`DELETE /v1/orgs/${ORG}`, 405],
    [`GET /v1/orgs/${ORG}/link-invites`, 404],
    [`POST /v1/orgs/${ORG}/link-invites`, 404],
    [`POST ${GUIDE}/content/pages`, 405],
    [`PATCH ${GUIDE}/content/page/XP6omSZeoJsbZDXfvayL`, 405],
    [`GET ${GUIDE}/content/pages/XP6omSZeoJsbZDXfvayL`, 404],
    [`GET ${GUIDE}/content/file/fT6kXw2NbRz9QmVd4LhG`, 404],
    [`GET ${GUIDE}/change-requests/42/links`, 404],
    [`GET ${GUIDE}/change-requests/42/content/page/XP6omSZeoJsbZDXfvayL/backlinks`, 404],
    [`GET ${GUIDE}/change-requests/42/reviews`, 404],
    [`GET ${GUIDE}/comments/mZk3WvY7dRt5QnBx9JpG/replies`, 405],
    [`GET ${GUIDE}/commenters`, 404],
    [`POST /v1/orgs/${ORG}/sites/${SITE}/unpublish`, 404],
    [`DELETE /v1/orgs/${ORG}/sites/${SITE}/publish`, 405],
    [`POST /v1/orgs/${ORG}/sites/${SITE}/structure`, 404],
    [`POST /v1/orgs/${ORG}/sites/${SITE}/sections/sort`, 405],
    [`GET /v1/orgs/${ORG}/sites/${SITE}/sections/ePnY5bz4286QHs81sB1N`, 405],
    [`GET /v1/orgs/${ORG}/webhooks`, 404],
    [`GET /v1/orgs/${ORG}/events`, 404],
    ["GET /v1/subdomains/halden", 404],
  ])("%s is not answered", async (line, status) => {
    const [method = "", path = ""] = line.split(" ");
    const answer = await read.call(method, path, method === "GET" || method === "DELETE" ? undefined : {});
    expect(answer.status).toBe(status);
  });
});

describe("null", () => {
  it("is a guest for roles of people, and no default level of a space", async () => {
    const service = await services.fresh();
    const patch = (path: string, body: object) => service.call("PATCH", path, body);
    expect((await patch(`/v1/orgs/${ORG}`, { defaultRole: null })).json.defaultRole).toBe(null);
    expect((await patch(`/v1/orgs/${ORG}/members/u4ZZnH5G9tKzy5NnAxaX`, { role: null })).json.role).toBe(null);
    for (const path of [GUIDE, "/v1/collections/cC27v54cXpR684GxcEvU"]) {
      const { status, json } = await patch(path, { defaultLevel: null });
      expect([status, json.error.message]).toEqual([400, expect.stringMatching(/^defaultLevel must be/)]);
    }
  });
});
