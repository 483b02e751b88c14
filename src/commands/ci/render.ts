// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the services, not ours
/** Kits as files of the services that run them. */
import { type CiService, type Job, KITS, type Kit } from "./kits.js";

/** The release whose commands a kit uses; `DOCS_CLI` takes another one, or a file. It needs no script of any package. */
const INSTALL = (version: string): string =>
  `npm install --global --ignore-scripts "\${DOCS_CLI:-docs-admin-cli@${version}}"`;

/** Variables that people set once; the token is a secret. */
const VARIABLES = ["DOCS_BASE_URL", "DOCS_ORG", "DOCS_SPACE", "DOCS_SITE"];

const indented = (depth: number, lines: readonly string[]): string[] => lines.map((line) => " ".repeat(depth) + line);

const head = ({ name, summary, needs }: Kit, where: string): string[] => [
  `# ${summary}.`,
  `# ${where}; printed by: docs ci show ${name}`,
  ...needs.map((need) => `# Needs: ${need}`),
];

/** Text of the file, with a line end. `version` is that of this tool. */
export function kitText(kit: Kit, service: CiService, version: string): string {
  const lines = service === "github" ? github(kit, version) : gitlab(kit, version);
  return `${lines.join("\n")}\n`;
}

/** Where a project keeps it. */
export const kitPath = ({ name }: Kit, service: CiService): string =>
  service === "github" ? `.github/workflows/docs-${name}.yml` : `.gitlab/docs-${name}.yml`;

/** Every file, by its path below `examples/ci/`. */
export const kitFiles = (version: string): [path: string, text: string][] =>
  (["github", "gitlab"] as const).flatMap((service) =>
    KITS.map((kit): [string, string] => [`${service}/${kit.name}.yml`, kitText(kit, service, version)]),
  );

const quoted = (text: string): string => JSON.stringify(text);

// ---- GitHub

/** Commits, as a tag may be moved to another one; the version is for people and for what keeps them up to date. */
const ACTIONS = {
  checkout: "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2",
  node: "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0",
  cache: "actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3",
  upload: "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2",
} as const;

function github(kit: Kit, version: string): string[] {
  return [
    ...head(kit, "Workflow for GitHub Actions: .github/workflows/"),
    `name: docs ${kit.name}`,
    "",
    "on:",
    ...kit.jobs.flatMap((job) => indented(2, trigger(job))),
    "",
    "jobs:",
    ...kit.jobs.flatMap((job) => indented(2, githubJob(job, kit, version))),
  ];
}

function trigger({ on, paths = [], input }: Job): string[] {
  const only = paths.length === 0 ? [] : indented(2, [`paths: [${paths.map(quoted).join(", ")}]`]);
  if (on === "change") return ["pull_request:", ...only];
  if (on === "main") return ["push:", "  branches: [main]", ...only];
  if (on === "night") return ["schedule:", '  - cron: "17 3 * * *"', "workflow_dispatch:"];
  if (!input) return ["workflow_dispatch:"];
  const { variable, describe } = input;
  const wanted = [`${variable.toLowerCase()}:`, `  description: ${quoted(describe)}`, "  required: true"];
  return ["workflow_dispatch:", "  inputs:", ...indented(4, wanted)];
}

/** Pull requests of forks get no secrets: there is nothing that a job could do for them. */
const OWN_PULL_REQUEST =
  "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository";

const conditionOf = (job: Job, { jobs }: Kit): string | undefined => {
  if (job.on === "change") return OWN_PULL_REQUEST;
  return jobs.length > 1 ? "github.event_name != 'pull_request'" : undefined;
};

const isTold = ({ on, report }: Job): boolean => on === "change" && report !== undefined;
const isAlone = ({ writes, commits }: Job): boolean => Boolean(writes || commits);

