/** What a site's file may say, and what is told of one that is wrong: all at once, with lines. */
import { describe, expect, it } from "vitest";
import { parseSite } from "../../../src/changes/site/parse-site.js";

function problems(text: string): string {
  try {
    parseSite(text, "site.yaml");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

describe("a file that is right", () => {
  it("names what is managed, and nothing else", () => {
    const wanted = parseSite(
      "title: Help\nproxy: null\nsections:\n  - path: a\n    icon: null\n  - group: G\n    sections: []\n",
      "f",
    );
    expect(wanted).toEqual({
      prune: false,
      published: false,
      title: "Help",
      proxy: null,
      level: [
        { kind: "section", line: 4, path: "a", icon: null, default: false },
        { kind: "group", line: 6, title: "G", sections: [] },
      ],
    });
  });
});

describe("mistakes", () => {
  it("are told together, in the order of their lines", () => {
    const text =
      "title: 2024\nsections:\n  - path: a/b\n    titel: x\n  - path: c\n    default: false\nvisibility: everyone\n";
    expect(
      problems(text)
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "site.yaml cannot be used:",
      'line 1: title must be text: "2024" needs quotes',
      'line 3: path must be one part of an address: no "/", "?", "#" and no spaces',
      'line 4: a section has no key "titel"; did you mean: title; it takes path, id, previously, title, icon, description, condition, default, spaces',
      "line 6: default can only be true: mark its successor instead",
      "line 7: visibility: must be one of public, unlisted, share-link, visitor-auth",
    ]);
  });

  it.each([
    ["an empty file", "", /line 1: the file is empty/],
    ["only a comment", "# nothing\n", /the file is empty/],
    ["a list", "- a\n", /a site must be a mapping of keys and values/],
    ["double keys", "title: a\ntitle: b\n", /line 2: the key "[a-z]+" is duplicated/],
    ["twins", "sections:\n  - path: a\n  - path: a\n", /line 3: section with path "a" is already in line 2/],
    [
      "twins in two groups",
      "sections:\n  - group: x\n    sections: [{path: a}]\n  - path: a\n",
      /line 4: section with path "a" is already in line 3/,
    ],
    ["two links of a name", "shareLinks:\n  - name: a\n  - name: a\n", /line 3: share link "a" is already in line 2/],
    [
      "two defaults",
      "spaces:\n  - {path: a, default: true}\n  - {path: b, default: true}\n",
      /line 3: default site space: another one is already in line 2/,
    ],
    [
      "unpublishing",
      "title: a\npublished: false\n",
      /line 2: published: the service has no endpoint that unpublishes a site/,
    ],
    ["a hostname", "hostname: docs.example.com\n", /line 1: hostname: no endpoint of the service changes it/],
    ["redirects", "redirects: []\n", /redirects: no endpoint/],
    ["looks", "theme: dark\n", /theme: no endpoint/],
    ["an alias", "title: &a x\nsections:\n  - *a\n", /line 3: aliases are not supported/],
    ["a tag", "title: !!binary aGk=\n", /line 1/],
    ["a long condition", `sections:\n  - path: a\n    condition: ${"x".repeat(1025)}\n`, /line 3: condition: /],
    ["broken YAML", "title: [\n", /site\.yaml cannot be used/],
    ["two documents", "title: a\n---\ntitle: b\n", /cannot be used/],
    ["members of every object", "__proto__: 1\n", /no key "__proto__"/],
  ])("refuses %s", (_, text, words) => {
    expect(problems(text)).toMatch(words);
  });

  it("nesting and aliases cost nothing", () => {
    expect(problems(`title: ${"[".repeat(50_000)}`)).toMatch(/nested deeper/);
    expect(problems(`${"- ".repeat(5000)}x`)).toMatch(/nested deeper/);
    const bomb = `a: &a [x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`).join("\n")}\n`;
    expect(problems(bomb)).toMatch(/no key "a"/);
  });
});
