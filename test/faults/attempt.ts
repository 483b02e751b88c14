/** One command against one fault: what arrived, how it ended. */
import type { Home } from "../helpers/cli.js";
import { type Fault, type FaultServer, faultServer } from "../helpers/fault-server.js";
import { type Subject, space } from "./commands.js";

export interface Attempt {
  /** How often the request itself arrived, and its lookup. */
  sent: number;
  looked: number;
  /** Requests that are neither. */
  others: string[];
  code: number | null;
  kind: string | undefined;
  outcome: string | undefined;
  stdout: string;
  stderr: string;
}

/** A busy machine may take a second to accept a connection. */
export const LIMITS = ["--retries", "1", "--max-wait", "1", "--timeout", "3", "--json"];

/** Environment of a command against this origin. */
export const environment = (url: string) => ({
  DOCS_BASE_URL: url,
  DOCS_TOKEN: "fault-token-0123456789",
  DOCS_ORG: "o1",
  DOCS_SPACE: "s1",
});

/** The fault meets every request but what is read before a deletion, and the lookup, which `lookup` answers. */
export async function against(home: Home, subject: Subject, fault: Fault, lookup: Fault = fault): Promise<Attempt> {
  const server = await faultServer([
    (socket, request) => {
      const line = lineOf(request);
      const meets = line === subject.lookup ? lookup : line === subject.before ? space({}) : fault;
      meets(socket, request);
    },
  ]);
  try {
    return await attempt(home, subject, server.url, server);
  } finally {
    await server.close();
  }
}

export async function attempt(
  home: Home,
  subject: Subject,
  url: string,
  server: Pick<FaultServer, "requests"> = { requests: [] },
  more: readonly string[] = [],
): Promise<Attempt> {
  const ran = await home.run([...subject.args, ...LIMITS, ...more], { env: environment(url) });
  const lines = server.requests.map(lineOf);
  const error = errorOf(ran.stderr);
  return {
    sent: lines.filter((line) => line === subject.request).length,
    looked: lines.filter((line) => line === subject.lookup).length,
    others: lines.filter((line) => ![subject.request, subject.lookup, subject.before].includes(line)),
    code: ran.code,
    kind: error?.kind,
    outcome: error?.outcome,
    stdout: ran.stdout,
    stderr: ran.stderr,
  };
}

const lineOf = ({ head }: { head: string }): string => head.split(" HTTP/")[0] ?? "";

/** The JSON error is the last line. */
export function errorOf(
  stderr: string,
): { kind?: string; outcome?: string; hint?: string; message?: string } | undefined {
  const line = stderr
    .trimEnd()
    .split("\n")
    .find((one) => one.startsWith('{"error":'));
  return line === undefined ? undefined : JSON.parse(line).error;
}
