/** Elements whose content is not for people. */
const HIDDEN = ["script", "style"];

/** What a browser would show of HTML, its title alone where it has one; other text as it is. */
export function plainText(html: string): string {
  // Lower case may be longer than the text: İ.
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
    // A bracket that nothing closes is text.
    if (end === undefined) break;
    parts.push(html.slice(last, tag));
    last = end;
  }
  return [...parts, html.slice(last)].join(" ");
}

/** Behind the tag, with all of a hidden element; undefined where it is not closed. */
function endOf(lower: string, tag: number): number | undefined {
  const name = HIDDEN.find((hidden) => lower.startsWith(hidden, tag + 1));
  const last = name === undefined ? tag : lower.indexOf(`</${name}`, tag);
  // A hidden element without an end hides the rest.
  if (last < 0) return lower.length;
  const end = lower.indexOf(">", last);
  return end < 0 ? undefined : end + 1;
}
