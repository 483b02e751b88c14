/** What README.md and docs/ show runs as it is printed, from a fresh sandbox; DOCS_UPDATE=1 writes what was printed. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { type Block, blocksOf, createReader, isOutput, type Reader, stepsOf } from "./document-blocks.js";

const PAGES = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort(),
];

/** Blocks that are not commands, and what a fence without a language may hold. */
const DATA = new Set(["yaml", "json", "ini", "cron", "sql", "diff", "markdown", "text"]);
/** Shells whose completion test/completion loads. */
const OTHER_SHELLS = new Set(["zsh", "fish", "powershell"]);
/** Pages that a test of their own runs. */
const OWN_TEST = new Map([
  ["docs/backup.md", "test/examples/backup.long.test.ts"],
  ["docs/offboarding.md", "test/examples/offboarding.long.test.ts"],
  ["docs/sites-as-files.md", "test/examples/offboarding.long.test.ts"],
]);

/** Commands that other tests run, with these tests. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ci && npm|install|link|uninstall)\b/, "test/installation/nodes.long.test.ts"],
  [/^npx --package /, "test/installation/nodes.long.test.ts"],
  [/ psql /, "test/snapshot/tables-postgres.long.test.ts"],
  [/ rclone copy | question\.sql$/, "test/snapshot/questions.long.test.ts"],
];

let reader: Reader | undefined;
afterEach(() => reader?.close());

test("each block of commands says in what", () => {
  const unmarked = PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(
        ({ language, text }) =>
          !DATA.has(language) &&
          !OTHER_SHELLS.has(language) &&
          !["sh", "console"].includes(language) &&
          /^\$? ?docs /m.test(text),
      )
      .map(({ line }) => `${page}:${line}`),
  );
  expect(unmarked).toEqual([]);
});

/** What a page takes for granted. */
const BEFORE: Readonly<Record<string, string>> = {
  "docs/checks.md": `mkdir -p before; cp -r node_modules/undici/docs/docs before/manual; cp -r before/manual manual`,
  "docs/extensions.md": `printf '#!/bin/sh\\necho hello\\n' > ../bin/docs-hello; chmod +x ../bin/docs-hello`,
  "docs/plans.md": `docs members offboard tomasz.nowak@halden-robotics.example --heir grace.okafor@halden-robotics.example --plan offboard.plan`,
  "docs/snapshots/history.md": `docs snapshots create org.docs --include access,share-keys; docs teams edit Documentation --title Writers`,
  "docs/snapshots/read.md": `docs snapshots create monday.docs; docs snapshots create friday.docs; docs teams edit Documentation --title Writers`,
  "docs/snapshots/restore.md": `docs snapshots create monday.docs; docs snapshots create org.docs; docs teams edit Documentation --title Writers`,
  "docs/snapshots/tables.md": `docs snapshots create monday.docs; docs snapshots create monday.docs --full; docs snapshots create org.docs`,
};

/** Pages about other profiles than the sandbox's. */
const OWN_PROFILE = new Set(["README.md", "docs/sandbox.md"]);

/** The service that README.md logs in to is a sandbox of its own. */
async function serve(): Promise<void> {
  await noteServed((await reader?.type("docs sandbox start --port 0 --show-token")) ?? []);
}

async function noteServed(lines: readonly string[]): Promise<void> {
  const printed = lines.join("\n");
  const [, url] = /^url: +(\S+)$/m.exec(printed) ?? [];
  const [, token] = /^token: +(\S+)$/m.exec(printed) ?? [];
  expect(await reader?.script(`export SERVED=${url} SERVED_TOKEN=${token}`)).toMatchObject({ code: 0 });
}

const SUBSTITUTED: readonly (readonly [RegExp, string])[] = [
  [/^npm ci && npx docs/gm, "docs"],
  [/--port 8080/g, "--port 0"],
  [/http:\/\/127\.0\.0\.1:8080/g, "$SERVED"],
  [/^TOKEN=.*/gm, "TOKEN=$SERVED_TOKEN"],
  [
    /docs auth login --base-url https:\/\/docs\.example\.com/,
    'printf %s "$SERVED_TOKEN" | docs auth login --base-url "$SERVED" --token-stdin',
  ],
];

test("each page that is run by a test of its own is named there", () => {
  for (const [page, file] of [...OWN_TEST, ...ELSEWHERE.map(([, file]) => ["", file] as const)]) {
    expect(readFileSync(file, "utf8")).toContain(page);
  }
});

const withCommands = PAGES.filter((page) => !OWN_TEST.has(page)).filter((page) =>
  blocksOf(page).some(({ language }) => ["sh", "console"].includes(language)),
);

const chosen = sampleCases("pages with commands", withCommands, {
  nameOf: (page) => page,
  few: 3,
  rooms: ["README.md", "docs"],
});

test.each(chosen)("the commands of %s run", async (page) => {
  reader = createReader(SUBSTITUTED);
  if (page === "README.md") await serve();
  const before = `${OWN_PROFILE.has(page) ? "" : "export DOCS_PROFILE=sandbox"}\n${BEFORE[page] ?? ""}`;
  const prepared = await reader.script(before);
  expect(prepared.code, prepared.output).toBe(0);
  for (const block of blocksOf(page)) {
    if (block.language === "sh") await runScript(page, block);
    if (block.language === "console") await runConsole(page, block);
  }
});

/** Files that a page shows, with what reads them. */
const FILES: readonly (readonly [page: string, language: string, command: string])[] = [
  ["docs/checks.md", "yaml", "docs checks run --dry-run --config"],
  ["docs/plans.md", "json", "docs plans view --offline"],
  ["docs/sites-as-files.md", "yaml", "docs sites plan"],
  ["docs/mcp.md", "json", "node -e 'JSON.parse(fs.readFileSync(process.argv[1]))'"],
];

test.each(FILES)("%s: each block of %s is read by %s", async (page, language, command) => {
  reader = createReader(SUBSTITUTED);
  const shown = blocksOf(page).filter((block) => block.language === language);
  expect(shown.length).toBeGreaterThan(0);
  for (const { text, line } of shown) {
    const file = join(reader.home.dir, `shown.${language}`);
    // Such as <id of a page>.
    writeFileSync(file, text.replaceAll(/<[^>]*>/g, "XP6omSZeoJsbZDXfvayL"));
    const ran = await reader.script(`export DOCS_PROFILE=sandbox; ${command} '${file}'`);
    expect(ran.code, `${page}:${line}\n${ran.output}`).toBe(0);
  }
});

async function runScript(page: string, { text, line }: Block): Promise<void> {
  const lines = text.split("\n").filter((one) => !ELSEWHERE.some(([pattern]) => pattern.test(one)));
  const ran = await reader?.script(lines.join("\n"));
  expect(ran?.code, `${page}:${line}\n${ran?.output}`).toBe(0);
}

async function runConsole(page: string, { text, line }: Block): Promise<void> {
  const after: string[] = [];
  for (const { command, output } of stepsOf(text)) {
    const printed = (await reader?.type(command)) ?? [];
    if (command.startsWith("docs sandbox start")) await noteServed(printed);
    if (process.env.DOCS_UPDATE === undefined) {
      expect(isOutput(output, printed), `${page}:${line}: ${command}\n${printed.join("\n")}`).toBe(true);
      continue;
    }
    const isShort = printed.length < 10 || !output.includes("...");
    after.push(`$ ${command}`, ...(isShort ? printed : [...printed.slice(0, 7), "..."]), "");
  }
  if (after.length > 0)
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace(text, () => `${after.join("\n").trimEnd()}\n`),
    );
}
