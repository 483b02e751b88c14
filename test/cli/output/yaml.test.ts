/** YAML of our own against that of the library, which is slow: the same text, and the same value. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, Scalar, stringify } from "yaml";
import { toYaml } from "../../../src/cli/output/formats/yaml.js";
import { escapeJson, isHostile } from "../../../src/shared/text/sanitize.js";
import { holds, PROPERTY_TIME } from "../../helpers/properties.js";
import { sampleCases } from "../../helpers/sample.js";

/** As the library writes it, with the options that this format has always had. */
function byLibrary(value: unknown): string {
  const quoted = (one: unknown): unknown => {
    if (typeof one === "string" && (one === "=" || isHostile(one))) {
      const scalar = new Scalar(one);
      scalar.type = Scalar.QUOTE_DOUBLE;
      return scalar;
    }
    if (Array.isArray(one)) return one.map(quoted);
    if (typeof one !== "object" || one === null) return one;
    return new Map(Object.entries(one).map(([key, member]) => [quoted(key), quoted(member)]));
  };
  const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };
  return escapeJson(stringify(quoted(value), { compat: "yaml-1.1", ...options, aliasDuplicateObjects: false }));
}

/** Texts that YAML reads as something else, of both versions, and texts that break lines or terminals. */
const TRICKY = [
  ...[
    "",
    " ",
    "a ",
    " a",
    "-",
    "- a",
    "-a",
    "?",
    ": ",
    "a: b",
    "a:b",
    "a:",
    "a #b",
    "a#b",
    "#a",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "%a",
    "@a",
    "`a`",
  ],
  ...[
    "y",
    "N",
    "yes",
    "No",
    "on",
    "OFF",
    "true",
    "False",
    "null",
    "Null",
    "~",
    "=",
    "<<",
    ".",
    "..",
    "...",
    "---",
    "--- a",
    "nan",
    ".nan",
    ".inf",
  ],
  ...[
    "1",
    "1.0",
    "1e5",
    "0x1F",
    "0o7",
    "0b1",
    "0b12",
    "0x",
    "0o8",
    "1f4d8",
    "12e",
    "017",
    "1_000",
    "12:30:45",
    "+1",
    "-1",
    "1E5a",
    "0123456789abcdefabcd",
    "12345678901234567890",
  ],
  ...[
    "2026-11-25",
    "2026-11-25T12:00:00Z",
    "2026-11-25T12:00:00.123Z",
    "2026-11-25 12:00",
    "[a]",
    "{a}",
    "a, b",
    "'a'",
    '"a"',
    "it's",
    'a "b"',
  ],
  ...[
    "a\nb",
    "a\n",
    "\na",
    "a\n\nb\n\n",
    " a\n b",
    "a\tb",
    "a\r\nb",
    "# a\n\n* b\n",
    "\u001b[31m",
    "\u202ea",
    "\u0085",
    "\ud83d\udc4b a",
    "Über uns",
    "日本",
  ],
  ...[
    "tG4nVx8YqLz2RkWd7JmS",
    "1G4nVx8YqLz2RkWd7JmS",
    "https://example.com/a/b",
    "https://example.com/a#b",
    "http://a:80/",
    "a/b.md",
    "C++ (new)",
  ],
];

const text = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  fc.boolean(),
  fc.constant(null),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
}));

test("it is what the library writes", { timeout: PROPERTY_TIME * 4 }, async () => {
  for (const one of TRICKY) {
    for (const value of [[one], { a: one }, { a: [[one, { b: one }]] }]) expect(toYaml(value)).toBe(byLibrary(value));
  }
  expect(toYaml([-0, 0, 1e21])).toBe(byLibrary([-0, 0, 1e21]));
  await holds(
    fc.property(anything, (value) => {
      expect(toYaml([value])).toBe(byLibrary([value]));
    }),
  );
});

const BLOCKS = Array.from({ length: 0xd800 / 0x100 }, (_, at) => at * 0x100);
const chosen = sampleCases("letters of YAML", BLOCKS, {
  nameOf: (first) => first.toString(16),
  few: 8,
  rooms: ["src/cli/output/formats"],
});

test("no letter needs quotes that is written without", () => {
  const letters = [...new Set([0, ...chosen])].flatMap((first) =>
    Array.from({ length: 0x100 }, (_, at) => String.fromCharCode(first + at)),
  );
  const differing = letters
    .flatMap((letter) => [`a${letter}b`, `${letter}b`])
    .filter((one) => toYaml([one]) !== byLibrary([one]));
  expect(differing.map((one) => [...one].map((sign) => sign.codePointAt(0)?.toString(16)).join(" "))).toEqual([]);
});

test("both versions of YAML read the value again", { timeout: PROPERTY_TIME * 4 }, async () => {
  await holds(
    fc.property(anything, (value) => {
      const written = toYaml(value);
      for (const version of ["1.1", "1.2"] as const)
        expect(parse(written, { version, merge: false, uniqueKeys: false })).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
