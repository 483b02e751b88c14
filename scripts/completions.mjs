// Writes completions/ from the definitions of the commands; with --check, fails if a file is out of date.
// Runs the built command: build first.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const FILES = { bash: "docs.bash", zsh: "_docs", fish: "docs.fish", powershell: "docs.ps1" };
const check = process.argv.includes("--check");
const stale = [];

mkdirSync(new URL("completions/", root), { recursive: true });
for (const [shell, name] of Object.entries(FILES)) {
  const file = new URL(`completions/${name}`, root);
  const text = execFileSync(process.execPath, [fileURLToPath(new URL("bin/docs.js", root)), "completion", shell], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  if (!check) writeFileSync(file, text);
  else if (text !== read(file)) stale.push(`completions/${name}`);
}
if (stale.length > 0) {
  console.error(`out of date: ${stale.join(", ")}; run: node scripts/completions.mjs`);
  process.exitCode = 1;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
