import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loader, openSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/open.js";
import type { HandlerContext } from "../../src/sandbox/types.js";

export const ORG = "testOrganization0001";
export const OTHER_ORG = "testOrganization0002";
export const SPACE = "testSpace00000000001";

/** 2026-01-15T10:00:00.000Z; every test starts here and moves on by itself only. */
export const START = Date.UTC(2026, 0, 15, 10);
export const HOUR = 3_600_000;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // Tests look into answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: literal expectations check each member that is read
  json: any;
  text: string;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

export interface TestSandbox {
  sandbox: Sandbox;
  /** One request with the token; objects are sent as JSON. */
  call: Call;
  /** Requests as a member, whom the store must know. */
  as(user: string): Promise<Call>;
  /** Milliseconds to add to the clock. */
  advance(ms: number): void;
  /** Write into the store, beside the service. */
  change<T>(work: (context: HandlerContext) => T | Promise<T>): Promise<T>;
  file: string;
  close(): void;
}

/** A sandbox on a temporary file with a clock that stands still and repeatable ids. */
export async function testSandbox(options: Partial<SandboxOptions> & { load?: Loader } = {}): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), "docs-sandbox-"));
  const file = options.file ?? join(folder, "state", "sandbox.db");
  let now = START;
  let seed = 1;
  const bytes = (size: number) => Uint8Array.from({ length: size }, () => nextByte());
  const nextByte = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed >>> 24;
  };
  const sandbox = await openSandbox({
    file,
    local: true,
    sources: { now: () => now, bytes },
    load: smallOrganization,
    ...options,
  });
  const callWith =
    (token: string): Call =>
    async (method, path, body, headers = {}) => {
      const response = await sandbox.handle({
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "*/*",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      });
      const text = Buffer.from(response.body).toString();
      const isJson = response.headers["content-type"]?.startsWith("application/json");
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
    };
  return {
    sandbox,
    file,
    change: (work) => sandbox.change(work),
    advance: (ms) => {
      now += ms;
    },
    call: callWith(sandbox.token),
    as: async (user) => {
      // The bytes of a copied file's own token would come again.
      nextByte();
      return callWith((await sandbox.tokens.create(user)).token);
    },
    close: () => {
      sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two organizations, the first with one space: what most handler tests start from. */
export function smallOrganization(context: HandlerContext): void {
  for (const [id, title] of [
    [ORG, "Harbor"],
    [OTHER_ORG, "Lighthouse"],
  ] as const) {
    putOrganization(context, id, title);
  }
  putSpace(context, { id: SPACE, title: "Guide" });
}

export function putOrganization(context: HandlerContext, id: string, title: string): void {
  context.store.put("organization", id, "root", {
    object: "organization",
    id,
    title,
    createdAt: "2025-06-01T08:00:00.000Z",
    emailDomains: [],
    defaultRole: "read",
    sso: false,
    ai: true,
    inviteLinks: true,
    urls: {
      location: `https://docs.sandbox.invalid/v1/orgs/${id}`,
      app: `https://docs.sandbox.invalid/o/${id}`,
    },
    permissions: { view: true, admin: true },
  });
  context.store.put("member", `${id}/${context.actor}`, id, {
    object: "member",
    id: context.actor,
    role: "admin",
    user: { object: "user", id: context.actor, displayName: "Ada Quill", email: "ada@harbor.example" },
    disabled: false,
    joinedAt: "2025-06-01T08:00:00.000Z",
    lastSeenAt: "2026-01-15T09:00:00.000Z",
    sso: false,
    spaces: 1,
    teams: 0,
  });
}

/** As an admin has them. */
export const SPACE_PERMISSIONS = {
  view: true,
  access: true,
  admin: true,
  viewInviteLinks: true,
  edit: true,
  triggerGitSync: true,
  comment: true,
  merge: true,
  review: true,
  installIntegration: true,
};

/** A space with an empty revision `<id>-r1`. `parent` is a collection. */
export function putSpace(
  context: HandlerContext,
  { id, title, org = ORG, parent }: { id: string; title: string; org?: string; parent?: string },
): void {
  const revision = `${id}-r1`;
  context.store.put("revision", revision, id, {
    object: "revision",
    id: revision,
    parents: [],
    createdAt: "2025-06-01T08:00:00.000Z",
    pages: [],
    files: [],
    reusableContents: [],
    variables: {},
    type: "edits",
  });
  context.store.put("space", id, parent ?? org, {
    object: "space",
    id,
    title,
    visibility: "public",
    createdAt: "2025-06-01T08:00:00.000Z",
    updatedAt: "2025-06-01T08:00:00.000Z",
    editMode: "live",
    urls: {
      location: `https://docs.sandbox.invalid/v1/spaces/${id}`,
      app: `https://docs.sandbox.invalid/o/${org}/s/${id}`,
    },
    organization: org,
    ...(parent === undefined ? {} : { parent }),
    revision,
    defaultLevel: "read",
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: SPACE_PERMISSIONS,
  });
}

export function putCollection(
  context: HandlerContext,
  { id, title, org = ORG, parent }: { id: string; title: string; org?: string; parent?: string },
): void {
  context.store.put("collection", id, parent ?? org, {
    object: "collection",
    id,
    title,
    organization: org,
    ...(parent === undefined ? {} : { parent }),
    defaultLevel: "read",
    urls: {
      location: `https://docs.sandbox.invalid/v1/collections/${id}`,
      app: `https://docs.sandbox.invalid/o/${org}/c/${id}`,
    },
    permissions: { view: true, admin: true },
  });
}
