/** Removals of what is on this machine, by a name that nothing has. */
import { Failure } from "../../errors.js";
import { didYouMean } from "../../shared/text/names.js";
import type { Globals } from "../argv/globals.js";

interface AbsentName {
  what: string;
  name: string;
  /** The names that exist. */
  names: readonly string[];
  /** The command that lists it. */
  list: string;
}

/** @throws Failure not-found, unless --if-exists makes that no mistake */
export function reportAbsent(
  { what, name, names, list }: AbsentName,
  { ifExists }: Globals["safety"],
  note: (message: string) => void,
): void {
  if (ifExists) {
    note(`already absent: ${what} ${name}`);
    return;
  }
  const hint = didYouMean(name, names, `see: ${list}`);
  throw new Failure("not-found", `there is no ${what} ${JSON.stringify(name)}`, { outcome: "not_applied", hint });
}
