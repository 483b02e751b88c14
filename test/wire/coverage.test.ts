import { describe, expect, it } from "vitest";
import { contract, requests } from "../endpoints/all.js";
import type { ContractField, WireRow } from "../endpoints/row.js";
import { operationOf, split } from "./helper.js";

const all = Object.values(requests).flat();

/** Values of a query parameter in each row; undefined where it is absent. */
function sentQuery(ofOperation: WireRow[], name: string): (string | undefined)[] {
  return ofOperation.map((row) =>
    split(row.sent)
      .query.find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  );
}

function sentBody(ofOperation: WireRow[], name: string): unknown[] {
  return ofOperation.map((row) => Object.entries(row.body ?? {}).find(([key]) => key === name)?.[1]);
}

/** What no row sends of a field, in words; empty when all of it is sent. */
function missing(field: ContractField, values: unknown[], yes: unknown, no: unknown): string[] {
  const gaps: string[] = [];
  // The client asks for full pages unless told otherwise.
  const isAlwaysSent = field.required === "Y" || field.name === "limit" || field.alwaysSent === true;
  if (isAlwaysSent === values.includes(undefined))
    gaps.push(`${field.name}: ${isAlwaysSent ? "left out" : "never left out"}`);
  if (!values.some((value) => value !== undefined && value !== null)) gaps.push(`${field.name}: never sent`);
  if (field.nullable && !values.includes(null)) gaps.push(`${field.name}: never null`);
  const each = field.type === "boolean" ? [yes, no] : (field.enum ?? []);
  gaps.push(...each.filter((value) => !values.includes(value)).map((value) => `${field.name}: never ${value}`));
  return gaps;
}

describe("the wire tests send everything the contract has", () => {
  it.each(contract.map((row) => [row.id, row] as const))("%s is sent in all its variants", (_, operation) => {
    const ofOperation = all.filter((row) => operationOf(row) === operation);
    expect(ofOperation.length).toBeGreaterThan(0);

    const query = operation.query.flatMap((field) =>
      missing(field, sentQuery(ofOperation, field.name), "true", "false"),
    );
    const fields = operation.body ?? [];
    const body = fields.flatMap((field) => missing(field, sentBody(ofOperation, field.name), true, false));
    expect([...query, ...body]).toEqual([]);

    const known = new Set(operation.query.map((field) => field.name));
    const names = ofOperation.flatMap((row) => split(row.sent).query.map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const bodyNames = ofOperation.flatMap((row) => Object.keys(row.body ?? {}));
    expect(bodyNames.filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
    if (operation.body === null) expect(ofOperation.map((row) => row.body)).toEqual(ofOperation.map(() => undefined));
    if (operation.status !== null)
      expect(new Set(ofOperation.map((row) => row.status))).toEqual(new Set([operation.status]));
  });
});
