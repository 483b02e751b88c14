import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();
const HARBOR = "pPP4WDv78L8RNnQG4tYR";
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const folder = join(home.dir, "work");
const file = join(folder, ".docs.yaml");
mkdirSync(folder);

const title = async (args: readonly string[], env: Record<string, string> = {}) => {
  const ran = await home.run(["--sandbox", "spaces", "view", "-q", ".id", ...args], { cwd: folder, env });
  return ran.code === 0 ? ran.stdout.trim() : `${ran.code}: ${ran.stderr}`;
};

it("is read only where it is named; flags and variables go before it", async () => {
  writeFileSync(file, `space: ${HARBOR}\n`);
  expect(await title([])).toBe(GUIDE);
  expect(await title(["--project", file])).toBe(HARBOR);
  expect(await title(["--project", folder])).toBe(HARBOR);
  expect(await title([], { DOCS_PROJECT: file })).toBe(HARBOR);
  expect(await title(["--project", file], { DOCS_SPACE: GUIDE })).toBe(GUIDE);
  expect(await title(["--project", file, "--space", GUIDE])).toBe(GUIDE);
});

it.each([
  ["token: secret", 'unknown key "token"', "store it with docs auth login"],
  ["baseUrl: https://evil.example", 'unknown key "baseUrl"', "use a profile"],
  ["aliases: {x: y}", 'unknown key "aliases"', "docs alias set"],
  ["colour: red", 'unknown key "colour"', "keys: org, space, site, checks"],
  ["space: ../../orgs", "space must not contain", "docs init"],
  ["space: [a]", "space is not text", "keys:"],
  ["- a", "not a mapping", "keys:"],
  ["space: 'a", "is not YAML", ""],
  ["__proto__: {x: 1}", 'unknown key "__proto__"', "keys:"],
  ["toString: a", 'unknown key "toString"', "keys:"],
  ["space: !!js/function a", "is not YAML: Unresolved tag", ""],
  ["a: &a [x, x]\nspace: [*a, *a]", "is not YAML: Alias resolution is disabled", ""],
  ["space: a\n---\nspace: b", "is not YAML: it is several documents", ""],
  [`${"k".repeat(60)}: a`, `unknown key "${"k".repeat(40)}"`, "keys:"],
])("refuses %s", async (text, message, hint) => {
  writeFileSync(file, `${text}\n`);
  const told = await title(["--project", file]);
  expect(told).toMatch(/^1: /);
  expect(told).toContain(message);
  expect(told).toContain(hint);
  expect(told).not.toContain("secret");
});

it("an absent file is a mistake, not an empty project", async () => {
  expect(await title(["--project", "nowhere.yaml"])).toMatch(/^2: .*nowhere\.yaml/);
  expect(await title([], { DOCS_PROJECT: "nowhere.yaml" })).toMatch(/^2: .*nowhere\.yaml[\s\S]*DOCS_PROJECT names it/);
});

it("a link that leads nowhere is a mistake of whoever named it", async () => {
  symlinkSync("loop.yaml", join(folder, "loop.yaml"));
  expect(await title(["--project", "loop.yaml"])).toMatch(/^2: docs: cannot read loop\.yaml: /);
});

it("docs init takes a site by its title, keeps the line of checks, and mixes no organizations", async () => {
  const named = join(folder, "mixed.yaml");
  const init = (...more: string[]) => home.run(["--sandbox", "init", named, ...more]);
  expect((await init("--space", HARBOR, "--site", "Halden Docs")).code).toBe(0);
  expect(readFileSync(named, "utf8")).toContain('site: "sD9wPb3HfKc6XnTj1VqZ" # Halden Docs\n');
  appendFileSync(named, "checks: own.yaml\n");
  expect((await init("--space", GUIDE)).code).toBe(0);
  expect(readFileSync(named, "utf8")).toMatch(/# Halden Docs\nchecks: own\.yaml\n$/);
  const mixed = await init("--org", "Lindenhof Orchards", "--space", HARBOR);
  expect(mixed).toMatchObject({ code: 2, stderr: expect.stringMatching(/is in organization \w{20}, not in /) });
  expect(readFileSync(named, "utf8")).toContain(GUIDE);
});

it("docs init prints it to standard output, and with --dry-run without asking the service", async () => {
  const there = await home.run(["--sandbox", "init", "-", "--space", HARBOR], { cwd: folder });
  expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining(`space: "${HARBOR}" # Harbor`) });
  expect(existsSync(join(folder, "-"))).toBe(false);
  const dry = await home.run(["--sandbox", "init", "dry.yaml", "--space", HARBOR, "--dry-run"], { cwd: folder });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining(`\nspace: "${HARBOR}"\n`) });
  expect(existsSync(join(folder, "dry.yaml"))).toBe(false);
});

