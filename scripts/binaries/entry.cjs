// The first file of an executable. The bundler would write the folders of the machine that builds into the program for
// __dirname and __filename; these names stand in for them (scripts/binaries/compile.mjs).
const { dirname } = require("node:path");

globalThis.DOCS_FOLDER = `${dirname(Bun.main)}/dist`;
globalThis.DOCS_FILE = `${globalThis.DOCS_FOLDER}/main.cjs`;
require("./bin/docs.js");
