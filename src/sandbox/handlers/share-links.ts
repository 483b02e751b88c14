import { SITES } from "../../resources/sites.js";
import { timestamp } from "../lookup.js";
import { findSite, type StoredShareLink } from "../sites/find.js";
import { presenter } from "../sites/present.js";
import type { Handlers } from "../types.js";
import { createResource } from "./resource.js";

const links = createResource(SITES.share_link, {
  place: findSite,
  present: (context, { site }) => presenter(context, site).shareLink,
});

export const handlers: Handlers = {
  listShareLinks: links.list(),
  createShareLink: links.create(
    ({ body }, context): StoredShareLink => ({
      object: "share-link",
      id: context.id(),
      createdAt: timestamp(context),
      name: typeof body.name === "string" ? body.name : "Untitled",
      active: true,
    }),
  ),
  updateShareLink: links.change(({ body }) => body),
  deleteShareLink: links.remove(),
};
