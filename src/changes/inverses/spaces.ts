/** Undo rules: spaces, collections, content, specifications, translations. */
import type { UndoRules } from "./types.js";

const SPACE = { get: "getSpace" } as const;
const COLLECTION = { get: "getCollection" } as const;
const SPEC = { get: "getOpenapiSpec" } as const;
const TRANSLATION = { get: "getTranslation" } as const;
const CONTENT = "the old content stays in the history of the space, but only the app can restore it";

const LEVEL = {
  if: "inherits",
  member: "defaultLevel",
  why: "its level may have been inherited, and is set explicitly",
} as const;

export const spaces: UndoRules = {
  updateSpace: {
    undo: "exact",
    change: "change",
    thing: "space",
    reads: { as: "fields", of: SPACE },
    inverse: [{ endpoint: "updateSpace", body: "before" }],
    caveats: [LEVEL],
  },
  deleteSpace: {
    undo: "near",
    change: "remove",
    thing: "space",
    why: "it can be restored for 7 days, at the end of its former place",
    reads: { as: "gone", of: SPACE, keep: ["title"] },
    inverse: [{ endpoint: "restoreSpace" }],
    sideEffects: ["order"],
  },
  duplicateSpace: {
    undo: "near",
    change: "create",
    thing: "copy of a space",
    why: "the copy is deleted, and can be restored for 7 days",
    inverse: [{ endpoint: "deleteSpace", params: { spaceId: "$answer.id" } }],
  },
  restoreSpace: {
    undo: "near",
    change: "create",
    thing: "space",
    verb: "restore",
    why: "it is deleted again, and its 7 days start over",
    reads: { as: "new", of: SPACE, fields: { id: "$params.spaceId" } },
    inverse: [{ endpoint: "deleteSpace" }],
  },
  moveSpace: {
    undo: "exact",
    change: "move",
    thing: "space",
    reads: {
      as: "order",
      of: SPACE,
      list: { get: "listOrgSpaces" },
      beside: { get: "listOrgCollections" },
      within: "parent",
      type: "space",
      reference: "space",
    },
    inverse: "move back",
  },
  transferSpace: {
    undo: "near",
    change: "move",
    thing: "space",
    verb: "transfer",
    why: "it is restored at the end of its former place, without what belonged to the organization",
    reads: {
      as: "fields",
      of: SPACE,
      members: { organization: {}, collection: { at: "parent" } },
    },
    inverse: [
      { endpoint: "transferSpace", body: { organization: "$before.organization", collection: "$before.parent" } },
    ],
    sideEffects: ["order"],
  },
  createCollection: {
    undo: "exact",
    change: "create",
    thing: "collection",
    reads: { as: "new", of: { get: "listOrgCollections", item: { title: "$body.title" } } },
    inverse: [{ endpoint: "deleteCollection", params: { collectionId: "$answer.id" } }],
  },
  updateCollection: {
    undo: "exact",
    change: "change",
    thing: "collection",
    reads: { as: "fields", of: COLLECTION },
    inverse: [{ endpoint: "updateCollection", body: "before" }],
    caveats: [LEVEL],
  },
  deleteCollection: {
    undo: "approximate",
    change: "remove",
    thing: "collection",
    why: "a new collection has another id and is empty: its content stays where it was moved to",
    reads: { as: "gone", of: COLLECTION, keep: ["title", "parent"] },
    inverse: [{ endpoint: "createCollection", body: { title: "$before.title", parent: "$before.parent" } }],
  },
  moveCollection: {
    undo: "exact",
    change: "move",
    thing: "collection",
    reads: {
      as: "order",
      of: COLLECTION,
      list: { get: "listOrgCollections" },
      beside: { get: "listOrgSpaces" },
      within: "parent",
      type: "space",
      reference: "space",
    },
    inverse: "move back",
  },
  transferCollection: {
    undo: "near",
    change: "move",
    thing: "collection",
    verb: "transfer",
    why: "it is restored at the root, without what belonged to the organization",
    reads: { as: "fields", of: COLLECTION },
    inverse: [{ endpoint: "transferCollection", body: "before" }],
    sideEffects: ["order", "parent"],
  },
  importSpaceContent: { undo: "impossible", change: "act", thing: "space", verb: "import content into", why: CONTENT },
  importChangeRequestContent: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "import content into",
    why: "the earlier state of the change request cannot be restored",
  },
  applySpaceTemplate: {
    undo: "impossible",
    change: "act",
    thing: "space",
    verb: "apply a template to",
    why: CONTENT,
  },
  createOpenapiSpec: {
    undo: "near",
    change: "create",
    thing: "specification",
    why: "references created in the meantime stay broken",
    reads: { as: "new", of: { get: "listOpenapiSpecs", item: { slug: "$body.slug" } } },
    inverse: [{ endpoint: "deleteOpenapiSpec", params: { specSlug: "$body.slug" } }],
  },
  putOpenapiSpec: {
    undo: "near",
    change: "change",
    thing: "specification",
    verb: "publish",
    why: "the source is read again, and may have changed",
    reads: { as: "fields", of: SPEC, members: { source: { at: "sourceURL", inner: "url", opaque: true } } },
    inverse: [
      { endpoint: "deleteOpenapiSpec", when: "absent" },
      { endpoint: "putOpenapiSpec", when: "present", body: "before" },
    ],
  },
  updateOpenapiSpecVisibility: {
    undo: "exact",
    change: "change",
    thing: "specification",
    reads: { as: "fields", of: SPEC },
    inverse: [{ endpoint: "updateOpenapiSpecVisibility", body: "before" }],
  },
  deleteOpenapiSpec: {
    undo: "approximate",
    change: "remove",
    thing: "specification",
    why: "a new specification has another id and no earlier versions",
    reads: { as: "gone", of: SPEC, keep: ["slug", "sourceURL", "visibility"] },
    inverse: [
      { endpoint: "createOpenapiSpec", body: { slug: "$params.specSlug", source: { url: "$before.sourceURL" } } },
      { endpoint: "updateOpenapiSpecVisibility", body: { visibility: "$before.visibility" } },
    ],
  },
  createTranslation: {
    undo: "near",
    change: "create",
    thing: "translation",
    why: "the translation is deleted, but the space that it made stays",
    inverse: [{ endpoint: "deleteTranslation", params: { translationId: "$answer.id" } }],
  },
  updateTranslation: {
    undo: "exact",
    change: "change",
    thing: "translation",
    reads: { as: "fields", of: TRANSLATION },
    inverse: [{ endpoint: "updateTranslation", body: "before" }],
  },
  deleteTranslation: {
    undo: "approximate",
    change: "remove",
    thing: "translation",
    why: "a new translation has another id and makes another space",
    reads: { as: "gone", of: TRANSLATION, keep: ["source.space", "source.language", "language", "instructions"] },
    inverse: [
      {
        endpoint: "createTranslation",
        body: {
          source: { space: "$before.source.space", language: "$before.source.language" },
          language: "$before.language",
          instructions: "$before.instructions",
        },
      },
    ],
  },
};
