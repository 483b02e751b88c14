/** One request, and what must come back. */
export interface Exchange {
  /** Method and path, as on the request line. */
  send: string;
  body?: unknown;
  status: number;
  /** What matters in the answer: members that must be there with these values. */
  answer?: object;
}

export interface Row extends Exchange {
  /** Requests that come first; they must succeed. */
  before?: readonly { send: string; body?: unknown }[];
  /** What must be true afterwards. */
  after?: readonly Exchange[];
  /** The state is damaged before the request. */
  damaged?: true;
}

/** The successful call of each endpoint of a resource. */
export type Successes = Record<string, Row>;

/** A condition that the contract names for an endpoint. */
export interface ErrorRow extends Row {
  endpoint: string;
  condition: string;
}

/** The body of every error answer. */
export const error = (code: number, message: string) => ({ error: { code, message } });
