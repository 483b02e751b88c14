/** What the CI kits do, once for all services that run them: render.ts writes it as a file of each. */

export const SERVICES = ["github", "gitlab"] as const;
export type CiService = (typeof SERVICES)[number];

export interface Step {
  name: string;
  /** Lines of POSIX shell. */
  run: readonly string[];
}

export interface Job {
  /** A word: the job's name. */
  name: string;
  /** `change`: on pull requests that touch `paths`; `main`: on the main branch; `night`: every night; `hand`: when somebody starts it. */
  on: "change" | "main" | "night" | "hand";
  /** Only when one of these changed. */
  paths?: readonly string[];
  /** What whoever starts it types, as a variable. */
  input?: { variable: string; describe: string };
  /** It changes something in the service: it gets the token that may, all others one that only reads. */
  writes?: true;
  /** It commits to the repository that it runs in. */
  commits?: true;
  /** Files kept from run to run. */
  keeps?: readonly string[];
  /** Files to look at afterward. */
  artifacts?: readonly string[];
  /** A JUnit report among them. */
  junit?: string;
  /** Markdown of what was found: a comment of the pull request, else the summary of the job; whatever came of the steps before. */
  report?: string;
  steps: readonly Step[];
}

export interface Kit {
  name: string;
  summary: string;
  /** What has to be there, one sentence a line. */
  needs: readonly string[];
  jobs: readonly Job[];
}

const PLACE = "Variables of the project: DOCS_BASE_URL, DOCS_ORG.";
const READS = "Secret DOCS_TOKEN_READ (masked): a token of a member who may only read.";
const writes = (what: string): string =>
  `Secret DOCS_TOKEN (protected; on GitHub in the environment docs): a token of a member who may ${what}.`;

/** A step that fails later, so that its report is told first. */
const later = (command: string): string => `${command} || echo $? > docs-exit-code`;
const END: Step = { name: "End as the check did", run: ['exit "$(cat docs-exit-code 2>/dev/null || echo 0)"'] };

/** A loop over the files of sites, between two lines of shell; the last failure is kept. */
const eachSite = (command: string, flags: string, [before, after]: readonly string[] = []): string[] => [
  "for file in sites/*.yaml; do",
  ...(before === undefined ? [] : [`  ${before}`]),
  `  ${later(`${command} "$file" ${flags}`)}`,
  ...(after === undefined ? [] : [`  ${after}`]),
  "done",
];

export const KITS: readonly Kit[] = [
  {
    name: "setup",
    summary: "Install docs and try the token, before anything depends on it",
    needs: [PLACE, READS],
    jobs: [
      {
        name: "docs-setup",
        on: "hand",
        steps: [{ name: "Try the token", run: ["docs auth status", "docs orgs view"] }],
      },
    ],
  },
  {
    name: "links",
    summary: "Broken links as a check of pull requests, and every night; those that are known do not fail it",
    needs: [
      PLACE,
      READS,
      "docs-baseline.json in the repository: docs checks baseline docs-baseline.json --tag content --reason known",
    ],
    jobs: (["change", "night"] as const).map(
      (on): Job => ({
        name: on === "change" ? "docs-links" : "docs-links-nightly",
        on,
        artifacts: ["links.md", "links.xml"],
        junit: "links.xml",
        report: "links.md",
        steps: [
          {
            name: "Look for broken links",
            run: [
              later(
                "docs checks run links-broken --baseline docs-baseline.json --report markdown=links.md --report junit=links.xml",
              ),
            ],
          },
          END,
        ],
      }),
    ),
  },
  {
    name: "merge-gate",
    summary: "Merge a change request only when its checks pass",
    needs: [PLACE, "Variable DOCS_SPACE: the space of the change requests.", writes("merge")],
    jobs: [
      {
        name: "docs-merge",
        on: "hand",
        input: { variable: "CHANGE", describe: "number of the change request" },
        writes: true,
        artifacts: ["checks.md", "checks.xml"],
        junit: "checks.xml",
        report: "checks.md",
        steps: [
          // 11 is findings, 9 what could not be told: both stop here.
          {
            name: "Check it",
            run: [later('docs cr check --report markdown=checks.md --report junit=checks.xml -- "$CHANGE"')],
          },
          // Checked once more: somebody may have commented since.
          { name: "Merge it", run: [later('[ -e docs-exit-code ] || docs cr merge --if-ready --yes -- "$CHANGE"')] },
          END,
        ],
      },
    ],
  },
  {
    name: "nightly-snapshot",
    summary: "The organization as files in git, every night: its history, and a backup",
    needs: [PLACE, READS, "A private repository: it will hold every text that the token may read."],
    jobs: [
      {
        name: "docs-nightly",
        on: "night",
        commits: true,
        keeps: ["organization.docs"],
        steps: [
          {
            name: "Read the organization",
            run: [
              "if [ -e organization.docs ]; then cp -p organization.docs before.docs; fi",
              // 9: made, with parts that could not be read; the export keeps what it had of these.
              'docs snapshots create organization.docs || [ "$?" -eq 9 ]',
            ],
          },
          { name: "Write it as files", run: ['docs snapshots export organization.docs content || [ "$?" -eq 9 ]'] },
          {
            name: "Tell what is different",
            run: [
              'echo "Organization as of $(date -u +%F)" > message; echo >> message',
              'if [ -e before.docs ]; then docs snapshots diff before.docs organization.docs -o table > different || [ "$?" -eq 9 ]; head -n 200 different >> message; fi',
              "cat message",
            ],
          },
          {
            name: "Commit it",
            run: [
              "git add content",
              "git diff --cached --quiet || git commit --cleanup=verbatim --file=message",
              "git push origin HEAD",
            ],
          },
        ],
      },
    ],
  },
  {
    name: "site",
    summary: "Sites as files: the plan of each on pull requests, applied on the main branch",
    needs: [
      PLACE,
      READS,
      writes("change sites"),
      "A file a site, in the folder sites: docs sites export <site> -O sites/<name>.yaml",
    ],
    jobs: [
      {
        name: "docs-site-plan",
        on: "change",
        paths: ["sites/**"],
        artifacts: ["site.md"],
        report: "site.md",
        steps: [
          {
            name: "Plan each",
            run: [
              ": > site.md",
              ...eachSite("docs sites plan", "-o table >> site.md 2>&1", [
                "printf '**%s**\\n\\n```diff\\n' \"$file\" >> site.md",
                "printf '\\n```\\n\\n' >> site.md",
              ]),
            ],
          },
          END,
        ],
      },
      {
        name: "docs-site-apply",
        on: "main",
        paths: ["sites/**"],
        writes: true,
        // One that does not go well does not keep the others back.
        steps: [{ name: "Apply each", run: eachSite("docs sites apply", "--yes") }, END],
      },
    ],
  },
];
