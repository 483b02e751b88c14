/**
 * Cases of a matrix that failed once: every run tries them. By the name of the matrix, each as `sampleCases` names it.
 * A case that CI or the nightly run finds red is added here with its mend.
 */
export const RED_CASES: Readonly<Record<string, readonly string[]>> = {
  poor: [
    "typed: orgs delete-invite someInvite --yes: an error",
    "typed: adaptive-schema set --file schema.json: an error",
    "typed: spaces restore pckJFg4CoAX5S93XtNo9: {}",
    "plan: section-groups remove g9Zk69pwo7ZbFpG91Mm2 e3w5wrLbFu5YnBs1w1Z3: empty, applied, shown late",
  ],
};
