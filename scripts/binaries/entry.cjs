// The first file of an executable. The bundler would write the folders of the machine that builds into the program for
// __dirname and __filename; these names stand in for them (scripts/binaries/compile.mjs).
const { writeSync } = require("node:fs");
const { dirname } = require("node:path");

// The engine obeys these before any line of ours runs: it loads code, lets a debugger in, or writes files. What they did
// by now cannot be taken back, but nothing is done with a token. BUN_BE_BUN=1 makes plain Bun of the file: see SECURITY.md.
const unsafe = Object.keys(process.env).find((name) => /^BUN_(OPTIONS|INSPECT|JSC_|BYTECODE_)/.test(name));

// DOCS_IS_RECORDING: only in the executable that notes which functions commands use (scripts/binaries/order.mjs).
if (unsafe && !DOCS_IS_RECORDING) {
  writeSync(2, `docs: ${unsafe} changes the engine of this program: it is not run\n  unset it and try again\n`);
  process.exit(2);
} else {
  globalThis.DOCS_FOLDER = `${dirname(Bun.main)}/dist`;
  globalThis.DOCS_FILE = `${globalThis.DOCS_FOLDER}/main.cjs`;
  // The executable starts reluctant to compile what runs once (compile.mjs); what runs longer than most commands is worth
  // it. Whether that time is reached in a recording is chance.
  if (!DOCS_IS_RECORDING) setTimeout(() => Bun.unsafe.setJITPolicy(1), 250).unref();
  require("./bin/docs.js");
}
