/* Ids of the sample organization, written out: documentation and scripts name them, so they must not change. */

export const ORG = "hR7kQ2mXv9TzLb4WcN8p";
export const ORCHARD = "osAgpp53c2y4hH7jymzf";

export const INGRID = "uA5mJr9TyBq3ZxKd7WnE";
export const MATEO = "ud2V6HzDt93xN58tHQ6Z";
export const AIKO = "uHosc9Bt3Cghxy16F4UK";
export const PRIYA = "uijB1jTMgrv82zGKneW6";
export const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
export const TOMASZ = "u3WMpp8eY71ya62DhAPx";
export const GRACE = "u7Trvg1161CH4P8ZDE9m";
export const SAM = "u5s6yviydT27vWkB4r3J";
export const CASEY = "u63x65N7928Avb2quv13";

export const DOCUMENTATION = "t3QuiTd9yR8G95e1tUaj";
export const FIELD_SERVICE = "t3aVFS211n5tKAH88D12";
export const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
export const SUPPORT = "tFSuGb2kH2E7ss6MPa6R";

/** Collections: Robots and Software are in Product, Retired is in Robots. */
export const PRODUCT = "c7WuyRt44QJyE3zm4taW";
export const ROBOTS = "cC27v54cXpR684GxcEvU";
export const RETIRED = "cxFhGxM3216Qsn5jm8q8";
export const SOFTWARE = "c9s6gf292CquSUnb9B24";
export const INSIDE = "cer3z2utja62R25RVbUm";
export const DRAFTS = "cS7ormSW7G774f2RtAZg";
export const FARM = "c9q5CqMKJ9uL7y25Lfu7";

/** Spaces: Guide and German are in Robots, Old in Retired, Harbor and API in Software. */
export const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
export const GERMAN = "pWk2T6KHwZU5rjnfRPm5";
export const OLD = "pH687TGJrAsS6q4u8VM9";
export const HARBOR = "pPP4WDv78L8RNnQG4tYR";
export const API = "p6XAtCw2ZM66CYe1Dw4C";
export const HANDBOOK = "pV7syPAA4Y8STC95bomz";
export const MANUAL = "pkNn494pi8HgB36Wxyf8";
export const WELCOME = "p3sfu86N4L96J7SLYxrq";

/** Pages and files of Guide. */
export const CHARGING = "XP6omSZeoJsbZDXfvayL";
export const ERROR_CODES = "eTyCVVwoJRojSKSiHQew";
export const LOADING = "ytKT6Eooy5PhEwV2C898";
export const DRAWING = "fT6kXw2NbRz9QmVd4LhG";
export const SAFETY_CARD = "fB3pZq8YcJx5KtWn7RmD";

/** Comments on Guide: the first is about Error codes and has two replies. */
export const BROKEN_LINK = "mZk3WvY7dRt5QnBx9JpG";
export const WHOLE_GUIDE = "mJ7tGf5zKpX3YvQw8RnM";
export const TOO_FAR = "mN9hRc4qVxL6WzTk2BdY";
export const SHOES = "mXr5TbQ2wKz8LpVn4HcJ";
export const WAS_MOVED = "yH8mPz2cLxV5TqKw7NdR";
export const NEVER_WRITTEN = "yQ6jXn4bWgZ3RtVm8KfC";

/** Change requests of Guide: ready to merge, behind but without conflict, behind with one, a draft, merged. */
export const READY = "r9WhaExH4YLUx3DvA6q8";
export const LATE = "rTh8zX9vuC3MFhHHSeN2";
export const STALE = "rH2Y853Sae939qP28mF7";
export const DRAFT = "rbHR942a3L87D16iMw19";
export const FIRST = "fCmRZcYHkEtYMbTf8QRQ";

/** Comments on change request 42: the second is resolved and has two replies. */
export const READS_WELL = "mC6yKp2nWvB9RxZt5JqD";
export const SIXTY = "mV4dLs8xTqH6ZnRb3KwP";
export const SINCE_MARCH = "yB5wZk7vRcN2XpTm9HgQ";
export const THANKS = "yL3nTx6qJdV8WzKb4RfS";

export const SITE = "sD9wPb3HfKc6XnTj1VqZ";
export const FIELD_SITE = "s37xwST38AhXPnB2Pj9h";

/** Sections of the site: Fleet and Developers are in the group. */
export const S_ROBOTS = "ePnY5bz4286QHs81sB1N";
export const S_FLEET = "e3w5wrLbFu5YnBs1w1Z3";
export const S_DEVELOPERS = "e9wwZ81xpiN1wVFC1a85";
export const GROUP = "g9Zk69pwo7ZbFpG91Mm2";

/** Site spaces: the first three are in the section Robots. */
export const W_GUIDE = "wK753MQjk728HC5r1Zw6";
export const W_GERMAN = "w3t2772867dpfQ9GJ11v";
export const W_OLD = "w5w5ukJs4omN22u4893H";
export const W_HARBOR = "wir2P2d974594vcR291F";
export const W_API = "wg657D3U7XBG3Sp6pXhW";

export const PARTNERS = "k4417hK4FrRVS9ezeUW3";
export const PRESS = "kT8m3Ayo7AsEcx39N9Qj";

export const FIRST_VERSION = "v8aWDpo1129BGSAf21ds";
export const LAST_VERSION = "vG4xBS8T6u6B9Y91rS87";
export const TRANSLATION = "lkEDBVz72E62zj22Hd4M";
export const SAML = "maSb3364sqMD95UzH113";
