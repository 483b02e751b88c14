/** --dry-run: shows the request as it would be sent, and as a curl command, without the token. */
import type { PlannedRequest } from "../../../http/types.js";
import { quote } from "../../../shared/shell-words.js";
import type { Format, Out } from "../../output/types.js";

/** Thrown in place of an answer that does not exist; run-command.ts ends with exit code 0. */
export class Planned extends Error {
  constructor() {
    super("dry run");
    this.name = "Planned";
  }
}

/** The body of a raw call is text already. */
const bodyText = (body: unknown, indent?: number): string =>
  typeof body === "string" ? body : JSON.stringify(body, null, indent);

/** The request as a command line for bash and zsh. */
export function asCurl(request: PlannedRequest): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const body = request.body === undefined ? [] : [`--data-raw ${quote(bodyText(request.body))}`];
  // The shell fills in the token, which is never printed.
  return [
    "curl",
    // Brackets and braces in the address are literal; without -g curl would expand them into several requests.
    "-g",
    "-X",
    request.method,
    ...headers,
    '-H "Authorization: Bearer $DOCS_TOKEN"',
    ...body,
    quote(request.url),
  ].join(" ");
}

/** Method, address, body and the curl command, for people. */
export function describePlan(request: PlannedRequest): string {
  const lines = [`${request.method} ${request.url}`];
  if (request.body !== undefined) lines.push(bodyText(request.body, 2));
  lines.push("", asCurl(request));
  return lines.join("\n");
}

export const isObjects = (format: Format | undefined): boolean => format === "json" || format === "jsonl";

export interface Plans {
  show(request: PlannedRequest): Promise<void>;
  /** Call once, when there is nothing more to show. */
  end(): Promise<void>;
}

/** Shows a dry run: text immediately, JSON as one value, or a list where targets were given as one. */
export function createPlans(out: Out, format: Format | undefined, results: { readonly asList: boolean }): Plans {
  const plans: object[] = [];
  return {
    async show(request) {
      if (isObjects(format)) plans.push({ ...request, curl: asCurl(request) });
      else await out.text(`${describePlan(request)}\n`);
    },
    async end() {
      const [only] = plans;
      if (only === undefined) return;
      if (results.asList || plans.length > 1) await out.list(plans);
      else await out.item(only);
    },
  };
}
