/** The client as commands see it: raw additions, list flags and dry runs are handled here, once. */
import type { AnyEndpoint, InputOf, ResponseOf } from "../../catalog/endpoint.js";
import type { Noted } from "../../changes/history/recorder.js";
import { Failure, usage } from "../../errors.js";
import type {
  CallOptions,
  Client,
  Extra,
  Listing,
  ListOptions,
  PlannedRequest,
  RawResponse,
} from "../../http/types.js";
import type { Globals } from "../argv/globals.js";
import type { Api, DownloadRequest, RawCall, SendOptions } from "../context.js";
import type { Progress } from "../output/types.js";
import type { History } from "./history.js";
import { Planned } from "./planned/dry-run.js";

interface ApiSetup {
  client: () => Promise<Client>;
  /** The command's endpoints: additions and list flags apply to these only. */
  endpoints: readonly AnyEndpoint[];
  extra: Extra;
  globals: Pick<Globals, "list" | "safety">;
  showPlan: (request: PlannedRequest) => Promise<void>;
  /** Writes bytes to standard output. */
  write: (piece: Uint8Array) => Promise<void>;
  download: (url: string, request: DownloadRequest) => Promise<{ path: string; bytes: number }>;
  /** Where things are listed that are addressed without their organization. */
  organization: string | undefined;
  /** The command that shows whether a write happened (R12). */
  tell: string | undefined;
  /** How to send a write for the current target when there is a journal. */
  callOptions?: () => CallOptions;
  /** Called after each write that the service confirmed. */
  did?: (summary: string) => void;
  /** With --plan: notes a write, which is not sent. */
  record?: ((endpoint: AnyEndpoint, input: object, extra: Extra | undefined) => Promise<void>) | undefined;
  /** The same for a raw call. */
  recordRaw?: ((request: RawCall) => Promise<void>) | undefined;
  /** Keeps what is changed for an undo; absent: nothing is kept. */
  history?: History | undefined;
  /** A spinner for anything that takes longer than a second. */
  progress: Progress;
}

/** Returns if what a DELETE names is absent. @throws Failure cannot-tell if it may only be out of sight */
type Prove = (endpoint: AnyEndpoint, input: object) => Promise<void>;

/** Lists are read once for all targets of a command. */
function proverOf({ client, organization }: ApiSetup): Prove {
  let absence: Promise<{ proveThing(path: string): Promise<void> }> | undefined;
  return async (endpoint, input) => {
    const [{ createAbsence }, { pathOf }] = await Promise.all([
      import("../../absence/absence.js"),
      import("../../catalog/match-path.js"),
    ]);
    absence ??= client().then((found) => createAbsence(found, organization));
    const { params = {} } = input as { params?: Record<string, string> };
    await (await absence).proveThing(pathOf(endpoint, params));
  };
}

/** Reports a successful write; a DELETE that found nothing to delete does not count. */
async function noted<T>(
  { did, tell }: ApiSetup,
  { method, retry, summary }: AnyEndpoint,
  options: CallOptions,
  call: (options: CallOptions) => Promise<T>,
  prove: () => Promise<void>,
): Promise<T> {
  let missing: { mayBeOurs: boolean } | undefined;
  const onAbsent = (mayBeOurs: boolean) => {
    missing = { mayBeOurs };
  };
  const answer = await call(method === "DELETE" ? { ...options, onAbsent } : options);
  if (missing) {
    const { mayBeOurs }: { mayBeOurs: boolean } = missing;
    await prove().catch((error) => {
      throw mayBeOurs && error instanceof Failure ? unknownRemoval(summary, error, tell) : error;
    });
    if (!mayBeOurs) {
      options.onAbsent?.(mayBeOurs);
      return answer;
    }
  }
  if (retry !== "safe") did?.(summary);
  return answer;
}

const unknownRemoval = (summary: string, cause: Failure, hint: string | undefined): Failure =>
  new Failure("unknown-outcome", `outcome unknown: ${summary}: the answer was lost, and ${cause.message}`, {
    outcome: "unknown",
    hint,
    cause,
  });

