import { describe, expect, it } from "vitest";
import { requireBaseUrl, requireProfile, resolveSettings, type SettingFlags } from "../../src/config/resolve.js";
import type { Config } from "../../src/config/schema.js";
import { failure } from "./place.js";

const config: Config = {
  version: 1,
  profile: "work",
  profiles: {
    default: { baseUrl: "https://default.example" },
    work: {
      baseUrl: "https://work.example/docs",
      token: "stored-token",
      tokenOrigin: "https://work.example",
      org: "o1",
      space: "s1",
      site: "t1",
      output: "json",
    },
    bare: { org: "o9" },
    sandbox: { baseUrl: "https://evil.example", token: "stored-token", org: "box" },
  },
  aliases: {},
};
const none: Config = { version: 1, profile: "default", profiles: {}, aliases: {} };

const resolve = (flags: SettingFlags = {}, env: Record<string, string> = {}, from = config) =>
  resolveSettings({ flags, env, config: from });

describe("settings", () => {
  it("come from the profile in use", () => {
    expect(resolve()).toEqual({
      profile: "work",
      profileSource: "profile",
      stored: true,
      sandbox: false,
      baseUrl: { value: "https://work.example/docs", source: "profile" },
      org: { value: "o1", source: "profile" },
      space: { value: "s1", source: "profile" },
      site: { value: "t1", source: "profile" },
      output: "json",
      programs: {},
      token: { from: "profile", profile: "work", origin: "https://work.example" },
    });
  });

  it("take programs from the chosen profile, then from the one in use: the sandbox and snapshots have none", () => {
    const config = {
      ...none,
      profile: "work",
      profiles: { work: { editor: "vi", pager: "less" }, other: { pager: "more", browser: "firefox" } },
    };
    expect(resolve({ profile: "other" }, {}, config).programs).toEqual({
      editor: "vi",
      pager: "more",
      browser: "firefox",
    });
    expect(resolve({ sandbox: true }, {}, config).programs).toEqual({ editor: "vi", pager: "less" });
    expect(resolve({ snapshot: "a.docs" }, {}, config).programs).toEqual({ editor: "vi", pager: "less" });
  });

  it.each(["org", "space", "site"] as const)("take %s from flag, then environment, then profile", (name) => {
    const env = { [`DOCS_${name.toUpperCase()}`]: "from-env" };
    expect(resolve({ [name]: "from-flag" }, env)[name]).toEqual({ value: "from-flag", source: "flag" });
    expect(resolve({}, env)[name]).toEqual({ value: "from-env", source: "environment" });
    expect(resolve({}, {})[name]?.source).toBe("profile");
    expect(resolve({}, {}, none)[name]).toBeUndefined();
  });

  it("take the base URL from flag, then environment, then profile", () => {
    const env = { DOCS_BASE_URL: "https://env.example" };
    expect(resolve({ baseUrl: "https://f.example" }, env).baseUrl).toEqual({
      value: "https://f.example",
      source: "flag",
    });
    expect(resolve({}, env).baseUrl).toEqual({ value: "https://env.example", source: "environment" });
  });

  it("take the output format from the profile", () => {
    expect(resolve().output).toBe("json");
    expect(resolve({}, {}, none).output).toBeUndefined();
  });

  it("count empty variables as unset", () => {
    const env = { DOCS_PROFILE: "", DOCS_BASE_URL: "", DOCS_TOKEN: "", DOCS_ORG: "", DOCS_SPACE: "", DOCS_SITE: "" };
    expect(resolve({}, env)).toEqual(resolve());
  });

  it("hold no token, so that they may be printed", () => {
    expect(JSON.stringify([resolve(), resolve({}, { DOCS_TOKEN: "env-token" })])).not.toMatch(/stored-token|env-token/);
  });
});

