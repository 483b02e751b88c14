/** What is tried at random is the same in each run: DOCS_SEED tries something else. */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.DOCS_SEED ?? 1) });
