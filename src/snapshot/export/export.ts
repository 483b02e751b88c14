/** `docs snapshots export`: a snapshot as a folder whose history git can show. */
import { createHash } from "node:crypto";
import { hashOf, slugify, soundText, walkPages } from "../../sandbox/content/pages.js";
import type { PageFields, StoredFile, StoredPage, StoredRevision } from "../../sandbox/content/types.js";
import type { Store } from "../../sandbox/store/store.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import type { Shrunk } from "../../shared/snapshots/gaps.js";
import { UNSAFE } from "../../shared/text/sanitize.js";
import { DEVICE } from "../../system/files/named-file.js";
import { fileBytes } from "../file/file-bytes.js";
import { isOf, type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import {
  type ExportCounts,
  type ExportFolder,
  type ExportOptions,
  openExportFolder,
  toWriteFailure,
} from "./folder.js";
import { byKey, jsonText, makeParts, type Names } from "./parts.js";

// File names made of what people wrote: good on every system, one for each thing whatever the case or the composition.

/** In bytes of UTF-8, with room for an ending and a number: systems allow 255. */
const LONGEST = 120;
/** Folders that belong to tools: the importer leaves them out, git would run what is in its own. */
const TAKEN = /^(?:node_modules)$/i;

const UNSEEN = new RegExp(`[${UNSAFE}\\t\\n\\u200b\\ufeff\\p{Surrogate}]`, "gu");
const FORBIDDEN = /[<>:"/\\|?*]/g;

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** A path segment of any text; `fallback` where nothing of it is left. */
export function safeName(text: string, fallback: string): string {
  const plain = text
    .normalize("NFC")
    .replace(UNSEEN, "-")
    .replace(FORBIDDEN, "-")
    .replace(/^[\s.]+/, "_")
    .replace(/[\s.]+$/, "");
  if (plain.replace(/[-_]/g, "") === "") return fallback;
  const named = DEVICE.test(plain) || TAKEN.test(plain) ? `_${plain}` : plain;
  if (Buffer.byteLength(named) <= LONGEST) return named;
  return `${cut(named, LONGEST - 9).replace(/[\s.]+$/, "")}-${shortHash(named)}`;
}

function cut(text: string, bytes: number): string {
  let kept = "";
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}

/** The form in which systems may take two names for one. */
const keyOf = (path: string): string => path.normalize("NFKC").toLowerCase().normalize("NFKC");

/** Gives out paths, `/` between segments, so that no two are one on any system. */
interface Places {
  /** A path for a file, at the first wanted one that is free, else near it; `of` is the id of the thing that stands there. */
  file(wanted: readonly string[], of: string, second?: readonly string[]): string;
}

export function createPlaces(taken: readonly string[] = []): Places {
  const files = new Set(taken.map(keyOf));
  /** Folders as they were written first: others of another case are the same on some systems. */
  const folders = new Map<string, string>();
  const folder = (above: string, name: string): string => {
    const wanted = above === "" ? name : `${above}/${name}`;
    const key = keyOf(wanted);
    if (files.has(key)) return folder(above, `${name}_`);
    const found = folders.get(key);
    if (found === undefined) folders.set(key, wanted);
    return found ?? wanted;
  };
  /** Undefined where something is there. */
  const take = (wanted: readonly string[], apart: string): string | undefined => {
    const above = wanted.slice(0, -1).reduce(folder, "");
    const name = wanted.at(-1) ?? "";
    const [, stem = name, ending = ""] = /^(.+?)(\.[^.]*)?$/su.exec(name) ?? [];
    const path = `${above === "" ? "" : `${above}/`}${stem}${apart}${ending}`;
    const key = keyOf(path);
    if (files.has(key) || folders.has(key)) return undefined;
    files.add(key);
    return path;
  };
  return {
    file(wanted, of, second) {
      const found = take(wanted, "") ?? (second && take(second, ""));
      if (found !== undefined) return found;
      for (let tries = 1; ; tries += 1) {
        const path = take(wanted, tries === 1 ? `-${shortHash(of)}` : `-${shortHash(of)}-${tries}`);
        if (path !== undefined) return path;
      }
    },
  };
}

// SUMMARY.md: the tree of pages as the importer and others read it.

const reference = (character: string): string => `&#${character.codePointAt(0)};`;

/** A title that says the same when it is read as Markdown: what would be markup becomes a character reference. */
function titleText(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*~[\]<>]|&(?=#?\w+;)|^[-+#>](?=\s|$)|^\d+(?=[.)](?:\s|$))|:(?=\/\/)|@/g, (found) =>
      [...found].map(reference).join(""),
    )
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, reference);
}

