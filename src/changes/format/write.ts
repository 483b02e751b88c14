import type { Plan } from "../types.js";

/** The text of a plan file: the head first, then the steps. */
export function planText(plan: Plan): string {
  const { format, id, steps, ...head } = plan;
  return `${JSON.stringify({ format, id, ...head, steps }, null, 2)}\n`;
}
