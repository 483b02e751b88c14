/** What could not be read is asked for again: in the next round of the same walk, and by the run that goes on (R86). */
import { copyFileSync, existsSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { TransportError } from "../../src/http/transport/error.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { ORG, putSpace, SPACE, smallOrganization, testSandbox } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { leftIn, refusal, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const COMMENTS = `spaces/${SPACE}/comments`;

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: smallOrganization });
beforeEach(async () => {
  await service.call("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Well" } });
});

it("a refused list is read again in the next round", async () => {
  let lists = 0;
  const { transport, sent } = transportOf(service, (path) => {
    lists += path.startsWith(`/v1/orgs/${ORG}/spaces?`) ? 1 : 0;
    return lists < 2 && path.includes("/comments") ? refusal(403, "not yet") : undefined;
  });
  await snapshotOf(service, place.file, { organization: ORG }, async (request) => {
    // A space that comes makes another round.
    if (lists === 1 && request.url.includes("/comments"))
      await service.change((context) => putSpace(context, { id: "testSpace00000000002", title: "New" }));
    return transport(request);
  });
  expect(sent.filter((path) => path.includes(`/${COMMENTS}`)).length).toBe(2);
  expect(sourcesOf(place.file).get(COMMENTS)).toMatchObject({ state: "complete" });
});

it("a team that listed a member who left is read again", async () => {
  const { org } = SAMPLE;
  const sample = await testSandbox({ load: loadSample });
  try {
    const teams = `/v1/orgs/${org}/teams`;
    const { transport } = transportOf(sample);
    let gone: string | undefined;
    await snapshotOf(sample, place.file, { organization: org, exclude: ["content", "sites"] }, async (request) => {
      const answer = await transport(request);
      const { pathname } = new URL(request.url);
      if (gone === undefined && pathname.startsWith(`${teams}/`)) {
        const { items } = JSON.parse(Buffer.from(answer.body).toString());
        gone = String(items.find(({ team }: { team: { role: string } }) => team.role === "member").organization.id);
        await sample.call("DELETE", `/v1/orgs/${org}/members/${gone}`);
      }
      return answer;
    });
    const gaps = [...sourcesOf(place.file).values()].filter(
      ({ state }) => state === "partial" || state === "unsettled",
    );
    expect([typeof gone, gaps]).toEqual(["string", []]);
  } finally {
    sample.close();
  }
});

it("what was denied is asked again when an interrupted run goes on", async () => {
  let lists = 0;
  const { transport } = transportOf(service, (path) => {
    lists += path.startsWith(`/v1/orgs/${ORG}/spaces?`) ? 1 : 0;
    if (lists > 1) throw new TransportError("cut", { phase: "response", sent: true });
    return path.includes("/comments") ? refusal(403, "not yet") : undefined;
  });
  await expect(snapshotOf(service, place.file, { organization: ORG }, transport)).rejects.toThrow();
  // As after kill -9: one of the bindings holds what it opened for a while.
  const left = `${place.file}.left`;
  for (const end of [".partial", ".partial-wal"])
    if (existsSync(place.file + end)) copyFileSync(place.file + end, left + end);
  expect(leftIn(left).get(COMMENTS)?.state).toBe("denied");
  await snapshotOf(service, left, { organization: ORG });
  expect(sourcesOf(left).get(COMMENTS)).toMatchObject({ state: "complete" });
});
