/** All resources, by the names that programs use. */
import { PEOPLE } from "./people.js";
import { SITES } from "./sites.js";
import { SPACES, TALK } from "./spaces.js";

export const RESOURCES = { ...PEOPLE, ...SPACES, ...TALK, ...SITES };
