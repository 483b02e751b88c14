import { describe, expect, it } from "vitest";
import { deleteAlias, getAlias, listAliases, setAlias } from "../../src/config/aliases.js";
import { getKey, listKeys, setKey, unsetKey } from "../../src/config/profile-store.js";
import {
  configIn,
  deleteProfile,
  listProfiles,
  login,
  logout,
  useProfile,
  useProfileIn,
} from "../../src/config/profiles.js";
import type { Config } from "../../src/config/schema.js";
import { failure } from "./place.js";

const none: Config = { version: 1, profile: "default", profiles: {}, aliases: {} };
const work = {
  baseUrl: "https://work.example",
  token: "tok",
  tokenOrigin: "https://work.example",
  org: "o1",
  color: "red",
};
const two: Config = { version: 1, profile: "work", profiles: { work, home: { org: "o2" } }, aliases: {}, extra: 1 };

const EXAMPLE = { baseUrl: "https://new.example/d", token: "new-token", origin: "https://new.example" };
const STORED = { baseUrl: "https://new.example/d", token: "new-token", tokenOrigin: "https://new.example" };

describe("login", () => {
  it("stores base URL, token and its origin, and takes the first profile into use", () => {
    expect(login(none, "staging", EXAMPLE)).toEqual({ ...none, profile: "staging", profiles: { staging: STORED } });
  });

  it("leaves another profile in use", () => {
    const next = login(two, "staging", EXAMPLE);
    expect(next).toEqual({ ...two, profiles: { ...two.profiles, staging: STORED } });
  });

  it("keeps the defaults for the same origin, and unknown members always", () => {
    const same = { baseUrl: "https://work.example/x", token: "t2", origin: "https://work.example" };
    expect(login(two, "work", same).profiles.work).toEqual({ ...work, baseUrl: "https://work.example/x", token: "t2" });
    expect(login(two, "work", EXAMPLE).profiles.work).toEqual({ color: "red", ...STORED });
    expect(login(two, "home", EXAMPLE).profiles.home).toEqual({ org: "o2", ...STORED });
  });

  it("keeps nobody of another service as the your member, used as @me", () => {
    const mine = { ...two, profiles: { work: { ...work, me: "u1" } } };
    const same = { baseUrl: "https://work.example/x", token: "t2", origin: "https://work.example" };
    expect(login(mine, "work", same).profiles.work).toMatchObject({ me: "u1" });
    expect(login(mine, "work", EXAMPLE).profiles.work).toEqual({ color: "red", ...STORED });
    const defaults = { org: "o9", space: "s9", site: "t9", me: "u9" };
    expect(login(mine, "work", { ...EXAMPLE, defaults }).profiles.work).toMatchObject({ me: "u9" });
  });

  it("fills in defaults where the profile has none", () => {
    const defaults = { org: "o9", space: "s9", site: "t9" };
    expect(login(none, "staging", { ...EXAMPLE, defaults }).profiles.staging).toEqual({ ...defaults, ...STORED });
    expect(login(two, "home", { ...EXAMPLE, defaults }).profiles.home).toEqual({ ...defaults, org: "o2", ...STORED });
  });

  it("is refused for the sandbox and for a bad name", async () => {
    expect((await failure(() => login(none, "sandbox", EXAMPLE))).message).toBe("the sandbox needs no login");
    for (const name of ["", "a b", "../a", "-a", "__proto__", "a".repeat(65)]) {
      expect((await failure(() => login(none, name, EXAMPLE))).kind).toBe("usage");
    }
  });
});

describe("logout", () => {
  it("forgets the token only", () => {
    const { token: _token, ...rest } = work;
    expect(logout(two, "work")).toEqual({ ...two, profiles: { ...two.profiles, work: rest } });
  });

  it("changes nothing without a token", () => {
    expect(logout(two, "home")).toBe(two);
    expect(() => logout(two, "nobody")).toThrow('there is no profile "nobody"');
  });
});

