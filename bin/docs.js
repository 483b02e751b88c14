#!/usr/bin/env node
"use strict";
if (process.argv.length === 3 && /^(--version|-v)$/.test(process.argv[2]))
  console.log(require("../package.json").version);
else if (process.argv[2] === "__complete" && process.env.DOCS_COMPLETE_REMOTE !== "1") require("../dist/complete.cjs");
else require("../dist/main.cjs");
