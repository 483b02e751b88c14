/** Things of the sample, the ways in which people name them, and the places where a command line takes them. */

export interface Row {
  id: string;
  /** As a shell takes it. */
  names: readonly string[];
  /** Commands; `$` is where the name stands. */
  places: readonly string[];
}

const APP = "https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p";
const API = "https://docs.sandbox.invalid/v1";
const OTHER_SPACE = "pH687TGJrAsS6q4u8VM9";
const TEAM = "t3QuiTd9yR8G95e1tUaj";

export const TABLE: Readonly<Record<string, Row>> = {
  organization: {
    id: "hR7kQ2mXv9TzLb4WcN8p",
    names: ['"Halden Robotics"', '"halden robotics"', APP],
    places: [
      "orgs view $",
      "orgs edit $ --title X",
      "spaces list --org $",
      `spaces transfer ${OTHER_SPACE} --to-org $ --yes`,
    ],
  },
  space: {
    id: "tG4nVx8YqLz2RkWd7JmS",
    names: ['"Tern User Guide"', '"TERN user guide"', '"🛒 Tern User Guide"', `${APP}/s/tG4nVx8YqLz2RkWd7JmS`],
    places: [
      "spaces view $",
      "spaces edit $ --title X",
      "spaces delete $ --yes",
      "spaces search x --space $",
      "cr merge 42 --space $",
      `spaces move ${OTHER_SPACE} --before $`,
      "sites list --containing-space $",
      "sites create --title X --spaces $",
      "sections create --title Xy --content $",
      "site-spaces add --content $",
      "site-spaces edit wK753MQjk728HC5r1Zw6 --content $",
    ],
  },
  "space, unquoted": {
    id: "tG4nVx8YqLz2RkWd7JmS",
    names: ["Tern User Guide", "tern user guide"],
    places: [
      "spaces view $",
      "spaces edit $ --title X",
      "spaces duplicate $",
      "spaces search x --space tG4nVx8YqLz2RkWd7JmS",
    ],
  },
  member: {
    id: "u5s6yviydT27vWkB4r3J",
    names: [
      "sam.whitfield@halden-robotics.example",
      "Sam.Whitfield@halden-robotics.example",
      '"Sam Whitfield"',
      `${API}/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u5s6yviydT27vWkB4r3J`,
    ],
    places: [
      "members view $",
      "members edit $ --role read",
      "members remove $ --yes",
      "members spaces $",
      `team-members set ${TEAM} $`,
      `team-members remove ${TEAM} $ --yes`,
      "teams create --title X --members $",
      "cr list --contributor $",
      "comments list --author $",
      "comments list --author $ --cr 42",
      "teams list --owner $",
    ],
  },
  me: {
    id: "uA5mJr9TyBq3ZxKd7WnE",
    names: ["@me"],
    places: [
      "members view $",
      "members teams $",
      `team-members edit ${TEAM} --add $`,
      `team-members edit ${TEAM} --role $=owner`,
      "cr list --contributor $",
      "comments list --author $",
      "teams list --owner $",
    ],
  },
  page: {
    id: "VEbDUyoRmNUsURUUifXf",
    names: [
      "Unpacking",
      "unpacking",
      "getting-started/unpacking",
      "/getting-started/unpacking/",
      `${APP}/s/tG4nVx8YqLz2RkWd7JmS/getting-started/unpacking`,
    ],
    places: [
      "pages view $",
      "pages view $ --cr 42",
      "pages links $",
      "pages backlinks $",
      "comments list --page-id $",
      "comments create --page-id $ --body x",
      "cr pdf 42 --page $",
    ],
  },
  "change request": {
    id: "r9WhaExH4YLUx3DvA6q8",
    names: ['"Charge for 60 minutes instead of 75"', '"charge for 60 minutes instead of 75"'],
    places: [
      "cr view $",
      "cr merge $",
      "cr edit $ --status draft",
      "comments list --cr $",
      "pages list --cr $",
      "pages view VEbDUyoRmNUsURUUifXf --cr $",
    ],
  },
  "change request, by number": {
    id: "42",
    names: ["'#42'", `${APP}/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42`],
    places: ["cr view $", "cr merge $", "comments list --cr $"],
  },
  collection: {
    id: "cC27v54cXpR684GxcEvU",
    names: ["Robots", "robots", `${API}/collections/cC27v54cXpR684GxcEvU`],
    places: [
      "collections view $",
      "collections edit $ --title X",
      "collections create --title X --parent $",
      "collections move c9s6gf292CquSUnb9B24 --parent $",
      "collections move c9s6gf292CquSUnb9B24 --after $",
      `spaces move ${OTHER_SPACE} --parent $`,
      `spaces transfer ${OTHER_SPACE} --to-collection $ --yes`,
    ],
  },
  team: {
    id: TEAM,
    names: ["Documentation", "documentation"],
    places: [
      "teams view $",
      "teams edit $ --title X",
      "team-members list $",
      "saml edit pX7tR2mQ9vLk4Zb8NcWd --default-team $",
    ],
  },
  site: {
    id: "sD9wPb3HfKc6XnTj1VqZ",
    names: ['"Halden Docs"', "Halden docs", "docs"],
    places: ["sites view $", "sites publish $"],
  },
  "site, in a flag": {
    id: "sD9wPb3HfKc6XnTj1VqZ",
    names: ['"Halden Docs"', '"halden docs"', `${APP}/sites/sD9wPb3HfKc6XnTj1VqZ`],
    places: ["sections list --site $", "orgs edit --default-site $", "site-spaces list --site $"],
  },
  section: {
    id: "ePnY5bz4286QHs81sB1N",
    names: ["Robots", "robots"],
    places: [
      "sections edit $ --title Xy",
      "sites edit --default-site-section $",
      `site-spaces add --content ${OTHER_SPACE} --section $`,
      "section-groups create --title X --sections $",
    ],
  },
  "site space": {
    id: "wK753MQjk728HC5r1Zw6",
    names: ['"Tern User Guide"', "tern"],
    places: [
      "site-spaces edit $ --path x",
      "sites edit --default-site-space $",
      "sections edit ePnY5bz4286QHs81sB1N --default-site-space $",
    ],
  },
};
