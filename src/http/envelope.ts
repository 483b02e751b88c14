import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { usableOf } from "./accept.js";
import { nextCursor } from "./cursor.js";
import { decodeJson } from "./decode.js";
import { isObject } from "./is-object.js";
import type { WireResponse } from "./types.js";
import { checkAnswer } from "./validate.js";

/** One answer of a list endpoint. */
export interface Envelope {
  /** The items as they came, once they are checked. @throws Failure "invalid-answer" */
  items(): readonly unknown[];
  /** Their number, known without reading them. */
  readonly length: number;
  readonly count: number | undefined;
  readonly next: string | undefined;
  readonly stats: Record<string, unknown> | undefined;
  /** The bytes between the brackets of the array, where the items were not parsed. */
  readonly raw?: Uint8Array | undefined;
  /** Offsets of the items in `raw`. */
  readonly starts?: readonly number[] | undefined;
  /** Where the text of each id starts and ends in `raw`. */
  readonly ids?: readonly number[] | undefined;
}

/** R21, R26, R31. @throws Failure "invalid-answer" */
export function readEnvelope(endpoint: AnyEndpoint, response: WireResponse, maxBody: number): Envelope {
  const value = decodeJson(response, maxBody);
  if (!isObject(value)) throw new Failure("invalid-answer", "the list is not an object");
  const name: string = endpoint.items ?? "items";
  const items = value[name];
  if (!Array.isArray(items)) throw new Failure("invalid-answer", `the list has no array of ${name}`);
  let checked: readonly unknown[] | undefined;
  return {
    items() {
      checked ??= checkedItems(endpoint, items, name);
      return checked;
    },
    length: items.length,
    ...facts(endpoint, value),
  };
}

/** The items themselves, once each is found to be of the kind that the schema names. */
export function checkedItems(endpoint: AnyEndpoint, items: readonly unknown[], name: string): readonly unknown[] {
  const usable = endpoint.response && usableOf(endpoint.response);
  items.forEach((item, index) => {
    if (usable && !usable(item)) checkAnswer(endpoint.response, item, `${name}.${index}`);
  });
  return items;
}

/** What stands beside the items. */
export function facts(
  endpoint: AnyEndpoint,
  value: Record<string, unknown>,
): Pick<Envelope, "count" | "next" | "stats"> {
  return {
    count: typeof value.count === "number" ? value.count : undefined,
    next: endpoint.paginated ? nextCursor(value.next) : undefined,
    stats: isObject(value.stats) ? value.stats : undefined,
  };
}
