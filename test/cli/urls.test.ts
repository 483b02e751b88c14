import { describe, expect, it } from "vitest";
import { idsInUrl } from "../../src/cli/targets/target-shape.js";
import { NOUNS } from "../../src/commands/index.js";
import { useTestCli } from "../helpers/set-ups.js";

/** Every path of the service, from the commands that are its home. */
const paths = [
  ...new Set(
    (await Promise.all(NOUNS.map((noun) => noun.load()))).flatMap(({ default: { commands } }) =>
      commands.flatMap((command) => command.endpoints.map((endpoint) => endpoint.path as string)),
    ),
  ),
];

describe("API locations", () => {
  it.each(paths.filter((path) => /\{(?!emailDomain)/.test(path) && !path.includes("latest")))(
    "finds the ids of %s",
    (path) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
      const address = names.reduce((text, name) => text.replace(`{${name}}`, `id-of-${name}`), path);
      expect(idsInUrl(`https://api.example.com${address}`)).toEqual(
        Object.fromEntries(names.map((name) => [name, `id-of-${name}`])),
      );
    },
  );

  it.each([
    ["https://api.example.com/prefix/v1/spaces/abc", { spaceId: "abc" }],
    ["HTTPS://api.example.com/v1/orgs/o1/sites/s1/", { organizationId: "o1", siteId: "s1" }],
    ["http://127.0.0.1:8080/v1/spaces/abc?metadata=false#top", { spaceId: "abc" }],
    ["https://api.example.com/v1/spaces/a/change-requests/42", { spaceId: "a", changeRequestId: "42" }],
    ["https://api.example.com/v1/spaces/spaces/comments/comments", { spaceId: "spaces", commentId: "comments" }],
    ["https://api.example.com/v1/spaces/%41bc", { spaceId: "Abc" }],
    ["https://api.example.com/v1/spaces/a%2Fb", { spaceId: "a/b" }],
    ["https://api.example.com/v1/spaces/100%25%", { spaceId: "100%25%" }],
    ["https://api.example.com/v1/spaces", {}],
    ["https://api.example.com/", {}],
  ])("finds the ids of %s", (address, ids) => {
    expect(idsInUrl(address)).toEqual(ids);
  });
});

describe("pages of the app", () => {
  it.each([
    ["https://app.example.com/o/org1/s/space1", { organizationId: "org1", spaceId: "space1" }],
    ["https://app.example.com/o/org1/s/space1/", { organizationId: "org1", spaceId: "space1" }],
    [
      "https://app.example.com/o/org1/s/space1/~/changes/42",
      { organizationId: "org1", spaceId: "space1", changeRequestId: "42" },
    ],
    [
      "https://app.example.com/o/org1/s/space1/~/changes/42/guide/install",
      { organizationId: "org1", spaceId: "space1", changeRequestId: "42" },
    ],
    ["https://app.example.com/o/org1/sites/site1", { organizationId: "org1", siteId: "site1" }],
    ["https://app.example.com/s/space1", { spaceId: "space1" }],
    ["https://app.example.com/o/org1/s/space1/v1/reference", { organizationId: "org1", spaceId: "space1" }],
    ["https://docs.sandbox.invalid/o/org1", { organizationId: "org1" }],
  ])("finds the ids of %s", (address, ids) => {
    expect(idsInUrl(address)).toEqual(ids);
  });
});

describe("addresses of the app that the service answers", () => {
  const cli = useTestCli();
  const SPACE = "tG4nVx8YqLz2RkWd7JmS";
  const IN_ORG = { organizationId: "hR7kQ2mXv9TzLb4WcN8p" };
  interface Item {
    id: string;
    number?: number;
    urls?: { app?: string };
  }
  it.each<[line: string, ids: (item: Item) => object]>([
    ["orgs list", ({ id }) => ({ organizationId: id })],
    ["spaces list", ({ id }) => ({ ...IN_ORG, spaceId: id })],
    ["collections list", ({ id }) => ({ ...IN_ORG, collectionId: id })],
    ["sites list", ({ id }) => ({ ...IN_ORG, siteId: id })],
    [
      `cr list --space ${SPACE} --status all`,
      ({ number }) => ({ ...IN_ORG, spaceId: SPACE, changeRequestId: `${number}` }),
    ],
  ])("name the thing and what it is in: docs %s", async (line, ids) => {
    const items: Item[] = await cli.json(line);
    const found = items.flatMap((item) => (item.urls?.app === undefined ? [] : [[idsInUrl(item.urls.app), ids(item)]]));
    expect(found.length).toBeGreaterThan(0);
    for (const [named, expected] of found) expect(named).toEqual(expected);
  });
});

it.each([
  "42",
  "#42",
  "abc",
  "",
  "ftp://example.com/v1/spaces/a",
  "javascript:/v1/spaces/a",
  "https://",
  "/v1/spaces/a",
  "app.example.com/o/a",
])("%j is no address", (text) => {
  expect(idsInUrl(text)).toBeUndefined();
});
