/** `--before` and `--after`, as every move command takes them. */
import { usage } from "../../errors.js";
import { text } from "../flags.js";

export const positionFlags = (sibling: string, param: string | readonly string[]) => ({
  before: text({ describe: `put it before this ${sibling}`, value: "id", id: param }),
  after: text({ describe: `put it after this ${sibling}`, value: "id", id: param }),
});

type Place<Type extends string, Reference extends string> = { type: Type } & Record<Reference, string>;

/** The `position` member of a move; nothing if neither flag was given. @throws Failure usage if both were. */
export function positionOf<const Type extends string, const Reference extends string>(
  flags: { before?: string; after?: string },
  type: Type,
  reference: Reference,
): { position?: { before: Place<Type, Reference> } | { after: Place<Type, Reference> } } {
  if (flags.before !== undefined && flags.after !== undefined)
    throw usage("--before and --after cannot be used together");
  // A computed key widens to a record of strings; the key is `reference`.
  const place = (id: string) => ({ type, [reference]: id }) as Place<Type, Reference>;
  if (flags.before !== undefined) return { position: { before: place(flags.before) } };
  if (flags.after !== undefined) return { position: { after: place(flags.after) } };
  return {};
}
