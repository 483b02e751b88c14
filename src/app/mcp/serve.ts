/** Serves tools over the Model Context Protocol on standard input and output. Only this file loads the SDK. */

import { setMaxListeners } from "node:events";
import { Transform } from "node:stream";
import {
  deserializeMessage,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { config } from "zod/mini";
import { Failure } from "../../errors.js";
import type { PromptServer, ResourceServer, ToolServer } from "../../mcp/types.js";
import { redactValue } from "../../shared/redact.js";
import { escapeControls, escapeJson, withoutInvisible } from "../../shared/text/sanitize.js";
import { isObject } from "../../shared/values.js";
import { redact } from "../../system/secrets.js";

/** Bytes of one message from the host. */
const MOST_BYTES = 1024 * 1024;

/** After this error the SDK cannot tell where the next message begins. */
const TOO_LONG = /exceeded maximum size/;
const TOO_LONG_MESSAGE = "a message from the host is longer than 1 MiB";

/** Resolves once the host has closed standard input. @throws Failure io for a message that is too long */
export async function serveTools(served: ToolServer, version: string): Promise<void> {
  // Compiling hundreds of schemas of the protocol takes longer than the few messages of a session save.
  config({ jitless: true });
  const { stdin, stdout } = process;
  const gone = new AbortController();
  const ended = new Promise<unknown>((resolve) => {
    const end = () => resolve(undefined);
    stdin.once("end", end).once("close", end);
    gone.signal.addEventListener("abort", () => resolve(gone.signal.reason));
  });
  const messages = stdin.pipe(refuseMalformed(MOST_BYTES, (line) => stdout.write(line)));
  const connection = serveStdio(
    () => {
      const { instructions, resources } = served;
      const capabilities = { tools: {}, prompts: {}, ...(resources && { resources: {} }) };
      const server = new Server({ name: "docs", version }, { capabilities, instructions });
      offerTools(server, served, gone.signal);
      offerPrompts(server, served.prompts);
      if (resources) offerResources(server, resources, gone.signal);
      return server;
    },
    {
      transport: new StdioServerTransport(messages, stdout, { maxBufferSize: MOST_BYTES }),
      onerror: ({ message }) => {
        if (TOO_LONG.test(message)) gone.abort(new Failure("io", TOO_LONG_MESSAGE));
      },
    },
  );
  const failure = await ended;
  // Nobody waits for what is still being read.
  gone.abort();
  await connection.close();
  if (failure === undefined) return;
  // The host may keep it open.
  stdin.destroy();
  throw failure;
}

/** Every request of a call listens to it, as many as there are: more than ten are no leak that Node has to warn of. */
function eitherOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  const signal = AbortSignal.any([one, other]);
  setMaxListeners(0, signal);
  return signal;
}

function offerTools(server: Server, { tools, call }: ToolServer, gone: AbortSignal): void {
  server.setRequestHandler("tools/list", async () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const signal = eitherOf(mcpReq.signal, gone);
    const { value, isError } = await call(params.name, params.arguments, signal, reporter(mcpReq));
    return { content: [{ type: "text", text: toSafeJson(value) }], isError };
  });
}

function offerPrompts(server: Server, prompts: PromptServer): void {
  server.setRequestHandler("prompts/list", async () => ({ prompts: [...prompts.all] }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const { description, text } = await toProtocolError(async () => prompts.text(params.name, params.arguments));
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

function offerResources(server: Server, resources: ResourceServer, gone: AbortSignal): void {
  const either = (signal: AbortSignal) => eitherOf(signal, gone);
  server.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates: [...resources.templates] }));
  server.setRequestHandler("resources/list", async ({ params }, { mcpReq }) => {
    const listed = await toProtocolError(() => resources.list(params?.cursor, either(mcpReq.signal)));
    return { ...listed, resources: listed.resources.map(shownObject) };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq }) => {
    const { mimeType, text } = await toProtocolError(() => resources.read(uri, either(mcpReq.signal)));
    return { contents: [{ uri, mimeType, text: shownText(text) }] };
  });
}

/** A mistake of the host is an error of the protocol. */
async function toProtocolError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, shownText(error.message));
  }
}

/** Milliseconds between two notes of progress: each keeps a host waiting that would give up. */
const PAUSE = 1_000;

/** Notifies a host that asked for progress, now and then. */
function reporter({ _meta, notify }: ServerContext["mcpReq"]): (done: number, total: number) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    const message = `${done} of about ${total} requests`;
    // A host that is gone is noticed elsewhere.
    notify({ method: "notifications/progress", params: { progressToken, progress: done, total, message } }).catch(
      () => {},
    );
  };
}

/** JSON text without secrets; invisible characters become visible escapes. */
const shownText = (text: string): string => withoutInvisible(escapeControls(redact(text)));

// An object stays one.
const shownObject = <T extends object>(value: T): T => removeInvisible(redactValue(redact, value)) as T;

const toSafeJson = (value: unknown): string => escapeJson(JSON.stringify(removeInvisible(redactValue(redact, value))));

function removeInvisible(value: unknown): unknown {
  if (typeof value === "string") return withoutInvisible(value);
  if (Array.isArray(value)) return value.map(removeInvisible);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutInvisible(name), removeInvisible(member)]),
  );
}

// Messages of a host that the SDK drops without an answer: whoever sent one with an id would wait forever.

const { InvalidParams, InvalidRequest, ParseError } = ProtocolErrorCode;
const NEWLINE = 0x0a;

/** Passes on what the SDK understands, and gives `answer` the error of the protocol, as a line, for what it does not. */
export function refuseMalformed(mostBytes: number, answer: (line: string) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...held, chunk.subarray(from, at + 1)]);
        [held, bytes, from] = [[], 0, at + 1];
        const error = errorFor(line.toString());
        if (error === undefined) this.push(line);
        else if (error !== "none") answer(`${JSON.stringify(error)}\n`);
      }
      held.push(chunk.subarray(from));
      bytes += chunk.length - from;
      // The SDK refuses a message of this length: it ends the session.
      if (bytes > mostBytes) {
        this.push(Buffer.concat(held));
        [held, bytes] = [[], 0];
      }
      done();
    },
  });
}

/** Undefined for a message; "none" for what needs no answer: an empty line and a malformed notification. */
function errorFor(line: string): object | "none" | undefined {
  if (line.trim() === "") return "none";
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return makeError(null, ParseError, "not JSON");
  }
  try {
    deserializeMessage(line);
    return undefined;
  } catch {
    if (!isObject(value)) return makeError(null, InvalidRequest, "a message is one JSON object");
    if (!("id" in value)) return "none";
    const id = typeof value.id === "string" || Number.isSafeInteger(value.id) ? value.id : null;
    const isOther = value.jsonrpc !== "2.0" || typeof value.method !== "string" || id === null;
    return isOther
      ? makeError(id, InvalidRequest, 'a request has jsonrpc "2.0", a method, and an id that is text or a whole number')
      : makeError(id, InvalidParams, "params is an object, and its _meta too");
  }
}

const makeError = (id: unknown, code: number, message: string) => ({ jsonrpc: "2.0", id, error: { code, message } });
