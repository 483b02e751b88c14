import { describe, expect, it } from "vitest";
import { cacheDir, configDir, dataDir, type Env } from "../../src/system/folders.js";
import { failure } from "../config/place.js";

const all = (env: Env, platform: string) => [configDir(env, platform), dataDir(env, platform), cacheDir(env, platform)];

describe("folders", () => {
  it("are below HOME on Linux", () => {
    expect(all({ HOME: "/home/ann" }, "linux")).toEqual([
      "/home/ann/.config/docs",
      "/home/ann/.local/share/docs",
      "/home/ann/.cache/docs",
    ]);
  });

  it("follow the XDG variables", () => {
    const env = { HOME: "/home/ann", XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_CACHE_HOME: "/k" };
    expect(all(env, "linux")).toEqual(["/c/docs", "/d/docs", "/k/docs"]);
    expect(all(env, "darwin")).toEqual(["/c/docs", "/d/docs", "/k/docs"]);
  });

  it("are in the Library on macOS", () => {
    expect(all({ HOME: "/Users/ann" }, "darwin")).toEqual([
      "/Users/ann/Library/Application Support/docs",
      "/Users/ann/Library/Application Support/docs",
      "/Users/ann/Library/Caches/docs",
    ]);
  });

  it("are in APPDATA and LOCALAPPDATA on Windows", () => {
    const env = { APPDATA: "C:\\Users\\ann\\Roaming", LOCALAPPDATA: "C:\\Users\\ann\\Local", HOME: "/home/ann" };
    expect(all(env, "win32")).toEqual([
      "C:\\Users\\ann\\Roaming\\docs",
      "C:\\Users\\ann\\Local\\docs",
      "C:\\Users\\ann\\Local\\docs\\cache",
    ]);
    expect(configDir({ APPDATA: "\\\\server\\share" }, "win32")).toBe("\\\\server\\share\\docs");
  });

  it("R40 do not exist where HOME is unset, empty or relative", () => {
    for (const home of [{}, { HOME: "" }, { HOME: "home/ann" }, { HOME: "." }]) {
      expect(all(home, "linux")).toEqual([undefined, undefined, undefined]);
      expect(all(home, "darwin")).toEqual([undefined, undefined, undefined]);
    }
  });

  it("R40 pass over empty and relative XDG variables", () => {
    const bad = { XDG_CONFIG_HOME: "conf", XDG_DATA_HOME: "", XDG_CACHE_HOME: "./cache" };
    expect(all(bad, "linux")).toEqual([undefined, undefined, undefined]);
    expect(all({ ...bad, HOME: "/h" }, "linux")).toEqual(["/h/.config/docs", "/h/.local/share/docs", "/h/.cache/docs"]);
  });

  it("R40 do not exist where APPDATA is empty, relative or without a drive", () => {
    for (const bad of ["", "Roaming", "C:Roaming", "\\Roaming", "/Roaming"]) {
      expect(all({ APPDATA: bad, LOCALAPPDATA: bad }, "win32")).toEqual([undefined, undefined, undefined]);
    }
  });

  it("let DOCS_CONFIG_DIR choose the folder of the configuration only", () => {
    expect(all({ HOME: "/h", XDG_CONFIG_HOME: "/c", DOCS_CONFIG_DIR: "/own" }, "linux")).toEqual([
      "/own",
      "/h/.local/share/docs",
      "/h/.cache/docs",
    ]);
    expect(configDir({ HOME: "/h", DOCS_CONFIG_DIR: "" }, "linux")).toBe("/h/.config/docs");
  });

  it("R40 R52 refuse a relative DOCS_CONFIG_DIR", async () => {
    const error = await failure(() => configDir({ HOME: "/h", DOCS_CONFIG_DIR: ".docs" }, "linux"));
    expect(error.kind).toBe("config");
    expect(error.message).toBe("DOCS_CONFIG_DIR must be an absolute path");
  });
});
