/** Origin of every URL in stored objects. A served sandbox answers its own origin in its place. */
export const ORIGIN = "https://docs.sandbox.invalid";
