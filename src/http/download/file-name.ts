import { decoded } from "../../shared/ids.js";

const RESERVED = /^(con|prn|aux|nul|conin_?|conout_?|com[0-9_]|lpt[0-9_])(?:\.|$)/i;

/**
 * R60: a file name that a server gave, made harmless: no folders, only letters, digits, dot, dash and underscore, at
 * most 120 characters, no leading dot or dash, no Windows device name. Undefined: nothing is left.
 */
export function safeName(text: string): string | undefined {
  const base = text.split(/[/\\]/).at(-1) ?? "";
  const plain = withoutDots(base.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^[.-]+/, ""));
  if (plain === "" || /^_+$/.test(plain)) return undefined;
  const named = RESERVED.test(plain) ? `_${plain}` : plain;
  if (named.length <= 120) return named;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(named)?.[0] ?? "";
  return named.slice(0, 120 - extension.length) + extension;
}

/** The text without trailing dots. */
function withoutDots(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** The name in Content-Disposition, cleaned. `filename*` (RFC 8187) takes precedence over `filename`. */
export function nameInHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return safeName(decoded(encoded));
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
  const name = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
  return name === undefined ? undefined : safeName(name);
}

/** The last part of a URL's path, cleaned. */
export function nameInUrl(url: URL): string | undefined {
  return safeName(decoded(url.pathname.split("/").at(-1) ?? ""));
}
