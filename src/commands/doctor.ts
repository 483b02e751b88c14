import { defineCommand, defineNoun } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { Failure } from "../errors.js";
import { importLazily } from "../shared/import-lazily.js";
import type { Finding } from "../system/installation.js";

const installation = importLazily(() => import("../system/installation.js"));

const COLUMNS = [
  { header: "Check", path: "check" },
  { header: "Status", path: "status", as: "state" },
  { header: "Detail", path: "detail", below: true },
  { header: "Hint", path: "hint", below: true },
] as const satisfies readonly Column[];

const doctor = defineCommand({
  name: "doctor",
  summary: "Check this installation, for yourself or for a bug report",
  description: [
    "Checks versions, folders and their permissions, SQLite, proxies, shell completion, the profile, and, with one request, the service and the clock.",
    "Secrets are omitted: only names of variables, proxies without passwords, and the source of the token are shown.",
    "Exit 9 if something is wrong; warnings alone end with 0.",
  ].join("\n"),
  endpoints: [],
  brokenConfig: true,
  flags: { offline: only("do not ask the service") },
  answer: ["check", "status", "detail", "hint"],
  examples: ["docs doctor", "docs doctor --offline", "docs doctor --json"],
  run: async (input) => {
    const { flags, globals, out } = input;
    const local = withConfig(await installation.examine(), input.settings);
    const ask = !flags.offline && !globals.safety.dryRun;
    const rows = [...local, await profile(input), ...(ask ? await ofService(input) : [])];
    await out.list(rows, { columns: COLUMNS });
    const wrong = rows.filter(({ status }) => status === "failed");
    if (wrong.length === 0) return;
    const lines = wrong.map(({ check, detail, hint }) => `${check}: ${detail}${hint ? `; ${hint}` : ""}`);
    throw new Failure("partial", [`${wrong.length} of ${rows.length} checks failed`, ...lines], {
      details: { failed: wrong.map(({ check }) => check) },
    });
  },
});

const toFailedFinding = (check: string, failure: Failure, before = ""): Finding => ({
  check,
  status: "failed",
  detail: `${before}${failure.message}`,
  ...hintOf(failure),
});

/** A file that is there with the right mode may still not be one of ours. */
function withConfig(found: readonly Finding[], { broken }: Context["settings"]): Finding[] {
  const { configuration, project } = broken ?? {};
  const rows = found.map((one) =>
    configuration && one.check === "configuration" ? toFailedFinding(one.check, configuration) : one,
  );
  return project ? [...rows, toFailedFinding("project", project)] : rows;
}

async function profile({ settings, profiles, next }: Context): Promise<Finding> {
  const { profile: name, baseUrl, sandbox, snapshot } = settings;
  if (sandbox) return { check: "profile", status: "ok", detail: "the sandbox" };
  if (snapshot !== undefined) return { check: "profile", status: "ok", detail: `the snapshot ${snapshot}` };
  const hint = next("auth login");
  if (settings.broken?.profile) return toFailedFinding("profile", settings.broken.profile);
  if (baseUrl === undefined && settings.broken?.configuration) {
    return { check: "profile", status: "skipped", detail: "the configuration cannot be read" };
  }
  if (baseUrl === undefined) return { check: "profile", status: "warning", detail: `${name}: no service is set`, hint };
  try {
    const token = await profiles.tokenStatus();
    const detail = `${name}: ${baseUrl}, token from ${token?.source ?? "nowhere"}`;
    return { check: "profile", status: token ? "ok" : "warning", detail, ...(!token && { hint }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return toFailedFinding("profile", error, `${name}: ${baseUrl}, `);
  }
}

/** More seconds than these, and signatures and times go wrong. */
const CLOCK_SECONDS = 120;

async function ofService({ api, settings }: Context): Promise<Finding[]> {
  if (settings.sandbox || settings.snapshot !== undefined) return [];
  if (settings.baseUrl === undefined) return [{ check: "service", status: "skipped", detail: "no service yet" }];
  const started = Date.now();
  try {
    const { status, headers, failure } = await api.raw({ method: "GET", path: "/v1/orgs?limit=1" });
    const took = `answered ${status} in ${Date.now() - started} ms`;
    const found: Finding = failure
      ? toFailedFinding("service", failure, `${took}: `)
      : { check: "service", status: "ok", detail: took };
    return [found, clock(headers.date, (started + Date.now()) / 2)];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [toFailedFinding("service", error)];
  }
}

const hintOf = ({ hint }: Failure): { hint?: string } => (hint === undefined ? {} : { hint });

function clock(date: string | undefined, now: number): Finding {
  const told = Date.parse(date ?? "");
  if (Number.isNaN(told)) return { check: "clock", status: "skipped", detail: "the service sends no time" };
  const seconds = Math.round((now - told) / 1000);
  const detail = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the service`;
  if (Math.abs(seconds) <= CLOCK_SECONDS) return { check: "clock", status: "ok", detail };
  return { check: "clock", status: "failed", detail, hint: "set the clock of this machine, or turn on NTP" };
}

export default defineNoun(doctor);
