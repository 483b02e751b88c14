import { defineCommand, defineNoun } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { list, only, text } from "../cli/flags.js";
import { CONTEXT_PARAMS, type ContextName, type Kind, kindsOf } from "../cli/kinds.js";
import { diffLines } from "../cli/output/text/diff.js";
import { MAKER, serviceOrigin } from "../cli/settings.js";
import type { Where } from "../cli/targets/find.js";
import { createNames, type Names, type NamesOptions } from "../cli/targets/names.js";
import { idsInUrl, isAddress } from "../cli/targets/target-shape.js";
import { usage } from "../errors.js";
import type { Toolbox } from "../mcp/toolbox.js";
import type {
  AnyTool,
  CompareDependencies,
  PlanDependencies,
  ToolArguments,
  ToolDependencies,
  ToolServer,
} from "../mcp/types.js";
import { idProblem } from "../shared/ids.js";
import { importLazily } from "../shared/import-lazily.js";
import { redactSecrets } from "../system/secrets.js";

const snapshots = importLazily(() => import("../snapshot/engine.js"));
const program = importLazily(() => import("../system/child-process.js"));

const serve = defineCommand({
  name: "mcp",
  summary: "Serve tools for language models (Model Context Protocol) on standard input and output",
  description: [
    "A host starts it and calls its tools: find, list, view, read_page, search, links, check, changes, explain_access and more. All of them only read.",
    "It uses the profile, the sandbox or a snapshot. Safest: --snapshot FILE, which needs neither token nor network.",
    "--compare FILE adds the tool compare: the differences between that snapshot and the one of --snapshot, oldest first.",
    "--snapshot adds query: read-only SQL. --toolsets serves only the tools that a job needs, which saves room in the host's context.",
    "--allow-plans adds propose: it writes a plan to a file, which only a person can apply. --read-only overrides it.",
    "docs help mcp-hosts shows the configuration of common hosts.",
  ].join("\n"),
  endpoints: [],
  asksAnything: true,
  serves: true,
  flags: {
    tools: list({ describe: "only these tools", value: "tool" }),
    toolsets: list({
      describe: "only the tools of these sets: content, review, access, api, history, plans",
      value: "set",
    }),
    compare: text({ describe: "a snapshot to compare with that of --snapshot", value: "snapshot" }),
    allowPlans: only("add the tool propose: it writes plans, and sends nothing"),
    plansIn: text({ describe: "the folder for these plans", value: "folder" }),
    readOnly: only("serve no tool that writes plans, even with --allow-plans"),
  },
  unbounded: true,
  examples: [
    "docs mcp",
    "docs --sandbox mcp",
    "docs mcp --tools find,search,read_page",
    "docs mcp --toolsets content,review",
    "docs mcp --allow-plans",
  ],
  run: async (input) => {
    const { flags, globals } = input;
    if (globals.place.tokenStdin) {
      throw usage(
        "--token-stdin cannot be used: standard input belongs to the host",
        "use --token-file, or docs auth login",
      );
    }
    if (globals.safety.dryRun) throw usage("--dry-run has no effect here: tools send no changes", "omit it");
    const { chooseTools, INSTRUCTIONS, toolsFor, toolsIn } = await import("../mcp/choose.js");
    if (flags.tools && flags.toolsets) throw usage("--tools and --toolsets cannot be used together");
    const names = flags.toolsets && toolsIn(flags.toolsets);
    const compared = await createCompare(input.settings, flags.compare);
    const plans = await createPlans(input, flags);
    const query = createQuery(input);
    const chosen = <T extends { name: string }>(all: readonly T[]) =>
      chooseTools(toolsFor(all, { snapshots: compared, plans, query }), flags.tools).filter(
        ({ name }) => !names || names.has(name),
      );
    let loaded: Promise<Toolbox> | undefined;
    const toolbox = () => {
      loaded ??= loadToolbox(input, { snapshots: compared, plans, query }, chosen);
      return loaded;
    };
    const listed = await readListed();
    const tools = listed ? chosen(listed) : (await toolbox()).tools;
    const call: Toolbox["call"] = async (...asked) => (await toolbox()).call(...asked);
    await input.out.serveTools({
      tools,
      call,
      instructions: INSTRUCTIONS,
      ...(await makeOffers(input, tools, call)),
    });
  },
});