describe("the profile", () => {
  it("is that of the flag, then DOCS_PROFILE, then the one in use, then default", () => {
    const pick = (settings: ReturnType<typeof resolve>) => [settings.profile, settings.profileSource];
    expect(pick(resolve({ profile: "bare" }, { DOCS_PROFILE: "default" }))).toEqual(["bare", "flag"]);
    expect(pick(resolve({}, { DOCS_PROFILE: "default" }))).toEqual(["default", "environment"]);
    expect(pick(resolve())).toEqual(["work", "profile"]);
    expect(pick(resolve({}, {}, none))).toEqual(["default", "default"]);
  });

  it("that is not stored is refused when it was named: exit 2 for a flag, else 1", async () => {
    const byFlag = await failure(() => requireProfile(resolve({ profile: "wrok" })));
    expect([byFlag.kind, byFlag.message]).toEqual(["usage", 'there is no profile "wrok"']);
    const byEnv = await failure(() => requireProfile(resolve({}, { DOCS_PROFILE: "wrok" })));
    expect(byEnv.kind).toBe("config");
    const inUse = await failure(() => requireProfile(resolve({}, {}, { ...none, profile: "gone" })));
    expect(inUse.kind).toBe("config");
    for (const name of ["default", "sandbox"]) requireProfile(resolve({ profile: name }, {}, none));
  });

  it("whose name every object has is not stored", () => {
    expect(resolve({ profile: "constructor" }).stored).toBe(false);
    expect(resolve({ profile: "constructor" }).baseUrl).toBeUndefined();
  });

  it("must have a plain name", async () => {
    expect((await failure(() => resolve({ profile: "../x" }))).kind).toBe("usage");
    expect((await failure(() => resolve({ profile: "" }))).kind).toBe("usage");
    expect((await failure(() => resolve({}, { DOCS_PROFILE: "a b" }))).kind).toBe("config");
    expect((await failure(() => resolve({}, {}, { ...none, profile: "" }))).kind).toBe("config");
  });
});

describe("the sandbox", () => {
  const remote = { DOCS_BASE_URL: "https://env.example", DOCS_TOKEN: "env-token" };
  const inUse = { ...config, profile: "sandbox" };

  it.each([
    ["--sandbox", { sandbox: true }, remote],
    ["--sandbox over DOCS_PROFILE", { sandbox: true }, { ...remote, DOCS_PROFILE: "work" }],
    ["--sandbox beside DOCS_PROFILE=sandbox", { sandbox: true }, { ...remote, DOCS_PROFILE: "sandbox" }],
    ["--profile sandbox", { profile: "sandbox" }, remote],
    ["DOCS_PROFILE=sandbox", {}, { DOCS_PROFILE: "sandbox" }],
  ] as [string, SettingFlags, Record<string, string>][])(
    "is chosen by %s, never with a base URL or a token",
    (_what, flags, env) => {
      for (const from of [config, inUse]) {
        const settings = resolve(flags, env, from);
        expect(settings).toMatchObject({ profile: "sandbox", sandbox: true, token: { from: "sandbox" } });
        expect(settings.baseUrl).toBeUndefined();
        expect(settings.org).toEqual({ value: "box", source: "profile" });
      }
    },
  );

  it("as the profile in use is left for an address that a flag or the environment gives", () => {
    expect(resolve({}, {}, inUse)).toMatchObject({ profile: "sandbox", sandbox: true, profileSource: "profile" });
    for (const [flags, env, source] of [
      [{}, remote, "environment"],
      [{ baseUrl: "https://env.example" }, { DOCS_TOKEN: "env-token" }, "flag"],
    ] as const) {
      const settings = resolve(flags, env, inUse);
      expect(settings).toMatchObject({ profile: "default", profileSource: "default", sandbox: false });
      expect(settings.baseUrl).toEqual({ value: "https://env.example", source });
      expect(settings.token).toEqual({ from: "environment" });
      expect(settings.org).toBeUndefined();
    }
  });

  it("takes no address from the same place that names it", async () => {
    const both = await failure(() => resolve({}, { ...remote, DOCS_PROFILE: "sandbox" }));
    expect([both.kind, both.message]).toEqual([
      "usage",
      "DOCS_PROFILE=sandbox and DOCS_BASE_URL cannot be used together",
    ]);
    const flag = await failure(() => resolve({ baseUrl: "https://x.example" }, { DOCS_PROFILE: "sandbox" }));
    expect([flag.kind, flag.message]).toEqual(["usage", "--base-url cannot be used with the sandbox"]);
  });

  it.each([
    ["the profile in use", {}],
    ["DOCS_PROFILE", { DOCS_PROFILE: "sandbox" }],
  ])("named by %s takes DOCS_TOKEN for that of a member", (_what, env) => {
    const settings = resolve({}, { ...env, DOCS_TOKEN: "member" }, inUse);
    expect(settings).toMatchObject({ sandbox: true, token: { from: "environment" } });
  });

  it("takes a token that a flag names, however it was chosen", () => {
    for (const flags of [{ sandbox: true }, { profile: "sandbox" }, {}]) {
      expect(resolve({ ...flags, tokenFile: "nope" }, {}, inUse).token).toEqual({ from: "file", path: "nope" });
    }
  });

  it("exists without a file", () => {
    expect(resolve({ sandbox: true }, {}, none)).toMatchObject({ sandbox: true, stored: false });
  });

  it("is left by a flag for another profile", () => {
    expect(resolve({ profile: "work" }, { DOCS_PROFILE: "sandbox" }).sandbox).toBe(false);
  });

  it("cannot be combined with another profile or a base URL", async () => {
    expect((await failure(() => resolve({ sandbox: true, profile: "work" }))).kind).toBe("usage");
    expect((await failure(() => resolve({ sandbox: true, baseUrl: "https://x.example" }))).kind).toBe("usage");
    expect(resolve({ sandbox: true, profile: "sandbox" }).sandbox).toBe(true);
  });
});

