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
    expect(nock.pendingMocks()).toEqual([]);
    nock.cleanAll();
  });
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}
