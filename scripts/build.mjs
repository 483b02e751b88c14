// Bundles src/ into dist/: CommonJS, split at every import(), third-party code included, libsql left outside.
import { access, copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { rolldown } from "rolldown";
import { writeHelp } from "./help.mjs";
import { licenseTexts } from "./licenses.mjs";
import { standIns } from "./stand-ins.mjs";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

// What a command that lists loads besides its noun is one file: each file more costs a third of a millisecond. What these
// modules import comes with them.
const HOT = [
  "main",
  "wiring/client/choose-client",
  "wiring/cache/cache-files",
  "http/transport/node",
  "cli/output/formats/json",
  "cli/output/formats/jsonl",
  "catalog/endpoint",
];
const SMALL = ["cli/output/link-lists", "cli/words/position", "commands/shared"];
const hot = new Set([...HOT, ...SMALL].map((name) => new URL(`src/${name}.ts`, root).pathname));
// A name that is no file any more would be passed over in silence.
await Promise.all([...hot].map((file) => access(file)));
// Every noun needs them, what has no catalog does not.
const isSchemas = (id) => id.endsWith("/src/catalog/shared.ts");

// Built beside dist/ and put in its place as a whole: whoever runs the command meanwhile has the old one.
const made = new URL(`node_modules/.dist-${process.pid}/`, root);
const modules = [];
// Which source is in which file, for those who ask what a command loads. Not published.
const chunks = {};
// Each entry is bundled on its own: what a key press in a shell loads must not be tied to the rest.
for (const entry of ["main", "code-folder", "complete"]) {
  const bundle = await rolldown({
    input: { [entry]: new URL(`src/${entry}.ts`, root).pathname },
    platform: "node",
    external: ["libsql"],
    transform: { define: { __VERSION__: JSON.stringify(version) } },
    // What is loaded together is loaded by import() all the same.
    checks: { eval: false, ineffectiveDynamicImport: false },
    plugins: [standIns],
  });
  const { output } = await bundle.write({
    dir: made.pathname,
    format: "cjs",
    minify: true,
    // One character beyond Latin-1 makes the engine keep and read the whole file at two bytes a character.
    charset: "ascii",
    ...(entry === "main" && {
      codeSplitting: {
        groups: [
          { name: "main", test: (id) => hot.has(id) },
          { name: "schemas", test: isSchemas },
        ],
      },
    }),
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
  });
  await bundle.close();
  for (const { fileName, moduleIds = [] } of output)
    chunks[fileName] = moduleIds.map((id) => relative(root.pathname, id));
  modules.push(...output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])));
}
// jq is WebAssembly that its JavaScript reads from beside itself.
await copyFile(new URL("node_modules/jq-web/jq.wasm", root), new URL("jq.wasm", made));

await writeHelp(made);
await writeFile(new URL("node_modules/.dist-chunks.json", root), JSON.stringify(chunks));
await writeFile(new URL("THIRD-PARTY-LICENSES.txt", made), await licenseTexts(modules));

const old = new URL(`node_modules/.dist-${process.pid}-old/`, root);
const dist = new URL("dist/", root);
await rename(dist, old).catch((error) => {
  if (error.code !== "ENOENT") throw error;
});
await rename(made, dist);
await rm(old, { recursive: true, force: true });
