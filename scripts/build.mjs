// Bundles src/ into dist/: CommonJS, split at every import(), third-party code included, libsql left outside.
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { rolldown } from "rolldown";
import { licenceTexts } from "./licenses.mjs";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

await rm(new URL("dist", root), { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: new URL("src/main.ts", root).pathname },
  platform: "node",
  external: ["libsql"],
  transform: { define: { __VERSION__: JSON.stringify(version) } },
  checks: { eval: false },
});
const { output } = await bundle.write({
  dir: new URL("dist", root).pathname,
  format: "cjs",
  minify: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
});
await bundle.close();
// jq is WebAssembly that its JavaScript reads from beside itself.
await copyFile(new URL("node_modules/jq-web/jq.wasm", root), new URL("dist/jq.wasm", root));

const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
await writeFile(new URL("dist/THIRD-PARTY-LICENSES.txt", root), await licenceTexts(modules));
