import { copyFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { TransportError } from "../../src/http/transport/error.js";
import { planOf } from "../../src/snapshot/walk/reading-plan.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import {
  leftIn,
  loadTwoSpaces,
  OTHER,
  refusal,
  rowsOf,
  snapshotOf,
  sourcesOf,
  temporaryFolder,
  transportOf,
} from "./snapshot-helper.js";

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: loadTwoSpaces });
beforeEach(async () => {
  for (const space of [SPACE, OTHER]) await fill(space);
  await service.call("POST", `/v1/orgs/${ORG}/sites`, { title: "Site", spaces: [SPACE], visibility: "share-link" });
  const { items } = (await service.call("GET", `/v1/orgs/${ORG}/sites`)).json;
  await service.call("POST", `/v1/orgs/${ORG}/sites/${items[0].id}/publish`);
  share = (await service.call("POST", `/v1/orgs/${ORG}/sites/${items[0].id}/share-links`, { name: "Partners" })).json;
});

let share: { id: string };

const fill = (space: string) =>
  service.call("POST", `/v1/spaces/${space}/content/import`, {
    url: `data:text/markdown;name=start.md,${encodeURIComponent(`# Start of ${space}\n\nSome words.`)}`,
    source: "markdown",
  });

describe("the walk", () => {
  it("reads everything that nothing else answers, lists before what is read for their things", () => {
    const names = planOf(endpoints).readings.map(({ name }) => name);
    expect([...names].sort()).toEqual(
      `getChangeRequestContent getOpenapiVersionContent getOrg getPublishedSite getSiteAdaptiveSchema getSpaceContent
       listChangeRequestCommentReplies listChangeRequestComments listChangeRequests listMemberSpaces listMembers
       listOpenapiSpecs listOpenapiVersions listOrgCollections listOrgSpaces listSamlProviders listShareLinks
       listSiteSectionGroups listSiteSections listSiteSpaces listSites listSpaceComments listTeamMembers listTeams
       listTranslations`.split(/\s+/),
    );
    for (const { name, each } of planOf(endpoints).readings) {
      if (each) expect(names.indexOf(each.list)).toBeLessThan(names.indexOf(name));
    }
  });

  it("makes one private file that is no database in use, with the state of every scope", async () => {
    await snapshotOf(service, place.file, { organization: ORG });
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
    for (const end of [".partial", "-wal", "-shm", ".partial-wal"]) expect(existsSync(place.file + end)).toBe(false);
    // Byte 18 of a database says 2 where a log beside it has to be read.
    expect(readFileSync(place.file)[18]).toBe(1);
    const sources = sourcesOf(place.file);
    expect(sources.get(`spaces/${SPACE}/content`)).toMatchObject({ state: "complete", requests: 2 });
    expect(sources.get("orgs/{organizationId}/members/{userId}/spaces")).toMatchObject({
      state: "not-asked",
      reason: "pass --include access",
    });
    expect(sources.get("older revisions")?.state).toBe("unreadable");
  });

  it("asks four things at once at most", async () => {
    let [now, most] = [0, 0];
    const { transport } = transportOf(service, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return undefined;
    });
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    expect(most).toBe(4);
  });

  it("reads a page that a change request left alone once, and one that it changed again", async () => {
    const { id } = (await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "More" })).json;
    const addition = "data:text/markdown;name=more.md,%23%20More";
    const body = { url: addition, source: "markdown" };
    await service.call("POST", `/v1/spaces/${SPACE}/change-requests/${id}/content/import`, body);
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    const pages = (await service.call("GET", `/v1/spaces/${SPACE}/change-requests/${id}/content/pages`)).json.pages;
    expect(pages.length).toBe(2);
    expect(sent.filter((one) => one.includes(`/change-requests/${id}/content/page/`))).toHaveLength(1);
  });

  it("notes what was refused, and reads all else", async () => {
    const { transport } = transportOf(service, (path) =>
      path.includes("/members") ? refusal(403, "members are not for you") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    const sources = sourcesOf(place.file);
    expect(sources.get(`orgs/${ORG}/members`)).toMatchObject({ state: "denied", status: 403 });
    expect(sources.get(`orgs/${ORG}/members`)?.reason).toContain("members are not for you");
    expect(sources.get(`orgs/${ORG}/spaces`)?.state).toBe("complete");
  });

  it("has no keys in it that nobody asked for, not in free pages of the file either", async () => {
    await snapshotOf(service, place.file, { organization: ORG });
    expect(readFileSync(place.file).includes(share.id)).toBe(false);
    expect(readFileSync(place.file).includes(service.sandbox.token)).toBe(false);
    await snapshotOf(service, place.file, { organization: ORG, include: ["share-keys"] });
    expect(readFileSync(place.file).includes(share.id)).toBe(true);
  });

  it("reads parts of the named spaces only, and lists all", async () => {
    await snapshotOf(service, place.file, { organization: ORG, spaces: [SPACE], exclude: ["comments"] });
    const sources = sourcesOf(place.file);
    expect(sources.get(`spaces/${OTHER}/content`)).toBeUndefined();
    expect(sources.get("spaces/{spaceId}/content")?.reason).toBe("--spaces named other spaces");
    expect(sources.get("spaces/{spaceId}/comments")?.reason).toBe("omit --exclude comments");
    expect(sources.get(`spaces/${SPACE}/comments`)).toBeUndefined();
  });
});

