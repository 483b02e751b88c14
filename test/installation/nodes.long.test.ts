/** The packed command on machines that have nothing but a Node: installed, used, removed. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installNode } from "../../scripts/ci/node.mjs";
import { sampleCases } from "../helpers/sample.js";
import { useOnce } from "../helpers/set-ups.js";
import { cleanEnv, filesIn, output, pack } from "./packed.js";

/** As `engines` has them: the oldest that works, and the newest of each line after it. */
const NODES = ["20.19", "22", "24", "26"];
/** What the README says stays after an uninstall. */
const STAYS = /^\.(config|local\/share|cache)\/docs\//;

const packed = useOnce(pack);

const chosen = sampleCases("versions of Node", NODES, {
  nameOf: (node) => node,
  few: 1,
  rooms: ["package.json", "package-lock.json", "scripts/build.mjs", "bin"],
});

describe.each(chosen)("Node %s", (node) => {
  const at = (...path: string[]) => join(packed.base, node, ...path);
  let env: NodeJS.ProcessEnv;
  const npm = (...args: string[]) => output("npm", [...args, "--no-audit", "--no-fund"], { env, cwd: at("home") });
  const docs = (...args: string[]) => output("docs", args, { env, cwd: at("home") });

  beforeAll(() => {
    mkdirSync(at("home"), { recursive: true });
    env = cleanEnv(at("home"), [at("prefix", "bin"), installNode(node)]);
    npm("install", "--global", "--prefix", at("prefix"), packed.tarball);
  }, 300_000);

  it("is the Node that runs it", () => {
    expect(output("node", ["--version"], { env })).toMatch(new RegExp(`^v${node.replace(".", "\\.")}\\.`));
    expect(output("sh", ["-c", "command -v docs"], { env }).trim()).toBe(at("prefix", "bin", "docs"));
  });

  it("answers", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(docs("--version")).toBe(`${version}\n`);
    expect(docs("help")).toContain("  docs cr merge 42 ");
    expect(JSON.parse(docs("--sandbox", "cr", "view", "42", "--json"))).toMatchObject({ number: 42, status: "open" });
  });

  it("opens and closes files of both kinds: its state, and a snapshot that is brought back", () => {
    docs("--sandbox", "snapshots", "create", at("now.docs"), "--exclude", "content");
    docs("--sandbox", "teams", "edit", "Documentation", "--title", "Manuals");
    docs("--sandbox", "snapshots", "restore", at("now.docs"), "--settings", "--only", "teams", "--yes");
    expect(docs("--sandbox", "teams", "list", "-o", "csv", "--fields", "title")).toMatch(/^Documentation$/m);
  });

  it("has manual pages", () => {
    const manEnv = { ...env, MANPATH: at("prefix", "share", "man") };
    expect(output("man", ["docs"], { env: manEnv })).toContain("docs - administer documentation");
    expect(output("man", ["docs-cr"], { env: manEnv })).toContain("docs-cr - ");
  });

  it.each([
    ["bash", "docs.bash"],
    ["zsh", "_docs"],
    ["fish", "docs.fish"],
    ["powershell", "docs.ps1"],
  ])("prints completion for %s", (shell, file) => {
    expect(docs("completion", shell)).toBe(readFileSync(join("completions", file), "utf8"));
  });

  it("leaves state at home when it is uninstalled, and nothing else", () => {
    expect(filesIn(at("prefix"))).toContain("bin/docs");
    docs("--sandbox", "cr", "merge", "42");
    npm("uninstall", "--global", "--prefix", at("prefix"), "docs-admin-cli");
    expect(filesIn(at("prefix"))).toEqual([]);
    const left = filesIn(at("home"));
    expect(left.filter((file) => file.startsWith(".local/share/docs/"))).not.toEqual([]);
    expect(left.filter((file) => !STAYS.test(file))).toEqual([]);
  });
});
