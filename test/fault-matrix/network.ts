/** A network, a disk and a person that get in the way of one run, and what the service saw of it. */
import { Failure } from "../../src/errors.js";
import { TransportError } from "../../src/http/transport/error.js";
import type { WireResponse } from "../../src/http/types.js";
import type { RunOptions, Sent } from "../helpers/run.js";

/** What the writes of one run meet. */
interface Meeting {
  service: () => Promise<WireResponse>;
  /** The same request by somebody else. */
  other: () => Promise<WireResponse>;
  /** 1 for the first write that meets the fault. */
  count: number;
  interrupt: () => void;
}

export interface Fault {
  write?: (meeting: Meeting) => Promise<WireResponse>;
  /** In place of reads: before the first write, and after it. */
  readBefore?: number;
  readAfter?: number;
  /** Lists that were read before a write go on showing what they showed. */
  late?: true;
  /** Records that the disk does not take. */
  full?: readonly string[];
  /** Somebody else makes the same change before. */
  same?: true;
}

function answered(status: number, headers: Record<string, string> = {}): WireResponse {
  const body = new TextEncoder().encode(JSON.stringify({ error: { code: status, message: "refused by the test" } }));
  return {
    status,
    headers: { "content-type": "application/json", "content-length": `${body.length}`, ...headers },
    body,
  };
}

/** Carried out, and then answered so. */
const answeredAfter =
  (status: number) =>
  async ({ service }: Meeting) => {
    await service();
    return answered(status);
  };

const lostAfter = async ({ service }: Meeting): Promise<WireResponse> => {
  await service();
  throw lost();
};

const lost = () => new TransportError("docs.example: the connection was reset", { phase: "response", sent: true });
const always = (status: number, headers?: Record<string, string>): Fault => ({
  write: async () => answered(status, headers),
});

export const FAULTS = {
  "401": always(401),
  "403": always(403),
  "404": always(404),
  "409": always(409),
  "429 for long": always(429, { "retry-after": "86400" }),
  "429 once": {
    write: async ({ count, service }) => (count === 1 ? answered(429, { "retry-after": "1" }) : service()),
  },
  "500": always(500),
  "503 once": { write: async ({ count, service }) => (count === 1 ? answered(503) : service()) },
  refused: {
    write: async () => {
      throw new TransportError("docs.example: refused", { phase: "connect", sent: false, code: "ECONNREFUSED" });
    },
  },
  "lost before": {
    write: async () => {
      throw lost();
    },
  },
  "lost after": { write: lostAfter },
  "lost after, once": {
    write: async ({ service, count }) => {
      const answer = await service();
      if (count === 1) throw lost();
      return answer;
    },
  },
  "500 after": { write: answeredAfter(500) },
  "500 after, reads denied": { write: answeredAfter(500), readAfter: 403 },
  "500 after, nothing visible": { write: answeredAfter(500), readAfter: 404 },
  "lost after, reads denied": { write: lostAfter, readAfter: 403 },
  "lost after, nothing visible": { write: lostAfter, readAfter: 404 },
  "Ctrl-C, lost after": {
    write: async (meeting) => {
      meeting.interrupt();
      return lostAfter(meeting);
    },
  },
  "Ctrl-C": {
    write: async ({ service, interrupt }) => {
      interrupt();
      return service();
    },
  },
  "disk full before": { full: ["sent"] },
  "disk full after": { full: ["ok", "failed", "unknown"] },
  "reads denied before": { readBefore: 403 },
  "reads denied after": { readAfter: 403 },
  "nothing visible before": { readBefore: 404 },
  "nothing visible after": { readAfter: 404 },
  "second writer": { same: true },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** Writes that left the client, and those that the service carried out. */
export interface Counted {
  sent: number;
  applied: number;
}

export interface Network {
  options: Pick<RunOptions, "between" | "beforeRecord" | "signal">;
  all: Counted;
  /** Those of each request. */
  of(request: string): Counted;
  known: ReadonlyMap<string, Counted>;
}

export const requestOf = ({ method, path, body }: Sent): string => `${method} ${path} ${JSON.stringify(body)}`;

async function noted(held: Map<string, WireResponse>, { path }: Sent, service: () => Promise<WireResponse>) {
  const answer = await service();
  held.set(path, answer);
  return answer;
}

/** The list as it was; anything else as it is. */
function shownLate(before: WireResponse | undefined, now: WireResponse): WireResponse {
  const isList = before !== undefined && Buffer.from(before.body).includes('"items":');
  return isList ? before : now;
}

/** Create one for each run. `isMet`: the writes that meet the fault; all of them unless given. */
export function networkOf(fault: Fault, isMet: (request: Sent) => boolean = () => true): Network {
  const all = { sent: 0, applied: 0 };
  const known = new Map<string, Counted>();
  const of = (request: string): Counted => {
    const own = known.get(request) ?? { sent: 0, applied: 0 };
    known.set(request, own);
    return own;
  };
  const stop = new AbortController();
  const held = new Map<string, WireResponse>();
  let met = 0;
  const between: RunOptions["between"] = async (request, service) => {
    if (request.method === "GET") {
      const status = met === 0 ? fault.readBefore : fault.readAfter;
      if (status !== undefined) return answered(status);
      return fault.late && met > 0 ? shownLate(held.get(request.path), await service()) : noted(held, request, service);
    }
    const own = of(requestOf(request));
    all.sent += 1;
    own.sent += 1;
    const counted = async () => {
      const answer = await service();
      if (answer.status < 300) for (const one of [all, own]) one.applied += 1;
      return answer;
    };
    if (!isMet(request)) return counted();
    met += 1;
    const interrupt = () => stop.abort(new Error("SIGINT"));
    return fault.write ? fault.write({ service: counted, other: service, count: met, interrupt }) : counted();
  };
  const beforeRecord = (line: string): void => {
    const { record } = JSON.parse(line);
    if (fault.full?.includes(record)) throw new Failure("io", "no space left on device");
  };
  return { options: { between, beforeRecord, signal: stop.signal }, all, of, known };
}
