/** The keyring of the system: Secret Service on Linux, Keychain, Credential Manager (R54), reached through a process of its own. */
import { Failure } from "../errors.js";
import { runOwn } from "./child-process.js";
import { refuseTalkative } from "./secrets.js";

export interface KeyringInput {
  /** The token is kept under this name. */
  account: string;
  does: "read" | "write" | "forget";
  /** Of "write". */
  token?: string;
}

export interface KeyringResult {
  /** Of "read": null where there is none. */
  token: string | null;
}

const LIMIT_MS = 3_000;

/** One that is there is mostly locked; somebody may be typing its password. */
const HINTS: Readonly<Record<KeyringInput["does"], string>> = {
  write: "without --keyring the token is kept in config.json, which only you can read; or set DOCS_TOKEN",
  read: "unlock it and try again, or set DOCS_TOKEN",
  forget: "unlock it and try again: the token is still there",
};

/** The place of a token: it is bound to the profile and to the service that it may be sent to. */
interface Account {
  profile: string;
  origin: string;
}

/** @throws Failure config if the keyring cannot be used or has no such token */
export async function readKeyring(account: Account): Promise<string> {
  const { token } = await use(account, { does: "read" });
  if (token !== null) return token;
  throw new Failure("config", `the keyring has no token for the profile "${account.profile}"`, {
    hint: `log in again: docs auth login --keyring --profile ${account.profile}`,
  });
}

/** @throws as above */
export async function writeKeyring(account: Account, token: string): Promise<void> {
  await use(account, { does: "write", token });
}

/** @throws as above; none there is no failure */
export async function forgetInKeyring(account: Account): Promise<void> {
  await use(account, { does: "forget" });
}

async function use(account: Account, input: Omit<KeyringInput, "account">): Promise<KeyringResult> {
  if (input.does !== "forget") refuseTalkative(process.env);
  const named: KeyringInput = { ...input, account: `${account.profile} ${account.origin}` };
  const ended = await runOwn<KeyringResult>("keyring", named, LIMIT_MS);
  const unusable = (reason: string): Failure =>
    new Failure("config", `the keyring cannot be used: ${reason}`, { hint: HINTS[input.does] });
  if ("late" in ended) throw unusable(`no answer within ${LIMIT_MS / 1000} s`);
  if ("errors" in ended) throw unusable("it ended without an answer");
  const { answer } = ended;
  if ("bug" in answer) throw new Error(answer.bug);
  if ("failure" in answer) throw unusable(answer.failure.message);
  return answer;
}
