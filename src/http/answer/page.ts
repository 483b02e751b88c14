import type { AnyEndpoint } from "../../catalog/endpoint.js";
import type { Page, RawPage } from "../types.js";
import { checkItems, type Parsed } from "./envelope.js";
import { type Ids, idOf } from "./ids.js";
import type { Spliced } from "./splice.js";

/** One answer of a list endpoint. */
export type Envelope = Parsed | Spliced;

export const lengthOf = (given: Envelope | Page<unknown> | RawPage): number =>
  given.raw ? given.starts.length : given.items.length;

interface Wanted {
  /** Maximum number of items. */
  most: number;
  /** Cursor of this same page: where to continue if items are left out. */
  cursor: string | undefined;
  ids: Ids;
}

/** R29: the page that the caller gets. @throws Failure "invalid-answer" for items that cannot be used */
export function pageOf<T>(endpoint: AnyEndpoint, envelope: Envelope, { most, cursor, ids }: Wanted): Page<T> | RawPage {
  const { count, next, stats } = envelope;
  const skipped = Math.max(0, lengthOf(envelope) - most);
  const facts = { count, stats, next: skipped > 0 ? cursor : next, ...(skipped > 0 && { skipped }) };
  if (envelope.raw) {
    const repeated = ids.note(envelope.ids.slice(0, most));
    return { ...facts, ...firstOf(envelope, most), repeated };
  }
  checkItems(endpoint, envelope.items);
  // T is the output of the endpoint's schema, which the items were checked against.
  const items = envelope.items.slice(0, most) as readonly T[];
  return { ...facts, items, repeated: ids.note(items.map(idOf)) };
}

/** The bytes of the first `most` items. */
function firstOf({ raw, starts }: Spliced, most: number): Pick<RawPage, "raw" | "starts"> {
  const behind = starts[most];
  // Minus one: the comma between the items.
  return behind === undefined ? { raw, starts } : { raw: raw.subarray(0, behind - 1), starts: starts.slice(0, most) };
}
