import fc from "fast-check";
import { expect, it } from "vitest";
import { list, only, text, toggle } from "../../src/cli/flags.js";
import { parseWords } from "../../src/cli/parse.js";
import { readPlain } from "../../src/cli/plain.js";
import { ROOT_FLAGS } from "../../src/cli/program.js";

const OWN = {
  title: text("title"),
  body: text({ describe: "body", short: "b", file: true }),
  label: list("labels"),
  open: toggle("open"),
  // One of its own by the name of a shared one.
  output: text({ describe: "file", name: "json" }),
  force: only("force"),
};

it("reads words, switches and values", () => {
  const line = ["a", "--title", "T", "--label", "x", "-L", "--label", "y", "--open", "-", "-b", "-", "--quiet"];
  const shared = { ...ROOT_FLAGS, limit: only({ describe: "limit", short: "L" }) };
  expect(readPlain(OWN, shared, line)).toEqual({
    words: ["a", "-"],
    own: { title: "T", label: ["x", "y"], open: true, body: "-" },
    shared: { limit: true, quiet: true },
  });
});

it.each([
  ["--title=T"],
  ["--title"],
  ["--title", "-x"],
  ["--no-open"],
  ["--body-file", "a"],
  ["-bx"],
  ["--titel", "T"],
  ["--", "a"],
  ["--Title", "T"],
])("leaves %s %s to the parser", (...line) => {
  expect(readPlain(OWN, ROOT_FLAGS, line)).toBeUndefined();
});

it("reads whatever it reads as the parser does", () => {
  const tokens = ["a", "b c", "", "-", "--", "5", "-5", "--title", "-b", "--body", "--body-file", "--label", "--open"];
  const more = ["--no-open", "--json", "--force", "--quiet", "-q", ".id", "--fields", "a,b", "-o", "json", "--title=x"];
  const line = fc.array(fc.constantFrom(...tokens, ...more), { maxLength: 6 });
  let plain = 0;
  fc.assert(
    fc.property(line, (argv) => {
      const read = readPlain(OWN, ROOT_FLAGS, argv);
      if (!read) return;
      plain += 1;
      expect(parseWords(OWN, ROOT_FLAGS, argv, "help")).toEqual(read);
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(200);
});
