/** Reads the checks file: rules on and off, thresholds, severities, and what to ignore. */
import type { Node, Pair, YAMLMap } from "yaml";
import { usage } from "../../errors.js";
import { SEVERITIES, type Severity } from "../../shared/choices.js";
import { MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";
import { didYouMean, matchesWildcards } from "../../shared/text/names.js";
import { parseDay } from "../../shared/values.js";
import { daysOf, type RuleSetting } from "../choose.js";
import type { Finding, Outcome } from "../types.js";

// Marks accepted findings as skipped, with the reason.

/** Why a finding is accepted; undefined: it is not. */
export type Decide = (finding: Finding) => string | undefined;

export function acceptFindings(outcomes: readonly Outcome[], decide: Decide): Outcome[] {
  return outcomes.map((outcome) => {
    const findings = outcome.findings.map((finding): Finding => {
      const why = finding.status === "fail" ? decide(finding) : undefined;
      return why === undefined ? finding : { ...finding, status: "skipped", message: `${why}: ${finding.message}` };
    });
    return { ...outcome, findings, status: statusOf(outcome, findings) };
  });
}

function statusOf({ status }: Outcome, findings: readonly Finding[]): Outcome["status"] {
  if (status !== "fail" || findings.some((one) => one.status === "fail")) return status;
  return findings.some((one) => one.status === "not-evaluable") ? "not-evaluable" : "pass";
}

/** True once a day is over. Without a day: never. */
export const isPast = (until: string | null | undefined, now: number): boolean =>
  typeof until === "string" && now >= Date.parse(until) + 86_400_000;

interface Ignore {
  /** An id, or a pattern such as `links-*`. Absent: every rule. */
  rule?: string | undefined;
  /** Id of an object; absent: every object. */
  object?: string | undefined;
  /** Pattern for the path of a page. */
  path?: string | undefined;
  /** Pattern for the title of an object. */
  title?: string | undefined;
  reason: string;
  until?: string | undefined;
  /** Line in the file. */
  line: number;
}

/** How other servers are asked whether addresses are there. */
interface ExternalFile {
  /** Patterns of addresses that are not asked for. */
  exclude: string[];
  /** Statuses that count as good. */
  accept: number[];
  /** How long an address that was there is not asked for again. */
  cacheDays?: number | undefined;
}

export interface ChecksFile {
  external?: ExternalFile | undefined;
  rules: Record<string, RuleSetting>;
  ignore: Ignore[];
  failOn?: Severity | undefined;
}

/**
 * `file` is the name used in messages; `rules` are the known ids.
 * @throws Failure usage, with the line, for anything unexpected
 */
export async function parseChecksFile(text: string, file: string, rules: readonly string[]): Promise<ChecksFile> {
  const yaml = await import("yaml");
  const lineCounter = new yaml.LineCounter();
  if (yamlDepth(text) > MAX_DEPTH) throw usage(`${file} is nested deeper than ${MAX_DEPTH} levels`);
  const document = yaml.parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const [error] = document.errors;
  if (error) throw usage(`${file}:${lineAt(error.pos[0])}: ${error.message}`);
  const [problem] = yamlKeyProblems(yaml, document.contents);
  if (problem) throw usage(`${file}:${lineAt(problem.offset)}: ${problem.says}`);
  const reader = createReader(yaml, file, lineAt);
  const found: ChecksFile = { rules: {}, ignore: [] };
  if (document.contents === null) return found;
  reader.members(document.contents, "the file", {
    "fail-on": (value) => {
      found.failOn = reader.choice(value, SEVERITIES);
    },
    rules: (value) => {
      for (const [id, setting] of reader.pairs(value, "rules")) {
        if (!rules.includes(id.text)) reader.fail(id.node, noRule(id.text, rules));
        found.rules[id.text] = ruleSetting(reader, setting);
      }
    },
    external: (value) => {
      found.external = externalOf(reader, value);
    },
    ignore: (value) => {
      found.ignore = reader.items(value).map((item) => parseIgnore(reader, item, rules));
    },
  });
  return found;
}

type Reader = ReturnType<typeof createReader>;

function ruleSetting(reader: Reader, value: Node | null): RuleSetting {
  const text = reader.scalar(value);
  if (text === "on" || text === true) return { on: true };
  if (text === "off" || text === false) return { on: false };
  const setting: RuleSetting = {};
  reader.members(value, "a rule (on, off, or settings)", {
    on: (node) => {
      setting.on = reader.scalar(node) === true || reader.choice(node, ["on", "off"]) === "on";
    },
    severity: (node) => {
      setting.severity = reader.choice(node, SEVERITIES);
    },
    "older-than": (node) => {
      setting.days = reader.checked(node, daysOf);
    },
    decorative: (node) => {
      setting.decorative = reader.items(node).map((item) => reader.text(item));
    },
    spaces: (node) => {
      const pairs = reader.pairs(node, "spaces");
      setting.spaceDays = Object.fromEntries(pairs.map(([name, value]) => [name.text, reader.checked(value, daysOf)]));
    },
  });
  return setting;
}

function externalOf(reader: Reader, value: Node | null): ExternalFile {
  const found: ExternalFile = { exclude: [], accept: [] };
  reader.members(value, "external", {
    exclude: (node) => {
      found.exclude = reader.items(node).map((item) => reader.text(item));
    },
    accept: (node) => {
      found.accept = reader.items(node).map((item) => {
        const status = reader.scalar(item);
        const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 999;
        return isStatus ? status : reader.fail(item, "expected a status, such as 403");
      });
    },
    cache: (node) => {
      found.cacheDays = reader.checked(node, (text) => daysOf(text, "cache"));
    },
  });
  return found;
}

const unknownKey = (key: string, names: readonly string[]): string =>
  `unknown key ${JSON.stringify(key)}; ${didYouMean(key, names, `known are ${names.join(", ")}`)}`;

const noRule = (id: string, rules: readonly string[]): string =>
  [`there is no rule ${JSON.stringify(id)}`, didYouMean(id, rules)].filter(Boolean).join("; ");

function parseIgnore(reader: Reader, item: Node | null, rules: readonly string[]): Ignore {
  const ignore: Ignore = { reason: "", line: reader.line(item) };
  reader.members(item, "an ignored object", {
    rule: (node) => {
      ignore.rule = reader.checked(node, (text) => {
        if (rules.some((id) => matchesWildcards(text, id))) return text;
        throw usage(noRule(text, rules));
      });
    },
    object: (node) => {
      ignore.object = reader.text(node);
    },
    path: (node) => {
      ignore.path = reader.text(node);
    },
    title: (node) => {
      ignore.title = reader.text(node);
    },
    reason: (node) => {
      ignore.reason = reader.text(node);
    },
    until: (node) => {
      ignore.until = reader.checked(node, (text) => {
        if (parseDay(text) === undefined) throw usage("until must be a day like 2027-01-31");
        return text;
      });
    },
  });
  if (ignore.reason.trim() === "") reader.fail(item, "an ignored finding needs a reason");
  const { rule, object, path, title } = ignore;
  if ([rule, object, path, title].every((one) => one === undefined)) {
    reader.fail(item, "name a rule, an object, a path or a title");
  }
  return ignore;
}

/** Reads nodes; errors name the line. */
function createReader(yaml: typeof import("yaml"), file: string, lineAt: (offset: number) => number) {
  const line = (node: Node | null): number => lineAt(node?.range?.[0] ?? 0);
  const fail = (node: Node | null, message: string): never => {
    throw usage(`${file}:${line(node)}: ${message}`);
  };
  const scalar = (node: Node | null): unknown => (yaml.isScalar(node) ? node.value : undefined);
  const text = (node: Node | null): string => {
    const value = scalar(node);
    return typeof value === "string" && value !== "" ? value : fail(node, "expected text");
  };
  const pairs = (node: Node | null, what: string): [{ text: string; node: Node }, Node | null][] => {
    if (!yaml.isMap(node)) return fail(node, `${what} must be a mapping`);
    // Keys and values of a parsed document are nodes.
    return (node as YAMLMap<Node, Node | null>).items.map(({ key, value }: Pair<Node, Node | null>) => [
      { text: String(scalar(key)), node: key },
      value,
    ]);
  };
  return {
    line,
    fail,
    scalar,
    text,
    pairs,
    members(node: Node | null, what: string, known: Readonly<Record<string, (value: Node | null) => void>>): void {
      for (const [key, value] of pairs(node, what)) {
        const names = Object.keys(known);
        const read = names.includes(key.text) ? known[key.text] : undefined;
        if (!read) fail(key.node, unknownKey(key.text, names));
        else read(value);
      }
    },
    items: (node: Node | null): (Node | null)[] =>
      // Items of a parsed document are nodes.
      yaml.isSeq(node) ? (node.items as (Node | null)[]) : fail(node, "expected a list"),
    choice<const T extends string>(node: Node | null, values: readonly T[]): T {
      const found = values.find((value) => value === scalar(node));
      return found ?? fail(node, `${JSON.stringify(scalar(node) ?? null)} is not one of ${shortList(values)}`);
    },
    checked<T>(node: Node | null, read: (text: string) => T): T {
      try {
        return read(text(node));
      } catch (error) {
        if (!(error instanceof Error) || error.message.startsWith(`${file}:`)) throw error;
        return fail(node, error.message.replace("--older-than", "older-than"));
      }
    },
  };
}

/** The most values that a message lists. */
const MOST_NAMED = 8;

const shortList = (values: readonly string[]): string =>
  values.length > MOST_NAMED ? "the known values" : values.join(", ");

/** Decides by the file's `ignore` entries, except those that have expired. */
export function createIgnore(ignores: readonly Ignore[], now: number): Decide {
  const inForce = ignores.filter(({ until }) => !isPast(until, now));
  const matches = (pattern: string | undefined, text: string | undefined) =>
    pattern === undefined || (text !== undefined && matchesWildcards(pattern, text));
  return ({ rule, object, within, place }) => {
    const found = inForce.find(
      (ignore) =>
        matches(ignore.rule, rule) &&
        (ignore.object === undefined || [object?.id, within?.id].includes(ignore.object)) &&
        matches(ignore.path, place?.path) &&
        matches(ignore.title, object?.title),
    );
    return found && `ignored (${found.reason})`;
  };
}
