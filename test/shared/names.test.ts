import { expect, it } from "vitest";
import { comparableTitle, foldText, foldTitle, isSameName, titleWord } from "../../src/shared/text/names.js";

const APART = "E\u0301quipe";
const TOGETHER = "\u00c9quipe";

it.each([
  [TOGETHER, APART],
  [TOGETHER, APART.toLowerCase()],
  ["Writers", " writers "],
  ["Zoë Brandt", "ZOE\u0308 BRANDT"],
  // As a terminal shows it, so that a name may be copied from there.
  ["a\u202eb", "a\\u202eb"],
])("%j and %j are one name", (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

it.each([
  ["Writers", "Writer"],
  ["Zoë", "Zoe"],
  ["x²", "x2"],
  ["Ｗriters", "Writers"],
  ["a b", "ab"],
])("%j and %j are two", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});

it("keeps spaces where a text is searched for", () => {
  expect(foldText(`${APART} `)).toBe("\u00e9quipe ");
});

it.each([
  ["🔧 Torque", "torque"],
  [`🇸🇪 ${APART}`, "\u00e9quipe"],
  ["🔧", "🔧"],
])("%j as a title is %j", (title, folded) => {
  expect(foldTitle(title)).toBe(folded);
});

it("takes titles for the same that readers cannot tell apart", () => {
  expect(comparableTitle("Ｗriters  of\nﬁles")).toBe(comparableTitle("writers of files"));
  expect(comparableTitle(null)).toBe("");
});

it.each([
  ["Guide", "Guide"],
  ["Tern User Guide", "'Tern User Guide'"],
  ["a\u202eb", "s1"],
  ["", "s1"],
  [null, "s1"],
])("a command names a thing called %j as %s", (title, word) => {
  expect(titleWord({ id: "s1", title })).toBe(word);
});
