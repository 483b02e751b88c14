/** Roles that let everybody who has them change what others wrote, or who may. */
export const BROAD: readonly string[] = ["admin", "create"];
