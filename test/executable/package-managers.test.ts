/** The Homebrew formula and the Scoop manifest: Ruby reads the one, and both name what is released. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { output } from "../installation/packed.js";
import { createRelease, OTHER_SUMS, type Release, version } from "./release.js";

let release: Release;
beforeAll(async () => {
  release = await createRelease();
});
afterAll(() => release.remove());

const HOME = "https://code.docs-admin-cli.example/docs-admin-cli";
const address = (platform: string) => `${HOME}/releases/download/v${version}/docs-${version}-${platform}.tar.gz`;

// Just enough of Homebrew to run a formula on one system, and to tell what it asked for.
const BREW = `
$told = []
class Place
  def initialize(path) = @path = path
  def install(what) = $told << "#{@path} <- #{[what].flatten.map { |one| one.is_a?(Hash) ? one.map { |k, v| "#{k} as #{v}" }.join : one }.join(" ")}"
end
class Formula
  def self.test = nil
  %w[macos linux arm intel].each { |name| define_singleton_method("on_#{name}") { |&block| block.call if ARGV.include?(name) } }
  def self.method_missing(name, *words) = $told << [name, *words].join(" ")
  def method_missing(name, *) = Place.new(name.to_s)
end
load ARGV[0]
DocsAdminCli.new.install
puts $told
`;

const LINUX_X64 = () => createHash("sha256").update(readFileSync(release.archive)).digest("hex");

it.each([
  ["macos", "arm", "darwin-arm64", () => OTHER_SUMS["darwin-arm64"]],
  ["macos", "intel", "darwin-x64", () => OTHER_SUMS["darwin-x64"]],
  ["linux", "arm", "linux-arm64", () => OTHER_SUMS["linux-arm64"]],
  ["linux", "intel", "linux-x64", LINUX_X64],
])("the formula is valid Ruby, and installs on %s %s", (system, processor, platform, sum) => {
  const at = (name: string, text: string) => {
    writeFileSync(join(release.folder, name), text);
    return join(release.folder, name);
  };
  const file = at("docs-admin-cli.rb", output(process.execPath, ["scripts/homebrew.mjs", release.folder]));
  expect(output("ruby", ["-c", file])).toBe("Syntax OK\n");
  // The folder that Homebrew unpacks and enters.
  const top = `docs-${version}-linux-x64`;
  output("tar", ["-xzf", release.archive, "-C", release.folder, "--exclude=docs", `${top}/man`, `${top}/completions`]);
  const told = output("ruby", [at("brew.rb", BREW), file, system, processor], { cwd: join(release.folder, top) });
  const pages = output("sh", ["-c", "ls man/*.1"], {
    cwd: join(release.folder, top),
    env: { LC_ALL: "C", PATH: process.env.PATH },
  });
  expect(told.trim().split("\n")).toEqual([
    "desc Command-line administration for a documentation management service",
    `homepage ${HOME}`,
    `version ${version}`,
    "license MIT",
    `url ${address(platform)}`,
    `sha256 ${sum()}`,
    "bin <- docs",
    `man1 <- ${pages.trim().split("\n").join(" ")}`,
    "bash_completion <- completions/docs.bash as docs",
    "zsh_completion <- completions/_docs",
    "fish_completion <- completions/docs.fish",
  ]);
});

it("the Scoop manifest names the executable in the archive", () => {
  expect(JSON.parse(output(process.execPath, ["scripts/scoop.mjs", release.folder]))).toEqual({
    version,
    description: "Command-line administration for a documentation management service",
    homepage: HOME,
    license: "MIT",
    architecture: {
      "64bit": { url: address("windows-x64"), hash: "4".repeat(64), extract_dir: `docs-${version}-windows-x64` },
    },
    bin: "docs.exe",
  });
});
