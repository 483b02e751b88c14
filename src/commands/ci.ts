import { defineCommand, defineNoun, word } from "../cli/command.js";
import { choice } from "../cli/flags.js";
import { usage } from "../errors.js";
import { KITS, SERVICES } from "./ci/kits.js";
import { kitPath, kitText } from "./ci/render.js";

const list = defineCommand({
  name: "list",
  summary: "List the kits: files that make a CI service run docs",
  endpoints: [],
  examples: ["docs ci list", "docs ci list --json", "docs ci list -q '.[].name'"],
  run: ({ out }) =>
    out.list(
      KITS.map((kit) => ({
        name: kit.name,
        summary: kit.summary,
        needs: kit.needs,
        files: Object.fromEntries(SERVICES.map((service) => [service, kitPath(kit, service)])),
      })),
      {
        columns: [
          { header: "Kit", path: "name", as: "id" },
          { header: "Summary", path: "summary" },
        ],
      },
    ),
});

const show = defineCommand({
  name: "show",
  summary: "Print a kit for a CI service, ready to commit",
  description:
    "The file is ready to be committed; its first lines say what it needs. Secrets are variables of the CI service, never in\nthe file.",
  endpoints: [],
  args: { kit: word("a kit") },
  flags: { for: choice(SERVICES, "the CI service (default github)") },
  examples: [
    "docs ci show links",
    "docs ci show links --for gitlab",
    "docs ci show nightly-snapshot > .github/workflows/docs-nightly-snapshot.yml",
  ],
  run: async ({ args, flags, out }) => {
    const kit = KITS.find(({ name }) => name === args.kit);
    if (!kit) throw usage(`there is no kit ${JSON.stringify(args.kit)}`, "docs ci list shows all");
    const service = flags.for ?? "github";
    const text = kitText(kit, service, __VERSION__);
    if (["json", "jsonl", "yaml"].includes(out.format)) {
      await out.item({ kit: kit.name, service, path: kitPath(kit, service), text });
    } else await out.text(text);
  },
});

export default defineNoun(list, show);
