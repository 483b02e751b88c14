/** Logging in at a terminal: nothing is stored before the service has accepted a token, and every question may be skipped. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ProfileService } from "../../src/cli/context.js";
import { parseBaseUrl } from "../../src/config/base-url.js";
import { Failure } from "../../src/errors.js";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => {
  vi.resetModules();
  return cli.close();
});

const TITLE = "Acme";
/** A service that takes the token `right`. */
function stored(
  organizations = [
    { id: "oAcme", title: TITLE },
    { id: "oTwo", title: "Two" },
  ],
) {
  const calls: string[] = [];
  const profiles: Partial<ProfileService> = {
    address: async (text) => parseBaseUrl(text).baseUrl,
    async check({ token }) {
      if (token === "") throw new Failure("config", "the token given holds no valid token: it is empty");
      if (token !== "right") throw new Failure("unauthorized", "the service answered 401: no such token");
      return { organizations };
    },
    async login(profile, { baseUrl, token }) {
      calls.push(`login ${profile} ${baseUrl} ${token}`);
      return { current: true, store: "file" };
    },
    set: async (key, value) => void calls.push(`${key}=${value}`),
    spaces: async ({ organization }) => [
      { id: `${organization}-s1`, title: "Guide" },
      { id: `${organization}-s2`, title: "Manual" },
    ],
    findMember: async ({ email }) => (email === "ada@example.com" ? "uAda" : undefined),
  };
  return { calls, profiles };
}

const login = (answers: readonly unknown[], { calls, profiles } = stored()) =>
  cli.run("auth login", { tty: true, answers, profiles, baseUrl: null }).then((ran) => ({ ...ran, calls }));

describe("docs auth login at a terminal", () => {
  test("asks again for what the service refuses, and stores nothing of it; a host becomes https", async () => {
    const ran = await login(["docs.example.com", "wrong", "", "right", "Acme", "Manual", "ada@example.com"]);
    expect(ran.code).toBe(0);
    expect(ran.calls).toEqual([
      "login default https://docs.example.com right",
      "org=oAcme",
      "space=oAcme-s2",
      "me=uAda",
    ]);
    expect(ran.questions).toEqual([
      "Address of the service (without /v1)",
      ...Array.from({ length: 3 }, () => "Token for https://docs.example.com"),
      "Organization to work in",
      "> Acme",
      "Space to work in",
      "> Manual",
      "Your email in Acme, so that @me works (leave empty to skip)",
    ]);
    expect(ran.stderr).toContain("Tokens are created in the app, usually in the settings of your account\n");
    expect(ran.stderr).toContain("the service answered 401: no such token\n  nothing was stored: try another token");
    expect(ran.stderr).toContain("Commands work in Acme, space Manual\n");
    const twins = stored();
    twins.profiles.spaces = async () => [
      { id: "s1", title: "Guide" },
      { id: "s2", title: "Guide" },
    ];
    const chosen = await login(["docs.example.com", "right", "Acme", "s2", ""], twins);
    expect(chosen.questions).toContain("> Guide (s2)");
  });

  test("each question at the end may be skipped", async () => {
    const none = await login(["docs.example.com", "right", "skip"]);
    expect([none.code, none.calls]).toEqual([0, ["login default https://docs.example.com right"]]);
    expect(none.stderr).toContain("Set one later with: docs config set org TITLE");
    const organization = await login(["docs.example.com", "right", "two", "skip", ""]);
    expect(organization.calls).toEqual(["login default https://docs.example.com right", "org=oTwo"]);
    expect(organization.stderr).toContain("Commands work in Two\n");
    const nobody = await login(["docs.example.com", "right", "two", "guide", "who@example.com"]);
    expect(nobody.calls.at(-1)).toBe("space=oTwo-s1");
    expect(nobody.stderr).toContain("No member has that address. Set it later with: docs config set me");
  });

  test("a token from a file or a pipe is refused at once", async () => {
    const { calls, profiles } = stored();
    const ran = await cli.run("auth login --token-stdin", {
      profiles,
      stdin: "wrong",
      baseUrl: "https://docs.example.com",
    });
    expect([ran.code, calls]).toEqual([4, []]);
  });
});

describe("docs auth status", () => {
  const profiles: Partial<ProfileService> = {
    tokenStatus: async () => ({ source: "the profile", tail: "wxyz" }),
    token: async () => "right",
    check: async () => ({ organizations: [] }),
  };

  test("says who it is as far as that is known", async () => {
    const known = await cli.run("auth status", { tty: true, profiles });
    expect(known.stdout).toMatch(/^You are: +Maya Okafor|You are: +\S+ \S+ \(\S+@\S+\)/m);
    expect(JSON.parse((await cli.run("auth status --json", { profiles })).stdout).me).toMatch(/^\w+$/);
    expect((await cli.run("auth status --offline", { profiles })).sent).toEqual([]);
  });
});