describe("a walk that was interrupted", () => {
  it("goes on with the same file, wherever that was", async () => {
    const whole = `${place.file}.whole`;
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, whole, { organization: ORG }, transport);
    const expected = rowsOf(whole);
    const all = sent.length;
    let kept = 0;
    for (let at = 2; at < all; at += 8) {
      let count = 0;
      const cut = transportOf(service, () => {
        count += 1;
        if (count >= at) throw new TransportError("cut", { phase: "response", sent: true });
        return undefined;
      });
      const begun = `${place.file}.${at}`;
      await expect(snapshotOf(service, begun, { organization: ORG }, cut.transport)).rejects.toThrow();
      expect(existsSync(begun)).toBe(false);
      const file = `${begun}.again`;
      // As after kill -9; this process still has the other file open.
      for (const end of [".partial", ".partial-wal"]) {
        if (existsSync(begun + end)) copyFileSync(begun + end, file + end);
      }
      const known = [...leftIn(file).values()];
      const contents = known.filter(({ scope, state }) => state === "complete" && scope.endsWith("/content"));
      kept += contents.length;
      const rest = transportOf(service);
      await snapshotOf(service, file, { organization: ORG }, rest.transport);
      expect(rowsOf(file)).toEqual(expected);
      // Lists are read again, contents that are here are not.
      for (const { scope } of contents) expect(rest.sent.filter((one) => one.includes(scope))).toEqual([]);
    }
    expect(kept).toBeGreaterThan(0);
  });

  it("is not gone on with by another one", async () => {
    let count = 0;
    const { transport } = transportOf(service, () => {
      count += 1;
      if (count > 6) throw new TransportError("cut", { phase: "response", sent: true });
      return undefined;
    });
    await expect(snapshotOf(service, place.file, { organization: ORG }, transport)).rejects.toThrow();
    await expect(snapshotOf(service, place.file, { organization: ORG, include: ["access"] })).rejects.toThrow(
      `${place.file}.partial was started with other options or for another organization`,
    );
  });
});

describe("a service that changes while it is walked", () => {
  const editWhen = (path: string, times: number) => {
    let left = times;
    return transportOf(service, async (asked) => {
      if (left === 0 || !asked.includes(path)) return undefined;
      left -= 1;
      await fill(SPACE);
      return undefined;
    }).transport;
  };

  it("is read again where it moved", async () => {
    await snapshotOf(service, place.file, { organization: ORG }, editWhen(`/spaces/${SPACE}/content/page/`, 1));
    const [space] = (await service.call("GET", `/v1/orgs/${ORG}/spaces`)).json.items;
    const rows = rowsOf(place.file);
    expect(JSON.parse(String(rows.find(({ kind, id }) => kind === "space" && id === SPACE)?.json)).revision).toBe(
      space.revision,
    );
    expect(rows.some(({ kind, id }) => kind === "revision" && id === space.revision)).toBe(true);
    expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)?.state).toBe("complete");
  });

  it("is marked where it goes on and on", async () => {
    await snapshotOf(service, place.file, { organization: ORG }, editWhen(`/orgs/${ORG}/spaces`, 99));
    expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)).toMatchObject({
      state: "unsettled",
      reason: "what it belongs to kept changing while it was read",
    });
    const rows = rowsOf(place.file);
    const shown = JSON.parse(String(rows.find(({ kind, id }) => kind === "space" && id === SPACE)?.json)).revision;
    expect(rows.filter(({ kind, scope }) => kind === "revision" && scope === SPACE).map(({ id }) => id)).toEqual([
      shown,
    ]);
  });
});
