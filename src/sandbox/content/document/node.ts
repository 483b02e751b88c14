/** Contract, "Translation": a document is blocks, a block holds blocks or text. */
export interface DocumentNode {
  object: "document" | "block" | "inline" | "text";
  type?: string;
  key?: string;
  isVoid?: boolean;
  data?: Record<string, unknown>;
  nodes?: DocumentNode[];
  leaves?: { object: "leaf"; text: string; marks: { object: "mark"; type: string }[] }[];
}

/** Says what a destination means: `url`, `anchor`, `page` or `file`. Unless it is a URL, `data.href` has it as written. */
export type RefOf = (href: string) => Record<string, unknown>;

export function text(content: string, marks: readonly string[] = []): DocumentNode {
  const leaf = {
    object: "leaf" as const,
    text: content,
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  };
  return { object: "text", leaves: [leaf] };
}

export const blockNode = (type: string, data: Record<string, unknown>, nodes: DocumentNode[]): DocumentNode => {
  return { object: "block", type, isVoid: nodes.length === 0, data, nodes };
};

export const inlineNode = (type: string, data: Record<string, unknown>, nodes: DocumentNode[] = []): DocumentNode => {
  return { object: "inline", type, isVoid: nodes.length === 0, data, nodes };
};

/** `data` of a node with a destination. */
export function leadsTo(refOf: RefOf, href: string): Record<string, unknown> {
  const ref = refOf(href);
  return ref.kind === "url" ? { ref } : { ref, href };
}

/** The text of a node and of everything below it. */
export function textOfNode(node: DocumentNode): string {
  if (node.type === "hard-break") return "\n";
  const own = (node.leaves ?? []).map((leaf) => leaf.text).join("");
  return own + (node.nodes ?? []).map(textOfNode).join("");
}
