/**
 * A command line for each command that the table of endpoints lacks: those made of several requests, and the tool's own.
 * `{dir}` is a folder of the test. Lines of `before` run first, on the same poisoned answers.
 */
import type { ProfileService, SandboxService } from "../../src/cli/context.js";
import { LINES } from "../commands/json-lines.js";
import type { RunOptions } from "../helpers/run.js";
import { type Damage, TITLE } from "./poison.js";

export interface Line {
  line: string;
  before?: readonly string[];
  /** Exit codes that are right; 0 unless given. */
  codes?: readonly number[];
  /** Data in which some of it is right, for a program to read. */
  rightly?: readonly Damage[];
  on?: RunOptions;
}

const SAM = "u5s6yviydT27vWkB4r3J";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const [SITE, PLAN, SNAPSHOT, REVIEW] = ["{dir}/site.yaml", "{dir}/p.plan", "{dir}/s.docs", "{dir}/review.csv"];
const retitle = "sections edit ePnY5bz4286QHs81sB1N --title Other";
const snapshot = `snapshots create ${SNAPSHOT}`;
const removal = `members remove ${SAM} --plan ${PLAN}`;
export const FILES = {
  "teams.csv": `team,user,role\nFirmware,${SAM},\nNo\u0007\u200bteam,${SAM},\n`,
};

const title = `Lindqvist${TITLE}`;

/** A service whose titles attack, as the parts that speak to it for themselves hand them on. */
const profiles: Partial<ProfileService> = {
  check: async () => ({ organizations: [{ id: "oOne", title }] }),
  findMember: async () => "uAda",
  spaces: async () => [{ id: "sOne", title }],
  login: async () => ({ current: true, store: "file" }),
  tokenStatus: async () => ({ source: "the profile", tail: "wxyz" }),
  token: async () => "secret-token",
  set: async () => {},
};
const loaded = { organization: title, origin: "https://docs.example.com", read: "2026-01-15T10:00:00.000Z" };
const service: Partial<SandboxService> = {
  status: async () => ({ file: "state.db", exists: true, loaded }),
  load: async () => ({ ...loaded, file: "state.db", caller: { id: "uAda", name: title }, counts: { space: 1 } }),
  tokens: async () => [{ id: "k1", user: title, createdAt: "2026-01-15T10:00:00.000Z" }],
  importFolder: async () => ({ space: "s1", pages: 1, files: 0, links: 0, skipped: [{ path: title, why: title }] }),
};
const OTHER: RunOptions = { profiles, baseUrl: "https://docs.example.com" };

