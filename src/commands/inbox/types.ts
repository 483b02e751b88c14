/** What the parts of the inbox are told and given. */
import type { Context } from "../../cli/context.js";

export interface InboxRequest {
  organizationId: string;
  me: string;
  /** One space in place of all. */
  spaceId: string | undefined;
  /** Only what is about the person's own change requests and comments. */
  mine: boolean;
  /** Only what this user wrote. */
  author: string | undefined;
}

export type InboxContext = Pick<Context, "api" | "next" | "settings">;

export interface InboxSpace {
  id?: string | null | undefined;
  title?: string | null | undefined;
  comments?: number | null | undefined;
  changeRequestsOpen?: number | null | undefined;
  changeRequestsDraft?: number | null | undefined;
  urls?: { app?: string | null | undefined } | null | undefined;
  permissions?: Readonly<Record<string, unknown>> | null | undefined;
}
