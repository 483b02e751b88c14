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
  /** Items at most. */
  most: number;
  /** Of this very page, to go on from where it is cut. */
  cursor: string | undefined;
  ids: Ids;
}

/** R29: what of an answer is given out. @throws Failure "invalid-answer" for items that are not as documented */
export function pageOf<T>(endpoint: AnyEndpoint, envelope: Envelope, { most, cursor, ids }: Wanted): Page<T> | RawPage {
  const { count, next, stats } = envelope;
  const skipped = Math.max(0, lengthOf(envelope) - most);
  const facts = { count, stats, next: skipped > 0 ? cursor : next, ...(skipped > 0 && { skipped }) };
  if (envelope.raw) {
    const repeated = ids.note(envelope.ids.slice(0, most));
    return { ...facts, ...firstOf(envelope, most), repeated };
  }
  checkItems(endpoint, envelope.items);
  // They passed the endpoint's schema, whose output T is.
  const items = envelope.items.slice(0, most) as readonly T[];
  return { ...facts, items, repeated: ids.note(items.map(idOf)) };
}

/** The bytes of so many items. */
function firstOf({ raw, starts }: Spliced, most: number): Pick<RawPage, "raw" | "starts"> {
  const behind = starts[most];
  // A comma stands before each item but the first.
  return behind === undefined ? { raw, starts } : { raw: raw.subarray(0, behind - 1), starts: starts.slice(0, most) };
}