function githubJob(job: Job, kit: Kit, version: string): string[] {
  const { name, input, commits, writes } = job;
  const condition = conditionOf(job, kit);
  return [
    `${name}:`,
    ...(condition === undefined ? [] : [`  if: ${condition}`]),
    "  runs-on: ubuntu-latest",
    "  permissions:",
    `    contents: ${commits ? "write" : "read"}`,
    ...(isTold(job) ? ["    pull-requests: write"] : []),
    ...(isAlone(job) ? [`  concurrency: ${name}`] : []),
    // Its secrets are out of reach of other jobs, and people may have to agree.
    ...(writes ? ["  environment: docs"] : []),
    "  env:",
    ...VARIABLES.map((variable) => `    ${variable}: \${{ vars.${variable} }}`),
    ...(input ? [`    ${input.variable}: \${{ inputs.${input.variable.toLowerCase()} }}`] : []),
    "  steps:",
    ...githubSteps(job, version).flatMap((lines) => indented(4, lines)),
  ];
}

/** What is told and kept comes before the last step, which ends as the check did. */
function githubSteps(job: Job, version: string): string[][] {
  const { name, steps, keeps, artifacts, commits } = job;
  const own = steps.map((one) => step(one.name, one.run, docsEnv(job, one.run)));
  return [
    [`- uses: ${ACTIONS.checkout}`, ...(commits ? [] : ["  with:", "    persist-credentials: false"])],
    [`- uses: ${ACTIONS.node}`, "  with:", "    node-version: 24"],
    ...(keeps ? [cacheStep(name, keeps)] : []),
    step("Install docs", [INSTALL(version)]),
    ...(commits ? [step("Who commits", GIT_NAME)] : []),
    ...own.slice(0, -1),
    ...reportStep(job),
    ...(artifacts ? [artifactStep(name, artifacts)] : []),
    ...own.slice(-1),
  ];
}

/** The token is there for what needs it alone: not for actions, and not for what an installation runs. */
const docsEnv = ({ writes }: Job, run: readonly string[]): string[] =>
  run.some((line) => /\bdocs [a-z]/.test(line))
    ? [`DOCS_TOKEN: \${{ secrets.${writes ? "DOCS_TOKEN" : "DOCS_TOKEN_READ"} }}`]
    : [];

/** A check that could not even begin has no report. */
function reportStep(job: Job): string[][] {
  const { report } = job;
  if (report === undefined) return [];
  const there = `[ ! -s ${report} ] ||`;
  if (!isTold(job)) return [step("Tell", [`${there} cat ${report} >> "$GITHUB_STEP_SUMMARY"`])];
  const env = ["GH_TOKEN: ${{ github.token }}", "PULL_REQUEST: ${{ github.event.pull_request.number }}"];
  return [step("Tell the pull request", [`${there} gh pr comment "$PULL_REQUEST" --body-file ${report}`], env)];
}

const cacheStep = (name: string, files: readonly string[]): string[] => [
  `- uses: ${ACTIONS.cache}`,
  "  with:",
  `    path: ${files.join(" ")}`,
  `    key: ${name}-\${{ github.run_id }}`,
  `    restore-keys: ${name}-`,
];

const artifactStep = (name: string, files: readonly string[]): string[] => [
  `- uses: ${ACTIONS.upload}`,
  "  if: always()",
  "  with:",
  `    name: ${name}`,
  "    path: |",
  ...indented(6, files),
];

const GIT_NAME = ['git config user.name "docs"', 'git config user.email "docs@users.noreply.invalid"'];

const step = (name: string, run: readonly string[], env: readonly string[] = []): string[] => [
  `- name: ${name}`,
  ...(env.length > 0 ? ["  env:", ...indented(4, env)] : []),
  "  run: |",
  ...indented(4, run),
];

// ---- GitLab

const RULES: Readonly<Record<Job["on"], string>> = {
  change: '$CI_PIPELINE_SOURCE == "merge_request_event"',
  main: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
  night: '$CI_PIPELINE_SOURCE == "schedule"',
  hand: '$CI_PIPELINE_SOURCE == "web"',
};

