/** A JSON object; arrays are not. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** SHA-256 in hex over JSON whose members are sorted, so that their order does not matter. It tells a change, and gives nothing away. */
export const hashOf = (value: unknown): string => sha256Of(canonical(value));

/** SHA-256 of a text, in hex. */
export const sha256Of = (text: string): string =>
  process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "";
