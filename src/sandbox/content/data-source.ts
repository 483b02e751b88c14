/** Content inside an address itself: the way for clients with only the interface to bring text into the sandbox. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FolderContent, readFolder } from "../import/content.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const DATA = /^data:text\/markdown((?:;[^;,]*)*),(.*)$/is;
const NAME = /^(?:[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}\/){0,8}[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}\.(?:md|markdown)$/u;

interface Document {
  /** Path that the file would have. */
  name: string;
  bytes: Uint8Array;
}

const bad = (why: string) => new ServiceError(400, `the data address ${why}`);

/** @throws ServiceError 400 for anything but one Markdown document */
function parse(url: string): Document {
  const [, parameters = "", text] = DATA.exec(url) ?? [];
  if (text === undefined) throw bad("must be data:text/markdown[;name=guide/start.md][;base64],...");
  const values = parameters.split(";").filter(Boolean);
  const named = values.find((value) => value.startsWith("name="))?.slice("name=".length);
  try {
    const name = decodeURIComponent(named ?? "page.md");
    if (!NAME.test(name)) throw bad("has a name that is no path of a Markdown file");
    const decoded = decodeURIComponent(text);
    return { name, bytes: Buffer.from(decoded, values.at(-1) === "base64" ? "base64" : "utf8") };
  } catch (error) {
    if (error instanceof URIError) throw bad("has a % that is no part of an encoded character");
    throw error;
  }
}

/** Treats the document as the only file of a folder: a page at the same path is the same page. @throws ServiceError 400 */
export async function readData(context: HandlerContext, url: string): Promise<FolderContent> {
  const { name, bytes } = parse(url);
  const folder = mkdtempSync(join(tmpdir(), "docs-data-"));
  try {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
    return await readFolder(context, folder, { only: name });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
