/** Documentation as others write it: each tree is imported, checked, exported or merged by the built command. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { useEach } from "../helpers/set-ups.js";
import { runKit } from "./kit.js";
import { type Expected, readTree, TREES, writeTree } from "./read-tree.js";

type Kind<K extends Expected["kind"]> = Extract<Expected, { kind: K }>;
type Files = ReadonlyMap<string, string | Buffer>;

const home = useEach(createHome);

async function out(...args: string[]): Promise<string> {
  const ran = await home.run(args);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.stdout;
}

interface Import {
  space: string;
  skipped: { path: string; why: string }[];
}

const importTree = async (folder: string, ...more: string[]): Promise<Import> =>
  JSON.parse(await out("sandbox", "import", folder, "--json", ...more));

interface Finding {
  /** `file:line` */
  at: string;
  message: string;
}

/** What annotations say, by place. */
const findingsIn = (text: string): Finding[] =>
  [...text.matchAll(/^::\w+ (?:file=([^,]*),line=(\d+),)?title=[^:]*::(.*)$/gm)].map(
    ([, file = "", line = "", message = ""]) => ({ at: `${file}:${line}`, message }),
  );

/** What a message is about: the command that repairs it names more. */
const about = (word: string) => (finding: Finding) => finding.message.includes(word);

/** The places that `file:line,line` or `file` accepts. */
function isAt(place: string, at: string): boolean {
  const [file = "", lines] = place.split(":");
  return lines === undefined ? at.startsWith(`${file}:`) : lines.split(",").some((line) => at === `${file}:${line}`);
}

const LINKS = ["links-broken", "include-missing", "include-broken-link"];

async function checkFindings(expected: Kind<"findings">, files: Files): Promise<void> {
  const folder = join(home.dir, "tree");
  writeTree(files, folder);
  const { space, skipped } = await importTree(folder);
  const report = ["--space", space, "--source-root", folder, "--report", "github=-", "--fail-on", "info"];
  const { stdout } = await home.run(["--sandbox", "checks", "run", ...(expected.rules ?? LINKS), ...report], {
    cwd: folder,
  });
  const findings = findingsIn(stdout).filter((finding) => !expected.may?.some((word) => about(word)(finding)));
  const found = Object.entries(expected.found);
  expect(findings.filter((finding) => !found.some(([word]) => about(word)(finding)))).toEqual([]);
  for (const [word, place] of found) {
    const places = findings.filter(about(word)).map(({ at }) => at);
    expect(
      places.filter((at) => isAt(place, at)),
      `${word} at ${places}`,
    ).not.toEqual([]);
    if (expected.count !== false) expect(places, word).toHaveLength(1);
  }
  for (const pattern of expected.never ?? []) expect(stdout).not.toMatch(new RegExp(pattern));
  for (const path of expected.kept ?? []) expect(skipped.map((one) => one.path)).not.toContain(path);
}

async function checkImport(expected: Kind<"import">, files: Files): Promise<void> {
  const folder = join(home.dir, "tree");
  writeTree(files, folder);
  const ran = await home.run(["sandbox", "import", folder, "--json"]);
  const { space, skipped }: Import = JSON.parse(ran.stdout);
  if (expected.titles) {
    const titles = await out("--sandbox", "pages", "list", "--space", space, "-q", ".. | .title? // empty");
    for (const title of expected.titles) expect(titles.split("\n")).toContain(title);
  }
  for (const [path, { told, never }] of Object.entries(expected.omitted ?? {})) {
    const reasons = skipped.filter((one) => one.path === path).map(({ why }) => why);
    if (told !== undefined) expect(reasons.join()).toMatch(new RegExp(told));
    if (never !== undefined) expect(reasons.join()).not.toMatch(new RegExp(never));
  }
  if (expected.keeps ?? expected.paths) await checkExport(expected, space, ran.stdout + ran.stderr);
}

