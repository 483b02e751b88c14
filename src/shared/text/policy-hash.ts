/** The hash by which a Content-Security-Policy allows one inline style or script. */
export function policyHash(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
