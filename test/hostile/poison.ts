/** Hostile text in every title, name and address of an answer; ids, times, words of the interface and page text stay usable. */

/** It ends the line, then tries to be a command of a CI service, to hide, to turn the reading direction, to move the cursor. */
export const TITLE =
  "\nBROKE\r\n::error::pwned\n\u0007\u001b[2J\u202e\u2028BROKE\u200b\u00ad\u2060\u3164\ufeff\u{e0041} ::warning file=x::y ##[group]z";
/** Text of a page has lines of its own: they may stand where they are, but start no command. */
const DOCUMENT = "\n::error::pwned\n \u00a0::add-mask::x ##vso[task.complete]\u001b[2J\u202e";

const DOCUMENTS = new Set(["markdown", "text", "document", "body"]);
/** What the program itself looks things up by, or that has to be of one form. */
const KEPT = new Set([
  ...[
    "id",
    "object",
    "status",
    "role",
    "level",
    "type",
    "kind",
    "code",
    "language",
    "format",
    "editMode",
    "visibility",
  ],
  ...["updatedAt", "createdAt", "path", "slug", "downloadURL", "revision", "emoji", "source"],
]);
const ID = /^[A-Za-z0-9_-]{20,28}$/;
const TIME = /^\d{4}-\d\d-\d\dT/;
/** Words of the interface have no capitals and no spaces. */
const WORD = /^[a-z][a-z-]*$/;

function poisonedText(text: string, name: string): string {
  if (DOCUMENTS.has(name)) return text + DOCUMENT;
  if (KEPT.has(name) || ID.test(text) || TIME.test(text) || WORD.test(text) || text === "") return text;
  return text + TITLE;
}

/** @param sent the body of the request: what it has comes back as it was sent, as a change would not be confirmed otherwise */
export function poisoned(value: unknown, sent: unknown): unknown {
  const own = JSON.stringify(sent ?? null);
  const poison = (one: unknown, name: string): unknown => {
    if (typeof one === "string") return own.includes(JSON.stringify(one)) ? one : poisonedText(one, name);
    if (Array.isArray(one)) return one.map((item) => poison(item, name));
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, poison(member, key)]));
  };
  return poison(value, "");
}

const COLORS = /\u001b\[\d{1,2}m/g;
const INVISIBLE = /[\u200b\u00ad\u2060\u3164\ufeff\u{e0000}-\u{e007f}]/u;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

export type Damage =
  | "a control character"
  | "an invisible character"
  | "a title that ends its line"
  | "a command of GitHub"
  | "a command of Azure Pipelines";

/** What is wrong with what was shown: each kind of mistake with the first line that has it. */
export function damageIn(shown: string, rightly: readonly Damage[] = []): Partial<Record<Damage, string>> {
  const lines = shown.replace(COLORS, "").replaceAll("\r\n", "\n").split("\n");
  const found = (pattern: RegExp) => lines.find((line) => pattern.test(line));
  const damage: Record<Damage, string | undefined> = {
    "a control character": found(CONTROLS),
    "an invisible character": found(INVISIBLE),
    "a title that ends its line": found(/^\s*BROKE/),
    "a command of GitHub": found(/^\s*::[a-z-]+[^:]*::/i) ?? found(/##\[[a-z]/i),
    "a command of Azure Pipelines": found(/##vso\[/),
  };
  return Object.fromEntries(
    Object.entries(damage).filter(([name, line]) => line !== undefined && !rightly.some((one) => one === name)),
  );
}
