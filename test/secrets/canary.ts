/** A token that no test may find anywhere, and the forms in which it could hide. */
export const CANARY = 'Canary+/="Tok3n\\91827364~zz';

/** As it is, in a URL, in a form, in JSON (once and twice), and in base64 at each of its three offsets. */
export function formsOf(secret: string): string[] {
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ q: secret }).toString().slice(2),
    json(secret),
    json(json(secret)),
  ];
  for (const before of ["", "a", "ab"]) {
    const encoded = Buffer.from(before + secret).toString("base64");
    // Without the characters that depend on what stands beside it.
    const own = encoded.slice(before === "" ? 0 : 4, -4);
    forms.push(own, own.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)];
}

/** How a service could send it back: the same, each of them whole. */
export const ECHO = [
  CANARY,
  encodeURIComponent(CANARY),
  encodeURI(CANARY),
  new URLSearchParams({ q: CANARY }).toString(),
  JSON.stringify(CANARY),
  JSON.stringify(JSON.stringify(CANARY)),
  ...["", "a", "ab"].map((before) => Buffer.from(`${before}${CANARY}`).toString("base64")),
  ...["", "a", "ab"].map((before) => Buffer.from(`${before}${CANARY}&`).toString("base64url")),
].join(" ");

const FORMS = formsOf(CANARY);

/** The forms of the token that a text holds; none is the only good answer. */
export const leaks = (text: string): string[] => FORMS.filter((form) => text.includes(form));
