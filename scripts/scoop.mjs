// Prints a Scoop manifest for what `npm run binaries` made: node scripts/scoop.mjs <folder>
import { readRelease } from "./binaries/release.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node scripts/scoop.mjs <folder>");
const { version, license, homepage, summary, archive } = readRelease(folder);
const { url, sum, top } = archive("windows-x64");
const architecture = { "64bit": { url, hash: sum, extract_dir: top } };
const manifest = { version, description: summary, homepage, license, architecture, bin: "docs.exe" };
process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
