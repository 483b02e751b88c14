import type { Settings } from "../../cli/services.js";
import type { NamedSpace } from "../across-spaces.js";

/** What a command needs to find the space of a thing, unless it is the default. */
export const spaceFlag = ({ space }: Pick<Settings, "space">, { id }: NamedSpace): string[] =>
  id === space ? [] : ["--space", id];
