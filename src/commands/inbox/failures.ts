/** Specifications and translations that failed, and that the person may change. */
import { failedSpecifications, failedTranslations } from "../failed-sources.js";
import { authorOf, type Item } from "./items.js";
import type { InboxContext, InboxRequest } from "./types.js";

interface WithPermissions {
  permissions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** An answer that does not say is not hidden. */
const isEditable = ({ permissions }: WithPermissions): boolean => permissions?.edit !== false;

/** Nobody wrote it, and it is in no space. */
const failure = (title: string, reason: string, more: Pick<Item, "at" | "url" | "command">): Item => ({
  group: "failures",
  title,
  reason,
  ...authorOf(undefined),
  space: null,
  changeRequest: null,
  comment: null,
  ...more,
});

/** Specifications belong to no space: asked for one, they are left out. */
export function failuresOf({ api, next }: InboxContext, { organizationId, spaceId }: InboxRequest) {
  const params = { organizationId };
  const specifications = async (): Promise<{ items: Item[] }> => ({
    items: (await failedSpecifications(api, params)).filter(isEditable).map((one) =>
      failure(one.slug ?? "", `specification: ${one.lastProcessErrorCode}`, {
        at: one.updatedAt ?? null,
        url: one.urls?.app ?? null,
        command: next("openapi view", one.slug ?? ""),
      }),
    ),
  });
  const translations = async (): Promise<{ items: Item[] }> => ({
    items: (await failedTranslations(api, params))
      .filter(isEditable)
      .filter(({ source, result }) => spaceId === undefined || [source?.space, result?.space].includes(spaceId))
      .map((one) =>
        failure(one.language ?? one.id ?? "", `translation: ${one.status}`, {
          at: one.updatedAt ?? null,
          url: null,
          command: next("translations view", one.id ?? ""),
        }),
      ),
  });
  return [
    ...(spaceId === undefined ? [{ title: "specifications", read: specifications }] : []),
    { title: "translations", read: translations },
  ];
}
