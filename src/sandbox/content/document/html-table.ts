import { decodeEntities } from "../../../shared/markdown/entities.js";
import { blockNode, type DocumentNode, inlineNode, leadsTo, type RefOf, text } from "./node.js";

/*
 * Tables written as HTML, including cards. Whatever could not be written back exactly stays HTML: `htmlOfTable`
 * of the nodes gives the text they were read from.
 */

const TABLE = /^<table((?: [^<>]{0,500})?)>(?:<thead><tr>(.*?)<\/tr><\/thead>)?<tbody>(.*)<\/tbody><\/table>$/s;
const ROW = /<tr>(.*?)<\/tr>/gs;
const CELL = /<(th|td)((?: [^<>]{0,500})?)>(.*?)<\/\1>/gs;
const ATTRIBUTE = /([\w-]{1,100})(?:="([^"]{0,500})")?/g;
const LINK = /^<a href="([^"<>]{0,4000})">([^<>]*)<\/a>$/;
const STRONG = /^<strong>([^<>]*)<\/strong>$/;

type Attributes = Record<string, string | true>;

const readAttributes = (written: string): Attributes =>
  Object.fromEntries([...written.matchAll(ATTRIBUTE)].map(([, key = "", value]) => [key, value ?? true]));

const writeAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${value}"`))
    .join("");

/** A cell's nodes: plain text, bold text or a link; anything else stays HTML. */
function cellNodes(html: string, refOf: RefOf): DocumentNode[] {
  const [, href, name = ""] = LINK.exec(html) ?? [];
  if (href !== undefined) {
    return [inlineNode("link", { ...leadsTo(refOf, decodeEntities(href)), html }, [text(decodeEntities(name))])];
  }
  const bold = STRONG.exec(html)?.[1];
  if (bold !== undefined)
    return [inlineNode("html", { html, text: decodeEntities(bold) }, [text(decodeEntities(bold), ["bold"])])];
  if (html === "") return [];
  if (/[<&]/.test(html)) {
    const visible = decodeEntities(html.replace(/<[^<>]{0,4000}>/g, " ").replace(/\s+/g, " ")).trim();
    return [inlineNode("html", { html }, visible === "" ? [] : [text(visible)])];
  }
  return [text(html)];
}

function rowNode(type: string, html: string, refOf: RefOf): DocumentNode {
  const cells = [...html.matchAll(CELL)].map(([, tag, attributes = "", content = ""]) => {
    const given = readAttributes(attributes);
    return blockNode("table-cell", { tag, ...(attributes !== "" && { attributes: given }) }, cellNodes(content, refOf));
  });
  return blockNode(type, {}, cells);
}

const htmlOfCell = ({ data, nodes = [] }: DocumentNode): string => {
  const content = nodes.map((node) => node.data?.html ?? node.leaves?.[0]?.text ?? "").join("");
  return `<${data?.tag}${writeAttributes((data?.attributes ?? {}) as Attributes)}>${content}</${data?.tag}>`;
};

/** The HTML of a node that `tableOfHtml` made. */
export function htmlOfTable({ data, nodes = [] }: DocumentNode): string {
  const rowHtml = (row: DocumentNode) => `<tr>${(row.nodes ?? []).map(htmlOfCell).join("")}</tr>`;
  const [head, ...rows] = data?.header === true ? nodes : [undefined, ...nodes];
  const thead = head ? `<thead>${rowHtml(head)}</thead>` : "";
  const attributes = writeAttributes((data?.attributes ?? {}) as Attributes);
  return `<table${attributes}>${thead}<tbody>${rows.map((row) => row && rowHtml(row)).join("")}</tbody></table>`;
}

/** An HTML table as a node: `cards` with a `card` per row, or `table`; undefined if the HTML is not just a table. */
export function tableOfHtml(html: string, refOf: RefOf): DocumentNode | undefined {
  const [whole, attributes = "", head, body = ""] = TABLE.exec(html) ?? [];
  if (whole === undefined) return undefined;
  const given = readAttributes(attributes);
  const cards = given["data-view"] === "cards";
  const header = head === undefined ? [] : [rowNode("table-row", head, refOf)];
  const rows = [...body.matchAll(ROW)].map(([, row = ""]) => rowNode(cards ? "card" : "table-row", row, refOf));
  const data = { syntax: "html", header: head !== undefined, attributes: given };
  const node = blockNode(cards ? "cards" : "table", data, [...header, ...rows]);
  return htmlOfTable(node) === html ? node : undefined;
}
