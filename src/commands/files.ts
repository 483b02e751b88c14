import {
  getChangeRequestFile,
  getSpaceFile,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
  listSpaceFileBacklinks,
  listSpaceFiles,
} from "../catalog/files.js";
import { chooseEndpoint, defineCommand, defineNoun, many, one } from "../cli/command.js";
import { only, query, text } from "../cli/flags.js";
import { file } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure } from "../errors.js";
import { CONTENT_WORDS, checkOutputFile, REFERENCE_COLUMNS, SAVED_COLUMNS, savedWords } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Name", path: "name" },
  { header: "Type", path: "contentType", drop: 1 },
  { header: "Size", path: "size", as: "number", drop: 2 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Width", path: "dimensions.width", as: "number" },
  { header: "Height", path: "dimensions.height", as: "number" },
  { header: "URL", path: "downloadURL", as: "url" },
];

const list = defineCommand({
  name: "list",
  summary: "List the files of a space or a change request",
  endpoints: [listSpaceFiles, listChangeRequestFiles],
  within: ["space"],
  cr: true,
  flags: query(listSpaceFiles, CONTENT_WORDS),
  paged: true,
  examples: ["docs files list", "docs files list --cr 42 --json", "docs files list -q '.[].downloadURL'"],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(chooseEndpoint(scope, listSpaceFiles, listChangeRequestFiles), { params: scope, query }), {
      columns: COLUMNS,
      empty: "no files",
    }),
});

const view = defineCommand({
  name: "view",
  summary: "Show files",
  endpoints: [getSpaceFile, getChangeRequestFile],
  args: { file: many(file) },
  flags: query(getSpaceFile, CONTENT_WORDS),
  examples: ["docs files view FILE", "docs files view FILE --cr 42 --json", "docs files view FILE --url"],
  run: ({ args, query, api, out }) =>
    out.show(
      args.file,
      ({ params }) => api.call(chooseEndpoint(params, getSpaceFile, getChangeRequestFile), { params, query }),
      {
        columns: DETAILS,
        address: (item) => (typeof item.downloadURL === "string" ? item.downloadURL : undefined),
      },
    ),
});

const backlinks = defineCommand({
  name: "backlinks",
  summary: "List what uses a file",
  endpoints: [listSpaceFileBacklinks, listChangeRequestFileBacklinks],
  args: { file: one(file) },
  paged: true,
  examples: [
    "docs files backlinks FILE",
    "docs files backlinks FILE --cr 42 --json",
    "docs files backlinks FILE -q length",
  ],
  run: ({ args, query, api, out }) => {
    const { params } = args.file;
    return out.list(
      api.list(chooseEndpoint(params, listSpaceFileBacklinks, listChangeRequestFileBacklinks), { params, query }),
      {
        columns: REFERENCE_COLUMNS,
        empty: "nothing uses this file",
      },
    );
  },
});

const download = defineCommand({
  name: "download",
  summary: "Download files",
  endpoints: [],
  uses: [getSpaceFile, getChangeRequestFile],
  args: { file: many(file) },
  flags: {
    outputFile: text({
      describe: "file or folder to write, or - for standard output; default: the file's own name in the current folder",
      short: "O",
      value: "path",
    }),
    force: only("replace an existing file"),
  },
  answer: ["path", "bytes"],
  examples: [
    "docs files download FILE",
    "docs files download FILE -O logo.png",
    "docs files download a b -O images/",
    "docs files download FILE -O - | gzip > logo.gz",
  ],
  run: ({ args, flags, api, out }) => {
    checkOutputFile(flags.outputFile, out.terminal, args.file.length);
    return out.each(
      args.file,
      async ({ params, label }) => {
        const found = await api.call(chooseEndpoint(params, getSpaceFile, getChangeRequestFile), { params });
        if (!found.downloadURL) throw new Failure("not-found", `file ${label} has no URL to download`);
        return api.download(found.downloadURL, {
          to: flags.outputFile,
          name: found.name ?? label,
          force: flags.force,
        });
      },
      {
        columns: SAVED_COLUMNS,
        bare: flags.outputFile === "-",
        done: (_, saved) => savedWords(saved),
      },
    );
  },
});

export default defineNoun(list, view, backlinks, download);
