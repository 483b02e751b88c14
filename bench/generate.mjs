// Generates content, the same on every run: a folder of Markdown, or a state file with a large organization.
//   node bench/generate.mjs folder <path> [--pages 10000]
//   node bench/generate.mjs organization <state file> [--spaces 1000] [--pages 50000] [--members 10000]
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { sampleData } from "../scripts/sample.mjs";

const WORDS =
  `account address administrator alert answer archive backup balance branch browser budget button cable calendar certificate
  channel chapter client cluster column command comment commit configuration connection console container contract cookie
  currency customer dashboard database deadline delivery deployment device directory document domain download driver endpoint
  engine environment error event example export extension failure feature filter firewall folder format gateway graph group
  handler harbor header history host image import index install instance invoice journal keyboard kernel label language layout
  level library license limit link list location machine manager measure member memory merge message method migration mirror
  module monitor network node notice number object operation option order organization output owner package page parameter
  partner password pattern payment permission platform plugin policy port prefix printer process product profile project
  protocol provider proxy query queue range record region register release remote report request reset response restore result
  revision role router rule sample schedule schema script search section secret sensor server service session setting shell
  signal socket source space storage stream string summary support switch system table target task team template terminal test
  theme thread ticket token topic traffic transfer translation trigger tunnel update upload user value variable version view
  visitor volume warning webhook window worker workflow zone`.split(/\s+/);

/** Random numbers, the same on every run (mulberry32). */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const FOLDER_SIZE = 50;
/** Every page except the first is in a folder of fifty, whose first page is its README. */
export const pathOf = (number) => {
  if (number === 0) return "README.md";
  const folder = `part-${Math.floor(number / FOLDER_SIZE)}`;
  return number % FOLDER_SIZE === 0 ? `${folder}/README.md` : `${folder}/page-${number}.md`;
};

/** About 4 KB: five sections, ten links, a hint, a table, code; every twentieth page also has a broken link. */
export function pageText(number, pages) {
  const next = random(number + 1);
  const word = () => WORDS[next(WORDS.length)];
  const words = (count) => Array.from({ length: count }, word).join(" ");
  const sentence = () => `${words(12).replace(/^./, (first) => first.toUpperCase())}.`;
  const paragraph = () => Array.from({ length: 4 }, sentence).join(" ");
  const up = number < FOLDER_SIZE && number === 0 ? "" : "../";
  const link = (to) => `[${word()} ${word()}](${up}${pathOf(to)})`;
  const parts = [`# ${title(number)}`, paragraph()];
  for (let section = 0; section < 5; section += 1) {
    parts.push(`## ${words(2)} ${section}`, `${paragraph()} See ${link(next(pages))} and ${link(next(pages))}.`);
  }
  parts.push(`{% hint style="info" %}\n${sentence()}\n{% endhint %}`);
  parts.push(
    `| ${word()} | ${word()} |\n| --- | --- |\n${Array.from({ length: 4 }, () => `| ${word()} | ${words(3)} |`).join("\n")}`,
  );
  parts.push(`\`\`\`js\nconst ${word()} = "${word()}";\n\`\`\``);
  if (number % 20 === 7) parts.push(`[gone](gone-${number}.md)`);
  return `${parts.join("\n\n")}\n`;
}

export const title = (number) => `${WORDS[number % WORDS.length]} ${WORDS[(number * 7) % WORDS.length]} ${number}`;

/** The smallest picture that is one. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Writes a folder with this many pages, and a page that shows so many pictures. */
export async function writeFolder(folder, pages, pictures = 0) {
  await rm(folder, { recursive: true, force: true });
  for (let number = 0; number < pages; number += 1) {
    const path = join(folder, pathOf(number));
    if (number % FOLDER_SIZE === 0 || number === 1) await mkdir(dirname(path), { recursive: true });
    await writeFile(path, pageText(number, pages));
  }
  if (pictures === 0) return;
  const names = Array.from({ length: pictures }, (_, number) => `picture-${number}.png`);
  await mkdir(join(folder, "pictures"), { recursive: true });
  // Bytes behind its end make each a file of its own.
  for (const name of names)
    await writeFile(join(folder, "pictures", name), Buffer.concat([PICTURE, Buffer.from(name)]));
  await writeFile(
    join(folder, "gallery.md"),
    `# Gallery\n\n${names.map((name) => `![](pictures/${name})`).join("\n\n")}\n`,
  );
}