/** All tools as the build listed them, so that none has to be loaded for it; undefined for sources. */
async function readListed(): Promise<ToolServer["tools"] | undefined> {
  const text = await program.readBuiltFile("tools.json");
  // Written by scripts/tools.mjs from these types.
  return text === undefined ? undefined : (JSON.parse(text) as ToolServer["tools"]);
}

/** Offers of the server that people see in their host: things to attach, and jobs to start. */
async function makeOffers(
  { settings: { snapshot } }: Context,
  tools: readonly { name: string }[],
  call: Toolbox["call"],
): Promise<Pick<ToolServer, "resources" | "prompts">> {
  const [{ listResources, readResource, RESOURCE_TOOLS, TEMPLATES }, { PROMPTS, promptText }] = await Promise.all([
    import("../mcp/resources.js"),
    import("../mcp/prompts.js"),
  ]);
  // Not where it is on this machine.
  const about = async (path: string) => {
    const { origin, organization, started, ended, counts, failed } = await snapshots.view(path);
    return { origin, organization, started, ended, counts, not_read: failed };
  };
  const sources = { call, about: snapshot === undefined ? undefined : () => about(snapshot) };
  const readable = RESOURCE_TOOLS.every((name) => tools.some((tool) => tool.name === name));
  return {
    resources: readable
      ? {
          templates: TEMPLATES,
          list: (cursor, signal) => listResources(sources, cursor, signal),
          read: (uri, signal) => readResource(sources, uri, signal),
        }
      : undefined,
    prompts: { all: PROMPTS.map(({ text: _, ...prompt }) => prompt), text: promptText },
  };
}

/** A host that only asks which tools there are does not wait for them. */
async function loadToolbox(
  input: Context,
  opened: Pick<ToolDependencies, "snapshots" | "plans" | "query">,
  chosen: (all: readonly AnyTool[]) => AnyTool[],
): Promise<Toolbox> {
  const [{ TOOLS }, { createToolbox }, { wordOf }] = await Promise.all([
    import("../mcp/tools/index.js"),
    import("../mcp/toolbox.js"),
    import("../mcp/lists.js"),
  ]);
  const { settings } = input;
  const made = settings.snapshot === undefined ? undefined : await snapshots.view(settings.snapshot);
  const facts = made && { unread: made.failed, dataAt: Date.parse(made.ended) };
  return createToolbox(chosen(TOOLS), { ...dependenciesOf(input, wordOf), ...opened, ...facts });
}

const dependenciesOf = (input: Context, wordOf: (param: string) => string): ToolDependencies => ({
  client: input.api,
  resolveParams: placeFor(input, wordOf),
  idsIn: idsInUrl,
  diff: diffLines,
  command: ([noun = "", ...rest]) => input.next(noun, ...rest),
  now: Date.now,
});

/** Seconds of one statement: hosts give up after a minute. */
const QUERY_SECONDS = 30;

/** Asks the snapshot of --snapshot in SQL; undefined without one. */
function createQuery({ settings: { snapshot } }: Context): ToolDependencies["query"] {
  if (snapshot === undefined) return undefined;
  return (sql, limit) => snapshots.query(snapshot, { sql, limit, seconds: QUERY_SECONDS });
}

/**
 * The two snapshots that a server compares: only those its flags name, never a path from a program. Undefined without
 * `other`.
 * @throws Failure usage for snapshots of different organizations; config, io
 */
async function createCompare(
  { snapshot }: Context["settings"],
  other: string | undefined,
): Promise<CompareDependencies | undefined> {
  if (other === undefined) return undefined;
  if (snapshot === undefined) throw usage("--compare needs a snapshot to compare with", "add --snapshot FILE");
  const both = await Promise.all([snapshots.view(other), snapshots.view(snapshot)]);
  // The older one comes first, however the flags name them.
  const [before, after] = both.sort((one, two) => one.started.localeCompare(two.started)) as [View, View];
  if (before.organization.id !== after.organization.id) {
    throw usage(`${other} belongs to another organization (${before.organization.id}, ${after.organization.id})`);
  }
  return {
    before: before.started,
    after: after.started,
    compare: ({ only, texts }) => snapshots.diff(before.file, { with: after.file, only, texts, any: false }),
  };
}

type View = Awaited<ReturnType<typeof snapshots.view>>;

