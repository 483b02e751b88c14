import { createRevision } from "../../src/sandbox/content/revisions.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { SPACE, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { putPeople } from "./people-helper.js";

export const COMMENTS = `/v1/spaces/${SPACE}/comments`;
export const CR = `/v1/spaces/${SPACE}/change-requests/1`;
export const CR_COMMENTS = `${CR}/comments`;

/** The small organization with people, two pages (`pageOne`, `pageTwo`) and change request 1. */
export async function discussionSandbox(): Promise<TestSandbox> {
  const service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      putPeople(context);
      const pages = [
        { id: "pageOne", title: "Start", emoji: "1f680", markdown: "# Start\n\nCharge the cart." },
        { id: "pageTwo", title: "Stop", markdown: "Press the button." },
      ];
      const revision = createRevision(context, { space: SPACE, type: "edits", pages });
      context.store.update<object>("space", SPACE, (space) => ({ ...space, revision }));
    },
  });
  await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "Shorter" });
  return service;
}

/** A comment of another member: the token belongs to one, so the others write through the store. */
export function putComment(context: HandlerContext, id: string, author: string, scope: string = SPACE): void {
  context.store.put("comment", id, scope, {
    object: "comment",
    id,
    postedBy: { object: "user", id: author, displayName: author },
    postedAt: "2026-01-14T10:00:00.000Z",
    reactions: [],
    replies: 0,
    body: { markdown: `from ${author}` },
    target: { space: SPACE },
    urls: { location: `https://docs.sandbox.invalid/v1/spaces/${SPACE}/comments/${id}` },
    permissions: { view: true, edit: true, reply: true, delete: true },
    status: "open",
  });
}

/** Give the calling member another role. */
/** The caller gets a role in the organization, which is then the level in the space as well. */
export async function actAs(service: TestSandbox, role: string): Promise<void> {
  await service.change(({ store, actor }) => {
    store.update<object>("member", `testOrganization0001/${actor}`, (member) => ({ ...member, role }));
    store.update<object>("space", SPACE, (space) => ({ ...space, defaultLevel: role }));
  });
}

/** Texts of a list of comments or replies, in order. */
export const words = (answer: { json: { items: { body: { markdown: string } }[] } }) =>
  answer.json.items.map(({ body }) => body.markdown);
