// Tells whether dist/ is what the build would make: one build serves all sets of tests of a run.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const STAMP = join(root, "node_modules", ".build-stamp");
/** Everything that the build reads, and what it makes: an edited dist/ is built again, too. */
const HASHED = ["src", "sample", "examples/ci", "scripts", "package.json", "package-lock.json", "dist"];

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

/** A sum over the names and contents of what the build reads and makes. */
function computeStamp() {
  const hash = createHash("sha256");
  for (const file of HASHED.flatMap((name) => filesIn(join(root, name)))) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

export const writeStamp = () => writeFileSync(STAMP, computeStamp());

export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === computeStamp();
