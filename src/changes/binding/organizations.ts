/** Reads which organization a space or collection belongs to. */
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { addressOf } from "../endpoints.js";
import { nameOfTarget, pathsOf, type Target } from "./targets.js";

/** A thing at a path; null: this token does not see it. */
type ReadThing = (path: string) => Promise<Record<string, unknown> | null>;

/** @throws Failure of the read, but for what this token does not see */
export async function unlessUnseen<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && (error.kind === "not-found" || error.kind === "forbidden")) return null;
    throw error;
  }
}

export const readerOf =
  (client: Reader): ReadThing =>
  (path) =>
    unlessUnseen(async () => {
      const { endpoint, params } = addressOf(path);
      // The parameters were taken from the endpoint's own path.
      return (await client.call(endpoint, { params } as never)) as Record<string, unknown>;
    });

/** Null: this token does not see it. @throws Failure cannot-tell for a thing without an organization; of the reads */
export async function readOrganization(target: Target, read: ReadThing): Promise<string | null> {
  for (const path of pathsOf(target)) {
    const found = await read(path);
    if (found !== null) return organizationIn(found, target);
  }
  return null;
}

/** @throws Failure cannot-tell */
export function organizationIn(answer: unknown, target: Target): string {
  const given = typeof answer === "object" && answer !== null && "organization" in answer ? answer.organization : "";
  if (typeof given === "string" && given !== "") return given;
  throw unknownOwner(target, "the service does not say");
}

export const unknownOwner = (target: Target, why: string): Failure =>
  new Failure("cannot-tell", `cannot tell which organization ${nameOfTarget(target)} belongs to: ${why}`, {
    outcome: "not_applied",
  });
