/** The overview in one sentence. */
import type { Overview } from "../../checks/overview.js";

const NUMBER = new Intl.NumberFormat("en");
const formatCounted = (count: number, one: string, many: string): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;

/** Says "at least" if not everything could be read, and never that all is well then. */
export function sentenceOf({ attention, findings, unread }: Overview): string {
  const of = (wanted: string) =>
    attention.filter(({ severity }) => severity === wanted).reduce((all, { total }) => all + total, 0);
  const [errors, warnings] = [of("error"), of("warning")];
  const whole = unread.length === 0 && (findings?.notEvaluable ?? 0) === 0;
  const all = errors + warnings;
  if (all === 0) return whole ? "Nothing needs attention" : "Nothing that could be read needs attention";
  const kinds = [
    ...(errors > 0 ? [formatCounted(errors, "error", "errors")] : []),
    ...(warnings > 0 ? [formatCounted(warnings, "warning", "warnings")] : []),
  ].join(" and ");
  const things = formatCounted(all, "thing needs", "things need");
  return `${whole ? things : `At least ${things}`} attention: ${kinds}`;
}
