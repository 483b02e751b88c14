/** One flipped bit in any table of a snapshot with sites, or of an unfinished one (R86); that of the sample: flips.long.test.ts. */
import { afterAll, beforeAll, it } from "vitest";
import { ORG, SPACE, testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { loadSites } from "../sandbox/sites-helper.js";
import { flipsOf, someOf } from "./flips.js";
import { expectMended, expectToldBy, FIRST, leaveUnfinished, SECOND } from "./flips-helper.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

/** Another one with DOCS_SEED. */
const SEED = Number(process.env.DOCS_SEED ?? 20_779);
const asked = { organization: ORG, include: ["share-keys"] } as const;

const place = temporaryFolder();
const service = useOnce(() => testSandbox({ load: loadSites }));
beforeAll(async () => {
  await service.call("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Really?" } });
  await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "More" });
  await snapshotOf(service, place.file, asked, undefined, { started: FIRST });
  await leaveUnfinished(service, `${place.file}.left`, asked);
  await snapshotOf(service, `${place.file}.fresh`, asked, undefined, { started: SECOND });
});
afterAll(() => {
  place.remove();
});

const some = (file: string, count: number) => someOf(flipsOf(file, SEED, 4), SEED, count);

it(`R86: is told as damage by every command that reads (seed ${SEED})`, async () => {
  await expectToldBy(place.file, some(place.file, 3));
});

it(`R86: keeps nothing damaged from the next create (seed ${SEED})`, async () => {
  const files = { file: `${place.file}.again`, fresh: `${place.file}.fresh`, asked };
  await expectMended(service, { ...files, left: place.file }, some(place.file, 2));
  await expectMended(service, { ...files, left: `${place.file}.left.partial` }, some(`${place.file}.left.partial`, 4));
});
