/** Phrases that readers stumbled over. They are refused wherever people read: in messages, help, documentation and examples. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import { helpFor } from "../src/cli/help/help.js";
import { NOUNS } from "../src/commands/index.js";

/** What is refused, a sentence that it once was in, and what to say. */
const REFUSED: readonly (readonly [phrase: RegExp, was: string, better: string])[] = [
  [
    /does not exist now|did before/,
    "the space does not exist now; it is unknown whether it did before",
    "Deleted space",
  ],
  [/is not in the organization now/, "Ada is not in the organization now", "Removed Ada from the organization"],
  [
    /is the title of [^;]*; pass its id/,
    '"Guide" is the title of team t5; pass its id',
    "To delete by title, confirm it",
  ],
  [/has the wrong form|of the wrong form/, "url: has the wrong form", "url: must be a URL such as ..."],
  [/Enter leaves/, "Subject (Enter leaves it out)", "Subject (optional)"],
  [/\bempty: not now/, "Your address (empty: not now)", "leave empty to skip"],
  [/Nobody there/, "Nobody there has it.", "No member has that address."],
  [/(sent|stays|left) as it (is|was)\b/, "not a known value; sent as it is", "sending it anyway"],
  [/others are sent too/, "document or markdown (others are sent too)", "other values are passed through"],
  [/\bno words\b|\bwords of your own\b/i, "no words on standard error except errors", "print only errors"],
  [/\bmost (items|rows|changes|seconds)\b/i, "most items to show", "maximum number of items"],
  [/\bdrop items\b|seen before in the same/, "drop items seen before in the same list", "omit duplicates"],
  [/what it lists from/, "open the page of what it lists from", "open this list in the browser"],
  [/once (all|everything) is read/, "sort, once all is read", "after reading everything"],
  [/^those (deleted|of)\b|: those deleted\b/i, "those deleted from this machine", "spaces deleted from this machine"],
  [/\bwrite down\b|\bwrites down\b/i, "write down each change", "log each change"],
  [
    /sent and never answered|repeat what was/,
    "repeat what was sent and never answered",
    "resend requests that got no answer",
  ],
  [
    /(plan|file|folder|one|what|sandbox|key) (that )?is there\b/,
    "add to the plan that is there",
    "append to an existing plan",
  ],
  [/\bthat gets it\b/, "organization that gets it", "destination organization"],
  [
    /\bthat tells\b|\btells (what|whom|which|whether|how|of)\b/,
    "name that tells whom it is for",
    "label, such as the recipient",
  ],
  [/member: id, title or address/, "member: id, title or address", "member: id, name or email"],
  [/\bknows? of (its|their)\b|expects to know/, "What a site knows of its visitors", "Visitor attributes"],
  [/Make a profile the one/, "Make a profile the one that commands use", "Switch profiles"],
  [/can be tried so\b|\bdone so\b|are called so\b/, "Roles can be tried so", "Use it to test what each role may do."],
  [
    /\bhave it read again|creates it when absent/,
    "have it read again; creates it when absent",
    "update from its URL; create it if needed",
  ],
  [/\b(could|can|cannot) (not )?be told\b/, "what could not be told with 9", "if it could not be determined"],
  [
    /\bdocs did not make|not made by docs\b/,
    ".docs.yaml is there, and docs did not make it",
    "was not written by docs",
  ],
  [/\bis told\b|\bare told\b|\bnot told\b/i, "What is missing is told.", "Missing data is reported."],
  [/\bwaits to be\b/, "A SAML provider waits to be set up", "is not set up yet"],
  [
    /\bneither has it\b|\bnor has it\b|if things are to go/,
    "neither has it after docs sites apply",
    "nor after docs sites apply",
  ],
  [
    /\bit is the safest\b|\band is the safest\b/,
    "Offline, on a snapshot, it is the safest.",
    "Safest: offline, on a snapshot.",
  ],
  [
    /What stays after|and may be deleted$/,
    "What stays after an uninstall, and may be deleted",
    "Left after uninstalling, safe to delete",
  ],
  [/what you did not name/, "merging what you did not name", "without naming the target"],
  [/^Your live change/, "Your live change requests", "Your open and draft change requests"],
  [/\bgo(es)? on\b|\bgo on\?/i, "go on although some steps cannot be undone", "continue"],
  [/^Tell the service|\bTell the\b/, "Tell the service that you are active", "Mark yourself as active"],
  [/\bwhoever\b|\bwhomever\b/i, "Whoever has it can open the site", "people who have it"],
  [/\bin place of\b|\bin the place of\b/, "with --resume in place of --journal", "instead of"],
  [
    /\b(is|are|be|was|were) left out\b|\bleaves? (it |them |this |that )?out\b|\bleave out\b/i,
    "what is not named is left out",
    "omitted",
  ],
  [/\bis none of\b|\bare none of\b/, '"pages" is none of members, teams', "is not one of"],
  [/\b(comes?|came) back\b/i, "it comes back under another id", "it is restored with another id"],
  [
    /\bcannot stand for\b|\bstands? for\b|\bmust stand\b/,
    "it is not a command, so x cannot stand for it",
    "it cannot be an alias for it",
  ],
  [/what there is\b/, "find and list show what there is", "use find or list to see the choices"],
  [/\bgoes with\b|\bgo with\b/, "--update goes with --if-ready", "--update needs --if-ready"],
  [/\btaken? over from\b|\btaking over\b/, "taken over from an older snapshot", "reused from"],
  [/\bleft alone\b|\bleave[sd]? [a-z ]{0,20}alone\b/, "what has changed is left alone", "skipped; not changed"],
  [
    /^(What|Whatever) (is|was|has|the|it|could|somebody|you)\b[^?]*$/,
    "What could not be read is named",
    "a noun as the subject",
  ],
  [
    /(?<![\d.,])1 (owners|members|items|spaces|pages|findings|steps|requests|teams|files|links|changes)\b/,
    "1 owners",
    "count(1, ...)",
  ],
];

