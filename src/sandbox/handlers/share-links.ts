import { listAnswer } from "../lists.js";
import { timestamp } from "../lookup.js";
import { findShareLink, findSite, type StoredShareLink } from "../sites/find.js";
import { presenter } from "../sites/present.js";
import type { Handler, Handlers } from "../types.js";

const KIND = "share-link";

const listShareLinks: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const links = context.store.all<StoredShareLink>(KIND, site.id);
  return listAnswer(context, input, { items: links.map(presenter(context, site).shareLink) });
};

const createShareLink: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const { name } = input.body;
  const link: StoredShareLink = {
    object: KIND,
    id: context.id(),
    createdAt: timestamp(context),
    name: typeof name === "string" ? name : "Untitled",
    active: true,
  };
  context.store.put(KIND, link.id, site.id, link);
  return { value: presenter(context, site).shareLink(link) };
};

const updateShareLink: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const link = { ...findShareLink(context, site.id, input.params.shareLinkId ?? ""), ...input.body };
  context.store.put(KIND, link.id, site.id, link);
  return { value: presenter(context, site).shareLink(link) };
};

const deleteShareLink: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const { id } = findShareLink(context, site.id, input.params.shareLinkId ?? "");
  context.store.remove(KIND, id);
  return undefined;
};

export const handlers: Handlers = { listShareLinks, createShareLink, updateShareLink, deleteShareLink };
