import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

/* A service whose answers are full of known keys: the bytes of the file have none of them. */

const KEY = "k3yThatOpens";
const secrets = {
  signature: `${KEY}Signature`,
  shared: `${KEY}Shared`,
  address: `${KEY}Address`,
  claims: `${KEY}VisitorClaims`,
  user: `${KEY}User`,
  spec: `${KEY}Spec`,
};

const place = useEach(temporaryFolder);
const service = useTestSandbox();
beforeEach(async () => {
  await service.call("POST", `/v1/spaces/${SPACE}/content/import`, {
    url: "data:text/markdown;name=start.md,%23%20Start",
    source: "markdown",
  });
  const spec = { slug: "pets", source: { url: "https://s.example/pets.yaml" } };
  expect((await service.call("POST", `/v1/orgs/${ORG}/openapi`, spec)).status).toBeLessThan(300);
  const site = (await service.call("POST", `/v1/orgs/${ORG}/sites`, { title: "Site", spaces: [SPACE] })).json.id;
  await service.call("POST", `/v1/orgs/${ORG}/sites/${site}/publish`);
  await service.call("POST", `/v1/orgs/${ORG}/sites/${site}/share-links`, { name: "Partners" });
});

/** Puts keys into everything that the service answers. */
function leaking() {
  const { transport } = transportOf(service);
  return async (request: Parameters<typeof transport>[0]) => {
    const answer = await transport(request);
    if (answer.status !== 200) return answer;
    const json = JSON.parse(Buffer.from(answer.body).toString());
    return { ...answer, body: Buffer.from(JSON.stringify(withSecrets(json))) };
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function withSecrets(value: any): any {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSecrets(one)]));
  if (value.object === "space" || value.object === "site") {
    const urls = {
      ...inner.urls,
      app: `https://app.example/x?jwt_token=${secrets.claims}`,
      published: `https://p.example/${secrets.shared}`,
    };
    return { ...inner, visibility: "share-link", urls };
  }
  if (value.object === "share-link") return { ...inner, urls: { published: `https://p.example/${secrets.address}` } };
  if (value.object === "openapi-spec")
    return { ...inner, sourceURL: `https://me:${secrets.user}@s.example/?t=${secrets.spec}` };
  if (value.object === "revision") {
    const file = { id: "f1", name: "a.png", size: 1, downloadURL: `https://f.example/a.png?sig=${secrets.signature}` };
    return { ...inner, files: [file], urls: { app: "https://app.example/r" } };
  }
  return inner;
}

const found = () => {
  const bytes = readFileSync(place.file);
  return Object.entries({ ...secrets, token: service.sandbox.token }).flatMap(([name, secret]) =>
    bytes.includes(secret) ? [name] : [],
  );
};

it("has none of them, in rows or in what SQLite left behind", async () => {
  await snapshotOf(service, place.file, { organization: ORG }, leaking());
  expect(found()).toEqual([]);
});

it("has none of them after a refresh, and none with the bytes of files", async () => {
  const wanted = { organization: ORG, include: ["files" as const], filesUpTo: 100 };
  const download = async () => Buffer.from("x");
  await snapshotOf(service, place.file, wanted, leaking(), { download });
  await snapshotOf(service, place.file, wanted, leaking(), { download, started: "2026-01-16T10:00:00.000Z" });
  expect(found()).toEqual([]);
});

it("has them when they were asked for, but never the token", async () => {
  await snapshotOf(service, place.file, { organization: ORG, include: ["share-keys"] }, leaking());
  expect(found().sort()).toEqual(["address", "claims", "shared", "signature", "spec", "user"]);
});
