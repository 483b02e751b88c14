import { answerFields } from "../argv/field-flags.js";
import type { Globals } from "../argv/globals.js";
import { isListOfContext } from "../argv/program.js";
import type { AskMissingOptions } from "../ask/ask-missing.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../command.js";
import type { Context } from "../context.js";
import type { Ends } from "../ends.js";
import { BULK_FIELDS } from "../output/each.js";
import { type Inputs, resolveInputs } from "../targets/command-inputs.js";
import { createWriteOutcomes } from "../write-outcomes.js";
import { createRun, type ParsedCommand, type Parts, type RunStart, recallOf } from "./context.js";
import { isByJournal, namesTargetList } from "./journaling.js";
import { makeSource, makeUnseenTargets } from "./name-source.js";
import type { TypedCommand } from "./next-command.js";
import { Planned } from "./planned/dry-run.js";

/** @throws what ended the command; of one that writes, with the outcome of its writes */
export async function runParsed(parsed: ParsedCommand, globals: Globals, ends: Ends): Promise<void> {
  const writes = createWriteOutcomes(parsed.command, parsed.own);
  await prepareAndRun(parsed, { globals, ends, writes }).catch((error) => {
    throw writes.complete(error);
  });
}

async function prepareAndRun(parsed: ParsedCommand, start: RunStart): Promise<void> {
  const { parts, context, typed } = await createRun(parsed, start);
  await parts.out.prepare(refuseFieldsEarly(parsed, start.globals));
  await act(parsed, parts, context, typed);
}

/** Resolves the inputs and runs the command on them; after a failure it may try a second time. */
async function act(parsed: ParsedCommand, parts: Parts, context: Context, typed: TypedCommand): Promise<void> {
  const { out, ask, completed, plans, settings } = parts;
  const run = async (inputs: Inputs): Promise<void> => {
    if (inputs.body.title === "") await context.confirm(() => "Leave the title empty?", "the title is empty");
    parts.journaling.begin(inputs);
    await perform(parsed.command, parts.globals, context, inputs);
    await plans.end();
    parts.history?.end();
    await out.flush();
    if (!parsed.command.serves) parts.gaps.refuse();
  };
  let first: Inputs | undefined;
  try {
    first = await readInputs(parsed, parts, context.api);
    await run(first);
  } catch (error) {
    if (error instanceof Planned) return plans.end();
    const { afterFailure } = await import("./after-failure.js");
    const dependencies = {
      first,
      look: (doubted: ReadonlySet<string>) => readInputs(parsed, parts, context.api, doubted),
      // In a script a missing id is just missing: no list is read for it.
      doubtsIds: ask.available,
      act: run,
    };
    const recall = recallOf(parts);
    const unseen = makeUnseenTargets(parsed.command, parts.resolved, recall);
    const told = {
      recall,
      unseen,
      tokenSource: () => findTokenSource(parts),
      sandbox: settings.sandbox,
      env: parts.ends.env,
    };
    await afterFailure(error, typed, { ...dependencies, ...told }).catch((final) => {
      throw parts.journaling.withNext(completed.after(final, parts.writes.firstApplied(), out));
    });
  }
}

/** Runs the command itself; `list --web` opens the page around the list instead. */
async function perform(command: AnyCommand, globals: Globals, context: Context, inputs: Inputs): Promise<void> {
  if (globals.view.web && isListOfContext(command)) {
    const { openList } = await import("./list-web.js");
    return openList(context, { ...inputs.optionalParams, ...inputs.scope });
  }
  // The definition's types say what args and flags become; they are erased here.
  await command.run({ ...context, ...inputs } as Parameters<typeof command.run>[0]);
}

/** Undefined if there is no token. */
async function findTokenSource({ globals, ends }: Parts): Promise<string | undefined> {
  return (await ends.profiles(globals).tokenStatus())?.source;
}

/** A wrong --fields name must fail before a write; for a read it is also checked against the answer. */
function refuseFieldsEarly(
  { command, words }: ParsedCommand,
  globals: Globals,
): { fields: readonly string[] } | undefined {
  if (globals.output.fields === undefined || onlyReads(endpointsOf(command))) return undefined;
  const fields = answerFields(command);
  return fields && { fields: [...fields, ...(namesTargetList(command, words, globals) ? BULK_FIELDS : [])] };
}

async function readInputs(
  { command, words, own, globals: raw }: ParsedCommand,
  parts: Parts,
  api: Context["api"],
  doubted: ReadonlySet<string> = new Set(),
): Promise<Inputs> {
  const source = makeSource(command, parts, recallOf(parts), doubted);
  parts.resolved.by = source.names;
  // The definition's types say what its args are; they are erased here.
  const present: AskMissingOptions["present"] = (args) =>
    command.present?.({ args, api } as never) ?? Promise.resolve(undefined);
  return resolveInputs({
    command,
    path: parts.path,
    words,
    own,
    hasAdditions: raw.field !== undefined || raw.rawField !== undefined,
    source,
    ask: parts.ask,
    ...(isByJournal(words, parts.globals) && { recorded: await parts.journaling.recorded() }),
    files: parts.files,
    note: (message) => parts.out.note(message),
    results: parts.results,
    ...(!parts.globals.safety.dryRun && { present }),
    ...(source.pickTarget && { pickTarget: source.pickTarget }),
  });
}
