import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import { LISTS } from "../defaults.js";
import type { WireResponse } from "../types.js";
import { ForeignAnswer, type Note } from "./decode.js";
import { otherThingIn, readJson } from "./judge-answer.js";
import { checkAnswer, usableOf } from "./validate.js";

/** One answer of a list endpoint. */
export interface Envelope {
  /** As received, not yet checked. */
  readonly items: readonly unknown[];
  readonly count: number | undefined;
  readonly next: string | undefined;
  readonly stats: Record<string, unknown> | undefined;
}

/** R21, R26. @throws Failure "invalid-answer" */
export function readEnvelope(endpoint: AnyEndpoint, response: WireResponse, maxBody: number, note: Note): Envelope {
  const value = readJson(endpoint, response, { maxBody, note });
  if (!isObject(value)) throw new Failure("invalid-answer", "the list is not an object");
  const name: string = endpoint.items ?? "items";
  const items = value[name];
  if (!Array.isArray(items)) throw new Failure("invalid-answer", `the list has no array of ${name}`);
  return {
    items,
    count: typeof value.count === "number" ? value.count : undefined,
    next: endpoint.paginated ? nextCursor(value.next) : undefined,
    stats: isObject(value.stats) ? value.stats : undefined,
  };
}

/**
 * R31: the items, each of which can be used and is one of what was asked for.
 * @param leaveOut gets the reason for each item of another thing, which is left out
 * @throws Failure "invalid-answer"; without `leaveOut` for an item of another thing, too
 */
export function usableItems(
  endpoint: AnyEndpoint,
  params: Record<string, string> | undefined,
  items: readonly unknown[],
  leaveOut?: (why: string) => void,
): readonly unknown[] {
  const schema = endpoint.response?.();
  const usable = schema && usableOf(schema);
  const foreign = new Set<number>();
  items.forEach((item, index) => {
    if (usable && !usable(item)) checkAnswer(schema, item, `${endpoint.items ?? "items"}.${index}`);
    const other = otherThingIn(endpoint, params, item);
    if (other === undefined) return;
    if (!leaveOut) throw new ForeignAnswer(other);
    leaveOut(other);
    foreign.add(index);
  });
  return foreign.size === 0 ? items : items.filter((_, index) => !foreign.has(index));
}

const invalidAnswer = (message: string) => new Failure("invalid-answer", message);

/**
 * R21: the cursor of the next page; undefined at the end, which is `next` absent, null or `{}`, or its page absent, null
 * or "". It is opaque: never parsed, concatenated or used as a URL (R22).
 * @throws Failure "invalid-answer"
 */
function nextCursor(next: unknown): string | undefined {
  if (next === undefined || next === null) return undefined;
  if (typeof next !== "object" || Array.isArray(next)) throw invalidAnswer("the list's next is not an object");
  const page = "page" in next ? next.page : undefined;
  if (page === undefined || page === null || page === "") return undefined;
  if (typeof page !== "string") throw invalidAnswer("the list's next.page is not a string");
  if (Buffer.byteLength(page) > LISTS.maxCursor)
    throw invalidAnswer(`the list's cursor is longer than ${LISTS.maxCursor} bytes`);
  return page;
}
