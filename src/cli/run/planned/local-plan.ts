/** --dry-run for what a command does on this machine: says what would change instead of changing it. */

import type { Format } from "../../../shared/choices.js";
import type { Globals } from "../../argv/globals.js";
import type { Out } from "../../output/types.js";
import type { ProfileService, SandboxService } from "../../services.js";
import { isObjects, Planned } from "./dry-run.js";

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
