/**
 * Answers of reads, kept as long as the state is the one that they were read from. What other processes commit shows in
 * SQLite's data version, what this one writes is told by `clear`.
 */
import type { ServiceResponse } from "./types.js";

export interface Answers {
  /** The kept answer, if the state is still the same. Asks SQLite: call it outside of transactions only. */
  find(key: string): ServiceResponse | undefined;
  /** Call in a read transaction before its first read: what it reads belongs to the version that is found here. */
  begin(): void;
  /** Keep what was read since `begin`, in the same transaction. */
  keep(key: string, response: ServiceResponse): void;
  /** The answer that is being made depends on more than the state: on the time, or on chance. */
  spoil(): void;
  /** Something was written. */
  clear(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry costs beside its body, roughly. */
const ENTRY_BYTES = 512;

/** `version` answers SQLite's data version as the current connection sees it. */
export function createAnswers(version: () => number): Answers {
  const kept = new Map<string, ServiceResponse>();
  const state = { version: Number.NaN, bytes: 0, spoiled: false };
  const clear = () => {
    kept.clear();
    state.bytes = 0;
  };
  const check = () => {
    const now = version();
    if (now !== state.version) clear();
    state.version = now;
  };
  return {
    find: (key) => {
      if (!kept.has(key)) return undefined;
      check();
      return kept.get(key);
    },
    begin: () => {
      check();
      state.spoiled = false;
    },
    keep: (key, response) => {
      const size = sizeOf(key, response);
      if (state.spoiled || size > MAX_BYTES) return;
      // The oldest ones go first: those that are asked for again come back.
      for (const [oldest, old] of kept) {
        if (state.bytes + size <= MAX_BYTES) break;
        kept.delete(oldest);
        state.bytes -= sizeOf(oldest, old);
      }
      kept.set(key, response);
      state.bytes += size;
    },
    spoil: () => {
      state.spoiled = true;
    },
    clear,
  };
}

const sizeOf = (key: string, { body }: ServiceResponse) => body.byteLength + 2 * key.length + ENTRY_BYTES;
