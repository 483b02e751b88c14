/** The member of an object at a dotted path (`user.email`); undefined where a step is missing. Own members only. */
export function memberAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    // An own member of an object is read, whatever it is.
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}
