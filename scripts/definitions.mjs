// Loads TypeScript modules of src/ for the generators, by bundling them into a temporary folder and importing that.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { ciKits } from "./ci-kits.mjs";
import { sampleData } from "./sample.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Modules by name: `{ nouns: "src/commands/index.ts" }`. */
export async function loadDefinitions(input) {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const dir = await mkdtemp(join(root, "node_modules", ".definitions-"));
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(root, path)])),
      platform: "node",
      external: ["libsql", "@napi-rs/keyring"],
      transform: { define: { __VERSION__: JSON.stringify(version) } },
      plugins: [ciKits, sampleData],
      logLevel: "silent",
    });
    await bundle.write({ dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
    await bundle.close();
    const modules = {};
    for (const name of Object.keys(input)) {
      modules[name] = await import(pathToFileURL(join(dir, `${name}.mjs`)).href);
    }
    // Nouns load their commands by import(): load all of them now, while the temporary folder still exists.
    for (const module of Object.values(modules)) {
      for (const noun of module.NOUNS ?? []) await noun.load();
    }
    return modules;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