/** Other jobs that are started by hand leave the variable empty. */
const ruleOf = ({ on, input }: Job): string => (input ? `${RULES[on]} && $${input.variable}` : RULES[on]);

/** NOTES_TOKEN is a token of the project that may write notes; what is in a command line, others on the machine see. */
const note = (file: string): string =>
  `[ ! -s ${file} ] || printf 'header = "PRIVATE-TOKEN: %s"\\n' "$NOTES_TOKEN" | curl --config - --fail --silent --show-error --data-urlencode "body@${file}" "$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes" > /dev/null`;

/** PUSH_TOKEN is read when git asks for it: it is in no address, no file and no command line. */
const GIT_ACCESS = [
  'git remote set-url origin "$CI_PROJECT_URL.git"',
  `git config credential.helper '!f() { [ "$1" != get ] || printf "username=docs\\npassword=%s\\n" "$PUSH_TOKEN"; }; f'`,
  'git switch -C "$CI_COMMIT_BRANCH"',
];

function gitlab(kit: Kit, version: string): string[] {
  const extra = [
    ...(kit.jobs.some(isTold) ? ["# Needs: NOTES_TOKEN, a project token that may write notes."] : []),
    ...(kit.jobs.some(({ commits }) => commits)
      ? ["# Needs: PUSH_TOKEN, a project token that may write to the repository."]
      : []),
    ...(kit.jobs.some(({ on }) => on === "night") ? ["# Needs: a pipeline schedule."] : []),
  ];
  return [
    ...head(kit, "Jobs for GitLab CI: include it from .gitlab-ci.yml"),
    ...extra,
    ...kit.jobs.flatMap(inputOf),
    ...kit.jobs.flatMap((job) => ["", ...gitlabJob(job, version)]),
  ];
}

/** Only variables of the whole pipeline may have a description. */
const inputOf = ({ input }: Job): string[] =>
  input
    ? ["", "variables:", `  ${input.variable}:`, '    value: ""', `    description: ${quoted(input.describe)}`]
    : [];

function gitlabJob(job: Job, version: string): string[] {
  const { name, paths, keeps, artifacts, junit, report, commits, writes } = job;
  const before = [
    // Whatever the installation runs sees no token.
    `env -u DOCS_TOKEN -u DOCS_TOKEN_READ -u NOTES_TOKEN -u PUSH_TOKEN ${INSTALL(version)}`,
    ...(writes ? [] : ['export DOCS_TOKEN="$DOCS_TOKEN_READ"']),
    ...(commits ? [...GIT_NAME, ...GIT_ACCESS] : []),
  ];
  const last = job.steps.slice(-1).map(({ run }) => run.join("\n"));
  const first = job.steps.slice(0, -1).map(({ run }) => run.join("\n"));
  const script = [...first, ...(report !== undefined && isTold(job) ? [note(report)] : []), ...last];
  return [
    `${name}:`,
    "  image: node:24",
    "  rules:",
    `    - if: ${quoted(ruleOf(job))}`,
    ...(paths ? [`      changes: [${paths.map(quoted).join(", ")}]`] : []),
    ...(isAlone(job) ? [`  resource_group: ${name}`] : []),
    ...(keeps ? ["  cache:", `    key: ${name}`, `    paths: [${keeps.map(quoted).join(", ")}]`] : []),
    "  before_script:",
    ...indented(4, before.flatMap(item)),
    "  script:",
    ...indented(4, script.flatMap(item)),
    ...(artifacts
      ? [
          "  artifacts:",
          "    when: always",
          `    paths: [${artifacts.map(quoted).join(", ")}]`,
          ...(junit ? ["    reports:", `      junit: ${junit}`] : []),
        ]
      : []),
  ];
}

/** Lines of a script: as a block, so that nothing in them is read as YAML. */
const item = (lines: string): string[] => ["- |", ...indented(2, lines.split("\n"))];