const COMPOSITE: readonly Line[] = [
  { line: "spaces check", codes: [11] },
  { line: "cr review 42", on: { answers: ["n", "d", "k", "r", "q"] }, codes: [0, 2] },
  { line: "cr check 42", codes: [9, 11] },
  { line: "sites check", codes: [0, 9, 11] },
  { line: "sites export", rightly: ["an invisible character"] },
  { line: `sites plan ${SITE}`, before: [`sites export -O ${SITE}`, retitle], codes: [0] },
  { line: `sites apply ${SITE} --yes`, before: [`sites export -O ${SITE}`, retitle], codes: [0] },
  { line: "orgs overview", codes: [0, 9] },
  { line: `members offboard ${SAM} --heir ${JONAS} --yes --dry-run`, codes: [0, 9] },
  { line: `members offboard ${SAM} --heir ${JONAS} --yes`, codes: [0, 9] },
  // The mark by which spreadsheets know UTF-8.
  { line: "reviews create -", rightly: ["an invisible character"] },
  { line: `reviews view ${REVIEW}`, before: [`reviews create ${REVIEW}`] },
  { line: `reviews apply ${REVIEW} --yes`, before: [`reviews create ${REVIEW}`] },
  { line: "teams sync teams.csv --yes", codes: [9] },
  { line: "checks run", codes: [9, 11] },
  { line: "checks run --report github=-", codes: [9, 11], rightly: ["a command of GitHub"] },
  { line: "checks run --report markdown=-", codes: [9, 11] },
  { line: "checks run --report junit=-", codes: [9, 11] },
  { line: "checks baseline {dir}/baseline.json", codes: [0, 9] },
  { line: `plans view ${PLAN}`, before: [removal] },
  // What somebody leaves behind is in the plan, in the words of the service.
  { line: `plans view ${PLAN} --all`, before: [`members offboard ${SAM} --heir ${JONAS} --plan ${PLAN}`] },
  { line: `plans view ${PLAN} -o markdown`, before: [`members offboard ${SAM} --heir ${JONAS} --plan ${PLAN}`] },
  { line: `plans apply ${PLAN} --yes`, before: [removal], codes: [0, 9] },
  {
    line: "plans verify {dir}/receipt.json",
    before: [removal, `plans apply ${PLAN} --yes --receipt {dir}/receipt.json`],
    codes: [0, 9, 11],
  },
  // A removal is all there is, and nothing brings it back.
  { line: `plans undo ${PLAN} --yes --partial`, before: [removal, `plans apply ${PLAN} --yes`], codes: [2] },
  {
    line: `plans undo ${PLAN} --yes`,
    before: [`members edit ${SAM} --role admin --plan ${PLAN}`, `plans apply ${PLAN} --yes`],
    codes: [0, 5, 9],
  },
  { line: "history", before: [removal, `plans apply ${PLAN} --yes`] },
  { line: "history list", before: [removal, `plans apply ${PLAN} --yes`] },
  { line: "history view 1", before: [removal, `plans apply ${PLAN} --yes`] },
  { line: "history clear --yes", before: [removal, `plans apply ${PLAN} --yes`] },
  { line: "undo --yes --partial", before: [removal, `plans apply ${PLAN} --yes`], codes: [2] },
  { line: snapshot, codes: [0, 9] },
  { line: "snapshots create {dir}/all --all-orgs", codes: [0, 9] },
  { line: `checks run --changed-since ${SNAPSHOT}`, before: [snapshot], codes: [0, 9, 11] },
  {
    line: "checks run ignore-comment page-empty image-without-alt heading-jump link-unsafe page-old",
    codes: [0, 9, 11],
  },
  { line: `checks run --snapshots ${SNAPSHOT}`, before: [snapshot], codes: [0, 9, 11] },
  { line: `snapshots view ${SNAPSHOT}`, before: [snapshot], codes: [0, 9] },
  { line: `snapshots list ${SNAPSHOT}`, before: [snapshot] },
  { line: `snapshots forget ${SNAPSHOT} --keep-last 1 --yes`, before: [snapshot, snapshot], codes: [0, 9] },
  { line: `snapshots verify ${SNAPSHOT}`, before: [snapshot], codes: [0, 9] },
  { line: `snapshots verify ${SNAPSHOT} --live`, before: [snapshot], codes: [0, 9, 11] },
  { line: `snapshots log ${SNAPSHOT}`, before: [snapshot, retitle, snapshot], codes: [0, 9] },
  { line: `snapshots query ${SNAPSHOT} 'select title from spaces'`, before: [snapshot], codes: [0, 9] },
  { line: `snapshots tables ${SNAPSHOT} {dir}/tables`, before: [snapshot], codes: [0, 9] },
  { line: `snapshots export ${SNAPSHOT} {dir}/out`, before: [snapshot], codes: [0, 9] },
  {
    line: `snapshots restore ${SNAPSHOT} --settings --plan ${PLAN}`,
    before: [snapshot, "spaces edit --title Other"],
    codes: [0, 9],
  },
  { line: `snapshots diff ${SNAPSHOT} --live --text`, before: [snapshot, "cr merge 42"], codes: [0, 9] },
  { line: "init {dir}/project.yaml", codes: [0] },
  { line: "doctor", codes: [0, 9] },
  { line: "extensions list" },
  { line: "files download fT6kXw2NbRz9QmVd4LhG -O {dir}/file", codes: [0, 2, 5, 6, 10] },
  { line: "api /v1/orgs", rightly: ["an invisible character"] },
  { line: "api /v1/orgs -i", rightly: ["an invisible character"] },
  { line: "auth login --token-stdin", on: { ...OTHER, stdin: "token-1", answers: ["", "", ""] } },
  { line: "auth status", on: OTHER },
  { line: `config set me ${SAM}`, on: { profiles } },
  { line: "config set space 'No such space'", codes: [3], on: { profiles } },
  { line: `sandbox load ${SNAPSHOT} --yes`, before: [snapshot], on: { service } },
  { line: "sandbox status", on: { service } },
  { line: "sandbox token list", on: { service } },
  { line: "sandbox import {dir}", on: { service } },
];

/** What these show is the program's own, or comes from files that the person wrote. */
const OWN = [
  ...["auth logout", "auth move", "auth token", "profiles list", "profiles use", "profiles delete"],
  ...["config list", "config get", "config unset", "alias list", "alias set", "alias delete"],
  ...["ci list", "ci show", "completion", "mcp", "checks list", "checks view", "sandbox start", "sandbox reset"],
  "tour",
];

export const isOwn = (command: string): boolean => OWN.includes(command);

export const EVERY_LINE: readonly Line[] = [...LINES.map(({ line }) => ({ line })), ...COMPOSITE];
