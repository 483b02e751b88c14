import type { Token } from "marked";

/** A text without markup. */
export const textToken = (text: string): Token => ({ type: "text", raw: text, text, escaped: false });
