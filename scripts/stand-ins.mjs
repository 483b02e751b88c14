// Replacements for some imports of packages. Used by the build and by the tests.

const WIDTH = new URL("../src/cli/output/text/fit.ts", import.meta.url).pathname;

/** "imported name, importing package" to the text of a CommonJS module. */
const STAND_INS = {
  // cli-table3 measures by an older Unicode version. It expects a function; `require` of an ES module gives a namespace.
  "string-width cli-table3": `module.exports = require(${JSON.stringify(WIDTH)}).widthOf;`,
  // commander uses it for subcommands that are separate programs. We have none, and it takes two milliseconds to load.
  "node:child_process commander": "module.exports = {};",
  // Colors borders and headers, which we do not use.
  "@colors/colors/safe cli-table3": "module.exports = {};",
  // It would listen for every signal. conf uses it to remove its temporary file; our next write does that instead.
  "when-exit atomically": "module.exports = () => () => {};",
  // For conf's schemas and migrations, which we do not use: nine tenths of what conf loads.
  "ajv/dist/2020.js conf": "module.exports = {};",
  "ajv-formats conf": "module.exports = {};",
  "semver conf": "module.exports = {};",
  // conf uses it to check for missing default values; we set none.
  "node:assert conf": "module.exports = { deepEqual() {} };",
  // Ajv, for answers that a server asks of its host. Ours asks nothing.
  "@modelcontextprotocol/server/_shims @modelcontextprotocol":
    "module.exports = { process, DefaultJsonSchemaValidator: class {} };",
};

export const standIns = {
  name: "stand-ins",
  resolveId(name, importer) {
    const key = `${name} ${/.*node_modules[\\/]([^\\/]+)/.exec(importer ?? "")?.[1]}`;
    return key in STAND_INS ? `\0${key}` : undefined;
  },
  load: (id) => STAND_INS[id.slice(1)],
};