async function callRaw(setup: ApiSetup, request: RawCall): Promise<RawResponse> {
  if (setup.recordRaw) {
    await setup.recordRaw(request);
    throw new Planned();
  }
  const client = await setup.client();
  if (setup.globals.safety.dryRun) {
    await setup.showPlan(client.planRaw(request));
    throw new Planned();
  }
  const kept = request.method === "GET" ? undefined : await setup.history?.beforeRaw(request);
  const answer = await settled(kept, () => client.raw(request));
  if (answer.failure) kept?.failed(answer.failure);
  else kept?.done(answer.json, false);
  const [path] = request.path.split("?");
  if (!answer.failure && request.method !== "GET") setup.did?.(`${request.method} ${path}`);
  return answer;
}

/** What is thrown is noted in the history, too. */
async function settled<T>(kept: Noted | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    kept?.failed(error);
    throw error;
  }
}

/** Sends a write that is kept for an undo. */
async function inHistory<T>(
  kept: Noted | undefined,
  options: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  let isAbsent = false;
  const onAbsent = (mayBeOurs: boolean) => {
    isAbsent = true;
    options.onAbsent?.(mayBeOurs);
  };
  const answer = await settled(kept, () => send(kept ? { ...options, onAbsent } : options));
  kept?.done(answer, isAbsent);
  return answer;
}

/** Shows that something is under way. */
async function inSight<T>(
  { progress }: ApiSetup,
  { summary }: AnyEndpoint,
  { silent }: CallOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!silent) progress.start(`${summary}…`);
  try {
    return await work();
  } finally {
    if (!silent) progress.stop();
  }
}

/** One request, noted where writes are: in the history, and as done. */
async function callEndpoint<E extends AnyEndpoint>(
  setup: ApiSetup,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  prove: Prove,
): Promise<ResponseOf<E>> {
  const client = await setup.client();
  const send = (all: CallOptions) => client.call(endpoint, input, all);
  const isKept = endpoint.retry !== "safe" && !options.logged;
  const kept = isKept ? await setup.history?.before(endpoint, input, options.extra) : undefined;
  const answer = await inHistory(kept, options, (all) =>
    noted(setup, endpoint, all, send, () => prove(endpoint, input)),
  );
  if (endpoint.method === "GET") setup.history?.saw(endpoint, input, answer);
  return answer;
}

/** Creates `context.api`. Under --dry-run its calls show the request and then throw `Planned`. */
export function createApi(setup: ApiSetup): Api {
  const { globals } = setup;
  const extraFor = (endpoint: AnyEndpoint): Extra | undefined => {
    if (!setup.endpoints.includes(endpoint)) return undefined;
    if (setup.extra.body && !endpoint.body) throw usage("--field: this request has no body");
    return setup.extra;
  };
  const prove = proverOf(setup);
  const plan = async (endpoint: AnyEndpoint, input: object, list?: ListOptions): Promise<never> => {
    const client = await setup.client();
    // The caller was held to the endpoint's own types, which are erased here.
    await setup.showPlan(client.plan(endpoint, input as never, extraFor(endpoint), list));
    throw new Planned();
  };
  return {
    async call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}) {
      // Nothing is sent: whoever asks for a proof takes no answer.
      if (options.onlyProve) return (await prove(endpoint, input)) as ResponseOf<E>;
      if (globals.safety.dryRun) return plan(endpoint, input);
      if (setup.record && endpoint.method !== "GET" && endpoint.retry !== "safe") {
        await setup.record(endpoint, input, extraFor(endpoint));
        throw new Planned();
      }
      const given = { extra: extraFor(endpoint), tell: setup.tell, ...setup.callOptions?.(), ...options };
      return inSight(setup, endpoint, options, () => callEndpoint(setup, endpoint, input, given, prove));
    },
    list(endpoint, input, options = {}) {
      const own = setup.endpoints.includes(endpoint);
      const flags = own ? { limit: globals.list.limit, pageSize: globals.list.pageSize, page: globals.list.page } : {};
      async function* pages() {
        if (globals.safety.dryRun) await plan(endpoint, input, flags);
        const client = await setup.client();
        yield* client.list(endpoint, input, { extra: extraFor(endpoint), ...flags, ...options }).pages();
      }
      const { params = {}, query = {} } = input as Partial<NonNullable<Listing<unknown>["of"]>>;
      const { limit, page } = { ...flags, ...options };
      return { pages, of: { path: endpoint.path, params, query }, whole: limit === undefined && page === undefined };
    },
    raw: (request) => callRaw(setup, request),
    async download(url, request) {
      return setup.download(url, request.to === "-" ? { ...request, write: setup.write } : request);
    },
  };
}
