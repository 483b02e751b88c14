// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the services, not ours
/** Kits as files of the services that run them. */
import { type CiService, type Job, KITS, type Kit } from "./kits.js";

/** The release whose commands a kit uses; `DOCS_CLI` takes another one, or a file. */
const INSTALL = (version: string): string => `npm install --global "\${DOCS_CLI:-docs-admin-cli@${version}}"`;

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

function github(kit: Kit, version: string): string[] {
  return [
    ...head(kit, "Workflow for GitHub Actions: .github/workflows/"),
    `name: docs ${kit.name}`,
    "",
    "on:",
    ...kit.jobs.flatMap((job) => indented(2, trigger(job))),
    "",
    "permissions:",
    `  contents: ${kit.jobs.some(({ commits }) => commits) ? "write" : "read"}`,
    ...(kit.jobs.some(({ comment }) => comment !== undefined) ? ["  pull-requests: write"] : []),
    "",
    "jobs:",
    ...kit.jobs.flatMap((job) => indented(2, githubJob(job, kit, version))),
  ];
}

const EVENTS: Readonly<Record<Job["on"], string>> = {
  change: "pull_request",
  main: "push",
  night: "schedule",
  hand: "workflow_dispatch",
};

function trigger({ on, paths = [], input }: Job): string[] {
  const only = paths.length === 0 ? [] : indented(2, [`paths: [${paths.map(quoted).join(", ")}]`]);
  if (on === "change") return ["pull_request:", ...only];
  if (on === "main") return ["push:", "  branches: [main]", ...only];
  if (on === "night") return ["schedule:", '  - cron: "17 3 * * *"'];
  if (!input) return ["workflow_dispatch:"];
  const { variable, describe } = input;
  const wanted = [`${variable.toLowerCase()}:`, `  description: ${quoted(describe)}`, "  required: true"];
  return ["workflow_dispatch:", "  inputs:", ...indented(4, wanted)];
}

function githubJob(job: Job, kit: Kit, version: string): string[] {
  const { name, on, input, comment } = job;
  // With several jobs each has its own event.
  const alone = new Set(kit.jobs.map((one) => one.on)).size === 1;
  return [
    `${name}:`,
    ...(alone ? [] : [`  if: github.event_name == '${EVENTS[on]}'`]),
    "  runs-on: ubuntu-latest",
    "  env:",
    "    DOCS_TOKEN: ${{ secrets.DOCS_TOKEN }}",
    ...VARIABLES.map((variable) => `    ${variable}: \${{ vars.${variable} }}`),
    ...(input ? [`    ${input.variable}: \${{ inputs.${input.variable.toLowerCase()} }}`] : []),
    ...(comment === undefined
      ? []
      : ["    GH_TOKEN: ${{ github.token }}", "    PULL_REQUEST: ${{ github.event.pull_request.number }}"]),
    "  steps:",
    ...githubSteps(job, version).flatMap((lines) => indented(4, lines)),
  ];
}

/** What is told and kept comes before the last step, which ends as the check did. */
function githubSteps({ name, steps, keeps, artifacts, comment, commits }: Job, version: string): string[][] {
  const own = steps.map((one) => step(one.name, one.run));
  return [
    ["- uses: actions/checkout@v4"],
    ["- uses: actions/setup-node@v4", "  with:", "    node-version: 24"],
    ...(keeps ? [cacheStep(name, keeps)] : []),
    step("Install docs", [INSTALL(version)]),
    ...(commits ? [step("Who commits", GIT_NAME)] : []),
    ...own.slice(0, -1),
    ...(comment ? [step("Tell the pull request", [`gh pr comment "$PULL_REQUEST" --body-file ${comment}`])] : []),
    ...(artifacts ? [artifactStep(name, artifacts)] : []),
    ...own.slice(-1),
  ];
}

const cacheStep = (name: string, files: readonly string[]): string[] => [
  "- uses: actions/cache@v4",
  "  with:",
  `    path: ${files.join(" ")}`,
  `    key: ${name}-\${{ github.run_id }}`,
  `    restore-keys: ${name}-`,
];

const artifactStep = (name: string, files: readonly string[]): string[] => [
  "- uses: actions/upload-artifact@v4",
  "  if: always()",
  "  with:",
  `    name: ${name}`,
  "    path: |",
  ...indented(6, files),
];

const GIT_NAME = ['git config user.name "docs"', 'git config user.email "docs@users.noreply.invalid"'];

const step = (name: string, run: readonly string[]): string[] => [`- name: ${name}`, "  run: |", ...indented(4, run)];

// ---- GitLab

const RULES: Readonly<Record<Job["on"], string>> = {
  change: '$CI_PIPELINE_SOURCE == "merge_request_event"',
  main: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
  night: '$CI_PIPELINE_SOURCE == "schedule"',
  hand: '$CI_PIPELINE_SOURCE == "web"',
};

/** NOTES_TOKEN is a token of the project that may write notes. */
const note = (file: string): string =>
  `curl --fail --silent --show-error --header "PRIVATE-TOKEN: $NOTES_TOKEN" --data-urlencode "body@${file}" "$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes" > /dev/null`;

function gitlab(kit: Kit, version: string): string[] {
  const extra = [
    ...(kit.jobs.some(({ comment }) => comment !== undefined)
      ? ["# Needs: NOTES_TOKEN, a project token that may write notes."]
      : []),
    ...(kit.jobs.some(({ commits }) => commits)
      ? ["# Needs: PUSH_TOKEN, a project token that may write to the repository."]
      : []),
    ...(kit.jobs.some(({ on }) => on === "night") ? ["# Needs: a pipeline schedule."] : []),
  ];
  return [
    ...head(kit, "Jobs for GitLab CI: include it from .gitlab-ci.yml"),
    ...extra,
    ...kit.jobs.flatMap((job) => ["", ...gitlabJob(job, version)]),
  ];
}

function gitlabJob(job: Job, version: string): string[] {
  const { name, on, paths, input, keeps, artifacts, junit, comment, commits } = job;
  const before = [
    INSTALL(version),
    ...(commits
      ? [
          ...GIT_NAME,
          'git remote set-url origin "https://docs:$PUSH_TOKEN@${CI_SERVER_HOST}/${CI_PROJECT_PATH}.git"',
          'git switch -C "$CI_COMMIT_BRANCH"',
        ]
      : []),
  ];
  const last = job.steps.slice(-1).flatMap(({ run }) => run);
  const first = job.steps.slice(0, -1).flatMap(({ run }) => run);
  const script = [...first, ...(comment === undefined ? [] : [note(comment)]), ...last];
  return [
    `${name}:`,
    "  image: node:24",
    "  rules:",
    `    - if: ${quoted(RULES[on])}`,
    ...(paths ? [`      changes: [${paths.map(quoted).join(", ")}]`] : []),
    ...(input
      ? ["  variables:", `    ${input.variable}:`, '      value: ""', `      description: ${quoted(input.describe)}`]
      : []),
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

/** A line of a script: as a block, so that nothing in it is read as YAML. */
const item = (line: string): string[] => ["- |", `  ${line}`];
