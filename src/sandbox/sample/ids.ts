/** Defaults of the sandbox profile: what commands use if nothing else is named. */
export const SAMPLE = {
  org: "hR7kQ2mXv9TzLb4WcN8p",
  space: "tG4nVx8YqLz2RkWd7JmS",
  site: "sD9wPb3HfKc6XnTj1VqZ",
  /** The member whose token makes the calls: an admin. */
  member: "uA5mJr9TyBq3ZxKd7WnE",
} as const;
