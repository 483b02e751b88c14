/** Small documentation trees with what the product must say about them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a tree expects; `about` says it in words. */
export type Expected = { about: string } & (
  | {
      kind: "findings";
      /** Other rules than those of links. */
      rules?: string[];
      /** A word of each finding and its `file:line`; several lines with commas: any of them. */
      found: Record<string, string>;
      /** Words that no finding is about. */
      fine?: string[];
      /** Findings with such a word are allowed. */
      may?: string[];
      /** False: there may be more findings about the same. */
      count?: false;
      /** Patterns that no message has. */
      never?: string[];
      /** Paths that the import does not omit. */
      kept?: string[];
    }
  | {
      kind: "import";
      titles?: string[];
      /** Paths and what the reason says, and does not say. */
      omitted?: Record<string, { told?: string; never?: string }>;
      /** False: the snapshot has no bytes of files. */
      files?: false;
      /** A pattern in a file of the export, or words in the output. */
      keeps?: { file: string; text: string; names?: string | string[] }[];
      /** Paths that the export has, or names. */
      paths?: string[];
    }
  | {
      kind: "pull-request";
      steps: string;
      fails: boolean;
      names?: string[];
      silent: string[];
      at?: Record<string, string>;
    }
  | { kind: "cr-diff"; names: string[] }
  | { kind: "search"; queries: Record<string, { first: string[] }> }
);

const FOLDER = "test/fixtures/content";

/** Every file of the fixtures that ends in `.txt`, without the end. */
export const TREES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => name.slice(0, -4));

/** A picture of one point. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A file of the fixtures: JSON, then after lines `=== path` the texts of files; pictures have none. */
export function readTree(name: string): { expected: Expected; files: Map<string, string | Buffer> } {
  const [json = "", ...parts] = readFileSync(join(FOLDER, `${name}.txt`), "utf8").split(/^=== /m);
  const files = new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      const path = part.slice(0, end);
      return [path, path.endsWith(".png") ? PICTURE : part.slice(end + 1)] as const;
    }),
  );
  return { expected: JSON.parse(json), files };
}

/** Writes the files below a folder. `from`: only those in this folder of the tree. */
export function writeTree(files: ReadonlyMap<string, string | Buffer>, folder: string, from = ""): void {
  for (const [path, text] of files) {
    if (!path.startsWith(from)) continue;
    const to = join(folder, path.slice(from.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
}
