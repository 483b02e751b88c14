/** Nested pages as rows: drawn as a tree on a terminal, piped as one row per page, as in JSON. */
import type { Listing, Page } from "../../http/types.js";
import type { CommandOutput } from "../context.js";

interface Node {
  pages?: readonly unknown[] | null | undefined;
}

/** `lead` goes before the title: branches on a terminal, spaces in accessible mode. */
export function flattenTree<T extends object>(listing: Listing<T>, out: CommandOutput): Listing<T> {
  if (!["table", "tsv", "csv", "markdown"].includes(out.format)) return listing;
  const style = out.format !== "table" ? "none" : out.terminal.accessible ? "spaces" : "branches";
  async function* pages(): AsyncIterable<Page<T>> {
    for await (const page of listing.pages()) {
      yield { ...page, items: [...rows(page.items, style, "")] };
    }
  }
  return { ...(listing.of && { of: listing.of }), pages };
}

function* rows<T extends object>(nodes: readonly T[], style: string, before: string, top = true): Iterable<T> {
  for (const [index, node] of nodes.entries()) {
    const last = index === nodes.length - 1;
    const [own, below] = branchLeads(style, before, last, top);
    yield own === "" ? node : { ...node, lead: own };
    // Children are nodes of the same type as their parent.
    const children = ((node as Node).pages ?? []) as readonly T[];
    yield* rows(children, style, below, false);
  }
}

function branchLeads(style: string, before: string, last: boolean, top: boolean): [string, string] {
  if (style === "none" || top) return ["", ""];
  if (style === "spaces") return [`${before} `, `${before}  `];
  return [`${before}${last ? "└─" : "├─"}`, `${before}${last ? "   " : "│  "}`];
}
