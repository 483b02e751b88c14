/** Every number of the client, in one place. Times in milliseconds, sizes in bytes. */
export const DEFAULTS = {
  /** Attempts after the first; --retries. */
  retries: 3,
  /** Waits that the service may ask for, per request. */
  waits: 10,
  /** Total length of such waits; --max-wait. */
  maxWait: 120_000,
  /** One call with its retries; --deadline. Lists have no deadline. */
  deadline: 300_000,
  concurrency: 4,
  writes: 1,
  connect: 10_000,
  firstByte: 30_000,
  idle: 30_000,
  attempt: 60_000,
  /** Endpoints marked `slow`: import, duplicate, template, merge, update, pdf. */
  slowFirstByte: 120_000,
  slowAttempt: 150_000,
  /** Idle connections are closed after this, well before servers close them. */
  keepAlive: 4_000,
  /** Pauses before looking up a lost change again: 2 s and 5 s after the first lookup. */
  lookUpDelays: [2_000, 3_000],
  /** Time for a write in progress to finish after the first Ctrl-C. */
  grace: 5_000,
  maxBody: 64 * 1024 * 1024,
  maxError: 1024 * 1024,
  /** How many characters of an error body are read for its message. */
  maxWords: 8 * 1024,
  maxDepth: 1_000,
  /** Values in one body: each takes about fifty bytes of memory, however short its text. */
  maxValues: 4_000_000,
  /** A stalled download is ended by `idle`, so this limit can be generous. */
  downloadAttempt: 6 * 3_600_000,
  maxDownload: 1024 * 1024 * 1024,
  maxRedirects: 5,
} as const;

export const BACKOFF = {
  transient: { first: 250, most: 8_000, floor: 50 },
  throttle: { first: 1_000, most: 30_000 },
  /** Added to a wait that the service asked for, so that clients do not all return at once. */
  spread: { share: 0.1, most: 1_000 },
} as const;

/** Retry budget of a whole run: an outage must not trigger thousands of requests. */
export const QUOTA = { tokens: 100, transient: 5, throttle: 2, success: 1 } as const;

export const LISTS = {
  pageSize: 1_000,
  maxCursor: 8 * 1024,
  emptyPages: 10,
  pages: 100_000,
  /** Ids remembered to detect repeated objects. */
  ids: 10_000,
} as const;
