// Compiles wasm/ into src/http/kernel-bytes.ts, which is kept with the sources. With --check it only compares.
import { readFile, writeFile } from "node:fs/promises";
import asc from "assemblyscript/asc";

const root = new URL("../", import.meta.url);
const target = new URL("src/http/kernel-bytes.ts", root);

const OPTIONS =
  "-O3 --enable simd --runtime stub --noAssert --importMemory --noExportMemory --outFile kernel.wasm".split(" ");
let compiled;
const { error, stderr } = await asc.main(["wasm/index.ts", "--baseDir", root.pathname, ...OPTIONS], {
  writeFile: (_, contents) => {
    compiled = Buffer.from(contents);
  },
});
if (error) throw new Error(`${stderr}`, { cause: error });

const text = `/** wasm/ in base64, compiled by scripts/kernel.mjs. */
export const kernel =
  "${compiled.toString("base64")}";
`;
if (!process.argv.includes("--check")) await writeFile(target, text);
else if ((await readFile(target, "utf8").catch(() => "")) !== text) {
  console.error("stale: src/http/kernel-bytes.ts\nrun: npm run generate");
  process.exitCode = 1;
}
