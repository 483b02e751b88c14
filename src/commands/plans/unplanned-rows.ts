import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";

const MOST = 20;

/** Reports rows that could not be planned, after the others were applied. @throws Failure partial if there are any */
export function refuseUnplanned(left: readonly string[], what: string, says = "could not be used"): void {
  if (left.length === 0) return;
  const lines = left.slice(0, MOST).map((one) => `  ${one}`);
  const more = left.length > MOST ? [`  and ${left.length - MOST} more`] : [];
  throw new Failure("partial", [`${count(left.length, what)} ${says}:`, ...lines, ...more], {
    details: { left },
  });
}
