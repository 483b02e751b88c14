/** Which editor, browser and pager are used. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { usePrograms } from "../../src/app/client/run-session.js";
import { browse } from "../../src/app/process-host.js";
import { findProgram, programFolders } from "../../src/shared/find-program.js";

const folder = mkdtempSync(join(tmpdir(), "programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program of the profile", () => {
  const programs = { editor: "code --wait", browser: "firefox", pager: "more" };

  test("comes after what the environment says for docs, and before what it says for all", () => {
    const env: NodeJS.ProcessEnv = { VISUAL: "vi", EDITOR: "ed", PAGER: "less", BROWSER: "lynx" };
    usePrograms({ programs }, env);
    expect(env).toMatchObject({ VISUAL: "code --wait", DOCS_PAGER: "more", DOCS_BROWSER: "firefox" });
    const own: NodeJS.ProcessEnv = { DOCS_EDITOR: "nano", DOCS_PAGER: "", DOCS_BROWSER: "w3m" };
    usePrograms({ programs }, own);
    expect(own).toEqual({ DOCS_EDITOR: "nano", VISUAL: "nano", DOCS_PAGER: "", DOCS_BROWSER: "w3m" });
  });

  test("that is not named changes nothing", () => {
    const env: NodeJS.ProcessEnv = { VISUAL: "vi" };
    usePrograms({ programs: {} }, env);
    expect(env).toEqual({ VISUAL: "vi" });
  });
});

test("the sandbox has no app: no browser is started", async () => {
  await expect(browse("https://docs.sandbox.invalid/o/a")).rejects.toMatchObject({
    kind: "not-found",
    message: "the sandbox has no app: https://docs.sandbox.invalid/o/a does not exist",
  });
});

test("programs are found in absolute folders only, and only files that may be run", () => {
  writeFileSync(join(folder, "less"), "", { mode: 0o755 });
  writeFileSync(join(folder, "data"), "", { mode: 0o644 });
  const PATH = `:.:bin:${folder}:${folder}:/nowhere`;
  expect(programFolders({ PATH })).toEqual([folder, "/nowhere"]);
  expect(findProgram("less", { PATH })).toBe(join(folder, "less"));
  expect([
    findProgram("data", { PATH }),
    findProgram("less", { PATH: `:${process.cwd()}` }),
    findProgram("less", {}),
  ]).toEqual([undefined, undefined, undefined]);
});
