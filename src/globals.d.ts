/** Put in place of itself by the build: the version in package.json. */
declare const __VERSION__: string;