const walk = (place: string, ending: RegExp): string[] =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? walk(join(place, entry.name), ending)
      : ending.test(entry.name)
        ? [join(place, entry.name)]
        : [],
  );

interface Sentence {
  where: string;
  text: string;
}

/** Every text in a source that may reach a person, with the line that it is in. Comments are for those who read the source. */
function literalsOf(file: string): Sentence[] {
  const source = readFileSync(file, "utf8");
  const found: Sentence[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const { type, value, start, quasis } = node as {
      type?: string;
      value?: unknown;
      start?: number;
      quasis?: unknown[];
    };
    if (type === "ImportDeclaration") return;
    const text = type === "Literal" && typeof value === "string" ? value : undefined;
    const add = (sentence: string) =>
      found.push({
        // Lines are counted for what is wrong only.
        get where() {
          return `${file}:${source.slice(0, start).split("\n").length}`;
        },
        text: sentence,
      });
    if (text?.includes(" ")) add(text);
    if (type === "TemplateLiteral" && quasis) {
      const parts = quasis.map((part) => (part as { value: { cooked: string } }).value.cooked);
      // Not the scripts for shells: they have comments, which nobody is shown.
      if (!parts.some((part) => part.includes("__docs_"))) add(parts.join("…"));
    }
    for (const [key, child] of Object.entries(node)) if (key !== "quasis") visit(child);
  };
  visit(parseAst(source, { lang: "ts" }));
  return found;
}

/** Sentences of prose that wraps: paragraphs, without code, which has words of its own. */
const prose = (file: string): Sentence[] =>
  readFileSync(file, "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "`…`")
    .split(/\n\s*\n|\n(?=\s*[-*|] |\s*\d+\. )|(?<=[.:;]) /)
    .map((text) => ({ where: file, text: text.replaceAll(/\s+/g, " ").trim() }));

const comments = (file: string): Sentence[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) =>
      /^\s*#(?!!)/.test(line) ? [{ where: `${file}:${at + 1}`, text: line.replace(/^\s*# ?/, "") }] : [],
    );

