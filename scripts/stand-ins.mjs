// What packages import that the product has something else for. Used by the build and by the tests.

const WIDTH = new URL("../src/cli/output/text/width.ts", import.meta.url).pathname;

/** By the name that is imported and the package that imports it: the text of a CommonJS module. */
const STAND_INS = {
  // cli-table3 measures with an older Unicode. It wants a function; `require` of an ES module answers a namespace.
  "string-width cli-table3": `module.exports = require(${JSON.stringify(WIDTH)}).widthOf;`,
  // It could start programs, which no command of ours is; that part of Node takes two milliseconds to load.
  "node:child_process commander": "module.exports = {};",
  // Colors of borders and headers, which we do not ask it for.
  "@colors/colors/safe cli-table3": "module.exports = {};",
  // It would take part in every signal. conf uses it to remove its temporary file, which the next write does.
  "when-exit atomically": "module.exports = () => () => {};",
  // conf's schemas and migrations, of which we use none: nine tenths of what it loads.
  "ajv/dist/2020.js conf": "module.exports = {};",
  "ajv-formats conf": "module.exports = {};",
  "semver conf": "module.exports = {};",
  // Looks for values by default that are missing: there are none.
  "node:assert conf": "module.exports = { deepEqual() {} };",
};

export const standIns = {
  name: "stand-ins",
  resolveId(name, importer) {
    const key = `${name} ${/.*node_modules[\\/]([^\\/]+)/.exec(importer ?? "")?.[1]}`;
    return key in STAND_INS ? `\0${key}` : undefined;
  },
  load: (id) => STAND_INS[id.slice(1)],
};
