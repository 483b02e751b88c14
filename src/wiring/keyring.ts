/**
 * The keyring of the system: Secret Service on Linux, Keychain, Credential Manager (R54). An optional package, loaded by the
 * first use. Secret Service is forced: the package would otherwise take the kernel's keyring, which cannot be read back.
 */
import { createRequire } from "node:module";
import { Failure } from "../errors.js";

const SERVICE = "docs-admin-cli";
const LIMIT_MS = 3_000;

interface Entry {
  setPassword(password: string): Promise<void>;
  getPassword(): Promise<string | null>;
  deletePassword(): Promise<boolean>;
}

interface Binding {
  AsyncEntry: new (service: string, account: string, options: { linux: { store: "secret-service" } }) => Entry;
}

/** Where a token is kept: it is bound to the profile and to the service that it may be sent to. */
export interface Account {
  profile: string;
  origin: string;
}

/** @throws Failure config if the keyring cannot be used or has no such token */
export async function readKeyring(account: Account): Promise<string> {
  const token = await use(account, (entry) => entry.getPassword());
  if (token !== null) return token;
  throw new Failure("config", `the keyring has no token for the profile "${account.profile}"`, {
    hint: `log in again: docs auth login --keyring --profile ${account.profile}`,
  });
}

/** Tries the keyring before it is trusted with the token: what is written has to come back. @throws as above */
export async function writeKeyring(account: Account, token: string): Promise<void> {
  const probe = { ...account, profile: `${account.profile} (probe)` };
  await use(probe, async (entry) => {
    await entry.setPassword("probe");
    if ((await entry.getPassword()) !== "probe") throw new Error("what was written did not come back");
    await entry.deletePassword();
  });
  await use(account, async (entry) => {
    await entry.setPassword(token);
    if ((await entry.getPassword()) !== token) throw new Error("the token did not come back");
  });
}

/** @throws as above; none there is no failure */
export async function forgetInKeyring(account: Account): Promise<void> {
  await use(account, (entry) => entry.deletePassword());
}

async function use<T>({ profile, origin }: Account, work: (entry: Entry) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    const { AsyncEntry } = load();
    const options = { linux: { store: "secret-service" } } as const;
    return await Promise.race([work(new AsyncEntry(SERVICE, `${profile} ${origin}`, options)), late]);
  } catch (error) {
    throw unusable(error);
  } finally {
    clearTimeout(timer);
  }
}

function load(): Binding {
  // A CommonJS package with native code; its types are those of the members that are used here.
  return createRequire(import.meta.url)("@napi-rs/keyring") as Binding;
}

function unusable(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return new Failure("config", `the keyring cannot be used: ${reason}`, {
    hint: "without --keyring the token is kept in config.json, which only you can read; or set DOCS_TOKEN",
    cause: error,
  });
}