/** What is in a file of the export, or told by the import or the export. */
async function checkExport(expected: Kind<"import">, space: string, told: string): Promise<void> {
  const file = join(home.dir, "state.docs");
  const bytes = expected.files === false ? [] : ["--include", "files"];
  await out("--sandbox", "snapshots", "create", file, "--spaces", space, ...bytes);
  const exported = await home.run(["snapshots", "export", file, join(home.dir, "exported")]);
  expect(exported, exported.stderr).toMatchObject({ code: 0 });
  const said = told + exported.stdout + exported.stderr;
  const spaces = join(home.dir, "exported", "spaces");
  const [name = ""] = readdirSync(spaces, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? one.name : [],
  );
  const at = (path: string) => join(spaces, name, path);
  for (const { file: path, text, names = [] } of expected.keeps ?? []) {
    const isKept = existsSync(at(path)) && new RegExp(text, "m").test(readFileSync(at(path), "utf8"));
    const isTold = [names].flat().some((word) => said.includes(word));
    expect(isKept || isTold, `${text} in ${path}, or told in ${said}`).toBe(true);
  }
  for (const path of expected.paths ?? []) expect(existsSync(at(path)) || said.includes(path), said).toBe(true);
}

/** The job that checks a pull request, in a repository with the tree in `docs/`. */
async function checkPullRequest(expected: Kind<"pull-request">, files: Files): Promise<void> {
  const { ran, work } = await runKit(home, files, expected.steps);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const findings = findingsIn(ran.stdout);
  expect(existsSync(join(work, "docs-exit-code")), ran.stdout + ran.stderr).toBe(expected.fails);
  if (expected.fails) expect(readFileSync(join(work, "docs-exit-code"), "utf8")).toBe("11\n");
  for (const word of expected.names ?? []) expect(findings.filter(about(word)), ran.stdout).not.toEqual([]);
  for (const word of expected.silent) expect(findings.filter(about(word))).toEqual([]);
  for (const [word, place] of Object.entries(expected.at ?? {}))
    expect(findings.filter(about(word)).map(({ at }) => at)).toContain(`docs/${place}`);
}

async function checkDiff({ names }: Kind<"cr-diff">, files: Files): Promise<void> {
  for (const side of ["before", "after"]) writeTree(files, join(home.dir, side), `${side}/`);
  const { space } = await importTree(join(home.dir, "before"));
  const made = await out("--sandbox", "cr", "create", "--space", space, "--subject", "Change", "--json");
  const { number } = JSON.parse(made);
  await importTree(join(home.dir, "after"), "--space", space, "--cr", String(number));
  const { stdout, stderr } = await home.run(["--sandbox", "cr", "diff", String(number), "--space", space]);
  for (const name of names) expect(stdout + stderr).toContain(name);
  expect(stdout + stderr).not.toMatch(/no (differences|changes)/i);
}

async function checkSearch({ queries }: Kind<"search">, files: Files): Promise<void> {
  const folder = join(home.dir, "tree");
  writeTree(files, folder);
  const { space } = await importTree(folder);
  for (const [query, { first }] of Object.entries(queries)) {
    const found = await out("--sandbox", "spaces", "search", query, "--space", space, "-q", ".[].path");
    expect(found.split("\n").slice(0, first.length).sort()).toEqual([...first].sort());
  }
}

const chosen = sampleCases("trees", TREES, {
  nameOf: (name) => name,
  few: 6,
  rooms: ["src/checks", "src/sandbox/content", "src/sandbox/import", "src/shared/markdown"],
});

test.each(chosen)("%s", async (name) => {
  const { expected, files } = readTree(name);
  if (expected.kind === "findings") await checkFindings(expected, files);
  else if (expected.kind === "import") await checkImport(expected, files);
  else if (expected.kind === "pull-request") await checkPullRequest(expected, files);
  else if (expected.kind === "cr-diff") await checkDiff(expected, files);
  else await checkSearch(expected, files);
});
