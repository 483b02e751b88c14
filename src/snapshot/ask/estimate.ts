/** How many requests are left, by what is known to be read and what such things took so far. */
export interface Estimate {
  /** So many scopes of a reading are to be read, in place of what was planned of it before. */
  plan(reading: string, scopes: number): void;
  /** A scope was read or taken over. */
  done(reading: string, requests: number): void;
  /** Texts of pages that are to be read are more by so many. */
  texts(more: number): void;
  /** Requests that are left. */
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
