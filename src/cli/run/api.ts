/** The client as commands see it: raw additions, list flags and dry runs are handled here, once. */
import type { AnyEndpoint, InputOf, ResponseOf } from "../../catalog/endpoint.js";
import type { EndLog, WriteCall } from "../../changes/send-step.js";
import { Failure, usage } from "../../errors.js";
import type { CallOptions, Client, Extra, ListOptions, PlannedRequest, RawResponse } from "../../http/types.js";
import type { Globals } from "../argv/globals.js";
import type { Api, DownloadRequest, RawCall, SendOptions } from "../context.js";
import type { Progress } from "../output/types.js";
import type { History } from "./history.js";
import { Planned } from "./planned/dry-run.js";

interface ApiDependencies {
  client: () => Promise<Client>;
  /** The command's endpoints: additions and list flags apply to these only. */
  endpoints: readonly AnyEndpoint[];
  extra: Extra;
  globals: Globals;
  showPlan: (request: PlannedRequest) => Promise<void>;
  /** A dry run sends what only reads. */
  readsInDryRun?: true | undefined;
  /** Writes bytes to standard output. */
  write: (piece: Uint8Array) => Promise<void>;
  download: (url: string, request: DownloadRequest) => Promise<{ path: string; bytes: number }>;
  checkExternal: Api["checkExternal"];
  pause: Api["pause"];
  /** The organization in which things are listed that are addressed without it. */
  organization: () => string | undefined;
  /** The command that shows whether a write happened (R12). */
  checkCommand: string | undefined;
  /** How to send a write for the current target when there is a journal. */
  callOptions?: () => CallOptions;
  /** With --plan: notes a write, which is not sent. */
  record?: ((call: WriteCall) => Promise<void>) | undefined;
  /** The same for a raw call. */
  recordRaw?: ((request: RawCall) => Promise<void>) | undefined;
  /** Keeps what is changed for an undo; absent: nothing is kept. */
  history?: History | undefined;
  /** A spinner for anything that takes longer than a second. */
  progress: Progress;
}

/** Returns if what a DELETE names is absent. @throws Failure cannot-tell if it may only be out of sight */
type AnyInput = InputOf<AnyEndpoint>;

type Prove = (endpoint: AnyEndpoint, input: AnyInput) => Promise<void>;

/** Lists are read once for all targets of a command. */
function proverOf({ client, organization }: ApiDependencies): Prove {
  let absence: Promise<{ proveThing(path: string): Promise<void> }> | undefined;
  return async (endpoint, input) => {
    const [{ createAbsence }, { pathOf }] = await Promise.all([
      import("../../absence/absence.js"),
      import("../../catalog/match-path.js"),
    ]);
    absence ??= client().then((found) => createAbsence(found, organization()));
    await (await absence).proveThing(pathOf(endpoint, paramsOf(input)));
  };
}

async function callRaw(setup: ApiDependencies, request: RawCall): Promise<RawResponse> {
  if (setup.recordRaw) {
    await setup.recordRaw(request);
    throw new Planned();
  }
  const client = await setup.client();
  if (setup.globals.safety.dryRun) {
    await setup.showPlan(client.planRaw(request));
    throw new Planned();
  }
  if (request.method === "GET") return client.raw(request);
  const { sendStep } = await import("../../changes/send-step.js");
  const { answer } = await sendStep({
    log: async () => ofRaw(await setup.history?.beforeRaw(request)),
    send: () => client.raw(request),
  });
  return answer;
}

/** A raw call answers with its failure. */
const ofRaw = (log: EndLog | undefined) =>
  log && {
    ...log,
    done: ({ failure, doubt, json }: RawResponse) => {
      if (failure) log.failed(failure);
      else if (doubt !== undefined) log.failed(new Failure("unknown-outcome", doubt, { outcome: "unknown" }));
      else log.done(json, false);
    },
  };

/** Shows that something is under way. */
async function inSight<T>(
  { progress }: ApiDependencies,
  { summary }: AnyEndpoint,
  { silent }: CallOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!silent) progress.start(`${summary}…`);
  try {
    return await work();
  } finally {
    if (!silent) progress.done();
  }
}

/** A write of a command: a step without conditions. */
async function sendWrite<E extends AnyEndpoint>(
  setup: ApiDependencies,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  prove: Prove,
): Promise<ResponseOf<E>> {
  const client = await setup.client();
  const { sendStep } = await import("../../changes/send-step.js");
  const { answer, isAbsent } = await sendStep({
    log: async () => setup.history?.before(makeWriteCall(client, endpoint, input, options.extra)),
    send: (own) => client.call(endpoint, input, { ...options, ...own }),
    ...(endpoint.method === "DELETE" && {
      removal: {
        endpoint,
        params: paramsOf(input),
        prove: () => prove(endpoint, input),
        checkCommand: setup.checkCommand,
      },
    }),
  });
  if (isAbsent) options.onAbsent?.(true);
  return answer;
}

