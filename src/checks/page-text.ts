/** The text of a page as it is written or, evaluated, as readers get it: with what it includes. */
import type { getChangeRequestPage, getSpacePage } from "../catalog/pages.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import { isSameVersion, type Page } from "./rules/pages.js";

export type PageEndpoint = typeof getSpacePage | typeof getChangeRequestPage;

/** @param listed as a list has the page: another version of it is not its text */
export async function readText(
  facts: Pick<Facts, "one">,
  endpoint: PageEndpoint,
  params: Readonly<Record<string, string>>,
  evaluated: boolean,
  listed?: Page,
): Promise<string> {
  const page = await facts.one(endpoint, params, { metadata: false, ...(evaluated && { evaluated }) });
  const { markdown, type } = page;
  if (listed && !isSameVersion(page, listed)) {
    throw new Unknown(`the answer has another version of ${listed.path ?? listed.id} than the list of pages`);
  }
  if (typeof markdown !== "string" && type === "document") throw new Unknown("the answer lacks the text of the page");
  return markdown ?? "";
}
