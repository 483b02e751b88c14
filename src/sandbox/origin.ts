/** Origin of every URL in stored objects. A served sandbox replaces it with its own origin in answers. */
export const ORIGIN = "https://docs.sandbox.invalid";
