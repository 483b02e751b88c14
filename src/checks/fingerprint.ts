/**
 * Identifies a finding across runs by its rule, ids, and what distinguishes findings about one thing.
 * Titles, messages and dates are not part of it.
 */
export function fingerprintOf(rule: string, parts: readonly string[]): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify([rule, ...parts]))
    .digest("hex")
    .slice(0, 32);
}