describe("profiles", () => {
  it("use takes one into use, the sandbox too", async () => {
    expect(useProfile(two, "home").profile).toBe("home");
    expect(useProfile(two, "sandbox").profile).toBe("sandbox");
    expect(useProfile(two, "work")).toBe(two);
    expect(await failure(() => useProfile(two, "a b"))).toMatchObject({
      message: '"a b": a profile name is 1 to 64 letters, digits, dots, hyphens or underscores',
      hint: "see: docs profiles list",
    });
    const error = await failure(() => useProfile(two, "nobody"));
    expect([error.kind, error.message]).toEqual(["not-found", 'there is no profile "nobody"']);
    expect((await failure(() => useProfile(two, "constructor"))).kind).toBe("not-found");
    expect((await failure(() => useProfile(two, "defalt"))).hint).toMatch(/^did you mean: default; /);
  });

  it("delete removes one, and goes back to the default when it was in use", async () => {
    expect(deleteProfile(two, "work")).toEqual({ ...two, profile: "default", profiles: { home: { org: "o2" } } });
    expect(deleteProfile(two, "home")).toEqual({ ...two, profiles: { work } });
    expect((await failure(() => deleteProfile(two, "nobody"))).kind).toBe("not-found");
    expect((await failure(() => deleteProfile(two, "sandbox"))).kind).toBe("usage");
  });

  it("list shows all and the sandbox, without tokens", () => {
    const rows = listProfiles({
      ...two,
      profiles: { ...two.profiles, sandbox: { token: "x", baseUrl: "y", org: "box" } },
    });
    expect(rows).toEqual([
      { name: "home", current: false, baseUrl: undefined, token: false, org: "o2" },
      { name: "sandbox", current: false, baseUrl: undefined, token: false, org: "box" },
      { name: "work", current: true, baseUrl: "https://work.example", token: true, org: "o1" },
    ]);
    expect(listProfiles(none).map((row) => row.name)).toEqual(["sandbox"]);
  });
});

describe("a profile of a folder", () => {
  const here = useProfileIn(useProfileIn(two, "/clients/acme", "home"), "/clients", "sandbox");
  const inUse = (folder: string) => configIn(here, folder).profile;

  it("is in use there and below, and the nearest one wins", () => {
    expect(["/clients", "/clients/other/docs", "/clients/acme", "/clients/acme/docs"].map(inUse)).toEqual([
      ...["sandbox", "sandbox"],
      ...["home", "home"],
    ]);
    expect(["/", "/clients-of-others", "/elsewhere"].map(inUse)).toEqual(["work", "work", "work"]);
  });

  it("is taken back, and goes with the profile", () => {
    expect(useProfileIn(here, "/clients/acme", undefined).folders).toEqual({ "/clients": "sandbox" });
    expect(deleteProfile(here, "home").folders).toEqual({ "/clients": "sandbox" });
    expect(configIn({ ...here, folders: undefined } as never, "/clients").profile).toBe("work");
  });

  it("has to exist", async () => {
    expect(await failure(() => useProfileIn(two, "/clients", "hom"))).toMatchObject({ kind: "not-found" });
  });
});

