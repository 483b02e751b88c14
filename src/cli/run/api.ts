/** The client as commands see it: raw additions, list flags and dry runs are handled here, once. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import type {
  CallOptions,
  Client,
  Extra,
  Form,
  Listing,
  ListOptions,
  PlannedRequest,
  RawResponse,
} from "../../http/types.js";
import type { Api, DownloadRequest, RawCall } from "../context.js";
import type { Progress } from "../output/types.js";
import type { Globals } from "../words/globals.js";
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

/** Reports a successful write; a DELETE that found nothing to delete does not count. */
async function noted<T>(
  { did }: ApiSetup,
  { method, retry, summary }: AnyEndpoint,
  options: CallOptions,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  let absent = false;
  const onAbsent = () => {
    absent = true;
    options.onAbsent?.();
  };
  const answer = await call(method === "DELETE" ? { ...options, onAbsent } : options);
  if (retry !== "safe" && !absent) did?.(summary);
  return answer;
}

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

/** Creates `context.api`. Under --dry-run its calls show the request and then throw `Planned`. */
export function createApi(setup: ApiSetup): Api {
  const { globals } = setup;
  const extraFor = (endpoint: AnyEndpoint): Extra | undefined => {
    if (!setup.endpoints.includes(endpoint)) return undefined;
    if (setup.extra.body && !endpoint.body) throw usage("--field: this request has no body");
    return setup.extra;
  };
  const plan = async (endpoint: AnyEndpoint, input: object, list?: ListOptions): Promise<never> => {
    const client = await setup.client();
    // The caller was held to the endpoint's own types, which are erased here.
    await setup.showPlan(client.plan(endpoint, input as never, extraFor(endpoint), list));
    throw new Planned();
  };
  return {
    async call(endpoint, input, options = {}) {
      if (globals.safety.dryRun) return plan(endpoint, input);
      if (setup.record && endpoint.method !== "GET" && endpoint.retry !== "safe") {
        await setup.record(endpoint, input, extraFor(endpoint));
        throw new Planned();
      }
      const client = await setup.client();
      if (!options.silent) setup.progress.start(`${endpoint.summary}…`);
      try {
        const given = { extra: extraFor(endpoint), tell: setup.tell, ...setup.callOptions?.(), ...options };
        return await noted(setup, endpoint, given, (all) => client.call(endpoint, input, all));
      } finally {
        if (!options.silent) setup.progress.stop();
      }
    },
    list(endpoint, input, options = {}) {
      const own = setup.endpoints.includes(endpoint);
      const flags = own ? { limit: globals.list.limit, pageSize: globals.list.pageSize, page: globals.list.page } : {};
      async function* pages<F extends Form = "items">(form?: F) {
        if (globals.safety.dryRun) await plan(endpoint, input, flags);
        const client = await setup.client();
        yield* client.list(endpoint, input, { extra: extraFor(endpoint), ...flags, ...options }).pages(form);
      }
      const { params = {}, query = {} } = input as Partial<NonNullable<Listing<unknown>["of"]>>;
      return { pages, of: { path: endpoint.path, params, query } };
    },
    raw: (request) => callRaw(setup, request),
    async download(url, request) {
      return setup.download(url, request.to === "-" ? { ...request, write: setup.write } : request);
    },
  };
}
