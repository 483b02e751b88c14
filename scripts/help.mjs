// Writes the help of the root and of the nouns to text files, so that the most common help loads no code.
import { mkdir, writeFile } from "node:fs/promises";

/** Writes `help.txt` and, under each noun's names, `help/<name>.txt` into the folder `dir`. */
export async function writeHelp(dir, { nouns, help }) {
  await mkdir(new URL("help/", dir), { recursive: true });
  await writeFile(new URL("help.txt", dir), await help.helpFor([], nouns.NOUNS));
  for (const noun of nouns.NOUNS) {
    const text = await help.helpFor([noun.name], nouns.NOUNS);
    for (const name of [noun.name, ...noun.aliases]) await writeFile(new URL(`help/${name}.txt`, dir), text);
  }
}
