import { describe, expect, it } from "vitest";
import { namedSnapshot, resolveSettings, type SettingFlags } from "../../src/config/resolve.js";
import type { Config } from "../../src/config/schema.js";
import { failure } from "./place.js";

const named = (flags: SettingFlags = {}, env: Record<string, string> = {}) => namedSnapshot(flags, env);

describe("the snapshot that is read", () => {
  it("is named by the flag, otherwise by the environment", () => {
    expect(named()).toBeUndefined();
    expect(named({}, { DOCS_SNAPSHOT: "" })).toBeUndefined();
    expect(named({}, { DOCS_SNAPSHOT: "e.docs" })).toEqual({ file: "e.docs", source: "environment" });
    expect(named({ snapshot: "f.docs" }, { DOCS_SNAPSHOT: "e.docs" })).toEqual({ file: "f.docs", source: "flag" });
  });

  it("excludes flags that name a service or a token", async () => {
    for (const [flags, name] of [
      [{ profile: "work" }, "--profile"],
      [{ sandbox: true }, "--sandbox"],
      [{ baseUrl: "https://docs.example" }, "--base-url"],
    ] as const) {
      expect(await failure(() => named({ snapshot: "f.docs", ...flags }))).toMatchObject({
        kind: "usage",
        message: `--snapshot and ${name} cannot be used together: a snapshot is not a service`,
      });
      // A flag goes before the environment.
      expect(named(flags, { DOCS_SNAPSHOT: "e.docs" })).toBeUndefined();
    }
    for (const [flags, name] of [
      [{ tokenStdin: true }, "--token-stdin"],
      [{ tokenFile: "token.txt" }, "--token-file"],
    ] as const) {
      const message = `--snapshot and ${name} cannot be used together: a snapshot needs no token`;
      expect(await failure(() => named({ snapshot: "f.docs", ...flags }))).toMatchObject({ kind: "usage", message });
      expect(await failure(() => named(flags, { DOCS_SNAPSHOT: "e.docs" }))).toMatchObject({
        kind: "usage",
        message: message.replace("--snapshot", "DOCS_SNAPSHOT"),
      });
    }
    expect(await failure(() => named({ snapshot: "" }))).toMatchObject({ kind: "usage" });
    // As elsewhere, the flag goes before variables that name a service.
    const env = { DOCS_PROFILE: "work", DOCS_BASE_URL: "https://docs.example", DOCS_TOKEN: "secret" };
    expect(named({ snapshot: "f.docs" }, env)).toEqual({ file: "f.docs", source: "flag" });
  });

  it("takes nothing from the profile in use but the output format", () => {
    const config: Config = {
      version: 1,
      profile: "work",
      profiles: {
        work: { baseUrl: "https://work.example", token: "t", org: "o1", space: "s1", me: "u1", output: "json" },
      },
      aliases: {},
    };
    const env = { DOCS_SPACE: "s2", DOCS_PROFILE: "elsewhere", DOCS_TOKEN: "secret" };
    expect(resolveSettings({ flags: { snapshot: "f.docs", site: "t3" }, env, config })).toMatchObject({
      sandbox: false,
      baseUrl: undefined,
      org: undefined,
      space: { value: "s2", source: "environment" },
      site: { value: "t3", source: "flag" },
      me: undefined,
      output: "json",
      token: { from: "none" },
    });
  });
});
