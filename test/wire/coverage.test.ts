import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { type ContractField, type ContractRow, contract } from "../catalog/contract.js";
import { type Row, split } from "./helper.js";
import { rows } from "./rows.js";

const all = Object.values(rows).flat();

/** Rows of an operation: those that pass its endpoint, and those only, must speak its method and path. */
const rowsOf = (id: string) => all.filter((row) => row.endpoint === endpoints[id]);

function matches(row: Row, { method, path }: ContractRow): boolean {
  const sent = split(row.sent);
  const pattern = path.replace(/\{\w+\}/g, "[^/]+");
  return sent.method === method && new RegExp(`^${pattern}$`).test(sent.path);
}

/** Values of a query parameter in each row; undefined where it is absent. */
function sentQuery(ofEndpoint: Row[], name: string): (string | undefined)[] {
  return ofEndpoint.map((row) =>
    split(row.sent)
      .query.find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  );
}

function sentBody(ofEndpoint: Row[], name: string): unknown[] {
  return ofEndpoint.map((row) => Object.entries(row.body ?? {}).find(([key]) => key === name)?.[1]);
}

/** What no row sends of a field, in words; empty when all of it is sent. */
function missing(field: ContractField, values: unknown[], yes: unknown, no: unknown): string[] {
  const gaps: string[] = [];
  // The client asks for full pages unless told otherwise.
  if (field.required !== "Y" && field.name !== "limit" && !values.includes(undefined))
    gaps.push(`${field.name} is never left out`);
  if (!values.some((value) => value !== undefined && value !== null)) gaps.push(`${field.name} is never sent`);
  if (field.nullable && !values.includes(null)) gaps.push(`${field.name} is never null`);
  if (field.type === "boolean" && !values.includes(yes)) gaps.push(`${field.name} is never true`);
  if (field.type === "boolean" && !values.includes(no)) gaps.push(`${field.name} is never false`);
  return gaps;
}

describe("the wire tests send everything the contract has", () => {
  it.each(contract.map((row) => [row.id, row] as const))("%s", (id, operation) => {
    const ofEndpoint = rowsOf(id);
    expect(ofEndpoint.length).toBeGreaterThan(0);
    for (const row of ofEndpoint) expect([row.sent, matches(row, operation)]).toEqual([row.sent, true]);

    const query = operation.query.flatMap((field) =>
      missing(field, sentQuery(ofEndpoint, field.name), "true", "false"),
    );
    const fields = operation.body ?? [];
    const body = fields.flatMap((field) => missing(field, sentBody(ofEndpoint, field.name), true, false));
    expect([...query, ...body]).toEqual([]);

    const known = new Set(operation.query.map((field) => field.name));
    const names = ofEndpoint.flatMap((row) => split(row.sent).query.map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const bodyNames = ofEndpoint.flatMap((row) => Object.keys(row.body ?? {}));
    expect(bodyNames.filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
    if (operation.body === null) expect(ofEndpoint.map((row) => row.body)).toEqual(ofEndpoint.map(() => undefined));
    if (operation.status !== null)
      expect(new Set(ofEndpoint.map((row) => row.status))).toEqual(new Set([operation.status]));
  });

  it("and nothing beside it", () => {
    const known = new Set(contract.map((row) => endpoints[row.id]));
    expect(all.filter((row) => !known.has(row.endpoint)).map((row) => row.sent)).toEqual([]);
  });
});
