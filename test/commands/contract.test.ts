import { describe, expect, it } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { requestLine } from "./step.js";

/* What is easy to miss on the command line. */

const cli = useTestCli();

const O = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p";
const S = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";

describe("R13 R96 deleting", () => {
  it.each([
    ["spaces delete tG4nVx8YqLz2RkWd7JmS --yes"],
    ["collections delete cS7ormSW7G774f2RtAZg --yes"],
    ["comments delete mZk3WvY7dRt5QnBx9JpG --yes"],
    ["comments delete mC6yKp2nWvB9RxZt5JqD --cr 42 --yes"],
    ["replies delete mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --yes"],
    ["replies delete mV4dLs8xTqH6ZnRb3KwP yB5wZk7vRcN2XpTm9HgQ --cr 42 --yes"],
    ["sites delete sD9wPb3HfKc6XnTj1VqZ --yes"],
    ["sections delete ePnY5bz4286QHs81sB1N --yes"],
    ["section-groups delete g9Zk69pwo7ZbFpG91Mm2 --yes"],
    ["site-spaces delete w3t2772867dpfQ9GJ11v --yes"],
    ["share-links delete k4417hK4FrRVS9ezeUW3 --yes"],
    ["teams delete t3QuiTd9yR8G95e1tUaj --yes"],
    ["team-members remove t3aVFS211n5tKAH88D12 u7Trvg1161CH4P8ZDE9m --yes"],
    ["members remove u4ZZnH5G9tKzy5NnAxaX --yes"],
    ["saml delete maSb3364sqMD95UzH113 --yes"],
    ["openapi delete harbor-api --yes"],
    ["translations delete lkEDBVz72E62zj22Hd4M --yes"],
  ])("docs %s reads once, and says what it saw", async (line) => {
    const first = await cli.run(line);
    expect(first.code).toBe(0);
    expect(first.sent.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
    expect(first.stderr).toMatch(/^(Deleted|Removed|Took) \w+/);
    expect(first.stdout).toBe("");
    const second = await cli.run(line);
    // A slug has no form of an id: one that names nothing is a mistake.
    const isSlug = line.startsWith("openapi");
    expect(second.code).toBe(isSlug ? 3 : 0);
    expect(second.sent.every(({ method }) => method === "GET")).toBe(true);
    expect(second.stderr).toMatch(isSlug ? /^docs: .*harbor-api.* does not exist/ : /^Already absent: /);
  });
});

describe("what is sent", () => {
  it.each([
    ["content view --no-metadata --computed", `GET ${S}/content?metadata=false&computed=true`],
    ["pages view XP6omSZeoJsbZDXfvayL --no-evaluated", `GET ${S}/content/page/XP6omSZeoJsbZDXfvayL?evaluated=false`],
    ["files list --no-computed", `GET ${S}/content/files?limit=1000&computed=false`],
    ["collections list --no-nested", `GET ${O}/collections?limit=1000&nested=false`],
    ["collections list --nested", `GET ${O}/collections?limit=1000&nested=true`],
    ["collections list", `GET ${O}/collections?limit=1000`],
    ["cr create", `POST ${S}/change-requests {}`],
    [`cr create --subject ${"s".repeat(100)}`, `POST ${S}/change-requests {"subject":"${"s".repeat(100)}"}`],
    ["cr update 43", `POST ${S}/change-requests/43/update`],
    ["cr edit 43 --status draft", `PATCH ${S}/change-requests/43 {"status":"draft"}`],
    ["sites publish --yes", `POST ${O}/sites/sD9wPb3HfKc6XnTj1VqZ/publish`],
    ["spaces duplicate", `POST ${S}/duplicate`],
    [
      "comments edit mZk3WvY7dRt5QnBx9JpG --body New",
      `PUT ${S}/comments/mZk3WvY7dRt5QnBx9JpG {"body":{"markdown":"New"}}`,
    ],
  ])("docs %s", async (line, request) => {
    const { code, sent, stderr } = await cli.run(line);
    expect([code, sent.map(requestLine), code === 0 ? "" : stderr]).toEqual([0, [request], ""]);
  });

  it("a subject over 100 characters is the service's to judge when one is created", async () => {
    const { sent } = await cli.run(`cr create --subject ${"s".repeat(101)}`);
    expect(sent.map(requestLine)).toEqual([`POST ${S}/change-requests {"subject":"${"s".repeat(101)}"}`]);
    const edit = await cli.run(`cr edit 42 --subject ${"s".repeat(101)}`);
    expect([edit.code, edit.sent]).toEqual([2, []]);
  });
});

describe("what is refused before anything is sent", () => {
  const option = (name: string) => `unknown flag ${name}`;
  const command = (noun: string, verb: string) => `unknown command "${verb}" for docs ${noun}`;
  const slug = (text: string) =>
    `"${text}" is not a valid slug: use lower case letters, digits and single hyphens between them`;
  const source = "--source-url https://pets.example/openapi.json";
  it.each([
    ["sections edit ePnY5bz4286QHs81sB1N --no-title", option("--no-title")],
    ["spaces edit --no-default-level", option("--no-default-level")],
    ["spaces edit --visibility public", option("--visibility")],
    [`section-groups create --title A --icon ${"i".repeat(51)}`, "--icon takes at most 50 characters, got 51"],
    [`openapi publish Pet_Store ${source}`, slug("Pet_Store")],
    [`openapi publish pet--store ${source}`, slug("pet--store")],
    ["pages backlinks XP6omSZeoJsbZDXfvayL --cr 42", option("--cr")],
    ["replies list mZk3WvY7dRt5QnBx9JpG", "the service lists replies of change request comments only"],
    ["sites edit --hostname docs.example.com", option("--hostname")],
    ["sites edit --published", option("--published")],
    ["sites unpublish", command("sites", "unpublish")],
    [
      "sites create --title A --visibility in-collection",
      "--visibility takes public, unlisted, share-link or visitor-auth",
    ],
    ["sections view ePnY5bz4286QHs81sB1N", command("sections", "view")],
    ["sections sort", command("sections", "sort")],
    ["spaces create --title A", command("spaces", "create")],
    ["orgs create --title A", command("orgs", "create")],
    ["members create --email a@example.com", command("members", "create")],
    ["pages create --title A", "pages cannot be created through this interface"],
    ["orgs invites", command("orgs", "invites")],
    ["cr delete 42 --yes", command("cr", "delete")],
    ["webhooks list", 'unknown command "webhooks"'],
    ["subdomains list", 'unknown command "subdomains"'],
    ["cr list --page-size 1001", '--page-size takes a whole number from 1 to 1000, not "1001"'],
    ["cr pdf 42 --limit 3", option("--limit")],
  ])("docs %s is exit 2", async (line, why) => {
    const { code, sent, stdout, stderr } = await cli.run(line);
    expect([code, sent, stdout]).toEqual([2, [], ""]);
    expect(stderr).toContain(`docs: ${why}`);
  });
});

describe("what is shown", () => {
  it("a merge and an update tell the revision, not a change request", async () => {
    expect(Object.keys(await cli.json("cr update 43")).sort()).toEqual(["result", "revision"]);
    expect(Object.keys(await cli.json("cr merge 42")).sort()).toEqual(["result", "revision"]);
  });
});
