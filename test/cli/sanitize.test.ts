import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hyperlink } from "../../src/cli/output/text/cell.js";
import {
  escapeJson,
  isHostile,
  sanitize,
  sanitizeLine,
  sanitizeNames,
  sanitizeTextLine,
} from "../../src/shared/text/sanitize.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";

/** Written out on purpose, independent of the expression under test. */
function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a;
  if (code >= 0x7f && code <= 0x9f) return true;
  if (code === 0x200e || code === 0x200f || code === 0x61c || code === 0x2028 || code === 0x2029) return true;
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

const codes = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);
const hostile = fc.constantFrom("\u001b[2J", "\u001b]52;c;eA==\u0007", "\u009b31m", "\u202e", "\u2066", "\r", "\u2028");
const text = fc.array(fc.oneof(fc.string({ unit: "binary" }), hostile)).map((parts) => parts.join(""));

describe("sanitize", () => {
  it.each([
    ["CSI", "\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
    [
      "OSC 8",
      "\u001b]8;;https://x.example\u001b\\a\u001b]8;;\u001b\\",
      "\\x1b]8;;https://x.example\\x1b\\a\\x1b]8;;\\x1b\\",
    ],
    ["OSC 52", "\u001b]52;c;ZWNobw==\u0007", "\\x1b]52;c;ZWNobw==\\x07"],
    ["C1", "\u009b2J\u0085\u009d", "\\x9b2J\\x85\\x9d"],
    ["DEL and backspace", "a\u007fb\u0008", "a\\x7fb\\x08"],
    ["carriage return", "safe\rEVIL", "safe\\x0dEVIL"],
    [
      "bidi controls",
      "\u202eabc\u202c \u2066x\u2069 \u200e\u200f\u061c",
      "\\u202eabc\\u202c \\u2066x\\u2069 \\u200e\\u200f\\u061c",
    ],
    ["separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["lone surrogates", "a\ud800b\udc00", "a\\ud800b\\udc00"],
    ["NUL", "a\u0000b", "a\\x00b"],
  ])("R57 makes %s visible", (_name, given, expected) => {
    expect(sanitize(given)).toBe(expected);
    expect(isHostile(given)).toBe(true);
  });

  it("R57 leaves letters, emoji, right-to-left text, newlines and tabs alone", () => {
    const harmless = "Handbuch ä\n\tשלום العربية 👩‍💻 🇩🇪 한글";
    expect(sanitize(harmless)).toBe(harmless);
    expect(isHostile(harmless)).toBe(false);
  });

  it("turns the line ends of Windows into newlines", () => {
    expect(sanitize("a\r\nb\r\n")).toBe("a\nb\n");
  });

  it("R57 R90 keeps one line one line: newlines and tabs are escapes", () => {
    expect(sanitizeLine("one\ntwo\t\nthree\r\nfour")).toBe("one\\ntwo\\t\\nthree\\nfour");
  });

  it("R90 keeps the tabs of a page's text in a line of a diff", () => {
    expect(sanitizeTextLine("+\ta\u200bb\nc")).toBe("+\ta\\u200bb\\nc");
  });

  it("R57 leaves nothing that a terminal acts on, whatever the text", { timeout: PROPERTY_TIME }, () => {
    return holds(
      fc.property(text, (given) => {
        const safe = sanitize(given);
        expect(codes(safe).filter((code) => isForbidden(code) || (code >= 0xd800 && code <= 0xdfff))).toEqual([]);
        expect(sanitizeLine(given)).not.toMatch(/[\n\t]/);
        expect(sanitize(safe)).toBe(safe);
        expect(sanitizeLine(sanitizeLine(given))).toBe(sanitizeLine(given));
      }),
    );
  });
});

describe("R90 commands of CI services", () => {
  it.each([
    ["GitHub", "::error::x", "\\x3a:error::x"],
    ["GitHub, with properties, after white space", "a\n \u00a0::add-mask a=b::x", "a\n \u00a0\\x3a:add-mask a=b::x"],
    ["in capitals", "::Stop-Commands::t", "\\x3a:Stop-Commands::t"],
    ["GitHub's older form, anywhere", "a ##[group]b", "a \\x23#[group]b"],
    ["Azure Pipelines", "##vso[task.setvariable variable=x]y", "\\x23#vso[task.setvariable variable=x]y"],
    ["TeamCity", "a ##teamcity[buildStop]", "a \\x23#teamcity[buildStop]"],
  ])("%s: visible in lines and in texts", (_name, given, expected) => {
    expect(sanitize(given)).toBe(expected);
    expect(sanitizeLine(given)).toBe(expected.replaceAll("\n", "\\n"));
    expect(isHostile(given)).toBe(true);
  });

  it("in a line they are visible at every word, as it may be wrapped there", () => {
    expect(sanitizeLine("Guide ::error::x")).toBe("Guide \\x3a:error::x");
    expect(sanitize("Guide ::error::x")).toBe("Guide ::error::x");
  });

  it.each(["std::string", "# Title", "## [1.0]", "::1", "Foo::bar::baz", "a :: b", "::before", "#[x]", "##"])(
    "what is none stays: %s",
    (given) => {
      expect(sanitizeLine(given)).toBe(given);
      expect(sanitize(given)).toBe(given);
    },
  );
});

describe("characters that nobody sees", () => {
  it.each([
    ["zero width space", "Hand\u200bbook", "Hand\\u200bbook"],
    ["word joiner", "Hand\u2060book", "Hand\\u2060book"],
    ["soft hyphen", "Hand\u00adbook", "Hand\\u00adbook"],
    ["byte order mark", "\ufeffHandbook", "\\ufeffHandbook"],
    ["joiners between Latin letters", "a\u200db\u200cc", "a\\u200db\\u200cc"],
    ["a joiner at the end", "👩\u200d", "👩\\u200d"],
    ["Hangul filler", "a\u3164", "a\\u3164"],
    ["selectors of letters", "a\ufe0fb\ufe0e", "a\\ufe0fb\\ufe0e"],
    ["tags that are no flag", "a\u{e0061}\u{e0062}", "a\\u{e0061}\\u{e0062}"],
    ["grapheme joiner", "a\u034fb", "a\\u034fb"],
    ["invisible operators", "f\u2061x\u2062y", "f\\u2061x\\u2062y"],
  ])("R57 %s: visible in titles, untouched in texts", (_name, given, expected) => {
    expect(sanitizeLine(given)).toBe(expected);
    expect(sanitizeNames(`${given}\n`)).toBe(`${expected}\n`);
    expect(sanitize(given)).toBe(given);
  });

  it.each([
    "👩‍💻 🏳️‍🌈 👩🏽‍🚒 ❤️ 1️⃣ 🇩🇪",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "می‌خواهم",
    "क्‍ष",
    "葛\u{e0100}",
    "\u0600١٢",
    "Ünïcödé 한글 ไทย",
  ])("R57 what writing needs stays: %s", (given) => {
    expect(sanitizeLine(given)).toBe(given);
  });
});

describe("escapeJson", () => {
  it("R57 escapes what a terminal acts on", () => {
    expect(escapeJson('"a\u007fb\u009bc\u202ed\u2028e\u061c"')).toBe('"a\\u007fb\\u009bc\\u202ed\\u2028e\\u061c"');
  });

  it("R57 is lossless and leaves nothing to act on", { timeout: PROPERTY_TIME }, () => {
    return holds(
      fc.property(text, (given) => {
        const json = escapeJson(JSON.stringify(given));
        expect(codes(json).filter(isForbidden)).toEqual([]);
        expect(JSON.parse(json)).toBe(given);
      }),
    );
  });
});

describe("hyperlink", () => {
  it("R57 links http and https only", () => {
    expect(hyperlink("https://x.example/a", "a")).toBe("\u001b]8;;https://x.example/a\u001b\\a\u001b]8;;\u001b\\");
    expect(hyperlink("http://127.0.0.1:80/", "b")).toBe("\u001b]8;;http://127.0.0.1/\u001b\\b\u001b]8;;\u001b\\");
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "not a url", ""]) {
      expect(hyperlink(url, "text")).toBe("text");
    }
  });

  it("R57 keeps an address from ending the link early", () => {
    const link = hyperlink("https://x.example/\u001b\\\u0007\u001b]52;c;eA==", "t");
    expect(link).toBe("\u001b]8;;https://x.example/%1B/%07%1B]52;c;eA==\u001b\\t\u001b]8;;\u001b\\");
  });
});
