/** Command lines, read by commander. */
import { Command as Commander, CommanderError, Option } from "commander";
import { Failure, usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { type Flag, type Flags, flagName, hasNegation, longNames, takesValue } from "../flags.js";
import {
  jsonFields,
  nearestFlag,
  refuseFlagAsValue,
  refuseLongDash,
  refuseOneDash,
  takesInstead,
  valueFor,
  valueOfSwitch,
} from "./mistakes/flags.js";
import { NO_FLAGS } from "./mistakes/hints.js";

// Names that are gone: each is answered with what to use now. This is a table of words; help and completion do not read it.

const REVIEW =
  "review the plan in a pull request with docs plans view FILE -o markdown, and let a protected branch apply it";

/** By command, by command and flag or value of -o, or by a flag that any command took. */
export const REMOVED: Readonly<Record<string, string>> = {
  browse: "open a page with --web: docs spaces view SPACE --web, docs cr view 42 --web, docs pages view PAGE --web",
  "inbox --watch": "run it again: watch --interval 300 docs inbox",
  "inbox --interval": "run it again: watch --interval 300 docs inbox",
  "orgs overview --for": "pass --html FILE for a page that everyone can read",
  "orgs overview --since":
    "compare generations of a snapshot: docs snapshots diff FILE@-1 FILE, docs snapshots log FILE",
  "orgs overview --markdown": "pass --html FILE for a page, or --json",
  "orgs overview -o markdown": "pass --html FILE for a page, or --json",
  "plans approve": REVIEW,
  "plans apply --require-approval": REVIEW,
  "snapshots restore --allow-team":
    "a restore takes nobody out of a team; who becomes a guest again counts for --max-removals",
  "snapshots restore --prune":
    "a restore removes nothing: its plan names what is new; delete it with the command of its noun, such as docs teams delete",
  "snapshots drill":
    "docs snapshots verify FILE checks the file; to rehearse a restore, begin with docs sandbox load FILE",
  "--markdown": "pass -o markdown: docs cr list -o markdown, docs plans view FILE -o markdown",
  "--unique": "omit duplicates with jq: -q 'unique_by(.id)'",
};

/** The mistake of using a removed name: `name` as people type it, `command` the words of the command that it was a part of. */
export function findRemoved(name: string, command = ""): Failure | undefined {
  const full = `${command} ${name}`.trim();
  const key = [full, name].find((one) => Object.hasOwn(REMOVED, one));
  return key === undefined ? undefined : usage(`${key} was removed`, REMOVED[key]);
}

/**
 * R47: no flag takes the token itself, because it would show up in process lists and in the shell's history. Such a flag is
 * refused before anything else is read, and its value is never shown.
 * @throws Failure "usage"
 */
export function refuseTokenValue(argv: readonly string[]): void {
  const end = argv.indexOf("--");
  const flags = end < 0 ? argv : argv.slice(0, end);
  if (flags.some((word) => word === "--token" || word.startsWith("--token="))) refuseTokenWord();
}

/** Refuses a plain word that may be the token in the same way. @throws Failure "usage" */
export function refuseTokenWord(): never {
  throw usage(
    "tokens are not accepted on the command line: other programs and the shell's history would see them",
    "set DOCS_TOKEN, pass it with --token-stdin or --token-file, or store it with: docs auth login",
  );
}

interface Read {
  words: string[];
  /** Values of the command's own flags, by field name, as typed. */
  own: Record<string, unknown>;
  /** Values of the shared flags. */
  shared: Record<string, unknown>;
}

/**
 * Words and flags of `argv`. The command's own flags and the shared ones are read separately; where both have a name, the
 * command's own meaning wins.
 * @throws Failure usage with a suggestion, or pointing to the command `help`
 */
export function parseWords(own: Flags, shared: Flags, argv: readonly string[], help: string, isList = false): Read {
  const taken = new Set(Object.entries(own).flatMap(([field, flag]) => longNames(field, flag)));
  const others = Object.fromEntries(
    Object.entries(shared).filter(([field, flag]) => !taken.has(`--${flagName(field, flag)}`)),
  );
  const all = { ...others, ...own, ...renamed(others, own) };
  refuseOneDash(argv, all);
  refuseLongDash(argv, all);
  refuseFlagAsValue(argv, all);
  const parser = new Commander("docs")
    .exitOverride()
    .helpOption(false)
    .showSuggestionAfterError(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .argument("[words...]")
    .action(() => {});
  const isTyped = typedNames(argv);
  const readOwn = addOptions(parser, own, isTyped);
  const readShared = addOptions(parser, others, isTyped);
  try {
    parser.parse([...argv], { from: "user" });
  } catch (error) {
    const failure = asFailure(error, { help, own, flags: all }, argv);
    throw failure instanceof Failure && isTemplate(failure) ? withTemplate(failure, argv, isList) : failure;
  }
  const parsed = parser.opts();
  return { words: parser.args, own: readOwn(parsed), shared: readShared(parsed) };
}

/** Shared flags of another name whose field a flag of the command has too, as `--space` beside `--containing-space`. */
const renamed = (shared: Flags, own: Flags): Flags =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([field]) => Object.hasOwn(own, field))
      .map(([field, flag]) => [`${field} of all`, { ...flag, name: flagName(field, flag) }]),
  );

