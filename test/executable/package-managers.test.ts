/** The Homebrew formula: Ruby reads it, and it names what is published. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { output, type Packed, pack } from "./packed.js";

let packed: Packed;
const formula = () => output(process.execPath, ["scripts/homebrew.mjs", packed.tarball]);
beforeAll(() => {
  packed = pack();
});
afterAll(() => packed.remove());

// Just enough of Homebrew to run the two blocks of a formula, and to tell what they asked for.
const BREW = `
$told = []
class Place
  def initialize(path) = @path = path
  def /(more) = Place.new("#{@path}/#{more}")
  def to_s = @path
  alias to_str to_s
  def install(what) = $told << "#{self} <- #{what.is_a?(Hash) ? what.map { |k, v| "#{k} as #{v}" }.join : what}"
  def install_symlink(what) = $told << "#{self} -> #{[what].flatten.join(" ")}"
end
class Formula
  def self.test = nil
  def self.method_missing(name, *words) = $told << [name, *words].join(" ")
  def method_missing(name, *) = Place.new(name.to_s)
  def std_npm_args = ["--global"]
  def system(*words) = $told << words.join(" ")
end
load ARGV[0]
DocsAdminCli.new.install
puts $told
`;

it("is valid Ruby that installs each part where Homebrew has it", () => {
  const at = (name: string, text: string) => {
    writeFileSync(join(packed.base, name), text);
    return join(packed.base, name);
  };
  const file = at("docs-admin-cli.rb", formula());
  expect(output("ruby", ["-c", file])).toBe("Syntax OK\n");
  // As npm leaves it.
  const module = "libexec/lib/node_modules/docs-admin-cli";
  mkdirSync(join(packed.base, module), { recursive: true });
  output("tar", ["-xzf", packed.tarball, "-C", join(packed.base, module), "--strip-components=1"]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(
    output("ruby", [at("brew.rb", BREW), file], { cwd: packed.base })
      .trim()
      .split("\n"),
  ).toEqual([
    "desc Command-line administration for a documentation management service",
    "homepage https://code.docs-admin-cli.example/docs-admin-cli",
    `url https://registry.npmjs.org/docs-admin-cli/-/docs-admin-cli-${version}.tgz`,
    `sha256 ${createHash("sha256").update(readFileSync(packed.tarball)).digest("hex")}`,
    "license MIT",
    "depends_on node",
    "npm install --global",
    "bin -> libexec/bin/docs",
    `man1 -> ${readdirSync("dist/man")
      .map((page) => `${module}/dist/man/${page}`)
      .join(" ")}`,
    "bash_completion <- completions/docs.bash as docs",
    "zsh_completion <- completions/_docs",
    "fish_completion <- completions/docs.fish",
  ]);
});

it("is the same for a package that is packed again", () => {
  const again = pack();
  try {
    expect(output(process.execPath, ["scripts/homebrew.mjs", again.tarball])).toBe(formula());
  } finally {
    again.remove();
  }
});
