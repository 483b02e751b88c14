/** Estimates how many requests are left, from what is still to be read and what such readings took so far. */
export interface Estimate {
  /** Sets how many scopes of a reading are to be read. */
  plan(reading: string, scopes: number): void;
  /** A scope was read or taken over. */
  done(reading: string, requests: number): void;
  /** Adds to the number of page texts to be read. */
  texts(more: number): void;
  left(): number;
}

export function createEstimate(): Estimate {
  const open = new Map<string, number>();
  const spent = new Map<string, { scopes: number; requests: number }>();
  let texts = 0;
  return {
    plan: (reading, scopes) => {
      open.set(reading, scopes);
    },
    done: (reading, requests) => {
      open.set(reading, Math.max(0, (open.get(reading) ?? 0) - 1));
      const { scopes, requests: before } = spent.get(reading) ?? { scopes: 0, requests: 0 };
      spent.set(reading, { scopes: scopes + 1, requests: before + requests });
    },
    texts: (more) => {
      texts += more;
    },
    left: () => {
      let left = texts;
      for (const [reading, scopes] of open) {
        const { scopes: ended, requests } = spent.get(reading) ?? { scopes: 1, requests: 1 };
        left += scopes * (requests / ended);
      }
      return Math.round(left);
    },
  };
}
