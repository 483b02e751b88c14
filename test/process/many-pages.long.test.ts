/** Lists whose answer is long pass through the program in another way than short ones: nothing may be lost on it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, ended, type Home } from "../helpers/cli.js";
import { until } from "./service.js";

const CHAPTERS = 10;
const BELOW = 29;
const COUNT = 300;

let home: Home;
let space: string;
let service: { env: Record<string, string>; stop(): Promise<unknown> };

beforeAll(async () => {
  home = createHome();
  writeChapters(join(home.dir, "book"));
  const imported = await home.run(["sandbox", "import", "book", "--json"]);
  space = (JSON.parse(imported.stdout) as { space: string }).space;
  service = await serve();
});

afterAll(async () => {
  await service.stop();
  home.remove();
});

/** Descriptions make the answer longer than 128 KiB. */
function writeChapters(book: string): void {
  for (let chapter = 0; chapter < CHAPTERS; chapter += 1) {
    const folder = join(book, `c${chapter}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "README.md"), `# Chapter ${chapter}\n`);
    for (let page = 0; page < BELOW; page += 1) {
      const head = `---\ntitle: Page ${chapter}.${page}\ndescription: ${"word ".repeat(80)}\n---\n`;
      writeFileSync(join(folder, `p${page}.md`), `${head}\nText.\n`);
    }
  }
}

async function serve(): Promise<typeof service> {
  const child = home.start(["sandbox", "start", "--json", "--show-token"]);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const end = ended(child, 120_000);
  await until(() => text.endsWith("\n"));
  const { url, token } = JSON.parse(text) as { url: string; token: string };
  const stop = () => {
    child.kill("SIGTERM");
    return end;
  };
  return { env: { DOCS_BASE_URL: url, DOCS_TOKEN: token }, stop };
}

interface Node {
  title: string;
  pages?: Node[];
}

const titlesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ title, pages = [] }) => [title, ...titlesOf(pages)]);

const TITLES = Array.from({ length: CHAPTERS }, (_, chapter) => [
  `Chapter ${chapter}`,
  ...Array.from({ length: BELOW }, (_below, page) => `Page ${chapter}.${page}`),
])
  .flat()
  .sort();

describe.each(["in this process", "over HTTP"])("a space of 300 pages, asked %s", (way) => {
  async function list(...flags: string[]): Promise<string[]> {
    const embedded = way === "in this process";
    const argv = [...(embedded ? ["--sandbox"] : []), "pages", "list", "--space", space, ...flags];
    const { code, stdout, stderr } = await home.run(argv, { env: embedded ? {} : service.env });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.endsWith("\n")).toBe(true);
    return stdout.trimEnd().split(/\r?\n/);
  }

  test("is longer than what is read as a short answer", async () => {
    const text = (await list("--json")).join("");
    expect(Buffer.byteLength(text)).toBeGreaterThan(128 * 1024);
    expect(titlesOf(JSON.parse(text)).sort()).toEqual(TITLES);
  });

  test.each([[[]], [["-o", "tsv"]]])("is one line a page when piped: %j", async (flags) => {
    const rows = await list(...flags);
    expect(rows).toHaveLength(COUNT);
    expect(rows.map((row) => row.split("\t")[1]).sort()).toEqual(TITLES);
  });

  test("is one row a page as CSV", async () => {
    const [header, ...rows] = await list("-o", "csv", "--fields", "title,id");
    expect([header, rows.length]).toEqual(["title,id", COUNT]);
    expect(rows.map((row) => row.split(",")[0]).sort()).toEqual(TITLES);
  });

  test("is all of the tree as JSON lines, one chapter a line", async () => {
    const lines = await list("-o", "jsonl");
    expect(lines).toHaveLength(CHAPTERS);
    expect(titlesOf(lines.map((line) => JSON.parse(line) as Node)).sort()).toEqual(TITLES);
  });

  test("is all of the tree as JSON, also with --fields and --jq", async () => {
    const chapters = (await list("--json", "--fields", "title,pages.title")).join("");
    expect(titlesOf(JSON.parse(chapters)).sort()).toEqual(TITLES);
    expect((await list("-q", ".[] | .title, .pages[].title")).length).toBe(COUNT);
  });
});
