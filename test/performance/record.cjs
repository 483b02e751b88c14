"use strict";
// Preloaded by the test of loaded modules: tells at the end what the command loaded.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  const builtins = process.moduleLoadList.map((name) => name.replace(/^NativeModule /, ""));
  writeFileSync(process.env.RECORD_TO, JSON.stringify({ files, builtins }));
});
