/** Pages that have a text of their own. */

/** Types of pages without text. */
export const TEXTLESS: ReadonlySet<unknown> = new Set(["group", "link"]);

/** Checks whether an answer without a text lacks it: the text of computed pages and of types to come may be absent. */
export const needsText = ({ type }: { type?: unknown }): boolean => type === undefined || type === "document";

/** Checks whether a stored page should have a text and has none. */
export const isTextMissing = (page: { type?: unknown; document?: unknown }): boolean =>
  page.document === undefined && needsText(page);
