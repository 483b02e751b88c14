/** The encodings in which a secret may appear. */

/**
 * A secret as it is, in a URL, in base64 at any offset and in hex. String escapes are handled when the text is read
 * (`unescaped`).
 */
export function formsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString("hex");
  return [...new Set([secret, ...inUrl(secret), ...inBase64(secret), hex, hex.toUpperCase()])];
}

/** Encoders differ in which characters they leave alone and in the case of the hex digits. */
function inUrl(secret: string): string[] {
  const url = new URL("http://h/");
  url.search = secret;
  const written = [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    url.search.slice(1),
  ];
  return written.flatMap((text) => [text, text.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())]);
}

function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    // Only the characters that depend on the secret alone; if few are left, masking them would hide ordinary text.
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const start = [0, 2, 3][shift] ?? 0;
    const end = (shift + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    const stable = text.slice(start, end);
    if (stable.length >= 8) forms.push(stable, stable.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}
