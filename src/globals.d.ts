/** The version in package.json; the build replaces this name with it. */
declare const __VERSION__: string;

/** The files of examples/ci/; the build and the tests read them (scripts/ci-kits.mjs). */
declare module "virtual:ci-kits" {
  interface Kit {
    name: string;
    summary: string;
    /** Requirements, one sentence a line. */
    needs: string[];
    texts: Record<"github" | "gitlab", string>;
  }
  const kits: readonly Kit[];
  export default kits;
}

/** The files of sample/; the build and the tests read them (scripts/sample.mjs). */
declare module "virtual:sample" {
  const sample: import("./sandbox/sample/types.js").SampleData;
  export default sample;
}
