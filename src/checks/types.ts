/** What a rule is, and what came of it. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Severity, Tag } from "../facts/checks.js";
import type { Facts } from "./facts.js";
import type { Subject, SubjectKind, Thing } from "./subjects.js";

export type { Subject, Thing };

/** `not-evaluable`: what has to be known was denied, came in part, or not at all. It is never a pass. */
export type Status = "fail" | "pass" | "skipped" | "not-evaluable";

/** What is to be done about it. */
export interface Fix {
  /** Words of a command after `docs`. */
  words: readonly string[];
  /** The one request that the command sends, where it is one: for plans. */
  change?: { endpoint: string; params: Readonly<Record<string, string>>; body?: object };
}

/** Path of a page in its space, and what is written there. */
export interface Place {
  path: string;
  text?: string;
}

/** What a rule found. */
export interface Found {
  message: string;
  /** What it is about, where that is not the subject: a page of a space. */
  thing?: Thing;
  /** ISO 8601: since when it is so. */
  since?: string | null | undefined;
  fix: Fix;
  /** Tells findings of one subject apart, and stays the same from run to run: an id, a link's target, a field. */
  key?: string;
  place?: Place;
}

/** A request that a rule needs for each of its subjects. */
export interface Need {
  endpoint: AnyEndpoint;
  /** Only the first page, with one item: its statistics. */
  first?: true;
  /** Not for every one: when. */
  when?: string;
}

export interface Rule<K extends SubjectKind = SubjectKind> {
  id: string;
  severity: Severity;
  tag: Tag;
  /** One line: what is wrong when it fails. */
  summary: string;
  /** Why somebody should care. */
  why: string;
  /** What to do, as a command with `<placeholders>`. */
  fix: string;
  /** A message as the rule writes it. */
  example: string;
  /** What it looks at. Reading the list of these is no need of its own. */
  of: K;
  needs: readonly (AnyEndpoint | Need)[];
  /** Threshold in days: `--older-than`, or `older-than` in a checks file. */
  days?: number;
  /** Why it only runs when it is asked for. */
  off?: string;
  /** Why it runs for one space or site, and for all of them only when it is asked for. */
  costly?: string;
  check(subject: Subject<K>, job: RuleJob): readonly Found[] | Promise<readonly Found[]>;
}

/** A rule whose kind of subject is erased, as lists keep it. */
// biome-ignore lint/suspicious/noExplicitAny: rules of every kind in one list
export type AnyRule = Rule<any>;

export interface RuleJob {
  facts: Facts;
  /** The threshold in force; 0 for a rule that has none. */
  days: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether a time is longer ago than the threshold; false for what is no time. */
  isOld(time: string | null | undefined): boolean;
  /** Whole days since a time. */
  age(time: string | null | undefined): number;
}

/** A rule as it is to run. */
export interface Chosen {
  rule: AnyRule;
  severity: Severity;
  days: number;
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
  place: Place | null;
}

/** What came of one rule. */
export interface Outcome extends Chosen {
  status: Status;
  /** Things that were looked at. */
  looked: number;
  /** What failed, what could not be evaluated, what was left out on purpose. */
  findings: readonly Finding[];
}

/** Checks a rule's own types: `check` gets what `of` says. */
export const defineRule = <const K extends SubjectKind>(rule: Rule<K>): Rule<K> => rule;

export const needOf = (need: AnyEndpoint | Need): Need => ("endpoint" in need ? need : { endpoint: need });