describe("the base URL", () => {
  it("has no default: the message says how to get one", async () => {
    const error = await failure(() => requireBaseUrl(resolve({}, {}, none)));
    expect(error.kind).toBe("config");
    expect(error.message).toBe('no base URL is known for the profile "default"');
    expect(error.hint).toBe("docs auth login --base-url URL, or try the sandbox: add --sandbox");
    const named = await failure(() => requireBaseUrl(resolve({ profile: "bare" })));
    expect(named.hint).toBe("docs auth login --base-url URL --profile bare, or try the sandbox: add --sandbox");
  });

  it("is enough without any stored profile, but not beside a name that is a slip", async () => {
    const env = { DOCS_BASE_URL: "https://env.example" };
    expect(requireBaseUrl(resolve({}, env, none))).toEqual({ value: "https://env.example", source: "environment" });
    expect((await failure(() => requireBaseUrl(resolve({ profile: "wrok" }, env)))).message).toBe(
      'there is no profile "wrok"',
    );
  });
});

describe("R47 the source of the token", () => {
  it("is standard input or a file, then DOCS_TOKEN, then the profile", () => {
    const env = { DOCS_TOKEN: "env-token" };
    expect(resolve({ tokenStdin: true }, env).token).toEqual({ from: "stdin" });
    expect(resolve({ tokenFile: "t.txt" }, env).token).toEqual({ from: "file", path: "t.txt" });
    expect(resolve({ tokenFile: "-" }, env).token).toEqual({ from: "stdin" });
    expect(resolve({}, env).token).toEqual({ from: "environment" });
    expect(resolve().token).toEqual({ from: "profile", profile: "work", origin: "https://work.example" });
    expect(resolve({ profile: "bare" }).token).toEqual({ from: "none" });
  });

  it("is one flag at most", async () => {
    expect((await failure(() => resolve({ tokenStdin: true, tokenFile: "t.txt" }))).kind).toBe("usage");
  });
});
