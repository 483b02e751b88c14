import {
  getChangeRequestFile,
  getSpaceFile,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
  listSpaceFileBacklinks,
  listSpaceFiles,
} from "../catalog/files.js";
import { chooseEndpoint, defineCommand, defineNoun, many } from "../cli/command.js";
import { only, text } from "../cli/flags.js";
import { file } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure } from "../errors.js";
import { plainVerbs } from "./plain-verbs.js";
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

const verbs = plainVerbs({ kind: file, columns: COLUMNS, details: DETAILS, read: getSpaceFile });

const list = verbs.list(listSpaceFiles, {
  summary: "List the files of a space or a change request",
  inCr: listChangeRequestFiles,
  query: CONTENT_WORDS,
  empty: "no files",
  examples: ["docs files list", "docs files list --cr 42 --json", "docs files list -q '.[].downloadURL'"],
});

const view = verbs.view(getSpaceFile, {
  summary: "Show files",
  inCr: getChangeRequestFile,
  query: CONTENT_WORDS,
  address: ({ downloadURL }) => (typeof downloadURL === "string" ? downloadURL : undefined),
  examples: ["docs files view FILE", "docs files view FILE --cr 42 --json", "docs files view FILE --url"],
});

const backlinks = verbs.sublist(listSpaceFileBacklinks, {
  name: "backlinks",
  summary: "List what uses a file",
  inCr: listChangeRequestFileBacklinks,
  columns: REFERENCE_COLUMNS,
  empty: "nothing uses this file",
  examples: [
    "docs files backlinks FILE",
    "docs files backlinks FILE --cr 42 --json",
    "docs files backlinks FILE -q length",
  ],
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
