/** Messages of a host that the SDK drops without an answer: whoever sent one with an id would wait forever. */
import { Transform } from "node:stream";
import { deserializeMessage, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isObject } from "../../shared/values.js";

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
    return errorOf(null, ParseError, "not JSON");
  }
  try {
    deserializeMessage(line);
    return undefined;
  } catch {
    if (!isObject(value)) return errorOf(null, InvalidRequest, "a message is one JSON object");
    if (!("id" in value)) return "none";
    const id = typeof value.id === "string" || Number.isSafeInteger(value.id) ? value.id : null;
    const isOther = value.jsonrpc !== "2.0" || typeof value.method !== "string" || id === null;
    return isOther
      ? errorOf(id, InvalidRequest, 'a request has jsonrpc "2.0", a method, and an id that is text or a whole number')
      : errorOf(id, InvalidParams, "params is an object, and its _meta too");
  }
}

const errorOf = (id: unknown, code: number, message: string) => ({ jsonrpc: "2.0", id, error: { code, message } });
