#!/usr/bin/env node
"use strict";
// Answers the version and rendered help without loading the program, with one write: console.log would load streams.
const fs = require("node:fs");
const words = process.argv.slice(2);
const [first = "--help", second] = words;

if (isOld()) {
  fs.writeSync(2, `docs: Node ${process.versions.node} is too old\n  docs needs Node 20.19 or newer: node --version\n`);
  process.exitCode = 1;
} else if (first === "__complete") require("../dist/complete.cjs");
else if (first === "__child" && second === "query") require("../dist/query.cjs");
else if (first === "__child" && second === "keyring") require("../dist/keyring.cjs");
else if (!answered()) {
  // Node 22.8 and later can cache compiled code for the next run; an executable has it inside.
  const nodeModule = require("node:module");
  const folder =
    !process.versions.bun && nodeModule.enableCompileCache && require("../dist/code-folder.cjs").codeFolder();
  if (folder) nodeModule.enableCompileCache(folder);
  require("../dist/main.cjs");
}

/** What is missing there would be told by a stack trace. */
function isOld() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

/** False for everything else, or if the text could not be written: the program then reports why. */
function answered() {
  try {
    const text = words.length < 3 ? knownText() : undefined;
    const shown = text && first !== "--version" && first !== "-v" ? laidOut(text) : text;
    return shown !== undefined && fs.writeSync(1, shown) === Buffer.byteLength(shown);
  } catch {
    return false;
  }
}

/** Help as a terminal shows it; undefined where the environment asks for more than is known here. */
function laidOut(text) {
  const { env } = process;
  if (env.DOCS_FORCE_TTY || env.CLICOLOR_FORCE) return undefined;
  if (!require("node:tty").isatty(1)) return text;
  return require("../dist/help-layout.cjs").forTerminal(text, process.stdout.columns || 80, env);
}

/** The version, or help rendered by the build. */
function knownText() {
  const help = (word) => word === "--help" || word === "-h";
  if (second === undefined) {
    if (first === "--version" || first === "-v") return `${require("../package.json").version}\n`;
    if ((help(first) || first === "help") && hasExtensions()) return undefined;
    return help(first) || first === "help" ? built("help.txt") : undefined;
  }
  const noun = first === "help" ? second : help(second) ? first : "";
  return /^[a-z-]+$/.test(noun) ? built(`help/${noun}.txt`) : undefined;
}

/** A text of the build. The files in an executable have no "..": the path is joined. */
function built(name) {
  return fs.readFileSync(require("node:path").join(__dirname, "../dist", name), "utf8");
}

/** Whether PATH has programs that help lists, too. */
function hasExtensions() {
  const { delimiter, isAbsolute } = require("node:path");
  return (process.env.PATH || "").split(delimiter).some((folder) => {
    try {
      return isAbsolute(folder) && fs.readdirSync(folder).some((name) => name.startsWith("docs-"));
    } catch {
      return false;
    }
  });
}
