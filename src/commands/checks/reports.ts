/** `--report <format>=<path>`: writes the results for other programs. */

import { getSpaceContent } from "../../catalog/content.js";
import type { Report, Row } from "../../checks/report.js";
import type { ReportOptions } from "../../checks/report-files.js";
import type { Api, Context } from "../../cli/context.js";
import { loadRenderer } from "../../cli/output/formats/choose-format.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import { REPORTS, type ReportFormat } from "../../shared/choices.js";
import { importLazily } from "../../shared/import-lazily.js";
import { flatPages } from "../../shared/page-changes.js";
import { count } from "../../shared/wrap.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

/** Columns of `docs checks run`. */
export const COLUMNS: readonly Column<Row>[] = [
  { header: "Status", path: "status", as: "state" },
  { header: "Severity", path: "severity", as: "state" },
  { header: "Rule", path: "rule", as: "id" },
  { header: "Kind", path: "object.kind" },
  { header: "Id", path: "object.id", as: "id" },
  { header: "Title", path: "object.title" },
  { header: "Message", path: "message" },
  { header: "Since", path: "since", as: "time" },
  { header: "Fix", path: "fix" },
  { header: "Fingerprint", path: "fingerprint", as: "id" },
];

interface Output {
  format: ReportFormat;
  path: string;
  /** Undefined for standard output. */
  write: ((text: string) => void) | undefined;
}

type Make = (report: Report, options: ReportOptions) => Promise<string>;

const loadFiles = () => import("../../checks/report-files.js");

const MAKERS: Readonly<Record<ReportFormat, Make>> = {
  sarif: async (report, options) => (await loadFiles()).toSarif(report, options),
  junit: async (report) => (await loadFiles()).toJunit(report),
  markdown: async (report, { locate }) => (await loadFiles()).toMarkdown(report, locate),
  github: async (report, options) => (await loadFiles()).toGithub(report, options),
  json: (report) => rowsAs("json", report),
  jsonl: (report) => rowsAs("jsonl", report),
  csv: (report) => rowsAs("csv", report),
};

/** Rows as `-o` writes them to a pipe. */
async function rowsAs(format: "json" | "jsonl" | "csv", { rows, at }: Report): Promise<string> {
  const terminal = { stdoutIsTTY: false, stderrIsTTY: false, stdinIsTTY: false, width: 80, color: false };
  const make = await loadRenderer(format, undefined, format);
  const renderer = make({
    terminal: { ...terminal, accessible: false },
    paint: (_, text) => text,
    now: Date.parse(at),
    csvRaw: false,
    raw: false,
  });
  const parts = [await renderer.begin(COLUMNS), await renderer.page(rows, COLUMNS), await renderer.end()];
  return parts.join("");
}

