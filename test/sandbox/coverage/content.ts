import { expect } from "vitest";
import * as id from "./ids.js";
import type { Row, Successes } from "./row.js";

const SPACE = `/v1/spaces/${id.GUIDE}`;
const CHANGE = `${SPACE}/change-requests/42`;
const drawing = { id: id.DRAWING, name: "tern-at-dock.svg", contentType: "image/svg+xml", size: 550 };
const chapters = [
  "Overview",
  "Getting started",
  "Every day",
  "Maintenance",
  "Error codes",
  "Safety",
  "Release notes",
].map((title) => ({ title, type: "document" }));

/** An import of the one file in source/, as the embedded service reads it. */
function importRow(at: string): Row {
  return {
    send: `POST ${at}/content/import`,
    body: { url: new URL("source/winter.md", import.meta.url).href, source: "markdown" },
    status: 201,
    answer: { revision: expect.stringMatching(/^\w{20}$/), importedResources: 1, totalResources: 1 },
    after: [
      {
        send: `GET ${at}/content/pages`,
        status: 200,
        answer: { pages: [...chapters, { title: "Winter", path: "winter" }] },
      },
    ],
  };
}

const backlink = (space: string, revision: string) => ({
  kind: "page",
  organization: { object: "organization", id: id.ORG },
  space: { object: "space", id: space },
  versionContext: { type: "revision", revision },
});

export const spaceContent: Successes = {
  searchSpace: {
    send: `GET ${SPACE}/search?query=adhesive`,
    status: 200,
    answer: {
      count: 1,
      items: [
        {
          id: id.CHARGING,
          title: "Charging",
          path: "getting-started/charging",
          sections: [{ title: "Place the dock", body: expect.stringContaining("adhesive pads") }],
        },
      ],
    },
  },
  getSpaceContent: {
    send: `GET ${SPACE}/content`,
    status: 200,
    answer: {
      object: "revision",
      id: "ggJ8nit9kHAoyB2V2o3F",
      pages: chapters,
      files: [drawing, { id: id.SAFETY_CARD }],
      variables: expect.any(Object),
      urls: { app: expect.stringContaining(`/o/${id.ORG}/s/${id.GUIDE}`) },
    },
  },
  importSpaceContent: importRow(SPACE),
  applySpaceTemplate: {
    send: `POST ${SPACE}/content/template`,
    body: { id: "api-reference", params: { contentRefs: { cover: { kind: "file", file: id.DRAWING } } } },
    status: 204,
    after: [
      {
        send: `GET ${SPACE}/content/pages`,
        status: 200,
        answer: {
          pages: [
            ...chapters,
            { title: "Introduction", cover: { ref: { kind: "file", file: id.DRAWING } } },
            { title: "Errors" },
          ],
        },
      },
    ],
  },
  listSpacePages: { send: `GET ${SPACE}/content/pages`, status: 200, answer: { pages: chapters } },
  listSpaceFiles: {
    send: `GET ${SPACE}/content/files`,
    status: 200,
    answer: { count: 2, items: [drawing, { id: id.SAFETY_CARD, contentType: "text/plain" }] },
  },
  getSpaceFile: {
    send: `GET ${SPACE}/content/files/${id.DRAWING}`,
    status: 200,
    answer: { ...drawing, dimensions: { width: 640, height: 420 } },
  },
  listSpaceFileBacklinks: {
    send: `GET ${SPACE}/content/files/${id.DRAWING}/backlinks`,
    status: 200,
    answer: { count: 1, items: [backlink(id.GUIDE, "ggJ8nit9kHAoyB2V2o3F")] },
  },
  getSpacePage: {
    send: `GET ${SPACE}/content/page/${id.CHARGING}`,
    status: 200,
    answer: {
      id: id.CHARGING,
      title: "Charging",
      type: "document",
      slug: "charging",
      path: "getting-started/charging",
      markdown: expect.stringMatching(/^The dock charges an empty battery in 75 minutes\./),
    },
  },
  listSpacePageLinks: {
    send: `GET ${SPACE}/content/page/${id.ERROR_CODES}/links`,
    status: 200,
    answer: {
      count: 3,
      stats: { total: 3, broken: { total: 1, changeRequest: 0 } },
      items: [{ status: "ok", relation: "reference" }, {}, {}],
    },
  },
  listSpacePageBacklinks: {
    send: `GET ${SPACE}/content/page/${id.CHARGING}/backlinks`,
    status: 200,
    answer: { count: 2, items: [backlink(id.GUIDE, "ggJ8nit9kHAoyB2V2o3F"), { kind: "page" }] },
  },
  listSpaceLinks: {
    send: `GET ${SPACE}/links?limit=1`,
    status: 200,
    answer: {
      next: { page: expect.any(String) },
      count: 14,
      stats: { total: 14, broken: { total: 2, changeRequest: 0 } },
      items: [{ targetReference: { kind: "file", file: { id: id.DRAWING } } }],
    },
  },
};

export const changeRequestContent: Successes = {
  getChangeRequestContent: {
    send: `GET ${CHANGE}/content`,
    status: 200,
    answer: { object: "revision", id: "h6MoZmzD6CVeVy2DYbAs", parents: ["ggJ8nit9kHAoyB2V2o3F"], pages: chapters },
  },
  importChangeRequestContent: importRow(CHANGE),
  listChangeRequestPages: {
    send: `GET ${CHANGE}/content/pages`,
    status: 200,
    answer: { pages: chapters },
  },
  listChangeRequestFiles: {
    send: `GET ${CHANGE}/content/files`,
    status: 200,
    answer: { count: 2, items: [drawing, { id: id.SAFETY_CARD }] },
  },
  getChangeRequestFile: {
    send: `GET ${CHANGE}/content/files/${id.SAFETY_CARD}`,
    status: 200,
    answer: { id: id.SAFETY_CARD, name: "safety-card.txt", size: 179 },
  },
  listChangeRequestFileBacklinks: {
    send: `GET ${CHANGE}/content/files/${id.DRAWING}/backlinks`,
    status: 200,
    answer: { count: 1, items: [backlink(id.GUIDE, "h6MoZmzD6CVeVy2DYbAs")] },
  },
  getChangeRequestPage: {
    send: `GET ${CHANGE}/content/page/${id.CHARGING}?format=markdown&evaluated=true`,
    status: 200,
    answer: {
      id: id.CHARGING,
      markdown: expect.stringMatching(/^Since version 4\.2 the dock charges an empty battery in 60 minutes/),
    },
  },
  listChangeRequestPageLinks: {
    send: `GET ${CHANGE}/content/page/${id.CHARGING}/links`,
    status: 200,
    answer: { count: 1, stats: { total: 1, broken: { total: 0, changeRequest: 0 } }, items: [{ status: "ok" }] },
  },
};
