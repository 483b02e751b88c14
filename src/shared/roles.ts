/** A role as people know it: null is a guest; undefined for an answer that does not say. */
export const roleName = (role: unknown): string | undefined =>
  role === null ? "guest" : typeof role === "string" ? role : undefined;
