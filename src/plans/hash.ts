/** Hashes of what was read: they tell a change, and give nothing away. */

/** SHA-256 in hex over JSON whose members are sorted, so that their order does not matter. */
export function hashOf(value: unknown): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(canonical(value)).digest("hex");
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "";
