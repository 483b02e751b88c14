/** Names of devices on Windows, whatever ending they have. */
export const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** The name whose last dots or spaces Windows would cut off, so that another file is meant. */
export function cutOffIn(path: string): string | undefined {
  const name = nameIn(path);
  return /[. ]$/.test(name) && name !== "." && name !== ".." ? name : undefined;
}

/** The device that a path names on Windows. `nul` alone, which takes and gives nothing, is wanted where it is written. */
export function deviceIn(path: string): string | undefined {
  const name = nameIn(path).replace(/[ .]+$/, "");
  return DEVICE.test(name) && !/^nul$/i.test(name) ? name : undefined;
}
