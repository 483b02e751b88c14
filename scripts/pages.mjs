// Writes the manual pages and the reference from the definitions.
import { mkdir, writeFile } from "node:fs/promises";

/** Writes `man/`, `reference/` and `plan.schema.json` into the folder `dir`. */
export async function writePages(dir, version, { nouns, pages, plan }) {
  for (const folder of ["man/", "reference/"]) await mkdir(new URL(folder, dir), { recursive: true });
  const write = (path, text) => writeFile(new URL(path, dir), text);
  await write("plan.schema.json", `${JSON.stringify(plan.planJsonSchema(), null, 2)}\n`);
  await write("reference/index.md", pages.referenceIndex(nouns.NOUNS));
  await write("man/docs.1", pages.manRoot(nouns.NOUNS, version));
  for (const noun of nouns.NOUNS) {
    const { default: module } = await noun.load();
    await write(`reference/${noun.name}.md`, pages.referencePage(noun, module.commands));
    await write(`man/docs-${noun.name}.1`, pages.manNoun(noun, module.commands, version));
  }
}
