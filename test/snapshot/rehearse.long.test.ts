import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { fillFrom } from "../../src/snapshot/file/load.js";
import { ORG, SPACE, START, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { idsFor } from "../sandbox/walk-helper.js";
import { loadLarge, NOTES, peopleLarge } from "./large-organization.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

/* A copy in the sandbox answers as the original does, before and after the same changes to both. */

const HALDEN = "hR7kQ2mXv9TzLb4WcN8p";
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";

/** Why answers differ; one that no longer occurs has to go from here. */
const EXCEPTIONS: readonly [why: string, occurs: (name: string, theirs: Answer, ours: Answer) => boolean][] = [
  ["there is one organization", (name) => name === "listOrgs" || name === "listOrgsByEmailDomain"],
  [
    "content of merged and archived change requests is not read",
    (name, _theirs, { status, json }) =>
      /^(get|list)ChangeRequest/.test(name) &&
      status === 404 &&
      /^the content of change request \d+ is not in the snapshot/.test(String((json as Refusal).error?.message)),
  ],
  [
    "a PDF has a key of its own",
    (name, theirs, ours) => name === "getChangeRequestPdf" && theirs.status === 200 && ours.status === 200,
  ],
  [
    "a team has as many spaces as were answered",
    (name, theirs, ours) =>
      /^(get|list)(Member)?Teams?$/.test(name) && isDeepStrictEqual(withoutSpaces(ours), withoutSpaces(theirs)),
  ],
];

const withoutSpaces = ({ json }: Answer): unknown =>
  JSON.parse(JSON.stringify(json), (name, value: unknown) => (name === "spaces" ? 0 : value));

interface Refusal {
  error?: { message?: string };
}

interface Answer {
  status: number;
  json: unknown;
}

const gets = Object.entries(endpoints).filter(([, { method }]) => method === "GET");

interface Case {
  what: string;
  organization: string;
  original(): Promise<TestSandbox>;
  /** Method, path below /v1, body: `{site}` is the first site. */
  exceptions: readonly string[];
  changes: readonly (readonly [line: string, body?: object])[];
}

/** Everything that looks like an id in it. */
const idsIn = (service: TestSandbox): Promise<string[]> =>
  service.change(({ store }) =>
    store.sql
      .all("SELECT id || ' ' || json AS text FROM objects")
      .flatMap(({ text }) => String(text).match(/\b\w{20}\b/g) ?? []),
  );

const WHY = EXCEPTIONS.map(([why]) => why);

const CASES: readonly Case[] = [
  {
    what: "the sample",
    organization: HALDEN,
    original: () => testSandbox({ load: loadSample }),
    exceptions: WHY.filter((why) => !/^the order/.test(why)),
    changes: [
      [`POST /spaces/${GUIDE}/change-requests/42/merge`],
      [`POST /spaces/${GUIDE}/change-requests`, { subject: "One more" }],
      [`PATCH /spaces/${GUIDE}`, { title: "Guide" }],
      [`POST /spaces/${GUIDE}/move`, { parent: "cer3z2utja62R25RVbUm" }],
      [`DELETE /spaces/pV7syPAA4Y8STC95bomz`],
      [`POST /spaces/pWk2T6KHwZU5rjnfRPm5/duplicate`],
      [`DELETE /spaces/pV7syPAA4Y8STC95bomz`],
      [`POST /orgs/${HALDEN}/sites/{site}/publish`],
      [`POST /spaces/${GUIDE}/comments`, { body: { markdown: "Well done" } }],
    ],
  },
  {
    what: "an organization made of a public tree",
    organization: ORG,
    original: async () => {
      const service = await testSandbox({ load: loadLarge });
      await peopleLarge(service);
      return service;
    },
    exceptions: WHY.filter((why) => !why.startsWith("a team")),
    changes: [
      [`POST /spaces/${SPACE}/change-requests`, { subject: "One more" }],
      [`PATCH /spaces/${SPACE}/change-requests/2`, { subject: "Another subject", status: "open" }],
      [`DELETE /spaces/${NOTES}`],
      [`POST /orgs/${ORG}/sites/{site}/publish`],
    ],
  },
];

describe.each(CASES)("a copy of $what", ({ organization, original, changes, exceptions }) => {
  const place = temporaryFolder();
  const met = new Set<string>();
  /** Ids of the snapshot. */
  const known = new Set<string>();
  let service: TestSandbox;
  let copy: TestSandbox;
  beforeAll(async () => {
    service = await original();
    await snapshotOf(service, place.file, { organization, include: ["access", "spec-history", "share-keys"] });
    // Ids of its own.
    copy = await testSandbox({ sources: { now: () => START, bytes: (size) => randomBytes(size) } });
    for (const id of await idsIn(service)) known.add(id);
    const { actor } = await service.change(({ actor }) => ({ actor }));
    await copy.sandbox.replace((db, context) => fillFrom(db, context, { file: place.file, as: actor }));
  });
  afterAll(() => {
    copy?.close();
    service?.close();
    place.remove();
  });

  const ask = async ({ call }: TestSandbox, line: string, body?: object): Promise<Answer> => {
    const [method = "", path = ""] = line.split(" ");
    const { status, json } = await call(method, `/v1${path}`, body);
    return { status, json };
  };

  async function compare(name: string, line: string, body?: object): Promise<void> {
    const theirs = plain(await ask(service, line, body));
    const ours = plain(await ask(copy, line, body));
    if (isDeepStrictEqual(ours, theirs)) return;
    const [why] = EXCEPTIONS.find(([, occurs]) => occurs(name, theirs, ours)) ?? [];
    if (why === undefined) expect({ line, ...ours }).toEqual({ line, ...theirs });
    else met.add(why);
  }

  /** Ids that were not there when the snapshot was made are each side's own. */
  const plain = (answer: Answer): Answer =>
    JSON.parse(JSON.stringify(answer).replace(/\b\w{20}\b/g, (id) => (known.has(id) ? id : "new"))) as Answer;

  const everything = async (name: string, path: string) => {
    for (const address of await idsFor(copy, path)) {
      if (known.size > 0 && isNew(address)) continue;
      await compare(name, `GET ${address.replace(/^\/v1/, "")}`);
    }
  };
  const isNew = (address: string) => (address.match(/\b\w{20}\b/g) ?? []).some((id) => !known.has(id));

  describe("answers as the original", () => {
    it.each(gets)("%s answers as the original", (name, { path }) => everything(name, path));
  });

  it("takes the same changes, with the same answers", async () => {
    const [site] = (await service.call("GET", `/v1/orgs/${organization}/sites`)).json.items;
    for (const [line, body] of changes) {
      await compare("change", line.replace("{site}", site.id), body);
    }
  });

  describe("answers as the original after them", () => {
    it.each(gets)("%s answers as the original", (name, { path }) => everything(name, path));
  });

  it("apart from exceptions that all occur", () => {
    expect([...met].sort()).toEqual([...exceptions].sort());
  });
});
