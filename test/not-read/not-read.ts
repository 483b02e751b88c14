/** Runs a reader with one of its lists not read, and tells what it claims all the same. */
import { rmSync } from "node:fs";
import { closeAll } from "../../src/system/signals.js";
import { type Ran, type TestCli, testCli } from "../helpers/run.js";
import { FAULTS, type FaultName, faulted, listRead } from "./list-faults.js";
import { type Reader, runAlone } from "./readers.js";

interface Run {
  ran: Ran;
  /** What was sent, and what the files say, one each. */
  claims: string[];
}

interface Prepared {
  folder: string;
  line: string;
}

const prepared = new Map<Reader, Promise<Prepared>>();
const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What a reader needs, made once. */
async function prepare(reader: Reader): Promise<Prepared> {
  const cli = await testCli();
  folders.push(cli.folder);
  const line = await reader.begin(cli);
  await closeAll();
  cli.sandbox.close();
  return { folder: cli.folder, line };
}

const preparedFor = (reader: Reader): Promise<Prepared> => {
  const known = prepared.get(reader) ?? prepare(reader);
  prepared.set(reader, known);
  return known;
};

async function runReader(reader: Reader, list = "", fault?: FaultName): Promise<Run & { hits: number }> {
  const { folder, line } = await preparedFor(reader);
  const cli = await testCli(folder);
  try {
    const network = fault && faulted(list, fault);
    const own = line.replaceAll(folder, cli.folder);
    const ran = await runAlone(cli, own, network ? { between: network.between } : {});
    return { ran: plain(ran, cli), claims: await claimsOf(reader, cli, ran), hits: network?.hits() ?? 0 };
  } finally {
    cli.close();
  }
}

/** Without the folder, which is another one each time. */
const plain = (ran: Ran, { folder }: TestCli): Ran => ({
  ...ran,
  stdout: ran.stdout.replaceAll(folder, ""),
  stderr: ran.stderr.replaceAll(folder, ""),
});

async function claimsOf(reader: Reader, cli: TestCli, { sent }: Ran): Promise<string[]> {
  const written = sent.filter(({ method }) => method !== "GET");
  const writes = written.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
  return [...writes, ...((await reader.claims?.(cli)) ?? [])];
}

const whole = new Map<Reader, Promise<Run>>();
const wholeRun = (reader: Reader): Promise<Run> => {
  const known = whole.get(reader) ?? runReader(reader);
  whole.set(reader, known);
  return known;
};

/** The lists that a reader reads: they are not written down anywhere. */
export async function listsOf(reader: Reader): Promise<string[]> {
  const { ran } = await wholeRun(reader);
  return [...new Set(ran.sent.flatMap((sent) => listRead(sent) ?? []))];
}

/** Whether nothing can tell that the list is not whole. */
function isBelieved({ believes, inPart }: Reader, list: string, fault: FaultName): boolean {
  if (fault === "empty" && (BELIEVED.has(list) || believes?.test(list) === true)) return true;
  return (fault === "empty" || fault === "shorter than its count") && inPart?.test(list) === true;
}

/** Lines of what is said that claim something. */
const CLAIM =
  /\b(done|satisfied|verified|gone|is new|removed|unchanged|complete|fulfilled|up to date|Nothing|no longer)\b/;
const UNSURE =
  /cannot tell|could not|cannot be seen|cannot be read|not done|not removed|out of sight|may be incomplete|not fully compared|not sent|^docs: \d|^\d+ added|^Applied \d+ step/;

/**
 * An empty list that nothing else in the same run contradicts is believed: the service itself says so. Contradicted are
 * lists whose things are counted elsewhere (members of a team, teams and spaces of a member, comments of a space), that
 * of the members (whoever asks is one), and the lists of a site that name each other.
 */
const BELIEVED: ReadonlySet<string> = new Set(
  [
    ...["collections", "openapi", "openapi/{specSlug}/versions", "saml", "sites", "translations"],
    "sites/{siteId}/share-links",
  ].map((list) => `/v1/orgs/{organizationId}/${list}`),
);

const spoken = (ran: Ran): string[] => linesOf(ran).filter((line) => CLAIM.test(line) && !UNSURE.test(line));

/** What is wrong with how a reader took it that a list was not read; empty if nothing is. */
export async function mistakes(reader: Reader, list: string, fault: FaultName): Promise<string[]> {
  const baseline = await wholeRun(reader);
  const { ran, claims, hits } = await runReader(reader, list, fault);
  if (hits === 0 || isBelieved(reader, list, fault)) return [];
  if (ran.code === baseline.ran.code && differences(baseline, { ran, claims }).length === 0) return [];
  if (ran.code === 0) return baseline.ran.code === 0 ? withoutNotes(baseline, { ran, claims }, list) : ["exit code 0"];
  const found: string[] = [];
  const codes: readonly number[] = FAULTS[fault].codes;
  if (!codes.includes(ran.code)) found.push(`exit code ${ran.code}: ${ran.stderr}`);
  const known = new Set([...baseline.claims, ...spoken(baseline.ran)]);
  const others = [...claims, ...spoken(ran)].filter((claim) => !known.has(claim));
  found.push(...others.map((claim) => `claimed: ${claim}`));
  if (!namePattern(list).test(ran.stderr + ran.stdout)) found.push(`not named: ${ran.stderr}`);
  return found;
}

/** What differs at exit code 0; what is told not to be read may be left out. */
function withoutNotes(one: Run, other: Run, list: string): string[] {
  const isNote = (line: string): boolean => /^note: .*not read: /.test(line) && namePattern(list).test(line);
  const others = linesOf(other.ran);
  if (!others.some(isNote)) return differences(one, other);
  const known = [...one.claims, ...linesOf(one.ran)];
  const more = [...other.claims, ...others].filter((line) => !isNote(line) && !known.includes(line));
  return more.map((line) => `exit code 0, and only then: ${line}`);
}

function differences(one: Run, other: Run): string[] {
  const missing = (a: readonly string[], b: readonly string[]) => a.filter((each) => !b.includes(each));
  const [was, is] = [
    [...one.claims, ...linesOf(one.ran)],
    [...other.claims, ...linesOf(other.ran)],
  ];
  return [
    ...missing(is, was).map((each) => `exit code 0, and only then: ${each}`),
    ...missing(was, is).map((each) => `exit code 0, and not any more: ${each}`),
  ];
}

/** When, how long and how much is another matter each time. */
const OWN = /^(Started|Ended|Bytes|Requests)\b|Read .* requests/;

/** Which of how many it is, and what is said of a change that was answered with success (R80). */
const ASIDE = /^\d+\/\d+ |[:\t] ?done, but the result could not be checked/g;

const linesOf = ({ stdout, stderr }: Ran): string[] =>
  `${stdout}\n${stderr}`
    .split("\n")
    .map((line) => line.replace(ASIDE, "").trimEnd())
    .filter((line) => !OWN.test(line));

/** The last word of the list's path, as it is or as people say it. */
function namePattern(list: string): RegExp {
  const name = list.split("/").at(-1) ?? "";
  return new RegExp(name === "openapi" ? "spec|openapi" : name.replaceAll("-", "[- ]").replace(/s$/, "s?"), "i");
}
