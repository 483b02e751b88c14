import { describe, expect, it } from "vitest";
import { openBinding } from "../../../src/system/sqlite.js";
import { contract, successes } from "../../endpoints/all.js";
import type { Exchange, Row } from "../../endpoints/row.js";
import type { TestSandbox } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import { errors } from "./errors.js";
import { copies } from "./service.js";

/*
 * Every endpoint answers its successful call and every error that the contract names for it. The tables beside this
 * file say what is sent and what must come back.
 */
const services = useOnce(copies);

const endpointOf = (id: string) => {
  const found = contract.find((one) => one.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
};
const split = (send: string) => {
  const [method = "", target = ""] = send.split(" ");
  return { method, target, path: target.split("?")[0] ?? "" };
};
const call = (service: TestSandbox, { send, body }: { send: string; body?: unknown }) => {
  const { method, target } = split(send);
  return service.call(method, target, body);
};

async function exchange(service: TestSandbox, expected: Exchange): Promise<void> {
  const { status, json, text } = await call(service, expected);
  expect([expected.send, status, status === expected.status ? "" : text]).toEqual([expected.send, expected.status, ""]);
  if (status === 204) expect(text).toBe("");
  else if (status >= 400) expect(json).toEqual({ error: { code: status, message: expect.stringMatching(/^\S/) } });
  if (expected.answer) expect(json).toMatchObject(expected.answer);
}

/** Rename the table of all objects behind the service's back. */
function damage(service: TestSandbox): void {
  const other = openBinding(service.file);
  other.exec("ALTER TABLE objects RENAME TO elsewhere");
  other.close();
}

async function check(row: Row): Promise<void> {
  const changes = !row.send.startsWith("GET ") || row.before || row.damaged;
  const service = changes ? await services.fresh() : services.shared;
  for (const step of row.before ?? []) expect((await call(service, step)).status).toBeLessThan(300);
  if (row.damaged) damage(service);
  await exchange(service, row);
  for (const step of row.after ?? []) await exchange(service, step);
}

/** A request line speaks an endpoint's method and path. */
function speaks(send: string, id: string): boolean {
  const { method, path } = split(send);
  const endpoint = endpointOf(id);
  return endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

describe("the tables", () => {
  it("have a successful call of each endpoint", () => {
    expect(Object.keys(successes).sort()).toEqual(contract.map((row) => row.id).sort());
    for (const [id, row] of Object.entries(successes)) {
      expect([id, row.send, speaks(row.send, id)]).toEqual([id, row.send, true]);
      const { status, assumedStatus } = endpointOf(id);
      expect([id, row.status]).toEqual([id, status ?? assumedStatus]);
      if (row.status !== 204) expect([id, typeof row.answer]).toEqual([id, "object"]);
    }
  });

  it("have a row for each error that the contract names", () => {
    const pairs = contract.flatMap(({ id, method, errors: named = [] }) =>
      [...(method === "DELETE" ? ["absent on delete"] : []), ...named].map((condition) => `${id}: ${condition}`),
    );
    expect([...new Set(errors.map((row) => `${row.endpoint}: ${row.condition}`))].sort()).toEqual(pairs.sort());
    for (const row of errors) expect([row.send, speaks(row.send, row.endpoint)]).toEqual([row.send, true]);
  });
});

describe("success", () => {
  it.each(Object.entries(successes))("%s answers as documented", (_id, row) => check(row));
});

describe("errors", () => {
  it.each(errors.map((row) => [row.endpoint, row.condition, row.send, row] as const))("%s, %s: %s", (_, __, ___, row) =>
    check(row),
  );
});

describe("all endpoints", () => {
  it("R67 answer 401 without a token and with a wrong one, before anything else is looked at", async () => {
    const service = await services.fresh();
    const before = await service.sandbox.info();
    for (const [id, row] of Object.entries(successes)) {
      const { method, target } = split(row.send);
      for (const authorization of ["", "Bearer wrong", `Bearer ${service.sandbox.token.slice(0, -1)}`]) {
        const answer = await service.call(method, target, row.body, { authorization });
        expect([id, answer.status, answer.text]).toEqual([
          id,
          401,
          '{"error":{"code":401,"message":"no valid token"}}',
        ]);
      }
    }
    expect(await service.sandbox.info()).toEqual(before);
  });

  it("answer 404 for an id in the path that names nothing", async () => {
    // Deleting is no error; an absent specification is made; a domain of nobody has no organization.
    const others = contract.filter(
      ({ id, method }) => method !== "DELETE" && id !== "putOpenapiSpec" && id !== "listOrgsByEmailDomain",
    );
    for (const { id, path, pathParams } of others) {
      const { send, body } = successes[id] ?? { send: "" };
      const parts = path.split("/");
      for (const { name } of pathParams) {
        const target = split(send).path.split("/");
        target[parts.indexOf(`{${name}}`)] = "nothing000000000000x";
        const { status } = await call(services.shared, { send: `${split(send).method} ${target.join("/")}`, body });
        expect([id, name, status]).toEqual([id, name, 404]);
      }
    }
  });

  it("that have required fields answer 400 without one", async () => {
    for (const { id, body } of contract) {
      const { send, body: full } = successes[id] ?? { send: "" };
      for (const field of body?.filter(({ required }) => required === "Y") ?? []) {
        const rest = Object.fromEntries(Object.entries(full ?? {}).filter(([name]) => name !== field.name));
        const { status, json } = await call(services.shared, { send, body: rest });
        expect([id, status, json.error.message]).toEqual([id, 400, `${field.name} is required`]);
      }
    }
  });

  it("that take a body answer 415 for another type and 400 for what is no JSON object", async () => {
    for (const { id, method } of contract.filter(({ body }) => body !== null)) {
      const { target } = split(successes[id]?.send ?? "");
      const send = (body: string, headers = {}) => services.shared.call(method, target, body, headers);
      expect([id, (await send("title=x", { "content-type": "application/x-www-form-urlencoded" })).status]).toEqual([
        id,
        415,
      ]);
      for (const body of ['{"title":', "[]", "null", '"text"']) {
        expect([id, body, (await send(body)).status]).toEqual([id, body, 400]);
      }
    }
  });

  it("that list in pages take a limit of 1 to 1000 and their own cursors only", async () => {
    const paged = contract.filter(({ query }) => query.some(({ name }) => name === "limit"));
    for (const { id } of paged) {
      const { send } = successes[id] ?? { send: "" };
      const target = split(send).target.replace(/[?&]limit=\d+/, "");
      const ask = (query: string) =>
        services.shared.call("GET", `${target}${target.includes("?") ? "&" : "?"}${query}`);
      for (const limit of ["0", "-1", "1001", "1.5", "ten", ""]) {
        expect([id, limit, (await ask(`limit=${limit}`)).status]).toEqual([id, limit, 400]);
      }
      expect([id, (await ask("page=2")).status]).toEqual([id, 400]);
      const { count } = (await ask("limit=1000")).json;
      const first = (await ask("limit=1")).json;
      expect([id, first.count, first.items.length, typeof first.next?.page]).toEqual([
        id,
        count,
        Math.min(count, 1),
        count > 1 ? "string" : "undefined",
      ]);
    }
  });
});
