// Prints a Homebrew formula for what `npm run binaries` made: node scripts/homebrew.mjs <folder>
import { readRelease } from "./binaries/release.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node scripts/homebrew.mjs <folder>");
const { name, version, license, homepage, summary, archive } = readRelease(folder);
const title = name.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());

process.stdout.write(`class ${title} < Formula
  desc ${ruby(summary)}
  homepage ${ruby(homepage)}
  version ${ruby(version)}
  license ${ruby(license)}

${system("macos", "darwin")}

${system("linux", "linux")}

  def install
    bin.install "docs"
    man1.install Dir["man/*.1"]
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

function system(of, platform) {
  const blocks = { arm: "arm64", intel: "x64" };
  const lines = Object.entries(blocks).map(([processor, suffix]) => {
    const { url, sum } = archive(`${platform}-${suffix}`);
    return `    on_${processor} do\n      url ${ruby(url)}\n      sha256 ${ruby(sum)}\n    end`;
  });
  return `  on_${of} do\n${lines.join("\n")}\n  end`;
}

/** A literal in Ruby: JSON's, without the interpolation that Ruby would see in it. */
function ruby(value) {
  return JSON.stringify(value).replaceAll("#", "\\#");
}
