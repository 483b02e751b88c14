import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { usableOf } from "./accept.js";
import { nextCursor } from "./cursor.js";
import { decodeJson } from "./decode.js";
import { isObject } from "./is-object.js";
import type { PageTable, WireResponse } from "./types.js";
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
  /** The same with a line end behind each item; from then on it stands so in `raw`. */
  readonly lines?: (() => Uint8Array) | undefined;
  /** Offsets of the items in `raw`. */
  readonly starts?: Int32Array | undefined;
  /** The ids, or two words for each item: the fingerprint of its id, or zeros. */
  readonly ids?: Int32Array | readonly string[] | undefined;
  /** The values of the items, where they were asked for. */
  readonly table?: PageTable | undefined;
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
  items.forEach((item, index) => {
    checkItem(endpoint, item, `${name}.${index}`);
  });
  return items;
}

/** `where`: how messages name it. @throws Failure "invalid-answer" */
export function checkItem(endpoint: AnyEndpoint, item: unknown, where: string): void {
  const schema = endpoint.response?.();
  if (schema && !usableOf(schema)(item)) checkAnswer(schema, item, where);
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