const encodePath = (path: string): string =>
  path
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** An address as a link's destination; what would end it is encoded. */
const destination = (href: string): string =>
  href
    .replace(/[\s<>()\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replace(/&(?=#?\w+;)/g, "%26");

/** `paths` are those of the pages' files, by the pages' ids. */
function summaryOf(pages: readonly StoredPage[], paths: ReadonlyMap<string, string>): string {
  const lines = ["# Table of contents", ""];
  let inGroup = false;
  const list = (page: StoredPage, depth: number): void => {
    lines.push(`${"  ".repeat(depth)}* ${entry(page, paths)}`);
    for (const below of page.pages) list(below, depth + 1);
  };
  for (const page of pages) {
    // A heading is the one way to say what a group is called in paths; it goes on until a rule.
    if (page.type === "group" && titleText(page.title) !== "") {
      lines.push(...(lines.at(-1) === "" ? [] : [""]), heading(page), "");
      for (const below of page.pages) list(below, 0);
      inGroup = true;
      continue;
    }
    if (inGroup) lines.push("", "***", "");
    inGroup = false;
    list(page, 0);
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function heading({ title, slug }: StoredPage): string {
  return `## ${titleText(title)}${slugify(title) === slug ? "" : ` <a href="#${encodePath(slug)}" id="${slug}"></a>`}`;
}

function entry(page: StoredPage, paths: ReadonlyMap<string, string>): string {
  const title = titleText(page.title);
  const path = paths.get(page.id);
  if (path !== undefined) return `[${title}](${encodePath(path)})`;
  return page.href === undefined ? title : `[${title}](${destination(page.href)})`;
}

// A space as a folder of Markdown that `docs sandbox import` takes back.

type Yaml = typeof import("yaml");

/** Files of the content that are no pages. */
const SUMMARY = "SUMMARY.md";
const VARIABLES = ".gitbook/vars.yaml";
const ASSETS = [".gitbook", "assets"];

/** Types of pages that have no file. */
const FILELESS = new Set(["group", "link"]);

interface SpaceFile {
  path: string;
  /** Undefined: it was not read, or is damaged. */
  content: string | Uint8Array | undefined;
  isDamaged?: true;
  /** Id. */
  page?: string;
}

/** All files of a space, one after the other; paths are from its folder. `whole`: pages without a text have none. */
function* spaceFiles(
  store: Store,
  yaml: Yaml,
  { pages, files, variables }: StoredRevision,
  { space, whole }: { space: string; whole: boolean },
): Generator<SpaceFile> {
  const places = createPlaces([SUMMARY, VARIABLES, ".gitbook.yaml"]);
  const all = [...walkPages(pages)].map(({ page }) => page);
  const withText = all.filter(({ type, document }) => document !== undefined || !FILELESS.has(type));
  const paths = new Map(withText.map((page) => [page.id, places.file(pagePath(page), page.id, treePath(page))]));
  const placed = new Map<string, string>();
  for (const file of files) {
    const found = fileBytes(store, space, file.id);
    const path = places.file(filePath(file), file.id);
    // A page names its cover where the snapshot has no bytes of it, too.
    if (!found) placed.set(file.id, path);
    if (!found) continue;
    const { bytes, hash } = found;
    if (hashOf(bytes) !== hash) {
      yield { path, content: undefined, isDamaged: true };
      continue;
    }
    placed.set(file.id, path);
    yield { path, content: bytes };
  }
  if (all.length > 0) yield { path: SUMMARY, content: summaryOf(pages, paths) };
  if (Object.keys(variables).length > 0)
    yield { path: VARIABLES, content: yaml.stringify(variables, { lineWidth: 0 }) };
  for (const page of withText) {
    const path = paths.get(page.id) ?? "";
    if (page.document === undefined && !whole) {
      yield { path, content: undefined };
      continue;
    }
    const up = "../".repeat(path.split("/").length - 1);
    const href = (file: string) => {
      const place = placed.get(file);
      return place === undefined ? undefined : `${up}${place.split("/").map(encodeURIComponent).join("/")}`;
    };
    const markdown = page.document === undefined ? "" : soundText(store, page.document);
    if (markdown === undefined) yield { path, content: undefined, isDamaged: true };
    else yield { path, content: pageFile(yaml, page, markdown, href), page: page.id };
  }
}

/** The synchronized path of a page, as relative links start there; else its place in the tree. */
const pagePath = (page: StoredPage): string[] => (page.git ? pathOf(page, page.git.path) : treePath(page));

/** Two pages may be synchronized with one file: the second is at its place in the tree. */
const treePath = (page: StoredPage): string[] => pathOf(page, `${page.path || page.slug}.md`);

function pathOf(page: StoredPage, path: string): string[] {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const last = names.pop() ?? "";
  const [, stem = last, ending = ".md"] = /^(.*?)(\.(?:md|markdown))$/is.exec(last) ?? [];
  // Before an ending, periods are safe.
  const periods = /\.{0,3}$/.exec(stem)?.[0] ?? "";
  return [...names.map((name) => safeName(name, "_")), `${safeName(stem, page.id)}${periods}${ending}`];
}

function filePath({ id, name, git }: StoredFile): string[] {
  if (git === undefined) return [...ASSETS, safeName(name, id)];
  const names = git.path.split("/").filter((one) => one !== "" && one !== ".");
  const inAssets = names[0] === ".gitbook";
  return names.map((one, at) => (inAssets && at === 0 ? one : safeName(one, id)));
}

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

/**
 * A page as a Markdown file: what the importer reads from front matter, then the text as it is. `href` finds the place of
 * a file from the page.
 */
function pageFile(yaml: Yaml, page: StoredPage, markdown: string, href: (file: string) => string | undefined): string {
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

export interface ExportReport extends ExportCounts {
  organization: string;
  spaces: number;
  /** Kinds of which too much would have been removed: nothing was removed. */
  shrunk: Shrunk[];
  /** Unread parts: those of an earlier export stay. */
  missing: { path: string; reason: string; isDamaged?: true }[];
}

/** @throws Failure config, io, usage: see openSnapshot and openExportFolder */
export async function exportSnapshot(
  file: string,
  folder: string,
  options?: ExportOptions & { progress?: (pages: number, left: number) => void },
): Promise<ExportReport> {
  const yaml = await import("yaml");
  const snapshot = openSnapshot(file);
  try {
    const out = openExportFolder(folder, snapshot.org, options?.isPublic);
    const names = namesOf(snapshot);
    const [{ n: pages = 0 } = {}] = snapshot.store.sql.all("SELECT count(*) AS n FROM objects WHERE kind = 'document'");
    let written = 0;
    // Between two turns nothing is drawn, and no signal is seen.
    const onPage = async () => {
      written += 1;
      options?.progress?.(written, Math.max(0, Number(pages) - written));
      if (written % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    const missing = [
      ...writeParts(snapshot, names, out),
      ...(await writeSpaces(snapshot, yaml, { names, out, onPage })),
    ];
    out.write("scopes.json", jsonText(gapsOf(snapshot)));
    return { organization: snapshot.org, spaces: names.spaces.size, ...out.finish(options), missing };
  } catch (error) {
    throw toWriteFailure(error, folder);
  } finally {
    snapshot.close();
  }
}

/** Pages between two turns. */
const TURN = 20;

type NamedItem = { id?: string; slug?: string; title?: string; createdAt?: string };

/** The oldest has its title as its name, so that nobody's name changes when another comes. */
function namesOf({ store }: OpenSnapshot): Names {
  const kind = (name: string, idOf: (item: NamedItem) => string, wanted: (item: NamedItem) => string) => {
    const places = createPlaces();
    const items = store.sql
      .all("SELECT json FROM objects WHERE kind = ?", name)
      // Written by the walk from answers of the service.
      .map(({ json }) => parseStored(json) as NamedItem);
    const sorted = byKey(items, (item) => `${item.createdAt ?? ""} ${idOf(item)}`);
    return new Map(
      sorted.map((item) => {
        const id = idOf(item);
        // The folder of a space must not be the JSON file of another.
        const plain = safeName(wanted(item), id).replace(/\.json$/i, "-json");
        return [id, places.file([`${plain}.json`], id).replace(/\.json$/, "")] as const;
      }),
    );
  };
  const titled = ({ title = "", id = "" }: NamedItem) => (/[\p{L}\p{N}]/u.test(title) ? slugify(title) : id);
  const byIdOf = ({ id = "" }: NamedItem) => id;
  const bySlug = ({ slug = "" }: NamedItem) => slug;
  return {
    spaces: kind("space", byIdOf, titled),
    sites: kind("site", byIdOf, titled),
    specs: kind("openapi-spec", bySlug, bySlug),
  };
}

/** Folders with a file for each thing of a list. */
const LISTED = {
  sites: "sites",
  openapi: "openapi",
  spaces: "spaces",
  "change-requests": "spaces",
  comments: "spaces",
};

type Missing = ExportReport["missing"][number];

function writeParts(snapshot: OpenSnapshot, names: Names, out: ExportFolder): Missing[] {
  const missing: Missing[] = [];
  for (const { path, scope, value, place } of makeParts(snapshot.store, snapshot.org, names)) {
    if (!snapshot.has(scope)) {
      out.keep(path);
      missing.push({ path, reason: reasonOf(snapshot, scope) });
      continue;
    }
    const content = value();
    if (!Array.isArray(content) || content.length > 0) out.write(path, jsonText(content), place);
  }
  // Of what a list would have named, nothing is known without it.
  for (const [folder, list] of Object.entries(LISTED)) {
    if (!snapshot.has(`orgs/${snapshot.org}/${list}`)) {
      out.keep(folder);
      missing.push({ path: folder, reason: reasonOf(snapshot, `orgs/${snapshot.org}/${list}`) });
    }
  }
  return missing;
}

async function writeSpaces(
  snapshot: OpenSnapshot,
  yaml: typeof import("yaml"),
  { names, out, onPage }: { names: Names; out: ExportFolder; onPage: () => Promise<void> },
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const [id, name] of names.spaces) {
    const folder = `spaces/${name}`;
    const scope = `spaces/${id}/content`;
    if (!snapshot.has(scope)) {
      out.keep(folder);
      missing.push({ path: folder, reason: reasonOf(snapshot, scope) });
      continue;
    }
    const whole = snapshot.sources.some((one) => one.scope === scope && one.state === "complete");
    const { revision: owned = "" } = snapshot.store.get<{ revision?: string }>("space", id) ?? {};
    const revision = snapshot.store.kept<StoredRevision>("revision", owned);
    if (!revision) {
      out.keep(folder);
      missing.push({ path: folder, reason: "it is damaged in the snapshot", isDamaged: true });
      continue;
    }
    for (const { path, content, page, isDamaged } of spaceFiles(snapshot.store, yaml, revision, { space: id, whole })) {
      if (content !== undefined) out.write(`${folder}/${path}`, content, page && `${id}/${page}`);
      else {
        out.keep(`${folder}/${path}`);
        const reason = isDamaged ? "it is damaged in the snapshot" : "its text was not read";
        missing.push({ path: `${folder}/${path}`, reason, ...(isDamaged && { isDamaged }) });
      }
      if (page !== undefined) await onPage();
    }
  }
  return missing;
}

/** A scope's own words, or those of what was left out with it. */
export function reasonOf({ sources }: OpenSnapshot, scope: string): string {
  const found = sources.find((one) => one.scope === scope) ?? sources.find((one) => isOf(one.scope, scope));
  return found?.reason ?? found?.state ?? "it was not read";
}

/** Without times and counts: the same as long as the same is missing. */
const gapsOf = ({ sources }: OpenSnapshot) =>
  sources.filter(({ state }) => state !== "complete").map(({ scope, state, reason }) => ({ scope, state, reason }));
