// Bundles src/ into dist/: CommonJS, split at every import(), third-party code included except libsql.
import { access, copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { rolldown } from "rolldown";
import { writeStamp } from "./build-stamp.mjs";
import { ciKits } from "./ci-kits.mjs";
import { loadDefinitions } from "./definitions.mjs";
import { writeHelp } from "./help.mjs";
import { licenseTexts } from "./licenses.mjs";
import { writePages } from "./pages.mjs";
import { sampleData } from "./sample.mjs";
import { standIns } from "./stand-ins.mjs";
import { writeTools } from "./tools.mjs";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

// What a list command loads, apart from its noun, goes into one file, as each additional file costs a third of a
// millisecond. It also holds what these modules import.
const HOT = [
  "main",
  "app/client/choose-client",
  "app/cache/cache-files",
  "http/transport/node",
  "cli/output/formats/json",
  "catalog/endpoint",
  "changes/send-step",
];
const SMALL = ["cli/output/link-lists", "commands/shared", "commands/plain-verbs"];
// What every command with --sandbox or --snapshot loads besides, and what a snapshot needs beyond the sandbox.
const SERVICE = ["sandbox/open", "sandbox/handlers/resource", "sandbox/lists", "sandbox/rights/access"];
const READING = ["snapshot/file/open", "snapshot/coverage"];
const filesOf = (names) => new Set(names.map((name) => new URL(`src/${name}.ts`, root).pathname));
const [hot, service, reading] = [[...HOT, ...SMALL], SERVICE, READING].map(filesOf);
// Fails if a listed file no longer exists, which the bundler would silently ignore.
await Promise.all([...hot, ...service, ...reading].map((file) => access(file)));
// Every noun needs these schemas; modules without a catalog do not.
const isSchemas = (id) => id.endsWith("/src/catalog/shared.ts");

// Built elsewhere and then renamed to dist/, so that the command keeps working during a build.
const made = new URL(`node_modules/.dist-${process.pid}/`, root);
const modules = [];
// Which source went into which file, for tests of what a command loads. Not published.
const chunks = {};
const ENTRIES = {
  main: "main",
  "code-folder": "code-folder",
  complete: "complete-main",
  query: "query-main",
  keyring: "keyring-main",
  "help-layout": "cli/help/layout",
};
// Each entry is bundled separately: what a key press in a shell loads must not pull in the rest.
for (const [entry, source] of Object.entries(ENTRIES)) {
  const bundle = await rolldown({
    input: { [entry]: new URL(`src/${source}.ts`, root).pathname },
    platform: "node",
    // The last is a bundle of its own, next to the one that asks for it.
    external: ["libsql", "@napi-rs/keyring", "./main.cjs"],
    transform: { define: { __VERSION__: JSON.stringify(version) } },
    // Modules in the groups below are still reached through import(), which is intended.
    checks: { eval: false, ineffectiveDynamicImport: false },
    plugins: [standIns, sampleData, ciKits],
  });
  const { output } = await bundle.write({
    dir: made.pathname,
    format: "cjs",
    minify: true,
    // A single character beyond Latin-1 would make the engine use two bytes per character for the whole file.
    charset: "ascii",
    ...(entry === "main" && {
      codeSplitting: {
        groups: [
          { name: "main", test: (id) => hot.has(id) },
          { name: "schemas", test: isSchemas },
          { name: "sandbox", test: (id) => service.has(id) },
          { name: "snapshot", test: (id) => reading.has(id) },
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
// jq's JavaScript reads its WebAssembly file from its own folder.
await copyFile(new URL("node_modules/jq-web/jq.wasm", root), new URL("jq.wasm", made));

const definitions = await loadDefinitions({
  catalog: "src/catalog/index.ts",
  completion: "src/cli/completion/build-table.ts",
  nouns: "src/commands/index.ts",
  help: "src/cli/help/help.ts",
  pages: "src/cli/help/pages.ts",
  plan: "src/changes/format/json-schema.ts",
  tools: "src/mcp/tools/index.ts",
  toolbox: "src/mcp/toolbox.ts",
});
await writeHelp(made, definitions);
await writeTools(made, definitions);
const paths = Object.values(definitions.catalog.endpoints).map(({ path }) => path);
await writeFile(
  new URL("completion.jsonl", made),
  await definitions.completion.buildTable(definitions.nouns.NOUNS, paths),
);
await writePages(made, version, definitions);
await writeFile(new URL("node_modules/.dist-chunks.json", root), JSON.stringify(chunks));
await writeFile(new URL("THIRD-PARTY-LICENSES.txt", made), await licenseTexts(modules));

const old = new URL(`node_modules/.dist-${process.pid}-old/`, root);
const dist = new URL("dist/", root);
await rename(dist, old).catch((error) => {
  if (error.code !== "ENOENT") throw error;
});
await rename(made, dist);
await rm(old, { recursive: true, force: true });
writeStamp();
