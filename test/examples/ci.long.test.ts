/** The CI kits, step by step as the services run them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandOf } from "../helpers/cli.js";
import { at, mine, review, runJob, sent, shell, shownNow, testWithGh, told, useCi } from "./ci-harness.js";

useCi();

describe.each(["github", "gitlab"] as const)("%s", (service) => {
  const job = (kit: string, name: string, more = {}) => runJob(at, service, kit, name, { ...review, ...more });

  test("setup tells whether the token works", async () => {
    const ran = await job("setup", "docs-setup");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.output).toContain("Halden Robotics");
    expect((await job("setup", "docs-setup", { token: "wrong-token" })).code).toBe(4);
  });

  testWithGh(service, "links: new ones fail the check and are told; known ones do not", async () => {
    await mine(at, "docs checks baseline docs-baseline.json --tag sites --reason none");
    const failed = await job("links", "docs-links");
    expect(failed, failed.output).toMatchObject({ code: 11 });
    expect(shownNow()).toMatch(/^<!-- docs checks -->\n.*links-broken/s);
    expect(readFileSync(join(at.dir, "links.xml"), "utf8")).toContain("<testsuite");
    // The same comment says what is so now.
    rmSync(join(at.dir, "docs-exit-code"));
    expect((await job("links", "docs-links")).code).toBe(11);
    expect(shownNow().match(/<!-- docs checks -->/g)).toHaveLength(1);
    rmSync(join(at.dir, "docs-exit-code"));
    expect(await mine(at, "docs checks baseline docs-baseline.json --tag content --reason known")).toMatchObject({
      code: 0,
    });
    for (const name of ["docs-links", "docs-links", "docs-links-nightly"]) {
      const ran = await job("links", name);
      expect(ran, ran.output).toMatchObject({ code: 0 });
      // It goes when all is well, and nothing is said where there is nothing.
      expect(shownNow()).toBe("");
    }
    const counted = (word: RegExp) => sent.filter((one) => word.test(one)).length;
    expect([/^POST/, /PUT|PATCH/, /DELETE/].map(counted)).toEqual([1, 1, 1]);
  });

  test("merge-gate merges what is ready, and nothing else", async () => {
    const stdout = execFileSync(...commandOf("spaces", "list", "-q", '.[] | select(.title == "Tern User Guide").id'), {
      env: { ...at.env, DOCS_TOKEN: at.token },
      encoding: "utf8",
    });
    const more = { DOCS_SPACE: stdout.trim() };
    const state = async (number: string) => (await mine(at, `docs cr view ${number} -q .status`, more)).output.trim();
    const waiting = await job("merge-gate", "docs-merge", { ...more, CHANGE: "42" });
    expect(waiting, waiting.output).toMatchObject({ code: 11 });
    expect(waiting.output).toContain("1 open comment");
    if (service === "github") expect(told("GITHUB_STEP_SUMMARY")).toContain("cr-unresolved-comments");
    expect(await state("42")).toBe("open");
    rmSync(join(at.dir, "docs-exit-code"));
    // What is typed is never a flag.
    expect((await job("merge-gate", "docs-merge", { ...more, CHANGE: "--help" })).code).toBe(2);
    rmSync(join(at.dir, "docs-exit-code"));
    await mine(at, "docs comments resolve mC6yKp2nWvB9RxZt5JqD --cr 42", more);
    const merged = await job("merge-gate", "docs-merge", { ...more, CHANGE: "42" });
    expect(merged, merged.output).toMatchObject({ code: 0 });
    expect(await state("42")).toBe("merged");
  });

  testWithGh(service, "nightly-snapshot commits what is different, once", async () => {
    const commits = async () => Number((await shell(at, "git rev-list --count origin/main")).output);
    const first = await job("nightly-snapshot", "docs-nightly");
    expect(first, first.output).toMatchObject({ code: 0 });
    expect(await commits()).toBe(2);
    expect((await job("nightly-snapshot", "docs-nightly")).code).toBe(0);
    expect(await commits()).toBe(2);
    await mine(at, 'docs orgs edit --title "Halden Works" --yes');
    const third = await job("nightly-snapshot", "docs-nightly");
    expect(third, third.output).toMatchObject({ code: 0 });
    expect((await shell(at, "git show origin/main")).output).toContain("Halden Works");
    if (service === "github") return;
    // The token comes when git asks for it, and is nowhere on the disk.
    const fill = await shell(
      at,
      "printf 'protocol=https\\nhost=git.example\\n\\n' | git credential fill; cat .git/config",
    );
    expect(fill.output).toContain("password=push-secret");
    expect(fill.output.match(/push-secret/g)).toHaveLength(1);
  });

  testWithGh(service, "site: each planned on a pull request, applied on the main branch", async () => {
    const file = join(at.dir, "sites", "halden.yaml");
    mkdirSync(join(at.dir, "sites"));
    expect((await mine(at, 'docs sites export "Halden Docs" -O sites/halden.yaml')).code).toBe(0);
    const same = await job("site", "docs-site-plan");
    expect(same, same.output).toMatchObject({ code: 0 });
    told();
    writeFileSync(file, readFileSync(file, "utf8").replace(/^title: .*$/m, "title: Halden Help"));
    const planned = await job("site", "docs-site-plan");
    expect(planned, planned.output).toMatchObject({ code: 0 });
    const comment = told();
    expect(comment).toMatch(/^\*\*sites\/halden\.yaml\*\*\n\n```diff\n/);
    expect(comment).toContain('title: "Halden Docs" → "Halden Help"');
    // Another file that is wrong is told, fails the job, and does not keep this one back.
    writeFileSync(join(at.dir, "sites", "bad.yaml"), "title: a\ntitel: b\n");
    expect((await job("site", "docs-site-plan")).code).toBe(2);
    expect(told()).toContain('line 2: a site has no key "titel"');
    rmSync(join(at.dir, "docs-exit-code"));
    expect((await job("site", "docs-site-apply")).code).toBe(2);
    expect((await mine(at, "docs sites list -q '.[].title'")).output).toContain("Halden Help");
  });

  testWithGh(
    service,
    "plan: viewed on a pull request in one comment, applied on the main branch with a receipt",
    async () => {
      const commit = (message: string) =>
        shell(at, `git add plans && git -c user.name=t -c user.email=t@t commit -qm "${message}" && git push -q`);
      const base = (await shell(at, "git rev-parse HEAD")).output.trim();
      const refs = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_COMMIT_BEFORE_SHA: base };
      mkdirSync(join(at.dir, "plans"));
      const title = 'docs orgs edit --title "Halden Works" --plan plans/title.plan';
      expect(await mine(at, title)).toMatchObject({ code: 0 });
      expect(await commit("Rename the organization")).toMatchObject({ code: 0 });
      for (let run = 1; run <= 2; run += 1) {
        const viewed = await job("plan", "docs-plan-view", refs);
        expect(viewed, viewed.output).toMatchObject({ code: 0 });
        expect(shownNow()).toMatch(/^<!-- docs-plans -->\n\*\*plans\/title\.plan\*\*\n/);
        expect(shownNow()).toContain("Halden Works");
        expect(shownNow().match(/<!-- docs-plans -->/g)).toHaveLength(1);
      }
      expect(sent.filter((one) => /^POST/.test(one))).toHaveLength(1);
      expect((await mine(at, "docs orgs view -q .title")).output).toBe("Halden Robotics\n");
      // A push brings a commit after the one with the plan.
      expect(await shell(at, "git -c user.name=t -c user.email=t@t commit -q --allow-empty -m More")).toMatchObject({
        code: 0,
      });
      const applied = await job("plan", "docs-plan-apply", refs);
      expect(applied, applied.output).toMatchObject({ code: 0 });
      expect((await mine(at, "docs orgs view -q .title")).output).toBe("Halden Works\n");
      const receipt = JSON.parse(readFileSync(join(at.dir, "receipts", "title.plan.json"), "utf8"));
      expect(receipt.verified.map(({ holds }: { holds: unknown }) => holds)).toEqual([true]);
      // A plan that does not hold any more is named, fails the job, and sends nothing.
      rmSync(join(at.dir, "receipts"), { recursive: true });
      rmSync(join(at.dir, "plans", "title.plan.state"));
      await mine(at, 'docs orgs edit --title "Halden Again" --yes');
      expect((await job("plan", "docs-plan-apply", refs)).code).toBe(9);
      expect((await mine(at, "docs orgs view -q .title")).output).toBe("Halden Again\n");
    },
  );
});