/** Marks that identify a file as a report of ours. */
const MARKS: Readonly<Record<ReportFormat, RegExp>> = {
  sarif: /"docs checks\//,
  junit: /<testsuites name="docs checks"/,
  markdown: /^<!-- docs checks -->/,
  github: /^::(error|warning|notice|debug) /,
  json: /^\[(\{"rule":|\])/,
  jsonl: /^\{"rule":/,
  csv: /^status,severity,rule,/,
};

/** @throws Failure usage for a format that there is not, a path twice, or a file that is no report of ours */
export async function openOutputs({ files, out }: Context, named: readonly string[] = []): Promise<Output[]> {
  const isComment = out.format === "markdown" && !named.some((one) => one.endsWith("=-"));
  const asked = isComment ? [...named, "markdown=-"] : named;
  const outputs: Output[] = [];
  for (const text of asked) {
    const [, name = "", path = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
    const format = REPORTS.find((known) => known === name);
    if (!format) throw usage(`--report takes FORMAT=PATH with ${REPORTS.join(", ")}, not ${JSON.stringify(text)}`);
    if (outputs.some((one) => one.path === path)) throw usage(`--report: ${path} is used twice`);
    const write = path === "-" ? undefined : await files.output(path, (before) => MARKS[format].test(before));
    outputs.push({ format, path, write });
  }
  return outputs;
}

/** Reports that name files. */
const WITH_FILES = /^(?:sarif|github|markdown)=/;

type Locate = NonNullable<ReportOptions["locate"]>;

/** Finds the files and lines of the findings of a report. */
type Locator = (report: Report) => Promise<Locate>;

interface Folders {
  exportRoot?: string;
  sourceRoot?: string;
  report?: readonly string[];
}

/** @throws Failure usage for a folder that is no export, or none at all; io */
export async function locator(
  api: Api,
  { exportRoot, sourceRoot, report = [] }: Folders,
  organization: string,
): Promise<Locator | undefined> {
  const folder = exportRoot ?? sourceRoot;
  if (folder === undefined) return undefined;
  if (exportRoot !== undefined && sourceRoot !== undefined) throw usage("use --export-root or --source-root, not both");
  if (!report.some((one) => WITH_FILES.test(one))) {
    const flag = exportRoot === undefined ? "--source-root" : "--export-root";
    throw usage(`${flag} is for reports that name files`, "pass --report sarif=PATH, github=PATH or markdown=PATH");
  }
  if (exportRoot === undefined) {
    const find = await snapshots.sourceLocator(folder);
    return (found) => inSources(api, find, found);
  }
  const locate = await snapshots.exportLocator(folder, organization);
  return async () => (row) => inExport(locate, row);
}

function inExport(locate: Awaited<ReturnType<typeof snapshots.exportLocator>>, { object, within, place }: Row) {
  if (object?.kind === "space" || object?.kind === "site") return locate(object.id);
  if (!object || !within) return undefined;
  if (object.kind === "page") return locate(within.id, object.id, place?.text);
  // All change requests of a space are in one file, and all that a site has is in that of the site.
  if (object.kind === "change-request") return locate(within.id, "change-requests");
  return within.kind === "site" ? locate(within.id) : undefined;
}

/** By the paths in Git of pages and reusable content, which are read where there are findings about them. */
async function inSources(
  api: Api,
  find: Awaited<ReturnType<typeof snapshots.sourceLocator>>,
  { rows }: Report,
): Promise<Locate> {
  const failing = rows.filter(({ status, within }) => status === "fail" && within?.kind === "space");
  const paths = new Map<string, string>();
  for (const spaceId of new Set(failing.map(({ within }) => within?.id ?? ""))) {
    const { pages, reusableContents } = await api.call(getSpaceContent, {
      params: { spaceId },
      query: { computed: false },
    });
    for (const { id, git } of [...flatPages(pages ?? []), ...(reusableContents ?? [])]) {
      if (id && git?.path) paths.set(`${spaceId}/${id}`, git.path);
    }
  }
  return ({ object, within, place }) => {
    const path = paths.get(`${within?.id}/${object?.id}`);
    return path === undefined ? undefined : find(path, place?.text, place?.line);
  };
}

/** True where standard output has a report, in place of rows. */
export async function writeReports(
  { out }: Context,
  outputs: readonly Output[],
  report: Report,
  locator: Locator | undefined,
): Promise<boolean> {
  const locate = await locator?.(report);
  const options = { version: __VERSION__, locate };
  let taken = false;
  for (const { format, path, write } of outputs) {
    const text = await MAKERS[format](report, options);
    if (write) {
      write(text);
      out.print(`Wrote ${path}`);
    } else {
      await out.text(text, { isReport: true });
      taken = true;
    }
  }
  const outside = locate ? report.rows.filter((row) => row.status === "fail" && !locate(row)).length : 0;
  if (outside > 0 && outputs.some(({ format }) => format === "sarif")) {
    out.print(`${count(outside, "finding")} not in any file of the folder: notifications in sarif, not results`);
  }
  return taken;
}
