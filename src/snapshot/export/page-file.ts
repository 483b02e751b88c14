/** A page as a Markdown file: what the importer reads from front matter, then the text as it is. */
import type { PageFields, StoredPage } from "../../sandbox/content/types.js";

type Yaml = typeof import("yaml");

/** As the importer takes it: what the cover looks like is one mapping. */
function layoutOf(layout: NonNullable<PageFields["layout"]>): object {
  const { cover, coverSize, width, ...parts } = layout;
  const visible = Object.entries(parts).map(([name, value]) => [name, { visible: value }] as const);
  const shown = { ...(cover !== undefined && { visible: cover }), ...(coverSize !== undefined && { size: coverSize }) };
  return {
    ...(width !== undefined && { width }),
    ...(Object.keys(shown).length > 0 && { cover: shown }),
    ...Object.fromEntries(visible.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** `href` finds the place of a file from the page, where its bytes are exported. */
export function pageFile(
  yaml: Yaml,
  page: StoredPage,
  markdown: string,
  href: (file: string) => string | undefined,
): string {
  const { ref, refDark, yPos } = page.cover ?? {};
  const placeOf = (one: typeof ref) => (one?.kind === "file" ? href(one.file) : undefined);
  const [cover, coverDark] = [placeOf(ref), placeOf(refDark)];
  const values = {
    title: page.title,
    description: page.description || undefined,
    icon: page.icon || undefined,
    emoji: page.emoji || undefined,
    cover,
    coverDark: cover === undefined ? undefined : coverDark,
    coverY: cover === undefined ? undefined : yPos,
    layout: page.layout && Object.keys(page.layout).length > 0 ? layoutOf(page.layout) : undefined,
    vars: page.variables && Object.keys(page.variables).length > 0 ? page.variables : undefined,
    hidden: page.hidden || undefined,
    noIndex: page.noIndex || undefined,
    noRobotsIndex: page.noRobotsIndex || undefined,
  };
  return `---\n${yaml.stringify(values, { lineWidth: 0, aliasDuplicateObjects: false })}---\n${markdown}`;
}
