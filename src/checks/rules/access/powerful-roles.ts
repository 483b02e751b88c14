/** Roles that are too powerful to give to everybody. */
export const BROAD: readonly string[] = ["admin", "create"];
