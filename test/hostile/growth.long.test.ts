/**
 * Nothing from outside hangs the program: every function that takes text of the service is fed with what makes patterns
 * try again and again. No time is asserted, only how it grows, best of several.
 */
import { expect, it } from "vitest";
import { toJson } from "../../src/cli/output/formats/json.js";
import { renderer as table } from "../../src/cli/output/formats/table.js";
import { renderer as tsv } from "../../src/cli/output/formats/tsv.js";
import { renderer as yaml } from "../../src/cli/output/formats/yaml.js";
import { cut, widthOf } from "../../src/cli/output/text/fit.js";
import { renderMarkdown } from "../../src/cli/output/text/markdown.js";
import type { RenderContext } from "../../src/cli/output/types.js";
import { rawAnswer } from "../../src/commands/api.js";
import { decodeJson, hasInexactNumbers } from "../../src/http/answer/decode.js";
import { nameInHeader, safeName } from "../../src/http/download.js";
import { errorText, plainText } from "../../src/http/send/errors.js";
import type { WireResponse } from "../../src/http/types.js";
import { csvCell } from "../../src/shared/csv.js";
import { createSecretFilter } from "../../src/shared/redact.js";
import { maskBody } from "../../src/shared/secret-places.js";
import { closestWord } from "../../src/shared/text/names.js";
import { escapeJson, sanitize, sanitizeLine } from "../../src/shared/text/sanitize.js";
import { COLOR, NOW } from "../cli/output/helpers.js";
import { MOST } from "../helpers/growth.js";
import { sampleCases } from "../helpers/sample.js";

const MIB = 1024 * 1024;

type Patterns = Readonly<Record<string, readonly [string, string?]>>;

/** What each repeats; the text is filled up with it. Those with an end have it once. */
const CHARACTERS: Patterns = {
  letters: ["a"],
  spaces: [" "],
  "spaces within": [" ", "a"],
  newlines: ["\n"],
  tabs: ["\t"],
  backslashes: ["\\"],
  "quotation marks": ['"'],
  "escaped quotation marks": ['\\"'],
  "wide characters": ["漢"],
  "combined characters": ["\u0301"],
  emoji: ["👩‍💻"],
  flags: ["🇩"],
  "half characters": ["\ud83d"],
  "characters that nobody sees": ["\u200b"],
  "control characters": ["\u001b["],
  "line separators": ["\u2028"],
  "carriage returns": ["\r"],
  zeros: ["0"],
  objects: ['{"a":'],
};
/** Of Markdown and HTML. */
const MARKUP: Patterns = {
  brackets: ["<"],
  "open tags": ["<a "],
  scripts: ["<script>"],
  styles: ["<style", ">"],
  titles: ["<title"],
  comments: ["<!--"],
  "square brackets": ["["],
  links: ["[a]("],
  references: ["[a][b]"],
  images: ["!["],
  stars: ["*a "],
  "two stars": ["a**b c* "],
  "one long emphasis": ["*"],
  emphasis: ["*a _b "],
  underscores: ["_a"],
  tildes: ["~~a"],
  backticks: ["`"],
  fences: ["```\n"],
  mail: ["a.", "@"],
  addresses: ["http://"],
  words: ["www."],
  quotes: [">"],
  dashes: ["- "],
  numbers: ["1. "],
  "lists in quotes": ["> - "],
  items: ["- a\n"],
  "nested items": ["- > a\n"],
  headings: ["# a\n"],
  definitions: ["[a]: b\n"],
  paragraphs: ["a\n"],
  pipes: ["|"],
  columns: ["|a", "\n|-|\n"],
  entities: ["&a"],
};
/** Where secrets stand, and parts of one. */
const SECRETS: Patterns = {
  "addresses with queries": ["http://x?x-amz-"],
  "signed parts": ["?x-goog-a=http://"],
  names: ["x-amz-", "="],
  users: ["a://b"],
  escapes: ["\\u00"],
  secrets: ['"token":"'],
  "escaped secrets": ['\\"token\\":\\"'],
  "secrets with spaces": ['"token" ', ":"],
  headers: ["cookie "],
  bearers: ["bearer "],
  plus: ["+"],
  "the beginning of the token": ["pat_9fK2-Zq8.W"],
  "most of the token": ["at_9fK2-Zq8.Wm4_Xr7-Lt1.Vb6_Ny3"],
  cuts: ["…"],
  "cut tokens": ["pat_9fK2…"],
  dots: ["..."],
};

const textOf = ([part, end = ""]: readonly [string, string?], length: number): string =>
  // Joined, as what comes from outside is one piece.
  Buffer.from(part.repeat(Math.ceil(length / part.length)) + end, "utf16le").toString("utf16le");

