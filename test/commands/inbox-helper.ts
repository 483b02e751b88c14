/** An organization as an inbox reads it. */
import type { Reply, RunOptions, Sent } from "../helpers/run.js";

export const ORG = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p";
export const ME = "uA5mJr9TyBq3ZxKd7WnE";
export const PRIYA = "uijB1jTMgrv82zGKneW6";

export type Answer = object[] | number | undefined;

/** Answers by path, with the filters that matter behind it; every other list is empty. */
export const organization =
  (answers: Readonly<Record<string, Answer>> | ((key: string) => Answer)): NonNullable<RunOptions["intercept"]> =>
  ({ path }: Sent): Reply => {
    const [plain = "", text = ""] = path.split("?");
    const query = new URLSearchParams(text);
    const filters = ["status", "contributor", "authors"].filter((name) => query.has(name));
    const key = [plain.replace("/v1/", ""), ...filters.map((name) => `${name}=${query.get(name)}`)].join(" ");
    const found = (typeof answers === "function" ? answers(key) : answers[key]) ?? [];
    if (typeof found === "number") return { status: found, body: { error: { message: "no" } } };
    return { status: 200, body: { id: plain.split("/").at(-1), items: found } };
  };

export const SPACES = `${ORG.slice(4)}/spaces`;
export const space = (more: object = {}) => ({
  id: "s1",
  title: "Guide",
  comments: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  permissions: { admin: true },
  ...more,
});
export const change = (more: object = {}) => ({ id: "c1", number: 7, subject: "Words", status: "open", ...more });
export const by = (id: string, displayName = id) => ({ id, displayName });
