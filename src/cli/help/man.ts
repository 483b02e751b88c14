/** Manual pages in roff, from the definitions: docs(1), and one page per noun. */

import { commandPath, contextFlags, extraFlags, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { type AnyCommand, flagsOf, type NounEntry } from "../command.js";
import { EXIT_MEANINGS } from "../exit-codes.js";
import type { Flag, Flags } from "../flags.js";
import { argWords } from "./arg-words.js";
import { endpointSections } from "./endpoints.js";
import { flagText, flagUsage, jsonFieldNames } from "./help.js";
import { ENVIRONMENT } from "./topics.js";

/** Escapes what roff would interpret: backslashes, hyphens of options, dots and quotes at the start of a line. */
const roff = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1");

const bold = (text: string): string => `\\fB${roff(text)}\\fR`;

/** Has no date, so that the page does not change from build to build. */
const header = (name: string, version: string, summary: string): string[] => [
  `.TH "${name.toUpperCase().replaceAll("-", "\\-")}" "1" "" "docs ${version}" "docs manual"`,
  ".SH NAME",
  `${roff(name)} \\- ${roff(summary)}`,
];

const formatTagged = (tag: string, text: string): string[] => [".TP", tag, roff(text)];

const flagLines = (flags: Flags): string[] =>
  Object.entries(flags)
    .filter(([, flag]) => !flag.hidden)
    .flatMap(([field, flag]: [string, Flag]) => formatTagged(bold(flagUsage(field, flag).trim()), flagText(flag)));

/** docs(1) */
export function manRoot(nouns: readonly NounEntry[], version: string): string {
  const lines = [
    ...header("docs", version, "administer documentation: spaces, change requests, sites, members and more"),
    ".SH SYNOPSIS",
    `${bold("docs")} \\fInoun\\fR \\fIverb\\fR [\\fItarget\\fR] [\\fIflags\\fR]`,
    ".SH COMMANDS",
    ...nouns.flatMap((noun) => formatTagged(`${bold(`docs-${noun.name}`)}(1)`, noun.summary)),
    ".SH OPTIONS",
    ...flagLines(ROOT_FLAGS),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, meaning]) => formatTagged(bold(name), meaning)),
    ".SH EXIT STATUS",
    ...EXIT_MEANINGS.flatMap(([code, meaning]) => formatTagged(bold(String(code)), meaning)),
    ".SH EXAMPLES",
    ...examples(["docs --sandbox cr list", "docs --sandbox cr merge 42", "docs spaces list --json -q '.[].id'"]),
  ];
  return `${lines.join("\n")}\n`;
}

/** docs-<noun>(1) */
export function manNoun(noun: NounEntry, commands: readonly AnyCommand[], version: string): string {
  const lines = [
    ...header(`docs-${noun.name}`, version, noun.summary),
    ".SH SYNOPSIS",
    `${bold(`docs ${noun.name}`)} ${noun.direct ? "" : "\\fIverb\\fR "}[\\fItarget\\fR] [\\fIflags\\fR]`,
    ".SH COMMANDS",
    ...commands.flatMap((command) => commandLines(noun, command)),
    ".SH SEE ALSO",
    `${bold("docs")}(1)`,
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(noun: NounEntry, command: AnyCommand): string[] {
  const usage = [commandPath(noun, command), argWords(command)].filter(Boolean).join(" ");
  const flags = { ...flagsOf(command), ...extraFlags(command), ...contextFlags(command) };
  const aliases = verbAliases(command);
  const fields = jsonFieldNames(command).join(", ");
  return [
    `.SS "${roff(usage).replaceAll('"', "\\(dq")}"`,
    roff(`${command.summary}.`),
    ...(command.description ? [".PP", roff(command.description.replaceAll("\n", " "))] : []),
    ...(aliases.length > 0 ? [".PP", `Aliases: ${aliases.map(bold).join(", ")}`] : []),
    ...flagLines(flags),
    ...(fields === "" ? [] : [".PP", roff(`JSON fields: ${fields}.`)]),
    ".PP",
    "Examples:",
    ...examples(command.examples),
    ...endpointSections(command).flatMap(([title, endpoints]) => [".PP", `${title}:`, ...examples(endpoints)]),
  ];
}

const examples = (lines: readonly string[]): string[] => [".PP", ".nf", ".RS", ...lines.map(roff), ".RE", ".fi"];
