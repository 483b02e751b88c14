/** Keeps what was read, so that a call that ran out of time, or whose answer is long, goes on where it stopped. */
import type { Page } from "../http/types.js";
import type { Memory } from "./types.js";

/** Milliseconds: what is older may no longer be so. */
const KEPT = 600_000;

/** Answers, all forgotten once the oldest is too old. */
function createAnswers(now: () => number) {
  const answers = new Map<string, unknown>();
  let since = now();
  return {
    get(key: string): unknown {
      if (now() - since > KEPT) answers.clear();
      if (answers.size === 0) since = now();
      return answers.get(key);
    },
    set: (key: string, answer: unknown) => void answers.set(key, answer),
    clear: () => answers.clear(),
    readAt: () => (answers.size === 0 ? now() : since),
  };
}

export function createMemory(now: () => number): Memory {
  const answers = createAnswers(now);
  const memory: Memory = {
    isWhole: false,
    readAt: answers.readAt,
    forget() {
      answers.clear();
      memory.isWhole = false;
    },
    remembering: (reader) => ({
      async call(endpoint, input, options) {
        const key = JSON.stringify([endpoint.path, input, options?.extra]);
        // The key names the endpoint, so it always has the type of its answer.
        const before = answers.get(key) as Awaited<ReturnType<typeof reader.call<typeof endpoint>>> | undefined;
        if (before !== undefined) return before;
        const { isWhole, watching } = watch(options);
        const answer = await reader.call(endpoint, input, watching);
        if (isWhole() && answer !== undefined) answers.set(key, answer);
        return answer;
      },
      list(endpoint, input, options) {
        const { limit, pageSize, page, extra } = options ?? {};
        const key = JSON.stringify([endpoint.path, input, limit, pageSize, page, extra]);
        const { isWhole, watching } = watch(options);
        const listing = reader.list(endpoint, input, watching);
        async function* pages() {
          // As above.
          const before = answers.get(key) as Page<never>[] | undefined;
          if (before !== undefined) return yield* before;
          const read: Page<never>[] = [];
          let items = 0;
          for await (const one of listing.pages()) {
            read.push(one as Page<never>);
            items += one.items.length;
            // Before it is handed out: a reader that has enough does not come back.
            const isEnd = one.next === undefined || items >= (limit ?? Number.POSITIVE_INFINITY);
            if (isEnd && one.gap === undefined && isWhole()) answers.set(key, read);
            yield one as Page<never>;
          }
        }
        return { ...listing, pages: pages as typeof listing.pages };
      },
    }),
  };
  return memory;
}

/** An answer that may lack something is not kept: the next reader has to be told, too. */
function watch<O extends { onGap?: ((why: string) => void) | undefined }>(options: O | undefined) {
  let hasGap = false;
  const onGap = (why: string): void => {
    hasGap = true;
    options?.onGap?.(why);
  };
  return { isWhole: () => !hasGap, watching: { ...options, onGap } as O };
}
