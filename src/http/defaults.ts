/** Every number of the client, in one place. Times in milliseconds, sizes in bytes. */
export const DEFAULTS = {
  /** Attempts after the first; --retries. */
  retries: 3,
  /** Waits asked for by the service, for one request. */
  waits: 10,
  /** Such waits in all; --max-wait. */
  maxWait: 120_000,
  /** One call with its retries; --deadline. Lists have none. */
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
  /** An idle connection is closed after this: well before servers do. */
  keepAlive: 4_000,
  /** A lost change that was not found is looked up again after these pauses: 2 and 5 s after the first look. */
  looks: [2_000, 3_000],
  /** What a write that is under way gets after the first Ctrl-C. */
  grace: 5_000,
  maxBody: 64 * 1024 * 1024,
  maxError: 1024 * 1024,
  /** Characters of an error's text that are looked at. */
  maxWords: 8 * 1024,
  maxDepth: 1_000,
  /** Values in one body: each takes some fifty bytes of memory, however short its text is. */
  maxValues: 4_000_000,
  /** A download is bounded by its silence (idle), hardly by its length. */
  downloadAttempt: 6 * 3_600_000,
  maxDownload: 1024 * 1024 * 1024,
  maxRedirects: 5,
} as const;

export const BACKOFF = {
  transient: { first: 250, most: 8_000, floor: 50 },
  throttle: { first: 1_000, most: 30_000 },
  /** Added to a wait that the service asked for, so that clients do not return all at once. */
  spread: { share: 0.1, most: 1_000 },
} as const;

/** Retries of a whole run: one outage must not be met by thousands of requests. */
export const QUOTA = { tokens: 100, transient: 5, throttle: 2, success: 1 } as const;

export const LISTS = {
  pageSize: 1_000,
  maxCursor: 8 * 1024,
  emptyPages: 10,
  pages: 100_000,
  /** Ids that are remembered to find objects that come again. */
  ids: 10_000,
} as const;

/** Timers above this fire at once. */
export const MAX_TIMER = 2 ** 31 - 1;
