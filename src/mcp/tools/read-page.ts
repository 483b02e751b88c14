import * as z from "zod/mini";
import { Failure } from "../../errors.js";
import { OFFSET, placeOf, text } from "../input-schema.js";
import { ITEM, partOf, shorten } from "../shorten.js";
import { defineTool } from "../types.js";

// Loaded when called, not at startup.
const catalog = () => import("../../catalog/pages.js");

export const readPage = defineTool({
  name: "read_page",
  title: "Read a page",
  description:
    "Read the Markdown of a page, 20,000 characters at once. With change_request: the page as the change request has it.",
  input: () =>
    z.strictObject({
      page: text("id, path, title or web address"),
      ...placeOf("space", "change_request"),
      offset: OFFSET(),
    }),
  async endpoints() {
    const { getSpacePage, getChangeRequestPage } = await catalog();
    return [getSpacePage, getChangeRequestPage];
  },
  async run({ offset, ...given }, { client, resolveParams }) {
    const { getSpacePage, getChangeRequestPage } = await catalog();
    const query = { format: "markdown", metadata: false } as const;
    const inCr = given.change_request !== undefined;
    const params = await resolveParams((inCr ? getChangeRequestPage : getSpacePage).params, given);
    const found = inCr
      ? // `place` gives exactly the parameters that it was asked for.
        await client.call(getChangeRequestPage, { params, query } as never)
      : await client.call(getSpacePage, { params, query } as never);
    const { id, title, path, description, type, markdown, updatedAt } = found;
    // Groups and links have none.
    if (typeof markdown !== "string" && type === "document") {
      throw new Failure("invalid-answer", "the answer lacks the text of the page");
    }
    const facts = { id, title, path, description, type, updatedAt };
    return Object.assign({}, shorten(facts, ITEM), partOf(markdown ?? "", offset));
  },
});
