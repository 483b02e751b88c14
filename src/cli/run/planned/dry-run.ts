/** --dry-run: shows the request as it would be sent, and as a curl command, without the token. */
import type { PlannedRequest } from "../../../http/types.js";
import type { Format } from "../../../shared/choices.js";
import { quote } from "../../../shared/shell-words.js";
import type { Globals } from "../../argv/globals.js";
import type { ProfileService, SandboxService } from "../../context.js";
import type { Out } from "../../output/types.js";

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

// --dry-run for what a command does on this machine: says what would change instead of changing it.

/** The effect of each method that changes, sends or serves something; all other methods only read. */
type Acts<S> = {
  [Method in keyof S]?: S[Method] extends (...given: infer Given) => unknown ? (...given: Given) => string : never;
};

const PROFILE_ACTS: Acts<ProfileService> = {
  login: (profile, { baseUrl }) => `check the token with ${baseUrl} (GET /v1/orgs) and store it in profile ${profile}`,
  check: ({ baseUrl }) => `check the token with ${baseUrl} (GET /v1/orgs)`,
  logout: (profile) => `delete the stored token of profile ${profile}`,
  moveToken: (profile, to) => `move the token of profile ${profile} to the ${to}`,
  use: (profile) => `make ${profile} the current profile`,
  remove: (profile) => `delete profile ${profile} with its token`,
  set: (key, value) => `set ${key} to ${value}`,
  unset: (key) => `remove ${key}`,
  setAlias: (name, expansion) => `set docs ${name} as an alias for docs ${expansion}`,
  deleteAlias: (name) => `delete alias ${name}`,
};

const SANDBOX_ACTS: Acts<SandboxService> = {
  reset: () => "discard the sandbox's state and restore the sample organization",
  importFolder: (folder, { space, cr }) => {
    const place = space === undefined ? (cr === undefined ? ["a new space"] : []) : [`space ${space}`];
    const into = [...(cr === undefined ? [] : [`change request ${cr}`]), ...place].join(" of ");
    return `import ${folder} into ${into} of the sandbox`;
  },
  load: (file) => `replace everything in the sandbox with a copy of ${file}`,
  start: () => "serve the sandbox over HTTP on this machine",
  createToken: (user) => `create a token of the sandbox that acts as ${user}`,
  revokeToken: (id) => `revoke token ${id} of the sandbox`,
};

interface LocalPlanOptions extends LocalServices {
  globals: Globals;
  /** The format from the command line or the profile. */
  format: Format | undefined;
  out: Out;
}

interface LocalServices {
  profiles: ProfileService;
  sandbox: SandboxService;
}

/** Profiles and the sandbox; under --dry-run they say what they would change. */
export function localServices({ globals, format, profiles, sandbox, out }: LocalPlanOptions): LocalServices {
  if (!globals.safety.dryRun) return { profiles, sandbox };
  const show = (would: string) => (isObjects(format) ? out.item({ would }) : out.lines([`would ${would}`]));
  return { profiles: plannedProfiles(profiles, show), sandbox: plannedSandbox(sandbox, show) };
}

type Show = (would: string) => Promise<void>;

/** Services for a dry run: the first change that is requested is shown and ends the command. */
const plannedProfiles = (service: ProfileService, show: Show): ProfileService =>
  createPlanned(service, PROFILE_ACTS, show);
const plannedSandbox = (service: SandboxService, show: Show): SandboxService =>
  createPlanned(service, SANDBOX_ACTS, show);

function createPlanned<S extends object>(service: S, acts: Acts<S>, show: Show): S {
  // Each description takes the arguments of its method, which are known to the caller only.
  const described = Object.entries(acts) as [string, (...given: never[]) => string][];
  const replaced = described.map(([name, describe]) => [
    name,
    async (...given: never[]) => {
      await show(describe(...given));
      throw new Planned();
    },
  ]);
  // The others are found in the service, which may not be loaded yet.
  return Object.assign(Object.create(service), Object.fromEntries(replaced));
}
