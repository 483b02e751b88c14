/*
 * Checked by the compiler, never run: each line below an expectation must not compile. An expectation that is not
 * needed is itself an error.
 */
import type { Listing, Page, RawPage } from "../../src/http/types.js";

declare const raw: RawPage;
declare const some: Page<object> | RawPage;
declare const list: Listing<object>;

const items: object[] = [];

// @ts-expect-error bytes do not go with items that were changed
export const changed: Page<object> = { ...raw, items };
// @ts-expect-error nor are such items a raw page
export const mixed: RawPage = { ...raw, items };
// @ts-expect-error and where it is not known which of both came, neither
export const either: Page<object> | RawPage = { ...some, items };

export const pages: AsyncIterable<Page<object>> = list.pages();
// @ts-expect-error bytes have to be expected where they are asked for
export const bytes: AsyncIterable<Page<object>> = list.pages("bytes");

async function* mapped(): AsyncIterable<Page<object>> {
  for await (const page of list.pages()) yield { ...page, items };
}
/** What maps the items of a list gives items, whatever it is asked for. */
export const listing: Listing<object> = { pages: mapped };

async function* passed(): AsyncIterable<Page<object> | RawPage> {
  for await (const page of list.pages("bytes")) yield page;
}
// @ts-expect-error bytes cannot come unasked
export const unasked: Listing<object> = { pages: passed };
