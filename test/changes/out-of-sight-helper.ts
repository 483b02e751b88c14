/** Tokens that do not see all of the sample, as the service answers them. */
import type { Ran, Reply, Sent } from "../helpers/run.js";

export const ORG = "hR7kQ2mXv9TzLb4WcN8p";
export const ME = "uA5mJr9TyBq3ZxKd7WnE";
export const TOMASZ = "u3WMpp8eY71ya62DhAPx";
export const SAM = "u5s6yviydT27vWkB4r3J";
export const GRACE = "u7Trvg1161CH4P8ZDE9m";
export const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
export const FIELD = "t3aVFS211n5tKAH88D12";

export const MISSING: Reply = { status: 404, body: { error: { code: 404, message: "not found" } } };
export const DENIED: Reply = { status: 403, body: { error: { code: 403, message: "not yours" } } };

/** As the service answers a token of another organization. */
export const foreign = ({ path }: Sent): Reply | undefined =>
  /^\/v1\/(orgs|spaces|collections)\//.test(path) ? MISSING : undefined;

/** The organization as the service shows it, with some permissions missing. */
export function withoutPermissions(...names: string[]): (sent: Sent) => Reply | undefined {
  const permissions = { admin: true, listMembers: true, listTeams: true, view: true };
  return ({ path }) =>
    path === `/v1/orgs/${ORG}`
      ? {
          status: 200,
          body: {
            object: "organization",
            id: ORG,
            title: "Halden",
            permissions: Object.fromEntries(Object.entries(permissions).map(([name]) => [name, !names.includes(name)])),
          },
        }
      : undefined;
}

export const writes = ({ sent }: Ran): string[] =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(`/v1/orgs/${ORG}/`, "")}`);
