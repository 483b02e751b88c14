import { beforeEach, expect, it } from "vitest";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { rowsOf, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const place = useEach(temporaryFolder);
const service = useTestSandbox();
beforeEach(async () => {
  for (const subject of ["One", "Two", "Three"]) {
    await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject });
  }
});

const SCOPE = `spaces/${SPACE}/change-requests`;

/** A status that the contract does not name. */
const hide = (subject: string) =>
  service.change(({ store }) => {
    for (const id of store.ids("change-request", SPACE)) {
      store.update<{ subject: string }>("change-request", id, (one) =>
        one.subject === subject ? { ...one, status: "scheduled" } : one,
      );
    }
  });

const walk = async () => {
  const { transport, sent } = transportOf(service);
  await snapshotOf(service, place.file, { organization: ORG }, transport);
  const found = rowsOf(place.file).filter(({ kind }) => kind === "change-request");
  const subjects = found.map(({ json }) => JSON.parse(String(json)).subject).sort();
  const numbers = sent.filter((one) => /\/change-requests\/\d+$/.test(one)).map((one) => one.replace(/.*\//, ""));
  return { subjects, numbers, source: sourcesOf(place.file).get(SCOPE) };
};

it("asks for nothing but the four lists when they have all", async () => {
  const { subjects, numbers, source } = await walk();
  expect({ subjects, numbers }).toEqual({ subjects: ["One", "Three", "Two"], numbers: [] });
  expect(source).toMatchObject({ state: "complete", requests: 4 });
});

it("finds what no list has in the gaps between the numbers", async () => {
  await hide("Two");
  expect(await walk()).toMatchObject({
    subjects: ["One", "Three", "Two"],
    numbers: ["2"],
    source: { state: "complete", requests: 5 },
  });
});

it("finds it beyond the highest number", async () => {
  await hide("Three");
  expect(await walk()).toMatchObject({ subjects: ["One", "Three", "Two"], numbers: ["3"] });
});

it("says when the sum is not what the space counts", async () => {
  await service.change(({ store }) => {
    store.update<object>("space", SPACE, (space) => ({ ...space, changeRequests: 5 }));
  });
  const { numbers, source } = await walk();
  expect(numbers).toEqual(["4"]);
  expect(source).toMatchObject({ state: "partial", reason: "3 were listed, and the space counts 5" });
});
