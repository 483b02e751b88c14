/** Chooses which rules run, and how: the requested ones, or else all that are on. */
import { usage } from "../errors.js";
import { SEVERITIES, type Severity, TAGS } from "../shared/choices.js";
import { didYouMean, requireKnown } from "../shared/text/names.js";
import type { AnyRule, ConfiguredRule } from "./types.js";

/** The setting of one rule in a checks file. */
export interface RuleSetting {
  on?: boolean | undefined;
  severity?: Severity | undefined;
  days?: number | undefined;
  /** Thresholds by the id of a space, or a pattern for its title. */
  spaceDays?: Record<string, number> | undefined;
  /** Patterns for addresses of pictures that are decoration. */
  decorative?: string[] | undefined;
}

interface RuleChoice {
  ids?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  /** Only rules of this severity or a higher one. */
  severity?: Severity | undefined;
  /** Replaces the threshold of every rule that has one. */
  days?: number | undefined;
  /** Only one space or site is checked: rules that are costly for all of them run, too. */
  one?: boolean | undefined;
  settings?: Readonly<Record<string, RuleSetting>> | undefined;
}

/** @throws Failure usage for an unknown rule or tag */
export function chooseRules(rules: readonly AnyRule[], wanted: RuleChoice): ConfiguredRule[] {
  const { ids = [], tags = [], settings = {} } = wanted;
  const isAsked = choiceOf(rules, ids);
  requireKnown("tag", tags, TAGS);
  return rules
    .filter(({ id, tag }) => isAsked(id) && (tags.length === 0 || tags.includes(tag)))
    .map((rule): ConfiguredRule => {
      const setting = settings[rule.id];
      const days = wanted.days ?? setting?.days ?? rule.days ?? 0;
      // A rule that is named runs even if it is off.
      const skipped = ids.includes(rule.id) ? undefined : whyOff(rule, setting, wanted.one === true);
      const spaceDays = wanted.days === undefined ? setting?.spaceDays : undefined;
      return {
        rule,
        severity: setting?.severity ?? rule.severity,
        days,
        spaceDays,
        decorative: setting?.decorative,
        skipped,
      };
    })
    .filter(({ severity }) => wanted.severity === undefined || isAtLeast(severity, wanted.severity));
}

/** True for a pattern, such as `links-*` or `!cr-*`, and no id. */
const isPattern = (text: string): boolean => /^!|\*/.test(text);

/** Resolves ids and patterns to rules: all, if there are exclusions only. @throws Failure usage if one names nothing */
function choiceOf(rules: readonly AnyRule[], asked: readonly string[]): (id: string) => boolean {
  const patterns = asked.map((text) => {
    const isExcluded = text.startsWith("!");
    const parts = (isExcluded ? text.slice(1) : text).split(/\*+/).map((part) => part.replace(/[^\w-]/g, "\\$&"));
    const form = new RegExp(`^${parts.join(".*")}$`);
    if (!rules.some(({ id }) => form.test(id))) {
      throw usage(
        isPattern(text) ? `no rule matches ${JSON.stringify(text)}` : `there is no rule ${JSON.stringify(text)}`,
        text.endsWith(".docs")
          ? "--snapshots takes one value: a folder, or files with commas between them"
          : didYouMean(
              text,
              rules.map(({ id }) => id),
              "to list them: docs checks list",
            ),
      );
    }
    return { isExcluded, form };
  });
  const wanted = patterns.filter(({ isExcluded }) => !isExcluded);
  const excluded = patterns.filter(({ isExcluded }) => isExcluded);
  return (id) =>
    (wanted.length === 0 || wanted.some(({ form }) => form.test(id))) && !excluded.some(({ form }) => form.test(id));
}

function whyOff({ off, costly }: AnyRule, setting: RuleSetting | undefined, one: boolean): string | undefined {
  if (setting?.on === false) return "off in the checks file";
  const why = off ?? (one ? undefined : costly);
  return setting?.on === true || why === undefined ? undefined : `off by default: ${why}`;
}

export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

/** The number of days in `30d` or `2w`. @throws Failure usage */
export function daysOf(text: string, name = "--older-than"): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([dw])$/.exec(text) ?? [];
  if (count === "") throw usage(`${name} takes a time like 30d or 8w, not ${JSON.stringify(text)}`);
  return Number(count) * (unit === "w" ? 7 : 1);
}