/** Shows the request of a dry run. @throws Planned */
type ShowPlan = (endpoint: AnyEndpoint, input: AnyInput, list?: ListOptions) => Promise<never>;

/** For a plan, whose steps log and prove what they send themselves. */
function createUnlogged(setup: ApiDependencies, list: Api["list"], plan: ShowPlan): Api["unlogged"] {
  return {
    list,
    async call(endpoint, input, options = {}) {
      if (isOnlyShown(setup, endpoint)) return plan(endpoint, input);
      const client = await setup.client();
      return inSight(setup, endpoint, options, () => client.call(endpoint, input, options));
    },
  };
}

/** A ping is a POST that changes nothing. */
const isChanging = ({ retry }: AnyEndpoint): boolean => retry !== "safe";

const isOnlyShown = ({ globals, readsInDryRun }: ApiDependencies, endpoint: AnyEndpoint): boolean =>
  globals.safety.dryRun === true && !(readsInDryRun && !isChanging(endpoint));

/** The request as it is sent, with what flags add to it, which is checked. */
function makeWriteCall(client: Client, endpoint: AnyEndpoint, input: AnyInput, extra: Extra | undefined): WriteCall {
  // Bodies of endpoints are objects; those of raw requests are texts.
  const { body } = client.plan(endpoint, input, extra) as Pick<WriteCall, "body">;
  return { endpoint, params: paramsOf(input), ...(body !== undefined && { body }) };
}

// Those of an endpoint without any are absent.
const paramsOf = ({ params = {} }: AnyInput) => params;

const NO_CURSOR =
  "--page takes the cursor that a list cut by --limit prints; without both, a list is shown from its start to its end";

/** The flags of lists are for the command's own. */
function createList(
  setup: ApiDependencies,
  extraFor: (endpoint: AnyEndpoint) => Extra | undefined,
  plan: ShowPlan,
): Api["list"] {
  const { globals } = setup;
  return (endpoint, input, options = {}) => {
    const own = setup.endpoints.includes(endpoint);
    const { limit: most, pageSize, page: start } = globals.list;
    // An empty cursor is the start: a loop in a script has none before its first page.
    const flags = own ? { limit: most, pageSize, page: start === "" ? undefined : start } : {};
    async function* pages() {
      if (isOnlyShown(setup, endpoint)) await plan(endpoint, input, flags);
      const client = await setup.client();
      try {
        yield* client.list(endpoint, input, { extra: extraFor(endpoint), ...flags, ...options }).pages();
      } catch (error) {
        const isCursor = flags.page !== undefined && error instanceof Failure && error.status === 400;
        throw isCursor ? error.with({ hint: error.hint ?? NO_CURSOR }) : error;
      }
    }
    const { params = {}, query = {} } = input;
    return { pages, of: { path: endpoint.path, params, query } };
  };
}

/** Creates `context.api`. Under --dry-run its calls show the request and then throw `Planned`. */
export function createApi(setup: ApiDependencies): Api {
  const extraFor = (endpoint: AnyEndpoint): Extra | undefined => {
    if (!setup.endpoints.includes(endpoint)) return undefined;
    if (setup.extra.body && !endpoint.body) throw usage("--field: this request has no body");
    return setup.extra;
  };
  const prove = proverOf(setup);
  const plan: ShowPlan = async (endpoint, input, list) => {
    const client = await setup.client();
    await setup.showPlan(client.plan(endpoint, input, extraFor(endpoint), list));
    throw new Planned();
  };
  const list = createList(setup, extraFor, plan);
  const unlogged = createUnlogged(setup, list, plan);
  return {
    unlogged,
    async call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}) {
      // Nothing is sent: whoever asks for a proof takes no answer.
      if (options.onlyProve) return (await prove(endpoint, input)) as ResponseOf<E>;
      if (isOnlyShown(setup, endpoint)) return plan(endpoint, input);
      const extra = extraFor(endpoint);
      if (setup.record && isChanging(endpoint)) {
        if (extra?.query && Object.keys(extra.query).length > 0) throw usage("--query is not kept in a plan");
        await setup.record(makeWriteCall(await setup.client(), endpoint, input, extra));
        throw new Planned();
      }
      const given = { extra, checkCommand: setup.checkCommand, ...setup.callOptions?.(), ...options };
      if (isChanging(endpoint))
        return inSight(setup, endpoint, options, () => sendWrite(setup, endpoint, input, given, prove));
      const answer = await unlogged.call(endpoint, input, given);
      if (endpoint.method === "GET") setup.history?.saw(endpoint, paramsOf(input), answer);
      return answer;
    },
    list,
    raw: (request) => callRaw(setup, request),
    checkExternal: (wanted) => setup.checkExternal(wanted),
    pause: setup.pause,
    async download(url, request) {
      return setup.download(url, request.to === "-" ? { ...request, write: setup.write } : request);
    },
  };
}
