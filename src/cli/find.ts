/** Things that the service has no single GET for are read through their list. */
import { Failure } from "../errors.js";
import type { Listing } from "../http/types.js";

/** @throws Failure not-found when the list ends without it. */
export async function findInList<T extends { id?: string | null | undefined }>(
  listing: Listing<T>,
  id: string,
  what: string,
): Promise<T> {
  for await (const page of listing.pages()) {
    const found = page.items.find((item) => item.id === id);
    if (found) return found;
  }
  throw new Failure("not-found", `there is no ${what} ${id}`);
}