it("docs init writes what it reads back, with titles, and replaces only its own file", async () => {
  const named = join(folder, "own.yaml");
  const init = ["--sandbox", "init", named, "--space", HARBOR, "--site", "sD9wPb3HfKc6XnTj1VqZ"];
  expect(await home.run(init)).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(named, "utf8")).toBe(
    [
      "# Defaults of a project for docs: docs --project .docs.yaml, or DOCS_PROJECT.",
      'org: "hR7kQ2mXv9TzLb4WcN8p" # Halden Robotics',
      `space: "${HARBOR}" # Harbor Fleet Controller`,
      'site: "sD9wPb3HfKc6XnTj1VqZ" # Halden Docs',
      "",
    ].join("\n"),
  );
  expect(await title(["--project", named])).toBe(HARBOR);
  expect((await home.run(init)).code).toBe(0);
  writeFileSync(named, "mine: 1\n");
  expect(await home.run(init)).toMatchObject({ code: 2, stderr: expect.stringContaining("was not written by docs") });
  expect(readFileSync(named, "utf8")).toBe("mine: 1\n");
});

it("is in the commands that messages suggest", async () => {
  writeFileSync(file, `space: ${HARBOR}\n`);
  const ran = await home.run(["--sandbox", "cr", "view", "4711", "--project", file]);
  expect(ran).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`see: docs --sandbox cr list --project ${file}`),
  });
  const plan = join(folder, "own.plan");
  const wrote = await home.run([
    "--sandbox",
    "spaces",
    "edit",
    HARBOR,
    "--title",
    "Other",
    "--plan",
    plan,
    "--project",
    file,
  ]);
  expect(wrote.stderr).toContain(`docs --sandbox plans view ${plan} --project ${file}`);
});

it("names the checks file, from the folder of the project", async () => {
  writeFileSync(join(folder, "checks.yaml"), "rules: {nonsense: off}\n");
  writeFileSync(file, "checks: checks.yaml\n");
  const { code, stderr } = await home.run(["--sandbox", "checks", "run", "--project", file]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("nonsense") });
});

it("a profile is used in a folder and below, and nothing is written there", async () => {
  const [here, below] = [join(home.dir, "client"), join(home.dir, "client/docs")];
  mkdirSync(below, { recursive: true });
  const inUse = async (cwd: string, env = {}) => {
    const ran = await home.run(["profiles", "list", "-q", ".[] | select(.current) | .name"], { cwd, env });
    return [ran.code, ran.stdout.trim()];
  };
  const use = (...args: string[]) => home.run(["profiles", "use", ...args], { cwd: here });
  expect(await inUse(below)).toEqual([0, ""]);
  expect(await use("sandbox", "--here")).toMatchObject({
    code: 0,
    stderr: `Using profile sandbox in ${here} and below\n`,
  });
  expect([await inUse(here), await inUse(below), await inUse(home.dir)]).toEqual([
    ...[
      [0, "sandbox"],
      [0, "sandbox"],
    ],
    [0, ""],
  ]);
  const titles = await home.run(["spaces", "view", GUIDE, "-q", ".id"], { cwd: below });
  expect(titles).toMatchObject({ code: 0, stdout: `${GUIDE}\n` });
  expect(readdirSync(here)).toEqual(["docs"]);
  expect((await use("default")).stderr).toBe(
    "Using profile default\nnote: this folder uses profile sandbox; to change that: docs profiles use default --here\n",
  );
  expect((await use("--here")).code).toBe(0);
  expect(await inUse(below)).toEqual([0, ""]);
  expect(await use("nope", "--here")).toMatchObject({ code: 3 });
});
