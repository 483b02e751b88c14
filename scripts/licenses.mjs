// License texts of the packages that ended up in the bundle.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** `moduleIds`: absolute paths of the modules in the bundle. */
export async function licenseTexts(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id);
    if (match) folders.add(match[1]);
  }
  const parts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : `License: ${license}`;
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return `${parts.join(`\n${"-".repeat(78)}\n\n`)}`;
}
