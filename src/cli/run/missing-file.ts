/** The next step where the file that a command works on is not there. Loaded for a mistake only. */
import type { Failure } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { foldTitle } from "../../shared/text/names.js";
import { filesOfKind } from "../../system/files/named-file.js";
import type { Entry } from "../cache/entries.js";
import { argsOf } from "../command.js";
import { type Kind, site } from "../kinds.js";
import { isAddress } from "../targets/target-shape.js";
import { commandLine, serviceOf, type TypedCommand } from "./next-command.js";

const { extname } = process.getBuiltinModule("node:path");

type Recall = (kind: Kind) => Promise<readonly Entry[]>;

interface FileKind {
  called: string;
  ending: RegExp;
  /** The words before the command that leads to such a file. */
  lead?: string;
  make: string;
  /** The same for what was typed in place of the file, where that may be a title of such a thing. */
  of?: { kind: Kind; placeholder: string };
}

/** The files that the commands of a noun take, or one of them. */
const FILES: Readonly<Record<string, FileKind>> = {
  plans: {
    ...{ called: "plans", ending: /\.plan$/ },
    ...{ lead: "to make one, add --plan FILE to a command", make: "members offboard USER --plan FILE" },
  },
  "plans verify": { called: "receipts", ending: /\.json$/, make: "plans apply PLAN --receipt FILE" },
  sites: {
    ...{ called: "files", ending: /\.ya?ml$/, make: "sites export SITE -O site.yaml" },
    of: { kind: site, placeholder: "SITE" },
  },
  reviews: { called: "reviews", ending: /\.csv$/, make: "reviews create FILE" },
  teams: {
    ...{ called: "tables", ending: /\.(csv|json)$/ },
    ...{ lead: "it needs a file with the columns team, user and role", make: "help teams sync" },
  },
};

/** Commands for a number, which counts what is in the history. */
const NUMBERED: Readonly<Record<string, string>> = { view: "history view", apply: "history view", undo: "undo" };

/** The failure with what was meant: a change of the history, a title, or a file that is beside it. */
export async function withFileStep(error: Failure, typed: TypedCommand, recall: Recall): Promise<Failure> {
  const { noun, command, words } = typed;
  const at = argsOf(command).findIndex(([, arg]) => "value" in arg && arg.value === "path");
  const word = words[at];
  const kind = [`${noun} ${command.name}`, noun].flatMap((name) =>
    Object.hasOwn(FILES, name) ? [FILES[name]] : [],
  )[0];
  if (word === undefined || kind === undefined || !error.message.includes(`cannot read ${word}:`))
    return error.hint === undefined ? error.with({ hint: besideMissing(error, typed) }) : error;
  if (isAddress(word)) return error.with({ hint: "it is read from this machine: download it first" });
  const toLine = (next: string) => commandLine(serviceOf(typed.globals.place), next);
  const numbered = noun === "plans" && /^\d+$/.test(word) ? NUMBERED[command.name] : undefined;
  if (numbered !== undefined) return error.with({ hint: `did you mean: ${toLine(`${numbered} ${word}`)}` });
  const title = kind.of && (await isTitle(word, kind.of.kind, recall)) ? shellWord(word) : undefined;
  if (error.hint !== undefined && title === undefined) return error;
  const make = toLine(title && kind.of ? kind.make.replace(kind.of.placeholder, title) : kind.make);
  const beside = title === undefined ? filesOfKind(word, kind) : undefined;
  return error.with({ hint: [beside, `${kind.lead ?? "to make one"}: ${make}`].filter(Boolean).join("; ") });
}

/** The value of a flag, or a file that no command makes: what is beside it, or what the command says of it. */
function besideMissing({ cause }: Failure, { noun, command }: TypedCommand): string {
  const path = cause instanceof Error && "path" in cause ? String(cause.path) : "";
  const ending = extname(path).replace(/\W/g, "\\$&");
  const beside = ending === "" ? undefined : filesOfKind(path, { called: "files", ending: new RegExp(`${ending}$`) });
  return beside ?? `see: docs ${noun === command.name ? noun : `${noun} ${command.name}`} --help`;
}

/** The title of something that was listed, or words that can hardly be a path. */
async function isTitle(word: string, kind: Kind, recall: Recall): Promise<boolean> {
  if (/\s/.test(word) && !/[./\\]/.test(word)) return true;
  return (await recall(kind)).some(({ title }) => foldTitle(title) === foldTitle(word));
}
