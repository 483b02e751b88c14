import { beforeEach, describe, expect, it } from "vitest";
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from "../helpers/certificate.js";
import { HOUR, ORG, OTHER_ORG } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { loadPeople } from "./people-helper.js";

const SAML = `/v1/orgs/${ORG}/saml`;
const FULL = {
  label: "Company account",
  entityID: "https://idp.example/saml",
  certificate: CERTIFICATE,
  ssoURL: "https://idp.example/sso",
};

let team: string;
const service = useTestSandbox({ load: loadPeople });
beforeEach(async () => {
  team = (await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "New people", members: ["bo1"] })).json.id;
});

const create = async (body: object) => (await service.call("POST", SAML, body)).json.id as string;

describe("SAML providers", () => {
  it("creates a provider, 201; a default team given by id is answered as a Team", async () => {
    const answer = await service.call("POST", SAML, { ...FULL, defaultTeam: team, defaultRole: "edit" });
    expect(answer.status).toBe(201);
    const { id } = answer.json;
    expect(answer.json).toEqual({
      object: "saml-provider",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      ...FULL,
      defaultTeam: expect.objectContaining({ object: "team", id: team, title: "New people", members: 1 }),
      defaultRole: "edit",
      createdAt: "2026-01-15T10:00:00.000Z",
      status: "active",
      service: {
        acsURL: `https://docs.sandbox.invalid/saml/${id}/acs`,
        startURL: `https://docs.sandbox.invalid/saml/${id}/start`,
        entityID: `https://docs.sandbox.invalid/saml/${id}`,
      },
      urls: { location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/saml/${id}` },
    });
    expect((await service.call("GET", `${SAML}/${id}`)).json).toEqual(answer.json);
  });

  it("is pending until it has an address, an entity and a certificate", async () => {
    const id = await create({ label: "Half" });
    expect((await service.call("GET", `${SAML}/${id}`)).json.status).toBe("pending");
    const { label: _label, ...rest } = FULL;
    for (const missing of ["certificate", "entityID", "ssoURL"]) {
      const almost = await create({ ...FULL, [missing]: undefined });
      expect([missing, (await service.call("GET", `${SAML}/${almost}`)).json.status]).toEqual([missing, "pending"]);
    }
    const active = await service.call("PATCH", `${SAML}/${id}`, rest);
    expect([active.status, active.json.label, active.json.status]).toEqual([200, "Half", "active"]);
  });

  it("refuses what is no X.509 certificate, and keeps the one that is there", async () => {
    const half = CERTIFICATE.replace("MIIBeDCCAR", "MIIBeDCCAQ");
    for (const certificate of ["-----BEGIN CERTIFICATE-----", "CERT", half, KEY]) {
      const refused = { status: 400, json: { error: { message: "certificate: give an X.509 certificate as PEM" } } };
      expect(await service.call("POST", SAML, { ...FULL, certificate })).toMatchObject(refused);
      const id = await create(FULL);
      expect(await service.call("PATCH", `${SAML}/${id}`, { certificate })).toMatchObject(refused);
      expect((await service.call("GET", `${SAML}/${id}`)).json).toMatchObject(FULL);
    }
  });

  it("is expired as soon as its certificate is, and nobody signs in with it", async () => {
    const answer = await service.call("POST", SAML, { ...FULL, certificate: EXPIRED_CERTIFICATE });
    expect([answer.status, answer.json.status]).toEqual([201, "expired"]);
    const id = await create(FULL);
    const sso = async () => (await service.call("GET", `/v1/orgs/${ORG}/sso`)).json.items;
    expect(await sso()).toMatchObject([{ id }]);
    // The certificate is valid until the year 2120.
    service.advance(95 * 365.25 * 24 * HOUR);
    expect((await service.call("GET", `${SAML}/${id}`)).json.status).toBe("expired");
    expect((await service.call("GET", SAML)).json.items.map((one: { status: string }) => one.status)).toEqual([
      "expired",
      "expired",
    ]);
    expect(await sso()).toEqual([]);
  });

  it("PATCH takes the same six fields as create", async () => {
    const id = await create({});
    const { json } = await service.call("PATCH", `${SAML}/${id}`, { ...FULL, defaultTeam: team, defaultRole: "read" });
    expect(json).toMatchObject({ ...FULL, defaultTeam: { id: team }, defaultRole: "read" });
    const kept = await service.call("PATCH", `${SAML}/${id}`, {});
    expect(kept.json).toMatchObject({ ...FULL, defaultTeam: { id: team }, defaultRole: "read" });
  });

  it("defaultRole null = guests", async () => {
    const id = await create({ ...FULL, defaultRole: "edit" });
    expect((await service.call("PATCH", `${SAML}/${id}`, { defaultRole: null })).json.defaultRole).toBe(null);
    expect((await service.call("PATCH", `${SAML}/${id}`, { defaultRole: "owner" })).status).toBe(400);
    expect((await service.call("GET", `${SAML}/${id}`)).json.defaultRole).toBe(null);
  });

  it("refuses a default team that the organization does not have", async () => {
    const id = await create(FULL);
    const elsewhere = (await service.call("PUT", `/v1/orgs/${OTHER_ORG}/teams`, { title: "Theirs" })).json.id;
    for (const defaultTeam of ["none", elsewhere]) {
      expect((await service.call("POST", SAML, { defaultTeam })).status).toBe(400);
      expect((await service.call("PATCH", `${SAML}/${id}`, { defaultTeam })).status).toBe(400);
    }
  });

  it("forgets a default team that was deleted", async () => {
    const id = await create({ ...FULL, defaultTeam: team });
    await service.call("DELETE", `/v1/orgs/${ORG}/teams/${team}`);
    expect((await service.call("GET", `${SAML}/${id}`)).json.defaultTeam).toBe(undefined);
    expect((await service.call("PATCH", `${SAML}/${id}`, { label: "Still works" })).status).toBe(200);
  });

  it("lists providers page by page and deletes them, twice if asked", async () => {
    const first = await create({ label: "One" });
    await create({ label: "Two" });
    const page = (await service.call("GET", `${SAML}?limit=1`)).json;
    expect([page.count, page.items[0].label]).toEqual([2, "One"]);
    const rest = (await service.call("GET", `${SAML}?limit=1&page=${page.next.page}`)).json;
    expect(rest.items.map(({ label }: { label: string }) => label)).toEqual(["Two"]);
    expect((await service.call("DELETE", `${SAML}/${first}`)).status).toBe(204);
    expect((await service.call("DELETE", `${SAML}/${first}`)).status).toBe(204);
    expect((await service.call("GET", `${SAML}/${first}`)).status).toBe(404);
  });

  it("answers 404 for what is not there", async () => {
    const id = await create(FULL);
    expect((await service.call("GET", `/v1/orgs/${OTHER_ORG}/saml/${id}`)).status).toBe(404);
    expect((await service.call("PATCH", `${SAML}/none`, FULL)).status).toBe(404);
    expect((await service.call("POST", "/v1/orgs/none/saml", FULL)).status).toBe(404);
    expect((await service.call("GET", "/v1/orgs/none/saml")).status).toBe(404);
    expect((await service.call("GET", "/v1/orgs/none/sso")).status).toBe(404);
  });

  it("sso returns {items} only, with the providers that work", async () => {
    await create({ label: "Half" });
    const id = await create(FULL);
    const { status, json } = await service.call("GET", `/v1/orgs/${ORG}/sso`);
    expect(status).toBe(200);
    expect(json).toEqual({
      items: [{ id, label: "Company account", startURL: `https://docs.sandbox.invalid/saml/${id}/start` }],
    });
  });
});
