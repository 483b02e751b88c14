/** R17, R101: environments in which a token would be printed, or sent to whoever answers. */
import { Failure } from "../errors.js";

type Environment = Readonly<Record<string, string | undefined>>;

interface Leak {
  why: string;
  hint: string;
}

/** Parts of Node that print what they read and send if NODE_DEBUG names them. */
const TALKATIVE = ["http", "https", "http2", "net", "tls", "stream", "undici", "fetch"];

/** Why the token may not be sent; undefined if it may. */
export function leakReason(env: Environment): Leak | undefined {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    return {
      why: "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of servers",
      hint: "unset it; for a private certificate authority use --ca-file or NODE_EXTRA_CA_CERTS",
    };
  }
  return isTalkative(env)
    ? {
        why: "NODE_DEBUG makes Node print requests with the token",
        hint: "unset it; --debug shows requests without secrets",
      }
    : undefined;
}

/** Checks whether Node would print the bytes of a token that comes from a pipe, a terminal or a process, or goes to one. */
export function isTalkative(env: Environment): boolean {
  const named = (env.NODE_DEBUG ?? "").toLowerCase().split(",");
  return named.some((name) => TALKATIVE.some((part) => isNamed(part, name.trim())));
}

/** Call before a token is read or asked for. @throws Failure config */
export function refuseTalkative(env: Environment): void {
  if (!isTalkative(env)) return;
  throw new Failure("config", "NODE_DEBUG makes Node print what it reads: the token is not read", { hint: "unset it" });
}

/** Matches a NODE_DEBUG entry as Node does: `*` stands for anything. */
function isNamed(part: string, name: string): boolean {
  const [start = "", ...rest] = name.split("*");
  if (rest.length === 0) return part === name;
  const end = rest.at(-1) ?? "";
  return part.startsWith(start) && part.endsWith(end);
}
