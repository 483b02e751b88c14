/** The seed of what fast-check tries. */
import fc from "fast-check";
import { SEED } from "./random.js";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
