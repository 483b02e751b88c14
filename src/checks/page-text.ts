/** The text of a page as it is written or, evaluated, as readers get it: with what it includes. */
import type { getChangeRequestPage, getSpacePage } from "../catalog/pages.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";

export type PageEndpoint = typeof getSpacePage | typeof getChangeRequestPage;

export async function readText(
  facts: Pick<Facts, "one">,
  endpoint: PageEndpoint,
  params: Readonly<Record<string, string>>,
  evaluated: boolean,
): Promise<string> {
  const { markdown, type } = await facts.one(endpoint, params, { metadata: false, ...(evaluated && { evaluated }) });
  if (typeof markdown !== "string" && type === "document") throw new Unknown("the answer lacks the text of the page");
  return markdown ?? "";
}
