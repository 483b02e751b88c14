/** Detached signatures of plans with SSH keys, as git makes them: by ssh-keygen, with the keys and agents that people have. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode, Failure, reasonOf } from "../errors.js";

/** What is signed: a signature of something else counts for nothing. */
const NAMESPACE = "docs-plan";

interface ProgramOutput {
  code: number | null;
  out: string;
  errors: string;
}

/** `isAsking`: it may ask for the key's passphrase, on the terminal. */
async function sshKeygen(args: readonly string[], input: string, isAsking = false): Promise<ProgramOutput> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const env = { ...process.env, DOCS_TOKEN: undefined };
  return new Promise((done, fail) => {
    const child = spawn("ssh-keygen", args, { env, stdio: ["pipe", "pipe", isAsking ? "inherit" : "pipe"] });
    let [out, errors] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      out += piece;
    });
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      errors += piece;
    });
    child.on("error", (error) => fail(notFound(error)));
    child.on("close", (code) => done({ code, out, errors }));
    // It may have refused its arguments before it has read this: its exit code says so.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

const notFound = (error: Error): Failure =>
  new Failure("config", `ssh-keygen cannot be started: ${reasonOf(error)}`, {
    hint: errorCode(error) === "ENOENT" ? "install OpenSSH, which has it" : undefined,
    cause: error,
  });

/** The signature of a text. @param key of a file: the private key, or the public one of a key that an agent holds */
export async function sign(text: string, key: string): Promise<string> {
  const { code, out } = await sshKeygen(["-Y", "sign", "-q", "-n", NAMESPACE, "-f", key], text, true);
  if (code === 0 && out.startsWith("-----BEGIN SSH SIGNATURE-----")) return out;
  throw new Failure("config", `ssh-keygen did not sign with ${key}`, { hint: "its message is above" });
}

/**
 * Who signed exactly this text, as a file of allowed signers names them; nobody if the text or the signature was changed.
 * @throws Failure config where ssh-keygen cannot be started, or cannot read that file
 */
export async function signers(text: string, signature: string, allowed: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "docs-signature-"));
  try {
    const file = join(folder, "plan.sig");
    writeFileSync(file, signature, { mode: 0o600 });
    const found = await sshKeygen(["-Y", "find-principals", "-s", file, "-f", allowed], "");
    const names = found.code === 0 ? found.out.split("\n").flatMap((line) => line.split(",")) : [];
    const valid: string[] = [];
    for (const name of names.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("-"))) {
      const args = ["-Y", "verify", "-q", "-n", NAMESPACE, "-s", file, "-f", allowed, "-I", name];
      if ((await sshKeygen(args, text)).code === 0) valid.push(name);
    }
    return valid;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