interface Taken {
  help: string;
  own: Flags;
  /** Those of all commands included. */
  flags: Flags;
}

function asFailure(error: unknown, { help, own, flags }: Taken, argv: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const [, json] = /^error: unknown option '--json=(.*)'$/s.exec(error.message) ?? [];
  if (json !== undefined && "json" in flags) return jsonFields(json);
  const [, assigned] = /^error: unknown option '(--[^']*=.*)'$/s.exec(error.message) ?? [];
  const isSwitch = assigned === undefined ? undefined : valueOfSwitch(assigned, flags);
  if (isSwitch) return isSwitch;
  // The value after the = of a misspelled flag may be a secret.
  const message = error.message
    .replace(/^error: /, "")
    .replace(/^unknown option '([^=']*)(=.*)?'$/s, "unknown flag $1")
    .replace(/^option '(.*?)(?: <.*>)?' argument missing$/s, "$1 needs a value")
    .replaceAll("'", '"');
  const [, unknown] = /^unknown flag (\S+)$/.exec(message) ?? [];
  const command = help.replace(/^docs | --help$/g, "");
  const removed = unknown === undefined ? undefined : findRemoved(unknown, command);
  if (removed) return removed;
  const [, empty = ""] = /^(?:-\w, )?(\S+) needs a value$/.exec(message) ?? [];
  const close =
    FLAG_HINTS[`${command} ${unknown}`] ??
    NO_FLAGS[unknown ?? ""] ??
    guessFlag(unknown, flags, argv) ??
    VALUE_HINTS[message] ??
    valueFor(empty, flags) ??
    (unknown === undefined ? `see: ${help}` : takesInstead(own, help));
  return new Failure("usage", message, { hint: close, cause: error });
}

const VALUE_HINTS: Readonly<Record<string, string>> = {
  "--confirm needs a value": "pass --confirm ID-OR-TITLE, or an id with --yes",
};

/** A flag that is on the line already was not meant. */
function guessFlag(name: string | undefined, flags: Flags, argv: readonly string[]): string | undefined {
  const flag = name === undefined ? undefined : nearestFlag(name, flags);
  const isTyped = argv.some((word) => word === flag || word.startsWith(`${flag}=`));
  return flag && !isTyped ? `did you mean: ${flag}` : undefined;
}

/** Reads the value of each flag out of what commander parsed. */
type Reader = (parsed: Record<string, unknown>) => Record<string, unknown>;

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Checks whether a flag may be among the words. Short ones may share a dash: `-qy`. */
function typedNames(argv: readonly string[]): (field: string, flag: Flag) => boolean {
  const long = new Set(argv.map((word) => word.split("=", 1)[0]));
  const short = new Set(argv.filter((word) => /^-[^-]/.test(word)).join(""));
  return (field, flag) =>
    longNames(field, flag).some((name) => long.has(name)) || (flag.short !== undefined && short.has(flag.short));
}

/** Adds the options of `flags` that are typed to a commander command and returns the reader of their values: creating all takes as long as the rest. */
function addOptions(command: Commander, flags: Flags, isTyped: (field: string, flag: Flag) => boolean): Reader {
  const attributes: [field: string, attribute: string][] = [];
  const fileAttributes: [field: string, attribute: string][] = [];
  for (const [field, flag] of Object.entries(flags)) {
    if (!isTyped(field, flag)) continue;
    const name = flagName(field, flag);
    const short = flag.short ? `-${flag.short}, ` : "";
    const option = new Option(`${short}--${name}${takesValue(flag) ? ` <${flag.value ?? name}>` : ""}`, flag.describe);
    // Commander reads a leading `--no-` as the negation of `input`; here it is part of the name.
    option.negate = false;
    if (flag.kind === "list") option.argParser(collect);
    const once = onlyOnce(command);
    command.addOption(option);
    if (flag.kind !== "list") once(name);
    attributes.push([field, option.attributeName()]);
    if (hasNegation(flag)) {
      command.addOption(new Option(`--no-${name}`));
      once(`no-${name}`);
    }
    if (flag.file) {
      const file = new Option(`--${name}-file <path>`);
      command.addOption(file);
      onlyOnce(command)(`${name}-file`);
      fileAttributes.push([`${field}File`, file.attributeName()]);
    }
  }
  return (parsed) => {
    const values: Record<string, unknown> = {};
    for (const [field, attribute] of [...attributes, ...fileAttributes]) {
      if (parsed[attribute] !== undefined) values[field] = parsed[attribute];
    }
    return values;
  };
}

/**
 * Watches the names of one flag: it may only be repeated with the same value, as nobody can know which of two was meant.
 * The parser itself would silently take the last one.
 */
function onlyOnce(command: Commander): (name: string) => void {
  let before: string | undefined;
  return (name) => {
    command.on(`option:${name}`, (value?: string) => {
      const given = typeof value === "string" ? `--${name} ${JSON.stringify(value)}` : `--${name}`;
      if (before !== undefined && before !== given)
        throw usage(`${before} and ${given} cannot be used together`, "pass one of them");
      before = given;
    });
  };
}