const TOKEN = "pat_9fK2-Zq8.Wm4_Xr7-Lt1.Vb6_Ny3";
const redact = createSecretFilter(() => [TOKEN, '+"\\/+']);
const context: RenderContext = {
  terminal: COLOR,
  paint: (_, text) => `\u001b[1m${text}\u001b[22m`,
  now: NOW,
  csvRaw: false,
  raw: false,
};
const columns = [
  { header: "TITLE", path: "title" },
  { header: "TEXT", path: "text", as: "markdown" as const },
];
const answer = (text: string, status = 200): WireResponse => ({ status, headers: {}, body: Buffer.from(text) });
const swallow = (work: () => unknown): void => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "Failure") throw error;
  }
};
const item = (text: string) => ({ title: text, text });

type Make = (text: string) => () => unknown;

/** What is done with a text, and the form in which it comes, which is made before the clock runs. */
const FUNCTIONS: Record<string, [make: Make, ...more: Patterns[]]> = {
  "a redactor": [(text) => () => redact(text), SECRETS],
  "the start of a body in a trace": [
    (text) => () => maskBody(text),
    SECRETS,
    { addresses: ["http://"], mail: ["a.", "@"] },
  ],
  "the text of an error": [prepared((text) => answer(text, 500), errorText), MARKUP],
  "the message of an error": [prepared((text) => answer(JSON.stringify({ message: text }), 500), errorText)],
  "text of HTML": [(text) => () => plainText(text), MARKUP],
  "an answer": [prepared(answer, (response) => swallow(() => decodeJson(response)))],
  "a raw answer": [prepared((text) => ({ ...answer(text), json: undefined }), rawAnswer)],
  // From bytes, as an answer is: V8 keeps a long text of JSON.stringify in another form, in which all is slower.
  numbers: [prepared((text) => Buffer.from(JSON.stringify(text)).toString(), hasInexactNumbers)],
  sanitize: [(text) => () => sanitize(text)],
  sanitizeLine: [(text) => () => sanitizeLine(text)],
  escapeJson: [(text) => () => escapeJson(text)],
  "JSON with colors": [(text) => () => toJson({ title: text }, context)],
  YAML: [(text) => () => yaml().item({ title: text }, undefined), MARKUP],
  CSV: [(text) => () => csvCell(text), { separators: [";="] }],
  TSV: [(text) => () => tsv(context).page([item(text)], columns)],
  "a table": [(text) => () => table(context).page([item(text), item("b")], columns)],
  "labelled lines": [(text) => () => table(context).item(item(text), columns)],
  width: [(text) => () => widthOf(text)],
  "a cut": [(text) => () => cut(text, 40)],
  Markdown: [(text) => () => renderMarkdown(text, { width: 80, paint: context.paint, hyperlinks: true }), MARKUP],
  "a file's name": [(text) => () => safeName(`a${text}`), { dots: [".", "a"] }],
  "a file's name in a header": [(text) => () => nameInHeader(`attachment; filename="${text}`)],
  "close names": [(text) => () => closestWord("handbook", [text])],
};

function prepared<T>(form: (text: string) => T, work: (value: T) => unknown): (text: string) => () => unknown {
  return (text) => {
    const value = form(text);
    return () => work(value);
  };
}

async function best(work: () => unknown, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Microseconds. Times below this say nothing about growth. */
const SHORT = 10_000;
/** Microseconds that a clock is good for. */
const TICK = 300;
/** Microseconds after which no longer text is tried. */
const LONG = 2_000_000;
/**
 * How many times as long eight times the text takes. The least of all sizes until one is small enough: where the parts of a text
 * no longer fit into V8's young heap, its time makes one step (four milliseconds for 256 K quotation marks, 200 for two
 * million), and what is not linear grows too much at each size.
 */
async function growth(make: Make, pattern: readonly [string, string?]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let size = MIB / 128; size <= 16 * MIB && least > MOST; size *= 2) {
    const whole = make(textOf(pattern, size));
    // The first run of all compiles.
    const time = await best(whole, 2);
    if (time < SHORT && size < MIB) continue;
    const part = make(textOf(pattern, size / 8));
    for (let tries = 0; tries < 9 && least > MOST; tries += 1) {
      least = Math.min(least, (await best(whole, 2)) / Math.max(await best(part, 2), TICK));
    }
    if (time > LONG) break;
  }
  return least;
}

const cases = Object.entries(FUNCTIONS).flatMap(([what, [make, ...more]]) => {
  const patterns: Patterns = Object.assign({}, CHARACTERS, ...more);
  return Object.entries(patterns).map(([name, pattern]) => ({ what, name, make, pattern }));
});

const chosen = sampleCases("hostile growth", cases, {
  nameOf: ({ what, name }) => `${what}: ${name}`,
  few: 12,
  rooms: ["src/cli/output", "src/shared/redact.ts", "src/shared/text"],
});

it.each(chosen)("$what grows with the text: $name", async ({ make, pattern }) => {
  expect(await growth(make, pattern)).toBeLessThanOrEqual(MOST);
});
