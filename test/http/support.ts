import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { createClient } from "../../src/http/client.js";
import { TransportError, type TransportErrorOptions } from "../../src/http/transport/error.js";
import { createNodeTransport } from "../../src/http/transport/node.js";
import type {
  Client,
  ClientEvent,
  ClientOptions,
  Observer,
  WireEvent,
  WireRequest,
  WireResponse,
} from "../../src/http/types.js";
import type { Clock } from "../../src/system/clock.js";

/** 2024-05-06T07:08:09.000Z */
export const START = 1_714_979_289_000;

export interface FakeClock extends Clock {
  /** Every sleep, in order. */
  slept: number[];
  advance(ms: number): void;
}

/** A clock that moves only by its sleeps, which take no time. */
export function fakeClock(start = START): FakeClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

export function text(status: number, value: string, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body: Buffer.from(value) };
}

export const loss = (options: TransportErrorOptions, message = "api.example.com: lost") =>
  new TransportError(message, options);

type Step = WireResponse | Error | ((request: WireRequest) => WireResponse | Promise<WireResponse>);

export interface Scripted {
  client: Client;
  clock: FakeClock;
  requests: WireRequest[];
  events: WireEvent[];
  /** "METHOD path?query" of each request. */
  lines: () => string[];
  notes: () => string[];
}

const ANSWERS: readonly string[] = ["answer", "page", "write"];

/** What happens on the wire; what comes of it is tested by what it is for. */
function recordEvents(): { events: WireEvent[]; observe: Observer } {
  const events: WireEvent[] = [];
  const isWire = (event: ClientEvent): event is WireEvent => !ANSWERS.includes(event.type);
  return { events, observe: (event) => void (isWire(event) && events.push(event)) };
}

/** A client whose transport follows a script; the last step repeats. random() is 0.5. */
export function scripted(steps: readonly Step[], options: Partial<ClientOptions> = {}): Scripted {
  const clock = fakeClock();
  const requests: WireRequest[] = [];
  const { events, observe } = recordEvents();
  const client = createClient({
    baseUrl: "https://api.example.com",
    token: () => "tok_1234567890",
    random: () => 0.5,
    clock,
    observers: [observe],
    transport: async (request) => {
      requests.push(request);
      const step = steps[Math.min(requests.length, steps.length) - 1];
      if (step instanceof Error) throw step;
      if (step === undefined) throw new Error("the script is empty");
      return typeof step === "function" ? await step(request) : step;
    },
    ...options,
  });
  const lines = () => requests.map(({ method, url }) => `${method} ${url.slice("https://api.example.com".length)}`);
  const notes = () => events.flatMap((event) => (event.type === "note" ? [event.message] : []));
  return { client, clock, requests, events, lines, notes };
}

/** A client on the real transport, with waits that take no time. */
export function wired(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): { client: Client; clock: FakeClock; events: WireEvent[] } {
  const clock = fakeClock();
  const { events, observe } = recordEvents();
  const client = createClient({
    baseUrl,
    token: () => "tok_1234567890",
    random: () => 0.5,
    clock,
    transport: createNodeTransport(),
    observers: [observe],
    userAgent: "docs/1.2.3",
    ...options,
  });
  return { client, clock, events };
}

/** The error that a promise rejects with; fails when it resolves. */
export async function failing(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    // Errors are read member by member.
    return error as Record<string, unknown>;
  }
  throw new Error("it did not fail");
}

interface Ended {
  lines: string[];
  notes: string[];
  answer?: unknown;
  error?: Record<string, unknown>;
}

/** What comes of a write that is answered like this, and of looks that are. */
export async function ended(
  endpoint: AnyEndpoint,
  input: { params: object; body?: object },
  responses: readonly (WireResponse | Error)[],
  before?: Record<string, unknown>,
): Promise<Ended> {
  const { client, lines, notes } = scripted(responses);
  try {
    const answer = await client.call(endpoint, input as never, { before });
    return { lines: lines(), notes: notes(), answer };
  } catch (error) {
    return { lines: lines(), notes: notes(), error: error as Record<string, unknown> };
  }
}