// Flags that people expect a command to have, with what to use instead. This is a table of words, without code.

const DOMAIN =
  "a site's own domain is set in the app: docs sites view SITE --web; its name below the organization's address: --basename";
const SEEN =
  "who sees a space is decided by its site: docs sites edit SITE --visibility public; its members' level: --default-level";
const PERSON = "people change their own names and addresses; their role: --role";

export const FLAG_HINTS: Readonly<Record<string, string>> = {
  "sites edit --hostname": DOMAIN,
  "sites edit --domain": DOMAIN,
  "sites edit --url": DOMAIN,
  "sites create --hostname": DOMAIN,
  "sites create --domain": DOMAIN,
  "sites edit --spaces": "spaces are added with: docs site-spaces add --content SPACE",
  "sites edit --published": "a site is published with: docs sites publish SITE",
  "spaces edit --visibility": SEEN,
  "spaces edit --public": SEEN,
  "spaces edit --private": SEEN,
  "spaces edit --parent": "a space moves into a collection with: docs spaces move SPACE --parent COLLECTION",
  "spaces edit --collection": "a space moves into a collection with: docs spaces move SPACE --parent COLLECTION",
  "spaces move --to": "did you mean: --parent",
  "collections move --to": "did you mean: --parent",
  "members list --inactive": "who was not seen for long comes last in: docs members list --sort lastSeenAt",
  "collections edit --parent": "a collection moves with: docs collections move COLLECTION --parent COLLECTION",
  "sections edit --group": "a section joins a group with: docs section-groups add GROUP SECTION",
  "site-spaces edit --section": "add it to another section: docs site-spaces add --content SPACE --section SECTION",
  "members edit --name": PERSON,
  "members edit --email": PERSON,
  "members edit --team": "a member joins a team with: docs team-members edit TEAM --add USER",
  "members list --group": "the members of a team: docs team-members list TEAM",
  "members list --team": "the members of a team: docs team-members list TEAM",
  "cr view --diff": "did you mean: docs cr diff",
  "teams edit --members": "members join a team with: docs team-members edit TEAM --add USER",
  "teams edit --add": "members join a team with: docs team-members edit TEAM --add USER",
  "cr create --title": "did you mean: --subject",
  "cr edit --title": "did you mean: --subject",
  "share-links edit --title": "did you mean: --name",
  "share-links create --title": "did you mean: --name",
  "checks run --rule": "rules are named without a flag: docs checks run links-broken",
  "checks run --only": "rules are named without a flag: docs checks run links-broken",
  "checks run --rules": "rules are named without a flag: docs checks run links-broken",
  "openapi create --file": "a specification is read from a URL: --source-url https://example.com/openapi.yaml",
  "openapi publish --file": "a specification is read from a URL: --source-url https://example.com/openapi.yaml",
};

// `--template`, which gh takes: the same in jq, which is what `-q` takes.

/** `{{.name}}`, `{{"\n"}}`, `{{range .}}`, `{{end}}`, and the text around them. */
const PARTS = /\{\{-?\s*(.*?)\s*-?\}\}|([^{]+|\{)/gs;

const isTemplate = ({ message }: Failure): boolean => message === "unknown flag --template";

/** `isList`: the command answers a list. */
function withTemplate(failure: Failure, argv: readonly string[], isList: boolean): Failure {
  const at = argv.findIndex((word) => word === "--template" || word.startsWith("--template="));
  const template = argv[at]?.startsWith("--template=") ? argv[at].slice("--template=".length) : argv[at + 1];
  const filter = template === undefined ? undefined : toJq(template, isList);
  const hint =
    filter === undefined ? "-q takes jq instead: docs help formatting" : `did you mean: -q ${shellWord(filter)}`;
  return failure.with({ hint });
}

/** Undefined for what is more than fields, texts and one range. */
function toJq(template: string, isList: boolean): string | undefined {
  let source = isList ? ".[]" : ".";
  const pieces: string[] = [];
  for (const [, action, literal = ""] of template.matchAll(PARTS)) {
    const range = /^range (\.[\w.]*)$/.exec(action ?? "")?.[1];
    if (action === undefined) pieces.push(escapeInJson(literal));
    else if (/^\.[a-z][\w.]*$/i.test(action)) pieces.push(`\\(${action})`);
    else if (/^"(\\[nt]|[^"\\])*"$/.test(action)) pieces.push(action.slice(1, -1));
    else if (range !== undefined && pieces.join("").trim() === "") source = `${range === "." ? "" : range}.[]`;
    else if (action !== "end") return undefined;
  }
  return joinTemplate(source, pieces.join("").replace(/(\\n)+$/, ""));
}

const escapeInJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function joinTemplate(source: string, text: string): string | undefined {
  if (text === "") return undefined;
  const [, only] = /^\\\((\.[\w.]+)\)$/.exec(text) ?? [];
  if (only !== undefined) return source === "." ? only : `${source}${only}`;
  return source === "." ? `"${text}"` : `${source} | "${text}"`;
}
