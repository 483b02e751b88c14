/** Lists that are read to their end. */
import { Failure } from "../errors.js";

interface Listing<T> {
  pages(): AsyncIterable<{ items: readonly T[]; gap?: string | undefined }>;
}

/** In pages of the largest size. */
export const WHOLE = { pageSize: 1000, limit: undefined, page: undefined };

/** @throws Failure cannot-tell for a list that cannot be whole */
export async function allOf<T>(listing: Listing<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of listing.pages()) {
    if (page.gap !== undefined) throw new Failure("cannot-tell", page.gap);
    items.push(...page.items);
  }
  return items;
}
