// The sample organization (sample/) as a module, "virtual:sample", for the build and the tests.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const FOLDER = new URL("../sample/", import.meta.url);
const ID = "\0virtual:sample";

/** Everything that the loaders of src/sandbox/sample put into an empty service (types.ts there). */
export function readSample(folder = FOLDER) {
  const text = (path) => readFileSync(new URL(path, folder), "utf8");
  const yaml = (name) => parse(text(`${name}.yaml`));
  const book = (name) => readBook((path) => text(`books/${name}/${path}`));
  const holding = ({ holds, ...source }) =>
    holds ? { ...source, holds: holds.map(holding) } : { ...source, book: book(source.book) };
  const version = ({ file, ...source }) => ({ ...source, text: text(file) });
  return {
    organizations: yaml("organizations"),
    people: yaml("people"),
    teams: yaml("teams"),
    trees: yaml("spaces").map(({ org, holds }) => ({ org, holds: holds.map(holding) })),
    changeRequests: yaml("change-requests"),
    discussions: yaml("discussions"),
    ...yaml("sites"),
    specifications: yaml("openapi").map(({ versions, ...spec }) => ({ ...spec, versions: versions.map(version) })),
    translation: yaml("translation"),
    samlProviders: yaml("saml"),
  };
}

/** The pages of a folder as SUMMARY.md arranges them, and the files that files.yaml names. */
function readBook(text) {
  const pages = [];
  const above = [pages];
  for (const [, indent, slug] of text("SUMMARY.md").matchAll(/^( *)\* \[.*\]\((.*)\.md\)$/gm)) {
    const depth = indent.length / 2;
    const page = { slug, ...readPage(text(`${slug}.md`)), pages: [] };
    above[depth].push(page);
    above[depth + 1] = page.pages;
  }
  const files = Object.entries(parse(textIfAny(text, "files.yaml") ?? "{}"));
  return { pages, files: files.map(([name, about]) => ({ ...about, name, text: text(name) })) };
}

function readPage(text) {
  const [, front, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  return { ...parse(front), markdown };
}

function textIfAny(text, path) {
  try {
    return text(path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  }
}

/**
 * The plugin. All that the module holds is in what `load` returns, and what it returns is in the key of vitest's module cache:
 * so a changed file is always seen.
 */
export const sampleFrom = (folder) => ({
  name: "sample",
  resolveId: (id) => (id === "virtual:sample" ? ID : undefined),
  load: (id) =>
    id === ID ? `export default JSON.parse(${JSON.stringify(JSON.stringify(readSample(folder)))});` : undefined,
});

export const sampleData = sampleFrom(FOLDER);
