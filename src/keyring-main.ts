/**
 * Entry of the process that talks to the keyring of the system: where nobody answers on the bus, the native code waits and
 * cannot be stopped. `KeyringInput` in, `KeyringResult` out. Secret Service is forced on Linux: the package would otherwise take
 * the kernel's keyring, which cannot be read back.
 */
import { createRequire } from "node:module";
import { answerParent } from "./child-main.js";
import { Failure } from "./errors.js";
import type { KeyringInput, KeyringResult } from "./system/keyring.js";

const SERVICE = "docs-admin-cli";

interface Entry {
  setPassword(password: string): void;
  getPassword(): string | null;
  deletePassword(): boolean;
}

interface Binding {
  Entry: new (service: string, account: string, options: { linux: { store: "secret-service" } }) => Entry;
}

function entry(account: string): Entry {
  // Written out, so that the bundler of an executable finds it.
  const load = (): unknown =>
    typeof require === "function" ? require("@napi-rs/keyring") : createRequire(import.meta.url)("@napi-rs/keyring");
  // A CommonJS package with native code; its types are those of the members that are used here.
  const { Entry } = load() as Binding;
  return new Entry(SERVICE, account, { linux: { store: "secret-service" } });
}

/** Tries the keyring before it is trusted with the token: what is written has to come back. */
function write(account: string, token: string): void {
  const probe = entry(`${account} (probe)`);
  probe.setPassword("probe");
  if (probe.getPassword() !== "probe") throw new Error("the written value could not be read back");
  probe.deletePassword();
  const own = entry(account);
  own.setPassword(token);
  if (own.getPassword() !== token) throw new Error("the token could not be read back");
}

void answerParent(async ({ account, does, token = "" }: KeyringInput): Promise<KeyringResult> => {
  try {
    if (does === "read") return { token: entry(account).getPassword() };
    if (does === "write") write(account, token);
    else entry(account).deletePassword();
    return { token: null };
  } catch (error) {
    throw new Failure("config", error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
});
