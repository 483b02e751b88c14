/** The client as commands see it: raw additions, list flags and dry runs are handled here, once. */
import type { AnyEndpoint, InputOf, ResponseOf } from "../../catalog/endpoint.js";
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
import { Planned } from "./planned/dry-run.js";

export interface ApiSetup {
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
  const answer = await client.raw(request);
  const [path] = request.path.split("?");
  if (!answer.failure && request.method !== "GET") setup.did?.(`${request.method} ${path}`);
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
      const client = await setup.client();
      const send = (all: CallOptions) => client.call(endpoint, input, all);
      return inSight(setup, endpoint, options, () => noted(setup, endpoint, given, send, () => prove(endpoint, input)));
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