describe("configuration keys", () => {
  it("are these", () => {
    expect(listKeys(none, "default").map(({ key }) => key)).toEqual([
      ...["org", "space", "site", "me", "base-url", "output", "history", "editor", "browser", "pager"],
    ]);
  });

  it("are set, read, listed and unset", () => {
    const one = setKey(none, "default", "space", "s1");
    expect(one).toEqual({ ...none, profiles: { default: { space: "s1" } } });
    const both = setKey(one, "default", "base-url", "https://docs.example/");
    expect(both.profiles).toEqual({ default: { space: "s1", baseUrl: "https://docs.example" } });
    expect(getKey(both, "default", "base-url")).toBe("https://docs.example");
    expect(listKeys(both, "default").map(({ key, value }) => ({ key, value }))).toEqual([
      { key: "org", value: undefined },
      { key: "space", value: "s1" },
      { key: "site", value: undefined },
      { key: "me", value: undefined },
      { key: "base-url", value: "https://docs.example" },
      { key: "output", value: undefined },
      { key: "history", value: undefined },
      ...["editor", "browser", "pager"].map((key) => ({ key, value: undefined })),
    ]);
    expect(unsetKey(both, "default", "space").profiles).toEqual({ default: { baseUrl: "https://docs.example" } });
  });

  it("name programs by commands that can be split into words", async () => {
    expect(setKey(none, "default", "pager", "less -R").profiles).toEqual({ default: { pager: "less -R" } });
    for (const value of ["", "  ", "code 'x"]) {
      const { kind, message } = await failure(() => setKey(none, "default", "editor", value));
      expect([kind, message]).toEqual([
        "usage",
        "the value of editor is not valid: it must be a command, with its quotes closed",
      ]);
    }
  });

  it("leave the configuration as it is when nothing changes", () => {
    expect(setKey(two, "work", "org", "o1")).toBe(two);
    expect(unsetKey(two, "work", "space")).toBe(two);
  });

  it("R49 keep the origin of the token when the base URL changes", () => {
    const next = setKey(two, "work", "base-url", "https://other.example");
    expect(next.profiles.work).toMatchObject({ baseUrl: "https://other.example", tokenOrigin: "https://work.example" });
  });

  it.each([
    ["org", ""],
    ["org", ".."],
    ["space", "a/b"],
    ["space", "-a"],
    ["site", "a b"],
    ["site", "a\u0007"],
    ["site", "a?b"],
    ["site", "a".repeat(257)],
    ["output", "xml"],
    ["base-url", ""],
  ])("refuse %s %j", async (key, value) => {
    expect((await failure(() => setKey(none, "default", key, value))).kind).toBe("usage");
  });

  it("pass on what the check of the base URL says", () => {
    expect(() => setKey(none, "default", "base-url", "ftp://x")).toThrow("ftp: is not https");
  });

  it("are unknown otherwise, with the list of them; a token is not repeated", async () => {
    const unknown = await failure(() => getKey(none, "default", "colour"));
    expect([unknown.kind, unknown.message]).toEqual(["usage", 'there is no setting "colour"']);
    expect((await failure(() => getKey(none, "default", "organisation"))).hint).toMatch(
      /^did you mean: org; the settings are /,
    );
    expect(unknown.hint).toBe(
      "the settings are org, space, site, me, base-url, output, history, editor, browser, pager",
    );
    const token = await failure(() => setKey(none, "default", "token", "hunter2"));
    expect(token.message).toBe("a token is not a setting");
    expect(`${token.message}${token.hint}`).not.toContain("hunter2");
  });

  it("belong to a profile that exists; the sandbox has all but the base URL", async () => {
    expect((await failure(() => setKey(none, "nobody", "org", "o"))).message).toBe('there is no profile "nobody"');
    expect(setKey(none, "sandbox", "org", "o").profiles).toEqual({ sandbox: { org: "o" } });
    expect((await failure(() => setKey(none, "sandbox", "base-url", "https://x"))).kind).toBe("usage");
  });
});

describe("aliases", () => {
  it("are set, read, listed and deleted", () => {
    const one = setAlias(setAlias(none, "mine", "cr list"), "all", "spaces list -L 9");
    expect(getAlias(one, "mine")).toBe("cr list");
    expect(listAliases(one)).toEqual([
      { name: "all", expansion: "spaces list -L 9" },
      { name: "mine", expansion: "cr list" },
    ]);
    expect(deleteAlias(one, "mine").aliases).toEqual({ all: "spaces list -L 9" });
    expect(deleteAlias(one, "nobody")).toBe(one);
    expect(setAlias(one, "mine", "cr list")).toBe(one);
  });

  it("do not see what every object has", () => {
    expect(getAlias(none, "constructor")).toBeUndefined();
    expect(getAlias(none, "__proto__")).toBeUndefined();
  });

  it("need a plain name and an expansion", async () => {
    for (const name of ["", "-x", "a b", "a/b", "__proto__"]) {
      expect((await failure(() => setAlias(none, name, "x"))).kind).toBe("usage");
    }
    expect((await failure(() => setAlias(none, "x", " "))).kind).toBe("usage");
  });
});
