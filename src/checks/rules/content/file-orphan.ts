import { getSpaceContent } from "../../../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../../../catalog/files.js";
import { listSpacePages } from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import type { Facts } from "../../data-source.js";
import { defineRule, type Subject } from "../../types.js";
import { namesOfFile, namesOfLink } from "../change-requests/texts/link-names.js";
import { coversOf, flatPages, LEAN, treeOf } from "../pages.js";
import { includedLinks, READS_INCLUDES, titlesOf } from "./included.js";

/** How reusable contents use files: names in those that pages include, and titles of those whose texts nothing shows. */
async function usesOfIncludes(facts: Facts, space: Subject<"space">) {
  const { reusableContents } = await facts.one(getSpaceContent, space.params, LEAN);
  if (reusableContents?.length === 0) return { names: new Set<string>(), unread: [] };
  const included = await includedLinks(facts, space);
  const shown = included.filter(({ links }) => links !== undefined);
  const known = new Set(shown.flatMap(({ includes }) => includes.map(({ id }) => id)));
  return {
    names: new Set(shown.flatMap(({ links }) => links ?? []).flatMap((link) => namesOfLink(link, new Set()))),
    unread: (reusableContents ?? [])
      .filter(({ id }) => !known.has(id ?? ""))
      .map(({ id, title }) => ({ title: title || id || "" })),
  };
}

export default defineRule({
  id: "file-orphan",
  severity: "info",
  tag: "content",
  summary: "No page uses a file of a space",
  why: "It takes up space, and people who look for a picture may find the wrong one, such as the old screenshot beside the new one.",
  fix: "docs files view FILE --space SPACE",
  example: "no page uses it (84 kB)",
  of: "space",
  needs: [
    listSpaceFiles,
    listSpacePages,
    { endpoint: getSpaceContent, when: "no link leads to a file" },
    ...READS_INCLUDES,
    { endpoint: listSpaceFileBacklinks, when: "no link leads to the file" },
  ],
  costly: "it reads every file and every link of every space",
  async check(space, { facts }) {
    const files = await facts.list(listSpaceFiles, space.params, LEAN);
    if (files.length === 0) return [];
    const links = await facts.list(listSpaceLinks, space.params);
    const covers = flatPages(await treeOf(facts, space)).flatMap(coversOf);
    const used = new Set<unknown>([...covers, ...links.map((link) => getPath(link.targetReference, "file.id"))]);
    const unlinked = files.filter(({ id }) => !used.has(id));
    if (unlinked.length === 0) return [];
    const { names, unread } = await usesOfIncludes(facts, space);
    const [first] = unread;
    const more = unread.length > 1 ? ` and ${unread.length - 1} more` : "";
    const unless = first ? `; no page shows the reusable content ${titlesOf([first])}${more}, which may use it` : "";
    const checked = unlinked
      .filter((file) => !namesOfFile(file).some((name) => names.has(name)))
      .map(async ({ id, name, size }) => {
        const fileId = id ?? "";
        // Pages may use files in ways that the list of links does not show.
        if (await facts.any(listSpaceFileBacklinks, { ...space.params, fileId })) return [];
        return [
          {
            message: `no page uses it (${Math.ceil((size ?? 0) / 1000)} kB)${unless}`,
            thing: { kind: "file", id: fileId, title: name ?? fileId, url: null },
            key: fileId,
            fix: { words: ["files", "view", fileId, "--space", space.thing.id] },
          },
        ];
      });
    return (await Promise.all(checked)).flat();
  },
});
