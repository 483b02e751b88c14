// Prints a Homebrew formula for what `npm pack` made and `npm publish` is given: node scripts/homebrew.mjs <package.tgz>
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [tarball] = process.argv.slice(2);
if (!tarball) throw new Error("usage: node scripts/homebrew.mjs <package.tgz>");
const sum = createHash("sha256").update(readFileSync(tarball)).digest("hex");
const text = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
const { name, version, description, license, repository } = JSON.parse(text);
const title = name.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
const [desc] = description.split(": ");

process.stdout.write(`class ${title} < Formula
  desc ${ruby(desc)}
  homepage ${ruby(repository.url.replace(/^git\+|\.git$/g, ""))}
  url ${ruby(`https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`)}
  sha256 ${ruby(sum)}
  license ${ruby(license)}

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec/"bin/docs"
    man1.install_symlink Dir[libexec/"lib/node_modules/${name}/dist/man/*.1"]
    bash_completion.install "completions/docs.bash" => "docs"
    zsh_completion.install "completions/_docs"
    fish_completion.install "completions/docs.fish"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/docs --version").strip
    assert_match "\\"number\\":42", shell_output("#{bin}/docs --sandbox cr view 42 --json")
  end
end
`);

/** A literal in Ruby: JSON's, without the interpolation that Ruby would see in it. */
function ruby(value) {
  return JSON.stringify(value).replaceAll("#", "\\#");
}
