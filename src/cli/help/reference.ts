/** The reference in Markdown, one page per noun, from the definitions. */

import { commandPath, contextFlags, extraFlags, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { type AnyCommand, flagsOf, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName, takesValue } from "../flags.js";
import { argWords } from "./arg-words.js";
import { endpointSections } from "./endpoints.js";
import { flagText, jsonFieldNames } from "./help.js";

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
