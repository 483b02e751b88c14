/**
 * What tells that a finding is the same as one of another run: its rule, ids and what tells findings of one thing apart.
 * Titles, words and dates are not part of it.
 */
export function fingerprintOf(rule: string, parts: readonly string[]): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify([rule, ...parts]))
    .digest("hex")
    .slice(0, 32);
}
