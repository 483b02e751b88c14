import nock from "nock";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

// It stands in for the network once it is imported, also for files that take no more than a table from one that uses it.
nock.restore();

export { nock };

/** nock in place of the network for the tests of a file; files before and after it in the same process have their own. */
export function useNock(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    // The next test starts clean, also after a request that this one did not send.
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect(pending).toEqual([]);
  });
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}
