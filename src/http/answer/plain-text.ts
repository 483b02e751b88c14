/** Elements whose content browsers do not show. */
const HIDDEN = ["script", "style"];

/** The title of an HTML page, or its text if it has no title; other text as it is. */
export function plainText(html: string): string {
  // ASCII only, as toLowerCase() of İ is longer and would shift the offsets.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return titleOf(html, lower) ?? withoutTags(html, lower);
}

function titleOf(html: string, lower: string): string | undefined {
  const tag = lower.indexOf("<title");
  const start = tag < 0 ? -1 : html.indexOf(">", tag);
  const end = start < 0 ? -1 : html.indexOf("<", start);
  return end > start + 1 ? html.slice(start + 1, end) : undefined;
}

function withoutTags(html: string, lower: string): string {
  const parts: string[] = [];
  let last = 0;
  for (let tag = html.indexOf("<"); tag >= 0; tag = html.indexOf("<", last)) {
    const end = endOf(lower, tag);
    // A bracket that is never closed is text.
    if (end === undefined) break;
    parts.push(html.slice(last, tag));
    last = end;
  }
  return [...parts, html.slice(last)].join(" ");
}

/** The offset after the tag, or after the whole element if it is a hidden one; undefined if the tag is not closed. */
function endOf(lower: string, tag: number): number | undefined {
  const name = HIDDEN.find((hidden) => lower.startsWith(hidden, tag + 1));
  const last = name === undefined ? tag : lower.indexOf(`</${name}`, tag);
  // A hidden element that is never closed hides the rest.
  if (last < 0) return lower.length;
  const end = lower.indexOf(">", last);
  return end < 0 ? undefined : end + 1;
}
