/** Notes what is read, so that it can be read once more: what a decision rests on has to be as it was when it is acted on. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import type { Listing, Page, Reader } from "../http/types.js";
import { forEachLimited } from "../shared/limiter.js";
import { endsRun } from "../shared/outage-rule.js";
import { hashOf } from "../shared/values.js";
import { AT_ONCE } from "./reader.js";

/** Hashes of an answer by member: that of a list has its items and its statistics. */
type Summary = ReadonlyMap<string, string>;

interface Reading {
  endpoint: AnyEndpoint;
  /** The kind of the failure that it ended with. */
  was?: Summary | string;
  /** The same request once more. */
  repeat: () => Promise<Summary>;
}

interface ChangedAnswer {
  endpoint: AnyEndpoint;
  /** Members that differ; none if one of the two readings failed. */
  members: readonly string[];
}

interface RepeatableReads {
  /** Reads like the client that was given. */
  client: Reader;
  /**
   * Sends every request again, those of `last` after all others.
   * @throws Failure partial if something cannot be read again
   */
  findChanges(last: ReadonlySet<AnyEndpoint>): Promise<ChangedAnswer[]>;
}

export function recordReads(client: Reader): RepeatableReads {
  const readings: Reading[] = [];
  const record = (endpoint: AnyEndpoint, repeat: Reading["repeat"]): Reading => {
    const reading: Reading = { endpoint, repeat };
    readings.push(reading);
    return reading;
  };
  return {
    client: {
      async call(endpoint, input, options) {
        const reading = record(endpoint, async () => summaryOf(await client.call(endpoint, input)));
        return orFailed(reading, async () => {
          const answer = await client.call(endpoint, input, options);
          reading.was = summaryOf(answer);
          return answer;
        });
      },
      list(endpoint, input, options) {
        const { pageSize, limit } = options ?? {};
        return {
          pages: () => {
            let read = 0;
            const again = () => client.list(endpoint, input, { pageSize, limit });
            const reading = record(endpoint, () => summaryOfPages(again(), read));
            return recordPages(client.list(endpoint, input, options), reading, () => {
              read += 1;
            });
          },
        };
      },
    },
    async findChanges(last) {
      const changes: ChangedAnswer[] = [];
      const compare = async (reading: Reading): Promise<void> => {
        const changed = await compareAgain(reading);
        if (changed) changes.push(changed);
      };
      const isLast = ({ endpoint }: Reading): boolean => last.has(endpoint);
      await forEachLimited(
        readings.filter((reading) => !isLast(reading)),
        AT_ONCE,
        compare,
      );
      await forEachLimited(readings.filter(isLast), AT_ONCE, compare);
      return changes;
    },
  };
}

async function orFailed<T>(reading: Reading, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) reading.was = error.kind;
    throw error;
  }
}

async function* recordPages<T>(
  listing: Listing<T>,
  reading: Reading,
  onPage: () => void,
): AsyncGenerator<Page<T>, void, undefined> {
  const taken: Page<T>[] = [];
  const pages = listing.pages()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await orFailed(reading, () => pages.next());
      if (done) return;
      taken.push(value);
      onPage();
      reading.was = summaryOfList(taken);
      yield value;
    }
  } finally {
    await pages.return?.();
  }
}

async function summaryOfPages(listing: Listing<unknown>, most: number): Promise<Summary> {
  const taken: Page<unknown>[] = [];
  for await (const page of listing.pages()) {
    taken.push(page);
    if (taken.length >= most) break;
  }
  return summaryOfList(taken);
}

const summaryOfList = (pages: readonly Page<unknown>[]): Summary =>
  summaryOf({ items: pages.flatMap(({ items }) => items), stats: pages.at(-1)?.stats });

const summaryOf = (answer: unknown): Summary =>
  new Map(Object.entries(Object(answer)).map(([name, value]) => [name, hashOf([name, lasting(value)])]));

/** Members that differ from one answer to the next although nothing has changed. */
const PASSING: ReadonlySet<string> = new Set(["urls", "downloadURL", "photoURL", "lastSeenAt"]);
/** Of a reference: where it is, and not what. */
const AROUND: ReadonlySet<string> = new Set(["organization", "space"]);

function lasting(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(lasting);
  const members = Object.entries(value);
  // Generated pages are as new as the answer: their seed tells a change.
  const isGenerated = members.some(([name, member]) => name === "type" && member === "computed");
  return Object.fromEntries(
    members
      .filter(([name, member]) => !PASSING.has(name) && !(AROUND.has(name) && typeof member === "object"))
      .filter(([name]) => !(isGenerated && name === "updatedAt"))
      .map(([name, member]) => [name, lasting(member)]),
  );
}

/** @throws Failure partial */
async function compareAgain({ endpoint, was, repeat }: Reading): Promise<ChangedAnswer | undefined> {
  try {
    const is = await repeat();
    if (was === undefined || typeof was === "string") return { endpoint, members: [] };
    const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => !PASSING.has(name));
    const members = names.filter((name) => was.get(name) !== is.get(name));
    return members.length === 0 ? undefined : { endpoint, members };
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error.kind)) throw error;
    if (error.kind === was) return undefined;
    throw error.with({ kind: "partial" });
  }
}
