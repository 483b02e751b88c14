/** Says in a page whose it is, so that the next one may take its place. */
export const GENERATOR = '<meta name="generator" content="docs orgs overview">';
