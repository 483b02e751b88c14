/** Rules and their results. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { getOrg } from "../catalog/organizations.js";
import type { Severity, Tag } from "../shared/choices.js";
import type { ExternalAnswer, Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import type { Subject, SubjectKind, Thing } from "./subjects.js";

export type { ExternalAnswer, Subject, Thing };

/** `not-evaluable`: data that the rule needs is missing or incomplete. It never counts as a pass. */
export type Status = "fail" | "pass" | "skipped" | "not-evaluable";

/** A remedy for a finding. */
export interface Fix {
  /** Words of a command after `docs`. */
  words: readonly string[];
  /** The request that the command sends, if it is a single one and its condition holds: for plans. */
  change?: Change;
  /** Why there is no such request, though there might be. */
  unplanned?: string;
  /** It is not known whether there is: something could not be read. */
  isUnknown?: true;
}

export interface Change {
  endpoint: string;
  params: Readonly<Record<string, string>>;
  body?: object;
}

/** The steps with which a plan may fix findings of a rule. */
export interface FixPlan {
  /** The consequence of the request for people. */
  consequence: string;
  /** When it is planned, and sent: the rule checks it both times. */
  condition: string;
  /** It removes something, or takes access away: planned only on request. */
  risk?: "removes" | "locks out";
}

/** The path of a page in its space, and the text to look for there. */
export interface Place {
  path: string;
  text?: string;
  /** Of the page's Markdown, from 1. */
  line?: number;
}

/** A finding as a rule returns it. */
export interface RuleFinding {
  message: string;
  /** Its object, if not the subject itself: for example a page of a space. */
  thing?: Thing;
  /** ISO 8601: when it began. */
  since?: string | null | undefined;
  fix: Fix;
  /** Distinguishes findings about one subject and never changes between runs: an id, a link's target, a field. */
  key?: string;
  /** A second key, which stays the same when the page is moved: a link as it is written. */
  movedKey?: string | undefined;
  /** The key in earlier versions, which more findings share. */
  formerKey?: string;
  place?: Place;
  /** True if nobody can know: it is not evaluable. */
  isUnknown?: true;
}

/** A request that a rule needs for each of its subjects. */
export interface Need {
  endpoint: AnyEndpoint;
  /** Only a first page with one item, for its statistics. */
  first?: true;
  /** The condition under which the request is made; absent: always. */
  when?: string;
  /** For a request about a page or a file: how many there may be for each subject, on average. Default: a few. */
  most?: number;
}

interface Rule<K extends SubjectKind = SubjectKind> {
  id: string;
  /** The rule that found the same in earlier versions: its entries in baselines count. */
  formerId?: string;
  severity: Severity;
  tag: Tag;
  /** One line: what is wrong when it fails. */
  summary: string;
  /** Why it matters. */
  why: string;
  /** The fix as a command with `<placeholders>`. */
  fix: string;
  /** If fixes have a `change`. */
  planned?: FixPlan;
  /** An example of the rule's messages. */
  example: string;
  /** The kind of its subjects. Listing these is not among its needs. */
  of: K;
  /** Members of the thing without which the rule cannot tell: it is not evaluable there. Null is an answer. */
  decidedBy?: readonly string[];
  needs: readonly (AnyEndpoint | Need)[];
  /** Its findings are about pages, where comments may ignore them. */
  onPages?: true;
  /** It runs after the others: it checks what ignores their findings. */
  late?: true;
  /** Threshold in days: `--older-than`, or `older-than` in a checks file. */
  days?: number;
  /** Why it is off by default. */
  off?: string;
  /** Why it is off by default for all spaces or sites, though on for a single one. */
  costly?: string;
  check(subject: Subject<K>, job: RuleJob): readonly RuleFinding[] | Promise<readonly RuleFinding[]>;
}

/** A rule whose kind of subject is erased, as lists keep it. */
// biome-ignore lint/suspicious/noExplicitAny: rules of every kind in one list
export type AnyRule = Rule<any>;

/** A problem of a comment that ignores findings. */
export interface CommentProblem {
  message: string;
  /** Distinguishes problems of one page. */
  key: string;
  /** Of the page's Markdown, from 1. */
  line: number;
}

export interface PageComments {
  /** @throws Unknown for a page that cannot be read */
  problems(params: Readonly<Record<string, string>>, pageId: string): Promise<readonly CommentProblem[]>;
}

export interface RuleJob {
  facts: Facts;
  /** Of the rules that have run. */
  comments: PageComments;
  /** The threshold in force; 0 for a rule that has none. */
  days: number;
  /** Patterns for addresses of pictures that are decoration. */
  decorative: readonly string[];
  /** Milliseconds since the epoch. */
  now: number;
  /** True if a time is longer ago than the threshold; false for anything but a time. */
  isOld(time: string | null | undefined): boolean;
  /** Whole days since a time. */
  age(time: string | null | undefined): number;
}

/** A rule with the settings to run it with. */
export interface ConfiguredRule {
  rule: AnyRule;
  severity: Severity;
  days: number;
  /** Other thresholds, by the id of a space or a pattern for its title. */
  spaceDays?: Readonly<Record<string, number>> | undefined;
  /** Patterns for addresses of pictures that are decoration. */
  decorative?: readonly string[] | undefined;
  /** Why it does not run. */
  skipped?: string | undefined;
}

export interface Finding {
  rule: string;
  status: Status;
  severity: Severity;
  tag: Tag;
  /** Null for a rule as a whole. */
  object: Thing | null;
  /** The space or the site that the object is in. */
  within: Thing | null;
  message: string;
  since: string | null;
  fix: Fix | null;
  fingerprint: string | null;
  /** Identifies it wherever its page is moved, if `fingerprint` does not. */
  moved?: string | undefined;
  /** The fingerprint in baselines of earlier versions, if it is another one. */
  formerly?: string | undefined;
  place: Place | null;
  /** Path parameters that lead to what the rule checked. */
  params?: Readonly<Record<string, string>>;
  /** The threshold in force for it. */
  days?: number;
  /** Not evaluable though everything was read. */
  undecided?: true;
}

/** The result of one rule. */
export interface Outcome extends ConfiguredRule {
  status: Status;
  /** The number of subjects checked, without those that were skipped. */
  looked: number;
  /** Things that failed, could not be evaluated, or were skipped on purpose. */
  findings: readonly Finding[];
}

/** Gives `check` the subject type that `of` names. */
export const defineRule = <const K extends SubjectKind>(rule: Rule<K>): Rule<K> => rule;

export const needOf = (need: AnyEndpoint | Need): Need => ("endpoint" in need ? need : { endpoint: need });

// Absence is a fact only to those who see everything that could be there.

/** The request of `requireWholeView`. */
export const VIEW: Need = { endpoint: getOrg, when: "the list has no such items" };

/** Permissions with which lists are whole without `admin`. */
const LISTED: Readonly<Partial<Record<SubjectKind, "listMembers" | "listTeams">>> = {
  member: "listMembers",
  team: "listTeams",
};

/**
 * @throws Unknown unless the token sees all spaces, collections and sites of the organization; of members and teams: all of them
 */
export async function requireWholeView(facts: Facts, of: SubjectKind = "space"): Promise<void> {
  const { permissions } = await facts.one(getOrg, { organizationId: facts.organization });
  const missing = LISTED[of] ?? "admin";
  if (permissions?.admin === true || permissions?.[missing] === true) return;
  throw new Unknown(`this token may not see everything in the organization (permission ${missing} is missing)`);
}
