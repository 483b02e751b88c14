const FORBIDDEN = /[\s\p{Cc}/\\?#%]/u;

/**
 * R59: why a text cannot be an id; undefined if it can. An id becomes a path segment, so `..`, `.` or an empty one would
 * address another resource.
 */
export function idProblem(value: string): string | undefined {
  if (value === "") return "a value is required";
  if (value === "." || value === "..") return "must not be a dot segment";
  if (value.startsWith("-")) return "must not start with -";
  if (value.length > 256) return "must be at most 256 characters";
  if (FORBIDDEN.test(value)) return "must not contain spaces, control characters or / \\ ? # %";
  if (/\p{Surrogate}/u.test(value)) return "is not valid text";
  return undefined;
}

/** A percent-decoded segment of a path; unchanged if it is not valid percent-encoding. */
export function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
