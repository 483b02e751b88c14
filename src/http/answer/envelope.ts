import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import type { WireResponse } from "../types.js";
import { nextCursor } from "./cursor.js";
import { decodeJson } from "./decode.js";
import { checkAnswer, usableOf } from "./validate.js";

/** What a list's answer holds besides its items. */
export interface Facts {
  readonly count: number | undefined;
  readonly next: string | undefined;
  readonly stats: Record<string, unknown> | undefined;
}

/** One answer of a list endpoint. */
export interface Parsed extends Facts {
  /** As received, not yet checked. */
  readonly items: readonly unknown[];
  readonly raw?: undefined;
}

/** R21, R26. @throws Failure "invalid-answer" */
export function readParsed(endpoint: AnyEndpoint, response: WireResponse, maxBody: number): Parsed {
  const value = decodeJson(response, maxBody);
  if (!isObject(value)) throw new Failure("invalid-answer", "the list is not an object");
  const name: string = endpoint.items ?? "items";
  const items = value[name];
  if (!Array.isArray(items)) throw new Failure("invalid-answer", `the list has no array of ${name}`);
  return { ...facts(endpoint, value), items };
}

/** R31: checks that each item can be used. @throws Failure "invalid-answer" */
export function checkItems(endpoint: AnyEndpoint, items: readonly unknown[]): void {
  const schema = endpoint.response?.();
  const usable = schema && usableOf(schema);
  items.forEach((item, index) => {
    if (usable && !usable(item)) checkAnswer(schema, item, `${endpoint.items ?? "items"}.${index}`);
  });
}

export function facts(endpoint: AnyEndpoint, value: Record<string, unknown>): Facts {
  return {
    count: typeof value.count === "number" ? value.count : undefined,
    next: endpoint.paginated ? nextCursor(value.next) : undefined,
    stats: isObject(value.stats) ? value.stats : undefined,
  };
}
