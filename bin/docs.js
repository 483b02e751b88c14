#!/usr/bin/env node
"use strict";
if (process.argv.length === 3 && /^(--version|-v)$/.test(process.argv[2]))
  console.log(require("../package.json").version);
else require("../dist/main.cjs");
