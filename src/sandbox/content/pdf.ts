import { timingSafeEqual } from "node:crypto";
import { sectionsOf } from "../../shared/markdown/outline.js";
import type { Store } from "../store/store.js";
import type { RouteHandler } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { flatPages, hashOf, markdownOf, pageById } from "./pages.js";
import { requirePage, visibleText } from "./present.js";
import { getRevision } from "./revisions.js";
import type { StoredPage, StoredRevision } from "./types.js";

/* PDFs of pages: titles, headings and text in Courier, which every reader has and whose letters all have one width. */

type Line = { text: string; size: number };

const SHEET = { width: 595, height: 842, margin: 64 };
const SIZE = { title: 20, headings: [16, 14, 12], text: 10, note: 8 };
const [CATALOG, TREE, FONT] = [1, 2, 3];
const LOSS = 'characters that the PDF has no font for: they are shown as "?"';

/** Characters of Windows-1252 with another code in Unicode. */
const WINDOWS = new Map([..."€…‘’“”•–—™"].map((char, at) => [char, "\x80\x85\x91\x92\x93\x94\x95\x96\x97\x99"[at]]));

/** The text in the font's encoding; letters with marks that it lacks lose these, and other characters become "?". */
const encodeText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/[^ -~\xa0-\xff]/gu, (char) => WINDOWS.get(char) ?? /^[ -~]/.exec(char.normalize("NFKD"))?.[0] ?? "?");

const isLossy = (text: string): boolean =>
  /[^ -~\xa0-\xff]/.test(text) && (encodeText(text).match(/\?/g)?.length ?? 0) > (text.match(/\?/g)?.length ?? 0);

/** Lines that fit on a sheet. Longer words are cut. */
function wrap(text: string, size: number): Line[] {
  const most = Math.floor((SHEET.width - 2 * SHEET.margin) / (size * 0.6));
  const pattern = new RegExp(`(?! )(?:.{1,${most}}(?= |$)|.{${most}})`, "g");
  const lines = text.split("\n").flatMap((line) => encodeText(line).match(pattern) ?? []);
  return lines.map((line) => ({ text: line, size }));
}

const textOf = (store: Store, page: StoredPage) => `${page.title}${page.description ?? ""}${markdownOf(store, page)}`;

function linesOf(store: Store, page: StoredPage): Line[] {
  const { title, description = "" } = page;
  const sections = sectionsOf(markdownOf(store, page)).flatMap((section, at) => [
    ...(at === 0 && section.title === title ? [] : wrap(section.title, SIZE.headings[section.level - 1] ?? 12)),
    ...wrap(visibleText(section.body), SIZE.text),
  ]);
  const note = isLossy(textOf(store, page)) ? wrap(`This page has ${LOSS}.`, SIZE.note) : [];
  return [...wrap(title, SIZE.title), ...wrap(description, SIZE.text), ...sections, ...note];
}

/** The drawing commands of each sheet. */
function* drawSheets(lines: readonly Line[]): Generator<string> {
  const start = SHEET.height - SHEET.margin;
  let [sheet, y] = ["", start];
  for (const { text, size } of lines) {
    y -= size * 1.4;
    if (y < SHEET.margin) {
      yield sheet;
      [sheet, y] = ["", start - size * 1.4];
    }
    sheet += `BT /F ${size} Tf 1 0 0 1 ${SHEET.margin} ${y.toFixed(1)} Tm (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`;
  }
  yield sheet;
}

/** Writes pages as a PDF, piece by piece. Each page starts a sheet. */
async function* writePdf(pages: readonly (() => Promise<Line[]>)[]): AsyncGenerator<Buffer> {
  const offsets: number[] = [];
  const sheets: number[] = [];
  let [length, next] = [0, FONT + 1];
  const write = (text: string): Buffer => {
    length += text.length;
    return Buffer.from(text, "latin1");
  };
  const object = (number: number, body: string): Buffer => {
    offsets[number] = length;
    return write(`${number} 0 obj\n${body}\nendobj\n`);
  };
  yield write("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n");
  yield object(CATALOG, `<< /Type /Catalog /Pages ${TREE} 0 R >>`);
  yield object(FONT, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>");
  const place = `/Parent ${TREE} 0 R /MediaBox [0 0 ${SHEET.width} ${SHEET.height}] /Resources << /Font << /F ${FONT} 0 R >> >>`;
  for (const read of pages.length > 0 ? pages : [async () => []]) {
    for (const sheet of drawSheets(await read())) {
      yield object(next, `<< /Length ${sheet.length} >>\nstream\n${sheet}\nendstream`);
      yield object(next + 1, `<< /Type /Page ${place} /Contents ${next} 0 R >>`);
      sheets.push(next + 1);
      next += 2;
      // Other requests are answered meanwhile.
      if (sheets.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  yield object(
    TREE,
    `<< /Type /Pages /Kids [${sheets.map((one) => `${one} 0 R`).join(" ")}] /Count ${sheets.length} >>`,
  );
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  yield write(
    `xref\n0 ${next}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${next} /Root ${CATALOG} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
}

/**
 * Path of a PDF of a revision: all pages, a page with the pages below it, or only that page.
 * @throws ServiceError 400 for `only` without a page, 404 for an unknown page
 */
export function pdfPath(revision: StoredRevision, { page, only }: { page?: unknown; only: boolean }): string {
  if (page === undefined && only) throw new ServiceError(400, "only needs a page");
  if (page === undefined) return `/pdf/${revision.id}/all.pdf`;
  return `/pdf/${revision.id}/${only ? "page" : "tree"}-${requirePage(revision, String(page)).id}.pdf`;
}

/** The pages in a PDF, by the last segment of its path; undefined for an unknown page. */
export function pagesIn(revision: StoredRevision, name: string): StoredPage[] | undefined {
  const [, kind, id = ""] = /^(page|tree)-([A-Za-z0-9-]+)\.pdf$/.exec(name) ?? [];
  const page = pageById(revision, id);
  const all =
    name === "all.pdf" ? flatPages(revision.pages).filter(({ hidden }) => !hidden) : page && flatPages([page]);
  return (kind === "page" ? all?.slice(0, 1) : all)?.filter(({ type }) => type !== "link");
}

/** Lists the parts of these pages that the PDF cannot show. */
export function notesOnPdf(store: Store, pages: readonly StoredPage[]): string[] {
  const [first, ...others] = pages.filter((page) => isLossy(textOf(store, page)));
  if (!first) return [];
  const which =
    others.length === 0
      ? `page "${first.title}" has`
      : `${others.length + 1} pages, the first is "${first.title}", have`;
  return [`${which} ${LOSS}`];
}

/** `/pdf/<revision>/<which>.pdf?key=...`: written when it is fetched. */
export const route: RouteHandler = async ({ segments, path, query }, context) => {
  const [id = "", name = "", ...more] = segments;
  const key = query.get("key") ?? "";
  if (!timingSafeEqual(Buffer.from(hashOf(key)), Buffer.from(hashOf(context.sign(path))))) return undefined;
  const pages = more.length > 0 ? undefined : pagesIn(getRevision(context.store, id), name);
  // Each page is read in a turn of its own, which is safe because texts never change.
  if (!pages) return undefined;
  return {
    contentType: "application/pdf",
    body: (turn) => writePdf(pages.map((page) => () => turn(() => linesOf(context.store, page)))),
  };
};
