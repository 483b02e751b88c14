import { SAMPLE } from "./ids.js";

/*
 * Ids of the sample, fixed so that documentation and tests can mention them.
 */

/** Organizations besides the default one. */
export const ORGS = {
  halden: SAMPLE.org,
  orchard: "osAgpp53c2y4hH7jymzf",
} as const;

/** Members; the calling admin is SAMPLE.member. */
export const PEOPLE_IDS = {
  ingrid: SAMPLE.member,
  mateo: "ud2V6HzDt93xN58tHQ6Z",
  aiko: "uHosc9Bt3Cghxy16F4UK",
  priya: "uijB1jTMgrv82zGKneW6",
  jonas: "u4ZZnH5G9tKzy5NnAxaX",
  leila: "udsU4Kvr6mLF4733pph5",
  tomasz: "u3WMpp8eY71ya62DhAPx",
  grace: "u7Trvg1161CH4P8ZDE9m",
  sam: "u5s6yviydT27vWkB4r3J",
  noor: "uh37jonX22428ws4qB6R",
  elif: "uKAXA45Bp3Y2kpMXDR9G",
  oliver: "uKwTf3rUK6oP3992u85K",
  casey: "u63x65N7928Avb2quv13",
  yuki: "urVX294a8v1Xg4TYoBcV",
  hanna: "u9F81E4CReiaB24Mpu28",
  ravi: "uRcYdR87iy91a5sJZ4rS",
} as const;

/** Teams. */
export const TEAMS = {
  docs: "t3QuiTd9yR8G95e1tUaj",
  field: "t3aVFS211n5tKAH88D12",
  firmware: "t5D77ErA53CC6A8eGrh6",
  support: "tFSuGb2kH2E7ss6MPa6R",
  orchard: "tG2525Dxp6KqnQ8GQTwc",
} as const;

/** Collections. */
export const COLLECTIONS = {
  product: "c7WuyRt44QJyE3zm4taW",
  robots: "cC27v54cXpR684GxcEvU",
  retired: "cxFhGxM3216Qsn5jm8q8",
  software: "c9s6gf292CquSUnb9B24",
  inside: "cer3z2utja62R25RVbUm",
  drafts: "cS7ormSW7G774f2RtAZg",
  orchard: "c9q5CqMKJ9uL7y25Lfu7",
} as const;

/** Spaces; the default one is SAMPLE.space. */
export const SPACES = {
  guide: SAMPLE.space,
  german: "pWk2T6KHwZU5rjnfRPm5",
  ternOne: "pH687TGJrAsS6q4u8VM9",
  harbor: "pPP4WDv78L8RNnQG4tYR",
  api: "p6XAtCw2ZM66CYe1Dw4C",
  handbook: "pV7syPAA4Y8STC95bomz",
  field: "pkNn494pi8HgB36Wxyf8",
  welcome: "p3sfu86N4L96J7SLYxrq",
  fair: "pckJFg4CoAX5S93XtNo9",
  orchard: "po3379Th3Y894vu61tWG",
} as const;

/** Sites; the default one is SAMPLE.site. */
export const SITES = {
  docs: SAMPLE.site,
  field: "s37xwST38AhXPnB2Pj9h",
  orchard: "sB7f4FK792W5aR4r447u",
} as const;

/** Sections of the default site. */
export const SECTIONS = {
  robots: "ePnY5bz4286QHs81sB1N",
  fleet: "e3w5wrLbFu5YnBs1w1Z3",
  developers: "e9wwZ81xpiN1wVFC1a85",
} as const;

/** Section groups of the default site. */
export const GROUPS = {
  software: "g9Zk69pwo7ZbFpG91Mm2",
} as const;

/** Site spaces. */
export const SITE_SPACES = {
  guide: "wK753MQjk728HC5r1Zw6",
  german: "w3t2772867dpfQ9GJ11v",
  ternOne: "w5w5ukJs4omN22u4893H",
  harbor: "wir2P2d974594vcR291F",
  api: "wg657D3U7XBG3Sp6pXhW",
  field: "wb8bF7cwq6E52769sUEH",
} as const;

/** Share links. */
export const SHARE_LINKS = {
  partners: "k4417hK4FrRVS9ezeUW3",
  press: "kT8m3Ayo7AsEcx39N9Qj",
  reviewers: "kc3X3Y1D7En7R4ZhLHmc",
} as const;

/** Change requests mentioned in docs and tests; `ready` is number 42 of the default space. */
export const CHANGES = {
  ready: "r9WhaExH4YLUx3DvA6q8",
  late: "rTh8zX9vuC3MFhHHSeN2",
  draft: "rbHR942a3L87D16iMw19",
  stale: "rH2Y853Sae939qP28mF7",
  german: "r4Zk2rD34H5q7uYHxw7X",
  api: "r97o5v5NQ462x6Aw5ays",
  handbook: "rpN9P2V2FFuCXa4fZQ9R",
} as const;

/** OpenAPI specifications. */
export const OPENAPI = {
  harbor: "ae7mhb6d714p3nyp5Y3p",
  events: "afAf7Xvv5pNP2S2rJSH5",
} as const;

/** Versions of the specification `harbor-api`, oldest first. */
export const VERSIONS = {
  first: "v8aWDpo1129BGSAf21ds",
  second: "vG4xBS8T6u6B9Y91rS87",
} as const;

/** The finished translation of the default space into German. */
export const TRANSLATION = "lkEDBVz72E62zj22Hd4M";

/** SAML providers of the default organization; the previous one's certificate has expired. */
export const SAML_PROVIDERS = {
  current: "maSb3364sqMD95UzH113",
  former: "mq7Xw2Rk9TzLb4WcN8pF",
} as const;
