import kits from "virtual:ci-kits";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import { choice } from "../cli/flags.js";
import { usage } from "../errors.js";
import { didYouMean } from "../shared/text/names.js";

const SERVICES = ["github", "gitlab"] as const;

/** The path of a kit's file in a project. */
const pathOf = (name: string, service: (typeof SERVICES)[number]): string =>
  service === "github" ? `.github/workflows/docs-${name}.yml` : `.gitlab/docs-${name}.yml`;

const list = defineCommand({
  name: "list",
  summary: "List the kits: files that run docs in a CI service",
  endpoints: [],
  answer: ["name", "summary", "needs", "files"],
  examples: ["docs ci list", "docs ci list --json", "docs ci list -q '.[].name'"],
  run: ({ out }) =>
    out.list(
      kits.map(({ name, summary, needs }) => ({
        name,
        summary,
        needs,
        files: Object.fromEntries(SERVICES.map((service) => [service, pathOf(name, service)])),
      })),
      {
        columns: [
          { header: "Kit", path: "name", as: "id" },
          { header: "Summary", path: "summary", below: true },
        ],
      },
    ),
});

const show = defineCommand({
  name: "show",
  summary: "Print a kit for a CI service, ready to commit",
  description:
    "The file is ready to commit; its first lines list its requirements. Secrets are variables of the CI service, never in\nthe file.",
  endpoints: [],
  args: { kit: word("a kit") },
  flags: { for: choice(SERVICES, "the CI service (default github)") },
  examples: [
    "docs ci show links",
    "docs ci show links --for gitlab",
    "docs ci show nightly-snapshot > .github/workflows/docs-nightly-snapshot.yml",
  ],
  run: async ({ args, flags, out }) => {
    const kit = kits.find(({ name }) => name === args.kit);
    if (!kit) {
      const names = kits.map(({ name }) => name);
      throw usage(`there is no kit ${JSON.stringify(args.kit)}`, didYouMean(args.kit, names, "see: docs ci list"));
    }
    const service = flags.for ?? "github";
    const text = kit.texts[service];
    if (["json", "jsonl", "yaml"].includes(out.format)) {
      await out.item({ kit: kit.name, service, path: pathOf(kit.name, service), text });
    } else await out.text(text);
  },
});

export default defineNoun(list, show);