/** Flags that the tool propose needs: undefined without --allow-plans, and with --read-only. */
interface PlanFlags {
  allowPlans?: boolean | undefined;
  plansIn?: string | undefined;
  readOnly?: boolean | undefined;
}

/** @throws Failure usage for flags that make no sense together */
async function createPlans(
  { api, plans, settings }: Context,
  { allowPlans, plansIn, readOnly }: PlanFlags,
): Promise<PlanDependencies | undefined> {
  if (readOnly) return undefined;
  if (!allowPlans) {
    if (plansIn !== undefined) throw usage("--plans-in needs --allow-plans", "add --allow-plans");
    return undefined;
  }
  if (settings.snapshot !== undefined) {
    const why = "plans need the current state of the service";
    throw usage("--allow-plans cannot be used together with a snapshot", `${why}: omit --snapshot or --allow-plans`);
  }
  return {
    client: api,
    origin: serviceOrigin(settings),
    maker: MAKER,
    by: await plans.who(settings.me),
    command: "mcp: propose",
    me: settings.me,
    redact: redactSecrets,
    keep: (id, text) => plans.keepProposed({ id, text, folder: plansIn }),
  };
}

export default defineNoun(serve);

// Finds path parameters for a program's input: ids, titles, numbers, emails and web addresses.

type Params = Record<string, string>;

/** `wordOf` names a path parameter as programs do. */
type ResolveParams = ToolDependencies["resolveParams"];

export function placeFor({ api, settings }: Context, wordOf: (param: string) => string): ResolveParams {
  return async (names, given, within = (client) => client) => {
    // Lists are read again for each call, as this process runs for long.
    const where: Where = (kind, known) => around(kind, known, given);
    const setup: NamesOptions = {
      // Looking up names uses `call` and `list` only.
      client: async () => ({ ...api, ...within(api) }),
      deletedSpaces: async () => [],
      listCommand: () => undefined,
      writes: false,
      showsIds: false,
      careful: false,
      removes: false,
      doubted: new Set(),
      dryRun: false,
      me: settings.me,
      note: () => {},
      learned: () => {},
    };
    const resolve = createResolver(createNames(setup, where), wordOf, settings);
    const around = async (kind: Kind, known: Readonly<Params>, asked: ToolArguments): Promise<Params> => {
      const contexts = (kind.list?.within ?? []).map((name: ContextName) => CONTEXT_PARAMS[name]);
      const { changeRequestId } = known;
      return { ...(await resolve(contexts, asked, known)), ...(kind.cr && changeRequestId && { changeRequestId }) };
    };
    return resolve(names, given, {});
  };
}

type Resolve = (names: readonly string[], given: ToolArguments, known: Readonly<Params>) => Promise<Params>;

function createResolver(names: Names, wordOf: (param: string) => string, settings: Context["settings"]): Resolve {
  const inUse: Params = {};
  for (const [name, param] of Object.entries(CONTEXT_PARAMS)) {
    // The keys of CONTEXT_PARAMS are names of contexts.
    const value = settings[name as ContextName];
    if (value !== undefined) inUse[param] = value;
  }
  return async (params, given, known) => {
    const addresses = findAddressIds(given);
    const found: Params = {};
    for (const param of params) {
      const word = wordOf(param);
      const around = { ...addresses, ...known, ...found };
      const said = given[word];
      const [kind] = kindsOf(param);
      const text = typeof said === "string" && !isAddress(said) ? said.trim() : undefined;
      const start = (text && kind?.normalize?.(text)) ?? text ?? around[param] ?? inUse[param];
      if (start === undefined) throw refuseMissing(word, said);
      const role = text === undefined ? "setting" : "value";
      const id = start === around[param] ? start : await names.idOf(kindsOf(param), start, around, role);
      const problem = idProblem(id);
      if (problem) throw usage(`${word}: ${problem}`);
      found[param] = id;
    }
    return found;
  };
}

/** The ids in web addresses among the input; later members win. */
const findAddressIds = (given: ToolArguments): Params =>
  Object.assign({}, ...Object.values(given).map((said) => (typeof said === "string" ? idsInUrl(said) : undefined)));

const refuseMissing = (word: string, said: unknown) =>
  said === undefined
    ? usage(`${word} is missing`, `pass ${word}; use find or list to see the choices`)
    : usage(`${word}: no id in this URL`);
