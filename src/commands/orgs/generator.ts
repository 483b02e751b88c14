/** Marks pages written by this command, which the next one may replace. */
export const GENERATOR = '<meta name="generator" content="docs orgs overview">';
