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
  /** It commits to the repository that it runs in. */
  commits?: true;
  /** Files kept from run to run. */
  keeps?: readonly string[];
  /** Files to look at afterward. */
  artifacts?: readonly string[];
  /** A JUnit report among them. */
  junit?: string;
  /** Markdown that is posted to the pull request, whatever came of the steps before. */
  comment?: string;
  steps: readonly Step[];
}

export interface Kit {
  name: string;
  summary: string;
  /** What has to be there, one sentence a line. */
  needs: readonly string[];
  jobs: readonly Job[];
}

const TOKEN = "Variables of the project: DOCS_TOKEN (masked), DOCS_BASE_URL, DOCS_ORG.";

/** A step that fails later, so that its report is told first. */
const later = (command: string): string => `${command} || echo $? > code`;
const END: Step = { name: "End as the check did", run: ['exit "$(cat code 2>/dev/null || echo 0)"'] };

export const KITS: readonly Kit[] = [
  {
    name: "setup",
    summary: "Install docs and try the token, before anything depends on it",
    needs: [TOKEN],
    jobs: [
      {
        name: "docs-setup",
        on: "hand",
        steps: [{ name: "Try the token", run: ["docs auth status", "docs orgs view -q .title"] }],
      },
    ],
  },
  {
    name: "links",
    summary: "Broken links as a check of pull requests, and every night; those that are known do not fail it",
    needs: [
      TOKEN,
      "docs-baseline.json in the repository: docs checks baseline docs-baseline.json --tag content --reason known",
    ],
    jobs: (["change", "night"] as const).map(
      (on): Job => ({
        name: on === "change" ? "docs-links" : "docs-links-nightly",
        on,
        artifacts: ["links.md", "links.xml"],
        junit: "links.xml",
        ...(on === "change" && { comment: "links.md" }),
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
    needs: [TOKEN, "DOCS_SPACE: the space of the change requests."],
    jobs: [
      {
        name: "docs-merge",
        on: "hand",
        input: { variable: "CHANGE", describe: "number of the change request" },
        steps: [
          { name: "Check it", run: ['docs cr check "$CHANGE"'] },
          { name: "Merge it", run: ['docs cr merge "$CHANGE" --if-ready --yes'] },
        ],
      },
    ],
  },
  {
    name: "nightly-snapshot",
    summary: "The organization as files in git, every night: its history, and a backup",
    needs: [TOKEN, "A private repository: it will hold every text that the token may read."],
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
    summary: "A site as one file: the plan on pull requests, applied on the main branch",
    needs: [TOKEN, "site.yaml in the repository: docs sites export <site> -O site.yaml"],
    jobs: [
      {
        name: "docs-site-plan",
        on: "change",
        paths: ["site.yaml"],
        artifacts: ["site.md", "site.plan"],
        comment: "site.md",
        steps: [
          {
            name: "Plan it",
            run: [
              later("docs sites plan site.yaml --plan site.plan"),
              "{ echo '```diff'; if [ -s site.plan ]; then docs plans view site.plan -o table; else echo 'no changes'; fi; echo '```'; } > site.md",
            ],
          },
          END,
        ],
      },
      {
        name: "docs-site-apply",
        on: "main",
        paths: ["site.yaml"],
        steps: [{ name: "Apply it", run: ["docs sites apply site.yaml --yes"] }],
      },
    ],
  },
];
