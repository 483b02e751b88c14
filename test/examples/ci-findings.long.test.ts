/** The CI kits that report findings: where they are, and to whom. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { at, mine, review, runJob, shell, shownNow, testWithGh, useCi } from "./ci-harness.js";

useCi();

describe.each(["github", "gitlab"] as const)("%s", (service) => {
  const job = (kit: string, name: string, more = {}) => runJob(at, service, kit, name, { ...review, ...more });

  testWithGh(service, "links: a pull request that breaks six kinds of links has six findings", async () => {
    const page = (name: string) => join(at.dir, "manual", name);
    const edit = (name: string, change: (text: string) => string) =>
      writeFileSync(page(name), change(readFileSync(page(name), "utf8")));
    // Not written here, and with links that have been broken for long.
    cpSync("node_modules/undici/docs/docs", page("."), { recursive: true });
    const commit = "git add -A; git -c user.name=t -c user.email=t@t commit -q -m edit";
    await shell(at, `${commit}; git push -q origin HEAD:main`);
    const more = { DOCS_FOLDER: "manual", CI_MERGE_REQUEST_DIFF_BASE_SHA: "main" };
    await shell(at, "git -c user.name=t -c user.email=t@t commit -q --allow-empty -m nothing");
    const same = await job("links", "docs-links", more);
    expect(same, same.output).toMatchObject({ code: 0 });
    expect(shownNow()).toBe("");

    edit("api/Errors.md", (text) => `${text}\n[Limits](limits.md)\n\n![A circle](pictures/circle.png)\n`);
    edit("api/Agent.md", (text) =>
      text.replace("\n\n", "\n\n[Retries](RetryAgent.md#how-often)\n\n[run](javascript:run())\n\n"),
    );
    edit("api/Client.md", (text) => text.replace("### `Client.close([callback])`", "### Ending"));
    rmSync(page("best-practices/writing-tests.md"));
    await shell(at, commit);
    // A merge request runs on a branch of its own; a pull request on what would be merged.
    const broken = await job("links", "docs-links", more);
    expect(broken, broken.output).toMatchObject({ code: 11 });
    const found = [...shownNow().matchAll(/^ {2}- `manual\/(.+):(\d+)`$/gm)].map(
      ([, file = "", line]) => [file, readFileSync(page(file), "utf8").split("\n")[Number(line) - 1]] as const,
    );
    const lineWith = (part: string) => expect.stringContaining(part);
    expect(found.sort()).toEqual([
      ["api/Agent.md", lineWith("RetryAgent.md#how-often")],
      ["api/Agent.md", lineWith("javascript:run()")],
      ["api/Errors.md", lineWith("pictures/circle.png")],
      ["api/Errors.md", lineWith("limits.md")],
      ["api/SnapshotAgent.md", lineWith("writing-tests.md")],
      ["api/api-lifecycle.md", lineWith("(Client.md#clientclosecallback)")],
    ]);
    if (service === "github")
      expect(broken.output.match(/^::(?:error|warning) file=manual\/.+,line=\d+,/gm)).toHaveLength(6);
  });

  testWithGh(service, "code-scanning uploads findings with files and lines", async () => {
    expect((await job("nightly-snapshot", "docs-nightly")).code).toBe(0);
    const ran = await job("code-scanning", "docs-code-scanning");
    expect(ran, ran.output).toMatchObject({ code: 0 });
    const file = service === "github" ? `${review.NOTES}.sarif` : join(at.dir, "docs.sarif");
    const [{ results }] = JSON.parse(readFileSync(file, "utf8")).runs;
    const [{ uri }] = results.map(
      ({ locations }: { locations: { physicalLocation: { artifactLocation: object } }[] }) =>
        locations[0]?.physicalLocation.artifactLocation,
    );
    expect(existsSync(join(at.dir, uri))).toBe(true);
    expect(uri).toMatch(/^content\//);
    const refused = await job("code-scanning", "docs-code-scanning", { token: "wrong-token" });
    expect(refused.code).toBe(1);
  });

  testWithGh(service, "nightly-snapshot opens one issue on bad nights, and closes it after", async () => {
    const issue = () => (existsSync(`${review.NOTES}.issue`) ? readFileSync(`${review.NOTES}.issue`, "utf8") : "");
    const night = async (more = {}) => (await job("nightly-snapshot", "docs-nightly", more)).code;
    expect(await night()).toBe(0);
    expect(issue()).toBe("");
    const made = await mine(at, "docs sandbox token create --as casey@lindqvist-translations.example -q .token");
    // A token that sees less: the snapshot before stays the latest.
    const less = { token: made.output.split("\n")[0] };
    expect(await night(less)).toBe(0);
    expect(issue()).toMatch(/^Exit code 9, .*\n\n( {4}.*\n)+$/);
    // Nobody knows this one: nothing is read, and the job fails.
    expect(await night({ token: "wrong-token" })).toBe(4);
    expect(issue().match(/^Exit code/gm)).toHaveLength(2);
    expect(await night()).toBe(0);
    expect(issue()).toBe("");
  });
});
