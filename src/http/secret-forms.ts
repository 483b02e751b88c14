/** The ways in which a secret can be written, and how it is found in a text. */

/** Ends a text that was shortened. */
const CUT = "…";
/** A shorter beginning tells nothing, and would hide ordinary text. */
const LEAST = 4;

/** A secret as it is, in a URL, and in base64 at any offset. As JSON repeats backslashes, one stands for any number. */
export function formsOf(secret: string): string[] {
  const forms = [secret, ...inUrl(secret), ...inBase64(secret)];
  return [...new Set(forms.map((form) => form.replace(/\\+/g, "\\")))];
}

/** Encoders differ in the characters that they leave as they are, and in the case of the others' digits. */
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
    // Only the characters that depend on the secret alone; a short rest would hide ordinary text.
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

const isWord = (character: string): boolean => /^\w$/.test(character);

/**
 * The text without the forms, as they are and as JSON writes them, or JSON inside JSON and so on. Walked by hand: a
 * pattern for a long token is larger than what the engine takes.
 */
export function withoutForms(text: string, forms: readonly string[], mask: string): string {
  return withoutHalves(
    forms.reduce((rest, form) => withoutForm(rest, form, mask), text),
    forms,
    mask,
  );
}

function withoutForm(text: string, form: string, mask: string): string {
  let out = "";
  let last = 0;
  // Letters and digits are written as they are everywhere, so that whatever they begin with is searched at once.
  const start = /^\w+/.exec(form)?.[0] ?? form;
  for (let at = startOf(text, start, 0); at >= 0; at = startOf(text, start, at + 1)) {
    if (at < last) continue;
    const found = follow(text, at, form);
    if (!found?.whole) continue;
    out += text.slice(last, at) + mask;
    last = found.end;
  }
  return last === 0 ? text : out + text.slice(last);
}

/** The next place where a form can start: with its first words, or with a backslash before what may be it. */
function startOf(text: string, start: string, from: number): number {
  const first = start.charAt(0);
  if (isWord(first)) return text.indexOf(start, from);
  const plain = text.indexOf(first, from);
  let slash = text.indexOf("\\", from);
  while (slash > 0 && text[slash - 1] === "\\") slash = text.indexOf("\\", slash + 1);
  return plain < 0 || slash < 0 ? Math.max(plain, slash) : Math.min(plain, slash);
}

/** Where a text was shortened, the first part of a secret may stand before the mark: it is masked too. */
function withoutHalves(text: string, forms: readonly string[], mask: string): string {
  if (!text.includes(CUT)) return text;
  const parts = text.split(CUT);
  const last = parts.pop() ?? "";
  return [...parts.map((part) => withoutHalf(part, forms, mask)), last].join(CUT);
}

function withoutHalf(part: string, forms: readonly string[], mask: string): string {
  const starts = forms.flatMap((form) => {
    const start = form.charAt(0);
    for (let at = startOf(part, start, 0); at >= 0; at = startOf(part, start, at + 1)) {
      if (part.length - at >= LEAST && follow(part, at, form)?.whole === false) return [at];
    }
    return [];
  });
  return starts.length === 0 ? part : part.slice(0, Math.min(...starts)) + mask;
}

/** How far the form goes on from `from`; undefined where the text differs, half where the text ends first. */
function follow(text: string, from: number, form: string): { end: number; whole: boolean } | undefined {
  const half = { end: text.length, whole: false };
  let at = from;
  for (const character of form) {
    let after = at;
    while (text[after] === "\\") after += 1;
    const slashes = after - at;
    if (after >= text.length && (character !== "\\" || slashes === 0)) return half;
    if (character === "\\") {
      if (slashes === 0) return undefined;
      at = after;
    } else if (text[after] === character && (slashes === 0 || !isWord(character))) at = after + 1;
    else if (slashes > 0 && text[after] === "u") {
      const digits = text.slice(after + 1, after + 5);
      if (digits.length < 4) return half;
      if (Number.parseInt(digits, 16) !== character.charCodeAt(0)) return undefined;
      at = after + 5;
    } else return undefined;
  }
  return { end: at, whole: true };
}
