import { Failure } from "../../errors.js";

const MOST = 20;

/** Rows that are in no plan, after the others were carried out. @throws Failure partial where there are any */
export function refuseLeft(left: readonly string[], what: string): void {
  if (left.length === 0) return;
  const lines = left.slice(0, MOST).map((one) => `  ${one}`);
  const more = left.length > MOST ? [`  and ${left.length - MOST} more`] : [];
  const count = left.length === 1 ? `1 ${what}` : `${left.length} ${what}s`;
  throw new Failure("partial", [`${count} could not be used:`, ...lines, ...more].join("\n"), { details: { left } });
}
