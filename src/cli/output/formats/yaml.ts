import { Scalar, stringify } from "yaml";
import { escapeJson, isHostile } from "../../../shared/text/sanitize.js";
import { isObject } from "../../../shared/values.js";
import type { Renderer } from "../types.js";

/**
 * Quotes texts with characters that a terminal acts on, so that they can be escaped without loss. Also quotes `=`, which
 * has a special type in YAML 1.1.
 */
function quoted(value: unknown): unknown {
  if (typeof value === "string") return needsQuotes(value) ? quote(value) : value;
  if (Array.isArray(value)) return value.map(quoted);
  if (!isObject(value)) return value;
  return new Map(Object.entries(value).map(([key, member]) => [quoted(key), quoted(member)]));
}

const needsQuotes = (text: string): boolean => text === "=" || isHostile(text);

function quote(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** A quoted text is one line, however long: its line ends are escapes. */
const ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/** `compat` also quotes texts that only YAML 1.1 reads as another type, such as the language code `no`. */
export function toYaml(value: unknown): string {
  const text = stringify(quoted(value), { compat: "yaml-1.1", ...ONE_LINE, aliasDuplicateObjects: false });
  return escapeJson(text);
}

/** One document; a list is one sequence, written page by page. */
export function renderer(): Renderer {
  let count = 0;
  return {
    item: (value) => toYaml(value ?? null),
    begin: () => "",
    page(items) {
      count += items.length;
      return items.map((item) => toYaml([item ?? null])).join("");
    },
    end: () => (count === 0 ? "[]\n" : ""),
  };
}
