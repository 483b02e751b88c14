/** Commands that messages suggest: the one that shows whether a lost write happened, and the one that lists what exists. */

import { shellWord } from "../../shared/shell-words.js";
import type { Globals } from "../argv/globals.js";
import { type AnyCommand, argsOf, contextNames } from "../command.js";
import { CONTEXT_KINDS, type ContextName, type Kind } from "../kinds.js";

type ServiceName = "profile" | "sandbox" | "snapshot" | "baseUrl" | "tokenFile" | "project";

/** The failed command, as it was typed. */
export interface TypedCommand {
  noun: string;
  command: AnyCommand;
  /** All commands of the noun. */
  siblings: readonly AnyCommand[];
  words: readonly string[];
  globals: {
    place: {
      [K in ServiceName | "cr" | ContextName]?: Globals["place"][K] | undefined;
    };
    safety: { dryRun?: boolean | undefined };
  };
}

/**
 * R12: the command that shows whether a write happened: the one that the definition names, else the noun's view of the
 * same target, else its list. Undefined if there is none.
 */
export function formatCheckCommand(typed: TypedCommand): string | undefined {
  const { command, words } = typed;
  if (command.checkCommand !== undefined) {
    return commandLine(typed.globals.place, command.checkCommand.replace(/\$1/g, shellWord(words[0] ?? "")));
  }
  const view = createsThing(command) ? undefined : formatSibling(typed, "view");
  return view ?? formatSibling(typed, "list") ?? formatSibling(typed, "view");
}

/** The command that lists something that was not found: the noun's list, or the list of the things that contain it. */
export function findCommand(typed: TypedCommand): string | undefined {
  const parent = missingParent(typed);
  if (parent !== undefined) return commandLine(typed.globals.place, `${parent.noun} list`);
  if (typed.command.name !== "list") return formatSibling(typed, "list");
  const context = typed.command.within?.at(-1);
  const { org, space, cr } = typed.globals.place;
  const service = serviceOf(typed.globals.place);
  if (cr !== undefined) return commandLine({ ...service, space }, "cr list");
  return context && commandLine({ ...service, ...(context !== "org" && { org }) }, `${context}s list`);
}

/** The command that lists things like a context of the command line that was not found, which the message names. */
export function contextListCommand({ command, globals: { place } }: TypedCommand, message: string): string | undefined {
  const isMissing = (name: ContextName | "cr"): boolean =>
    place[name] !== undefined && message.includes(JSON.stringify(place[name]));
  const missing = contextNames(command).find(isMissing);
  if (missing !== undefined) return commandLine(serviceOf(place), `${CONTEXT_KINDS[missing].noun} list`);
  return isMissing("cr")
    ? commandLine({ ...serviceOf(place), org: place.org, space: place.space }, "cr list")
    : undefined;
}

/** The noun lists what is in another thing, and that is all that this command names. */
function missingParent({ command, siblings }: TypedCommand): Kind | undefined {
  const lastKind = (one: AnyCommand | undefined): Kind | undefined =>
    one === undefined
      ? undefined
      : argsOf(one)
          .flatMap(([, arg]) => ("kind" in arg ? [arg.kind] : []))
          .at(-1);
  const listed = lastKind(siblings.find(({ name }) => name === "list"));
  return listed !== undefined && lastKind(command)?.param === listed.param ? listed : undefined;
}

const createsThing = (command: AnyCommand): boolean => ["create", "add", "duplicate"].includes(command.name);

/** The sibling `name` with the targets that both commands take; undefined if one of its arguments is unknown. */
function formatSibling(typed: TypedCommand, name: string): string | undefined {
  const sibling = typed.siblings.find((command) => command.name === name);
  if (!sibling) return undefined;
  const own = argsOf(typed.command).map(([, arg]) => arg);
  const taken: string[] = [];
  for (const [at, [, arg]] of argsOf(sibling).entries()) {
    const same = own[at];
    const isLast = "arity" in arg && arg.arity === "many";
    const words = isLast ? typed.words.slice(at) : typed.words.slice(at, at + 1);
    const known = same && "kind" in arg && "kind" in same && arg.kind.param === same.kind.param;
    if (!known || words.includes("-") || (words.length === 0 && !arg.kind.context)) return undefined;
    taken.push(...words);
  }
  return commandLine(typed.globals.place, [typed.noun, name, ...taken.map(shellWord)].join(" "));
}

type Place = TypedCommand["globals"]["place"];

/** The service and the user of a command, without its contexts. */
export function serviceOf({ profile, sandbox, snapshot, baseUrl, tokenFile, project }: Place): Place {
  return { profile, sandbox, snapshot, baseUrl, tokenFile, project };
}

/** The service of the command after this one. A login stores the address and the token: the next finds both in the profile. */
function placeAfter({ command, globals: { place } }: TypedCommand): Place {
  const { profile, org, space, site } = place;
  return command.readsToken ? { profile, org, space, site } : place;
}

/** A flag that only restricts this command names no place for another one. */
export function placeOfNext(typed: TypedCommand, next: string): Place {
  const place = placeAfter(typed);
  if (next === `${typed.noun} ${typed.command.name}`) return place;
  const dropped = (typed.command.optionalContexts ?? []).map((name: ContextName) => [name, undefined]);
  return { ...place, ...Object.fromEntries(dropped) };
}

const REPEATED = {
  profile: "--profile",
  baseUrl: "--base-url",
  tokenFile: "--token-file",
  project: "--project",
  org: "--org",
  space: "--space",
  site: "--site",
  cr: "--cr",
} as const;

/** Standard input, or what a shell opened for one command: gone when the next one runs. */
const isOnce = (path: string): boolean => path === "-" || /^\/(dev|proc)\//.test(path);

/** Adds the flags for service, profile and contexts, without which the suggested command would look elsewhere. */
export function commandLine(place: Place, command: string): string {
  const names = Object.keys(REPEATED) as (keyof typeof REPEATED)[]; // an object literal has these keys only
  const where = names.flatMap((name) => {
    const value = place[name];
    if (value === undefined || (name === "tokenFile" && isOnce(value))) return [];
    // The command may say it itself.
    if (` ${command} `.includes(` ${REPEATED[name]} `)) return [];
    return [`${REPEATED[name]} ${shellWord(value)}`];
  });
  const service = place.sandbox ? ["--sandbox"] : [];
  const snapshot = place.snapshot === undefined ? [] : [`--snapshot ${shellWord(place.snapshot)}`];
  // The sandbox has no app to open: its things are shown here.
  const shown = place.sandbox ? command.replace(/ --web\b/, "") : command;
  return ["docs", ...service, ...snapshot, shown, ...where].join(" ");
}
