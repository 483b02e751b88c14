import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { contract, successes } from "../endpoints/all.js";
import {
  API,
  CHARGING,
  HARBOR,
  INSIDE,
  ORCHARD,
  PRODUCT,
  S_FLEET,
  S_ROBOTS,
  SAM,
  SITE,
  SUPPORT,
  W_GERMAN,
} from "../endpoints/ids.js";
import { type Copies, copies } from "./coverage/service.js";
import { type Ask, addressesOf, client, sampleOf, valuesOf, wrongEnvelope, wrongTypes } from "./fetch-walk-helper.js";

/* All that the interface reads, asked by a client that was written from it alone. */

let services: Copies;
let served: RunningServer;
let ask: Ask;
beforeAll(async () => {
  services = await copies({ local: false });
  const { sandbox } = services.shared;
  served = await serve({ sandbox });
  ask = client(served.url, sandbox.token);
});
afterAll(async () => {
  await served.close(0);
  services.close();
});

const reads = contract.filter(({ method }) => method === "GET");
/** A site may have no profile or visitor schema, a specification no version. */
const MAY_BE_ABSENT = /\/(published|adaptive-schema|versions\/latest(\/content)?)$/;
/** No list has these ids: replies to comments on spaces are found by who made them. */
const UNLISTED = ["getSpaceCommentReply"];

const lineOf = (send: string) => {
  const [method = "", path = ""] = send.split(" ");
  return [method, path] as const;
};

const known = new Map<string, Promise<string[]>>();
const addresses = (path: string) => {
  const found = known.get(path) ?? addressesOf(ask, path);
  known.set(path, found);
  return found;
};

it("every read is found through the lists and answers as the interface says", async () => {
  const answered = new Set<string>();
  const wrong = new Set<string>();
  for (const row of reads) {
    for (const address of await addresses(row.path)) {
      const { status, type, json } = await ask("GET", address.endsWith("/search") ? `${address}?query=the` : address);
      if (status === 404 && MAY_BE_ABSENT.test(address)) continue;
      expect([address, status, type]).toEqual([address, 200, "application/json; charset=utf-8"]);
      answered.add(row.id);
      for (const one of [...wrongEnvelope(row, json), ...wrongTypes(json)]) wrong.add(`${row.id} ${one}`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(reads.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual(UNLISTED);
});

it("every parameter of a query is taken, and every list can be walked by single items", async () => {
  const refused: string[] = [];
  for (const { id, path, query } of reads) {
    const [address = ""] = await addresses(path);
    if (UNLISTED.includes(id)) continue;
    const with_ = (parameters: string) => `${address}?${path.endsWith("/search") ? "query=the&" : ""}${parameters}`;
    const absent = (await ask("GET", with_(""))).status === 404;
    for (const field of query) {
      for (const value of valuesOf(field)) {
        const { status, text } = await ask("GET", with_(`${field.name}=${encodeURIComponent(value)}`));
        if (status !== 200 && !(absent && status === 404)) refused.push(`${id} ${field.name}=${value}: ${text}`);
      }
    }
    if (!query.some(({ name }) => name === "page") || path.endsWith("/pdf")) continue;
    const whole = (await ask("GET", with_("limit=1000"))).json;
    const seen: unknown[] = [];
    for (let page: string | undefined = ""; page !== undefined && seen.length < 12; ) {
      const { status, json } = await ask("GET", with_(`limit=1${page && `&page=${encodeURIComponent(page)}`}`));
      expect([id, address, status]).toEqual([id, address, 200]);
      seen.push(...json.items);
      page = json.next?.page;
    }
    expect([id, seen]).toEqual([id, whole.items.slice(0, seen.length)]);
    expect([id, seen.length]).toEqual([id, Math.min(whole.count, 12)]);
  }
  // Only one page of a change request is in a PDF of its own, and only=true asks for one.
  expect(refused).toEqual([
    'getChangeRequestPdf only=true: {"error":{"code":400,"message":"only needs a page"}}',
    'getChangeRequestPdf page=the: {"error":{"code":404,"message":"page \\"the\\" not found"}}',
  ]);
});

it("what is not there, and who may not ask, hears so in one shape", async () => {
  const shape = (code: number) => ({ error: { code, message: expect.stringMatching(/^\S/) } });
  const nobody = client(served.url, "docs_none");
  for (const { id, path, pathParams } of reads) {
    const [address = path] = await addresses(path);
    const refused = await nobody("GET", address);
    expect([id, refused.status, refused.json]).toEqual([id, 401, shape(401)]);
    if (id === "listOrgsByEmailDomain") continue;
    for (const { name } of pathParams) {
      const segments = address.split("/");
      segments[path.split("/").indexOf(`{${name}}`)] = "nothing000000000000x";
      const { status, json } = await ask("GET", segments.join("/"));
      expect([id, name, status, json]).toEqual([id, name, 404, shape(404)]);
    }
  }
});

/** Fields that name something of the sample, or that not every text fits. */
const SAMPLES = {
  page: CHARGING,
  node: "1",
  parent: PRODUCT,
  collection: INSIDE,
  organization: ORCHARD,
  spaces: [API],
  spaceId: HARBOR,
  sectionId: S_FLEET,
  sections: [S_ROBOTS],
  defaultSiteSpace: W_GERMAN,
  defaultSiteSection: S_FLEET,
  defaultContent: { type: "site", site: SITE },
  defaultTeam: SUPPORT,
  members: [SAM],
  add: [SAM],
  remove: [SAM],
  addedReactions: ["1f44d"],
  path: "somewhere",
  basename: "somewhere",
  proxy: "docs.example.com/guide",
  hostname: "docs.example.com",
  emailDomains: ["halden.example"],
  emoji: "1f6f6",
  icon: "bolt",
  visibility: "public",
  agentsContext: "",
};

it("every field that a body may do without is taken beside the others", async () => {
  const refused: string[] = [];
  for (const { id, method, body } of contract) {
    const row = successes[id];
    if (method === "GET" || !body || !row) continue;
    for (const field of body.filter(({ name }) => !(name in Object(row.body)))) {
      const service = await services.fresh();
      for (const { send, body: given } of row.before ?? []) await service.call(...lineOf(send), given);
      const given = { ...Object(row.body), [field.name]: sampleOf(field, SAMPLES) };
      const { status, text } = await service.call(...lineOf(row.send), given);
      if (status !== row.status) refused.push(`${id} ${field.name}: ${text}`);
    }
  }
  // A parent must be that of the position; a certificate is checked.
  expect(refused).toEqual([
    expect.stringMatching(/^moveSpace parent: .*"invalid position: .* is not in collection/),
    expect.stringMatching(/^updateSamlProvider certificate: .*give an X\.509 certificate as PEM/),
  ]);
});