async function help(): Promise<Sentence[]> {
  const pages = await Promise.all(
    NOUNS.map(async (noun) => {
      const { default: module } = await noun.load();
      const verbs = module.commands.map(({ name }) => [noun.name, name]);
      return Promise.all((noun.direct ? [[noun.name]] : [[noun.name], ...verbs]).map((words) => helpFor(words, NOUNS)));
    }),
  );
  return [await helpFor([], NOUNS), await helpFor(["flags"], NOUNS), ...pages.flat()].flatMap((page) =>
    page.split("\n").map((line) => ({ where: "help", text: line.trim() })),
  );
}

const ABOUT = ["SECURITY.md", "CONTRIBUTING.md", "RELEASING.md", "README.md", ...walk("docs", /\.md$/)];

function wrong(sentences: readonly Sentence[]): string[] {
  const all = sentences.map(({ text }) => text).join("\n\0\n");
  // Most phrases are nowhere: one search for each says so.
  const found = REFUSED.filter(([{ source, flags }]) => new RegExp(source, `${flags}m`).test(all));
  return sentences.flatMap((sentence) =>
    found
      .filter(([phrase]) => phrase.test(sentence.text))
      .map(([phrase, , better]) => {
        const { where, text } = sentence;
        return `${where}: ${(phrase.exec(text) ?? [""])[0]}: ${text.slice(0, 200)} (better: ${better})`;
      }),
  );
}

describe("phrases that readers stumbled over", () => {
  it.each(REFUSED)("%s refuses: %s", (phrase, was) => {
    expect(was).toMatch(phrase);
  });

  it("are in no text of a source", () => {
    const sentences = walk("src", /(?<!\.d)\.ts$/).flatMap(literalsOf);
    expect(sentences.length).toBeGreaterThan(5000);
    expect(wrong(sentences)).toEqual([]);
  });

  it("are in no help", async () => {
    expect(wrong(await help())).toEqual([]);
  });

  it.each(ABOUT.filter(existsSync))("are not in %s", (file) => {
    expect(wrong(prose(file))).toEqual([]);
  });

  it.each(walk("examples", /\.(sh|ya?ml)$/))("are in no comment of %s", (file) => {
    expect(wrong(comments(file))).toEqual([]);
  });
});

/** Comments are sentences, or nouns: none begins with the question that it answers. */
const QUESTION = /(?:\/\*\*\s+(?:\* )?|^\s*\/\/ )((?:What|Who|Whether|Where|That|Which)\b.*)/gm;

describe("comments", () => {
  it("are found by how they begin", () => {
    const source = "/** What it is. */\n/**\n * Whether it is.\n */\n  // Who it is.\n/** True if it is. */\n";
    expect([...source.matchAll(QUESTION)].map(([, text]) => text)).toEqual([
      "What it is. */",
      "Whether it is.",
      "Who it is.",
    ]);
  });

  it("of src say what something is", () => {
    const files = walk("src", /\.ts$/);
    const questions = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(QUESTION)].map(([, text]) => `${file}: ${text}`),
    );
    expect(files.length).toBeGreaterThan(400);
    expect(questions).toEqual([]);
  });
});

/** A function that reads something is a verb: `readTitle`. `titleOf` takes it from what is there. */
const READS = /async function (\w+Of)\b|const (\w+Of) = async\b|function (\w+Of)\b[^{;]*\): Promise</g;

describe("functions called ...Of", () => {
  const found = (source: string) => [...source.matchAll(READS)].map(([, ...names]) => names.join(""));

  it("are found if they read", () => {
    const source =
      "async function aOf() {}\nconst bOf = async () => {};\nfunction cOf(d: E): Promise<F> {}\nconst gOf = (h: I) => h.g;";
    expect(found(source)).toEqual(["aOf", "bOf", "cOf"]);
  });

  it("read nothing", () => {
    const names = walk("src", /\.ts$/).flatMap((file) =>
      found(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(names).toEqual([]);
  });
});
