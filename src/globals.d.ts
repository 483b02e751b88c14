/** The version in package.json; the build replaces this name with it. */
declare const __VERSION__: string;
