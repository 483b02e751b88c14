import { listSpaceFileBacklinks, listSpaceFiles } from "../../../catalog/files.js";
import { listSpacePages } from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import { defineRule } from "../../types.js";
import { coversOf, flatPages, LEAN, treeOf } from "../pages.js";

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
    listSpaceLinks,
    listSpacePages,
    { endpoint: listSpaceFileBacklinks, when: "no link leads to the file" },
  ],
  costly: "it reads every file and every link of every space",
  async check(space, { facts }) {
    const files = await facts.list(listSpaceFiles, space.params, LEAN);
    if (files.length === 0) return [];
    const links = await facts.list(listSpaceLinks, space.params);
    const covers = flatPages(await treeOf(facts, space)).flatMap(coversOf);
    const used = new Set<unknown>([...covers, ...links.map((link) => getPath(link.targetReference, "file.id"))]);
    const checked = files
      .filter(({ id }) => !used.has(id))
      .map(async ({ id, name, size }) => {
        const fileId = id ?? "";
        // Pages may use files in ways that the list of links does not show.
        if (await facts.any(listSpaceFileBacklinks, { ...space.params, fileId })) return [];
        return [
          {
            message: `no page uses it (${Math.ceil((size ?? 0) / 1000)} kB)`,
            thing: { kind: "file", id: fileId, title: name ?? fileId, url: null },
            key: fileId,
            fix: { words: ["files", "view", fileId, "--space", space.thing.id] },
          },
        ];
      });
    return (await Promise.all(checked)).flat();
  },
});
