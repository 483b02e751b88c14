/** The embedded service: a transport for `--sandbox`, and the actions of `docs sandbox`. Loads src/sandbox on first use. */
import { resolve } from "node:path";
import type { Globals } from "../cli/argv/globals.js";
import type { SandboxService } from "../cli/context.js";
import { SANDBOX_PROFILE } from "../config/schema.js";
import { Failure } from "../errors.js";
import { TransportError } from "../http/transport/error.js";
import type { Transport } from "../http/types.js";
import type { Sandbox } from "../sandbox/open.js";
import type { LoadedFrom } from "../sandbox/settings.js";
import { cacheDir, sandboxFile } from "../system/folders.js";
import { keepSecret } from "../system/secrets.js";
import { beforeEnd, hardSignal, holdingSignals, settleSignal, stopSignal } from "../system/signals.js";

/** Insufficient storage. */
const FULL = 507;
const DRAIN_MS = 5_000;

/** The state file. @throws Failure config if there is no folder for it (R40). */
function stateFile(): string {
  const file = sandboxFile();
  if (file === undefined) {
    throw new Failure("config", "there is no folder for the sandbox's state", {
      hint: "set HOME (LOCALAPPDATA on Windows) or XDG_DATA_HOME to an absolute path",
    });
  }
  return file;
}

let opened: Promise<Sandbox> | undefined;

function open(): Promise<Sandbox> {
  opened ??= import("../sandbox/open.js").then(async ({ openSandbox }) => {
    const sandbox = await openSandbox({ file: stateFile(), local: true });
    beforeEnd(() => sandbox.close());
    return sandbox;
  });
  return opened;
}

/** Requests go to the service in this process, without a socket or an account. */
export async function sandboxClient(): Promise<{
  baseUrl: string;
  token: () => Promise<string>;
  transport: Transport;
  isLocal: true;
}> {
  const { ORIGIN } = await import("../sandbox/origin.js");
  return {
    baseUrl: ORIGIN,
    isLocal: true,
    token: async () => {
      const { token } = await open();
      keepSecret(token);
      return token;
    },
    transport: async (request) => {
      const sandbox = await open();
      const url = new URL(request.url);
      if (request.signal?.aborted)
        throw new TransportError("ended before it was sent", { phase: "aborted", sent: false });
      const response = await sandbox.handle({
        method: request.method,
        path: url.pathname + url.search,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        body: request.body,
      });
      // The full disk is the user's own, so this is an "io" failure and not one of the service.
      if (response.status === FULL) {
        throw new Failure("io", "the disk is full: the sandbox changed nothing", {
          hint: `make room for ${sandbox.file}`,
          outcome: "not_applied",
        });
      }
      return response;
    },
  };
}

/** The state file is opened by the first call that needs it. */
export function createSandboxService(flags: Globals["place"]): SandboxService {
  return {
    async status() {
      const { existsSync } = process.getBuiltinModule("node:fs");
      const file = stateFile();
      if (!existsSync(file)) return { file, exists: false };
      const { counts, origin, loaded } = await (await open()).info();
      return { file, exists: true, ...counts, ...(loaded && { loaded: loadedFacts(loaded, origin) }) };
    },
    async reset() {
      const [{ resetSandbox }, { forget }] = await Promise.all([
        import("../sandbox/open.js"),
        import("./cache/cache-files.js"),
      ]);
      const sandbox = await resetSandbox({ file: stateFile(), local: true });
      const { file, counts } = await sandbox.info();
      sandbox.close();
      forget(cacheDir(process.env, process.platform), { profile: SANDBOX_PROFILE, origin: "" });
      return { file, ...counts };
    },
    load,
    createToken: async (user) => (await open()).tokens.create(user),
    tokens: async () => (await open()).tokens.list(),
    revokeToken: async (id) => (await open()).tokens.revoke(id),
    async importFolder(folder, { space: named, cr, renames }) {
      const { importFolder } = await import("../sandbox/import/import-markdown.js");
      const sandbox = await open();
      const { defaults } = await sandbox.info();
      const organization = flags.org ?? defaults.org;
      const space = named ?? (cr === undefined ? undefined : defaults.space);
      const work = sandbox.change((context) =>
        importFolder(context, { folder: resolve(folder), organization, space, changeRequest: cr, renames }),
      );
      return { ...(await work.catch(rethrowAsFailure)) };
    },
    start,
  };
}

/** A refusal of the service is no bug of this program. @throws always */
async function rethrowAsFailure(error: unknown): Promise<never> {
  const { ServiceError } = await import("../sandbox/wire/service-error.js");
  if (!(error instanceof ServiceError)) throw error;
  if (error.status !== 404) throw new Failure("conflict", error.message, { cause: error });
  const noun = error.message.startsWith("change request") ? "cr" : "spaces";
  throw new Failure("not-found", error.message, { hint: `see: docs --sandbox ${noun} list`, cause: error });
}

const load: SandboxService["load"] = async (file, as) => {
  const [{ fillFrom }, { keepState }, { forget }] = await Promise.all([
    import("../snapshot/file/load.js"),
    import("../sandbox/store/database.js"),
    import("./cache/cache-files.js"),
  ]);
  const kept = keepState(stateFile());
  const sandbox = await open();
  const { caller } = await sandbox.replace((db, context) => fillFrom(db, context, { file: resolve(file), as }));
  const { counts, origin, loaded } = await sandbox.info();
  forget(cacheDir(process.env, process.platform), { profile: SANDBOX_PROFILE, origin: "" });
  const facts = loaded && loadedFacts(loaded, origin);
  return { file: sandbox.file, ...facts, caller, ...(kept !== undefined && { kept }), counts };
};

const loadedFacts = ({ file: from, ...loaded }: LoadedFrom, origin: string | undefined) => ({
  from,
  origin,
  ...loaded,
});

const start: SandboxService["start"] = async (...asked) => holdingSignals(() => run(...asked));

const run: SandboxService["start"] = async ({ port, host }, ready) => {
  const [{ openSandbox }, { serve }] = await Promise.all([
    import("../sandbox/open.js"),
    import("../sandbox/wire/serve.js"),
  ]);
  const sandbox = await openSandbox({ file: stateFile(), local: false, check: true });
  const { defaults, caller } = await sandbox.info();
  const served = await serve({ sandbox, port, host });
  try {
    await ready({ url: served.url, file: sandbox.file, token: sandbox.token, defaults: { ...defaults, me: caller } });
    await stopSignal();
  } finally {
    // A second signal ends the wait for running requests.
    await Promise.race([served.close(DRAIN_MS), waitForAbort(hardSignal)]);
    sandbox.close();
    settleSignal();
  }
};

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
