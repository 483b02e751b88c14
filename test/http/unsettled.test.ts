import { expect, test } from "vitest";
import { createChangeRequest, mergeChangeRequest } from "../../src/catalog/change-requests.js";
import { moveSpace, updateSpace } from "../../src/catalog/spaces.js";
import { failing, json, scripted } from "./support.js";

/* R44: a write that an earlier run sent, and of which nothing is known. */

const space = json(200, { object: "space", id: "s1", parent: "k1" });
const cr = { spaceId: "s1", changeRequestId: "5" };

test("R44 R94 what may be repeated is looked up, and sent if it is not so", async () => {
  const input = { params: { spaceId: "s1" }, body: { title: "x" } };
  for (const unsettled of ["check", "repeat"] as const) {
    const { client, lines } = scripted([space, json(200, { id: "s1", title: "x" })]);
    await client.call(updateSpace, input, { unsettled });
    // It does not show the title, so nothing is known.
    expect(lines()).toEqual(["GET /v1/spaces/s1", "PATCH /v1/spaces/s1"]);
    const done = scripted([json(200, { id: "s1", title: "x" })]);
    await done.client.call(updateSpace, input, { unsettled });
    expect(done.lines()).toEqual(["GET /v1/spaces/s1"]);
    const differs = scripted([json(200, { id: "s1", title: "y" }), json(200, { id: "s1", title: "x" })]);
    await differs.client.call(updateSpace, input, { unsettled });
    expect(differs.lines()).toEqual(["GET /v1/spaces/s1", "PATCH /v1/spaces/s1"]);
  }
});

test("R44 a creation is not sent again, unless asked for", async () => {
  const still = scripted([json(201, { object: "change-request", id: "c1" })]);
  const error = await failing(
    still.client.call(
      createChangeRequest,
      { params: { spaceId: "s1" }, body: {} },
      { unsettled: "check", checkCommand: "docs cr list" },
    ),
  );
  expect(error).toMatchObject({
    kind: "unknown-outcome",
    outcome: "unknown",
    hint: "check whether it happened: docs cr list; --retry-unknown sends it again",
  });
  expect(still.requests).toEqual([]);
  const forced = scripted([json(201, { object: "change-request", id: "c1" })]);
  await forced.client.call(createChangeRequest, { params: { spaceId: "s1" }, body: {} }, { unsettled: "repeat" });
  expect(forced.lines()).toEqual(["POST /v1/spaces/s1/change-requests"]);
});

test("R44 a change of state is looked up first, and is its answer when it happened", async () => {
  const done = scripted([json(200, { object: "change-request", id: "c1", revisionMerged: "r7" })]);
  const answer = await done.client.call(mergeChangeRequest, { params: cr }, { unsettled: "check" });
  expect(answer).toEqual({ revision: "r7" });
  expect(done.lines()).toEqual(["GET /v1/spaces/s1/change-requests/5"]);
  expect(done.notes()).toEqual(["applied by the earlier run"]);
  const undone = scripted([
    json(200, { object: "change-request", id: "c1" }),
    json(200, { result: "merge", revision: "r8" }),
  ]);
  expect(await undone.client.call(mergeChangeRequest, { params: cr }, { unsettled: "check" })).toMatchObject({
    revision: "r8",
  });
  expect(undone.lines()).toEqual(["GET /v1/spaces/s1/change-requests/5", "POST /v1/spaces/s1/change-requests/5/merge"]);
});

test("R44 without a rule for the change it stays unknown", async () => {
  const body = { position: { before: { type: "space", space: "s2" } } } as const;
  const { client, requests } = scripted([space]);
  const error = await failing(client.call(moveSpace, { params: { spaceId: "s1" }, body }, { unsettled: "check" }));
  expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
  expect(requests).toEqual([]);
});
