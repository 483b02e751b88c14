import { usage } from "../../errors.js";

/** `25%` or `25` to 0.25. @throws Failure usage */
export async function shareOf(text: string | undefined): Promise<number> {
  if (text === undefined) return (await import("../../plans/types.js")).MAX_REMOVALS;
  const number = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim())?.[1];
  const share = Number(number) / 100;
  if (number === undefined || share > 1)
    throw usage(`--max-removals takes a percentage from 0% to 100%, not ${JSON.stringify(text)}`);
  return share;
}
