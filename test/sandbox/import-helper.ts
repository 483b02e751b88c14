import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { walkPages } from "../../src/sandbox/content/pages.js";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { contentContext } from "./content-helper.js";

/** A folder with these files; it goes after the test. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), "docs-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Such a folder, imported: what was told, the pages, and the tree as lines. */
export async function imported(
  files: Record<string, string | Uint8Array>,
  prepare: (folder: string) => void = () => {},
) {
  const context = contentContext();
  const folder = folderOf(files);
  prepare(folder);
  const report = await importFolder(context, { folder });
  const revision = getRevision(context.store, report.revision);
  const pages = [...walkPages(revision.pages)].map(({ page }) => page);
  const tree = pages.map(({ path, title, type }) => `${path} | ${title}${type === "document" ? "" : ` | ${type}`}`);
  return { context, folder, report, revision, pages, tree };
}
