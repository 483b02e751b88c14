/** Pages that the build writes from the definitions: manual pages and the reference. */
import { commandPath, contextFlags, extraFlags, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { type AnyCommand, flagsOf, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName, takesValue } from "../flags.js";
import { EXIT_MEANINGS } from "../run/failure-report.js";
import { argWords, endpointSections, flagText, flagUsage, jsonFieldNames } from "./help.js";
import { ENVIRONMENT } from "./topics.js";

// Manual pages in roff: docs(1), and one page per noun.

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

// The reference in Markdown, one page per noun, from the definitions.

/** The page of a noun. */
export function referencePage(noun: NounEntry, commands: readonly AnyCommand[]): string {
  const aliases =
    noun.aliases.length > 0 ? `\n\nAlso: ${noun.aliases.map((name) => `\`docs ${name}\``).join(", ")}.` : "";
  const contents = commands.map((command) => `- [${command.name}](#${command.name}): ${command.summary}`).join("\n");
  const parts = [
    `# docs ${noun.name}\n\n${noun.summary}.${aliases}`,
    ...(noun.direct ? [] : [contents]),
    ...commands.map((command) => commandSection(noun, command)),
    "Global flags are on [the page of the root](index.md).",
  ];
  return `${parts.join("\n\n")}\n`;
}

function commandSection(noun: NounEntry, command: AnyCommand): string {
  const usage = [commandPath(noun, command), argWords(command), "[flags]"].filter(Boolean).join(" ");
  const aliases = verbAliases(command);
  const flags = { ...flagsOf(command), ...extraFlags(command), ...contextFlags(command) };
  const fields = jsonFieldNames(command);
  return [
    `## ${command.name}`,
    `${command.summary}.${command.description ? `\n\n${command.description}` : ""}`,
    block("sh", [usage]),
    ...(aliases.length > 0 ? [`Aliases: ${aliases.map((name) => `\`${name}\``).join(", ")}.`] : []),
    ...flagTable(flags),
    ...(fields.length > 0 ? [`JSON fields: ${fields.map((name) => `\`${name}\``).join(", ")}.`] : []),
    block("sh", command.examples),
    ...endpointSections(command).map(
      ([title, lines]) => `${title}:\n\n${lines.map((line) => `- \`${line}\``).join("\n")}`,
    ),
  ].join("\n\n");
}

const block = (language: string, lines: readonly string[]): string => `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function flagTable(flags: Flags): string[] {
  const rows = Object.entries(flags).filter(([, flag]) => !flag.hidden);
  if (rows.length === 0) return [];
  const lines = rows.map(([field, flag]) => `| ${flagCode(field, flag)} | ${cell(flagText(flag))} |`);
  return [["| Flag | Meaning |", "|---|---|", ...lines].join("\n")];
}

function flagCode(field: string, flag: Flag): string {
  const name = flagName(field, flag);
  const value = takesValue(flag) ? ` <${flag.value ?? name}>` : "";
  const forms = [`--${name}${value}`];
  if (flag.short) forms.unshift(`-${flag.short}`);
  if (flag.kind === "boolean" || flag.nullable) forms.push(`--no-${name}`);
  if (flag.file) forms.push(`--${name}-file <path>`);
  return forms.map((form) => `\`${form.replaceAll("|", "\\|")}\``).join(", ");
}

/** The first page: all nouns, and the flags that every command takes. */
export function referenceIndex(nouns: readonly NounEntry[]): string {
  const groups = [...new Set(nouns.map((noun) => noun.group))];
  const lists = groups.map((group) => {
    const members = nouns.filter((noun) => noun.group === group);
    return `## ${group}\n\n${members.map((noun) => `- [docs ${noun.name}](${noun.name}.md): ${noun.summary}`).join("\n")}`;
  });
  const parts = ["# Reference", ...lists, "## Global flags", ...flagTable(ROOT_FLAGS)];
  return `${parts.join("\n\n")}\n`;
}