/** The sandbox's own modules, bundled for this process, as only they can write the state file. */
async function sandboxModules() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const entry = "\0entry";
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: "node",
    external: ["libsql"],
    plugins: [
      sampleData,
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `export { openSandbox } from "${root}src/sandbox/open.ts"; export { createSpace } from "${root}src/sandbox/spaces/new-space.ts";`
            : undefined,
      },
    ],
  });
  const dir = join(root, "node_modules", ".cache", "bench");
  await bundle.write({ dir, format: "esm", entryFileNames: "sandbox.mjs" });
  return import(pathToFileURL(join(dir, "sandbox.mjs")).href);
}

const id = (prefix, number) => `${prefix}${String(number).padStart(20 - prefix.length, "0")}`;
const AT = "2026-01-15T10:00:00.000Z";

function person(org, number) {
  const user = {
    object: "user",
    id: id("person", number),
    displayName: `${title(number)}`,
    email: `p${number}@example.com`,
  };
  const role = ["read", "comment", "edit", "review", "create"][number % 5];
  return {
    object: "member",
    id: user.id,
    role: number % 50 === 0 ? null : role,
    user,
    disabled: number % 97 === 0,
    joinedAt: AT,
    lastSeenAt: AT,
    sso: false,
    spaces: 0,
    teams: 1,
    organization: org,
  };
}

/** Creates a state file and fills the sample's first organization; returns its id. */
export async function writeOrganization(
  file,
  { spaces, pages, members, teams = Math.max(1, Math.round(members / 50)) },
) {
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
  const { openSandbox, createSpace } = await sandboxModules();
  const sandbox = await openSandbox({ file: resolve(file), local: true });
  const org = await sandbox.change(({ store }) => store.ids("organization", "root")[0]);
  const each = Math.round(pages / spaces);
  for (let from = 0; from < spaces; from += 50) {
    await sandbox.change((context) => {
      for (let space = from; space < Math.min(from + 50, spaces); space += 1) {
        const content = Array.from({ length: each }, (_, number) => ({
          title: title(space * each + number),
          markdown: pageText(space * each + number, each),
          git: { oid: "0", path: pathOf(number) },
        }));
        createSpace(context, org, `Space ${space}`, { pages: content });
      }
    });
  }
  await sandbox.change(({ store }) => {
    for (let team = 0; team < teams; team += 1) {
      const value = {
        object: "team",
        id: id("team", team),
        title: `Team ${team}`,
        members: 0,
        spaces: 0,
        createdAt: AT,
        permissions: {},
      };
      store.put("team", value.id, org, value);
    }
    for (let number = 0; number < members; number += 1) {
      const { organization: _, ...member } = person(org, number);
      store.put("member", `${org}/${member.id}`, org, member);
      const team = id("team", number % teams);
      store.put("team-membership", `${team}/${member.id}`, team, { user: member.id, role: "member" });
      store.update("team", team, (value) => ({ ...value, members: value.members + 1 }));
    }
  });
  sandbox.close();
  return org;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const numbers = { pages: { type: "string" }, spaces: { type: "string" }, members: { type: "string" } };
  const { values, positionals } = parseArgs({ options: numbers, allowPositionals: true });
  const [what, path] = positionals;
  if (path && what === "folder") await writeFolder(path, Number(values.pages ?? 10_000));
  else if (path && what === "organization") {
    const { pages = 50_000, spaces = 1_000, members = 10_000 } = values;
    await writeOrganization(path, { pages: Number(pages), spaces: Number(spaces), members: Number(members) });
  } else {
    process.stderr.write("node bench/generate.mjs folder <path> | organization <state file>\n");
    process.exitCode = 2;
  }
}
