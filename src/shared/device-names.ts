/** Names of devices on Windows, whatever ending they have. */
export const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** The device that a path names on Windows. `nul` alone, which takes and gives nothing, is wanted where it is written. */
export function deviceIn(path: string): string | undefined {
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/[ .]+$/, "");
  return DEVICE.test(name) && !/^nul$/i.test(name) ? name : undefined;
}
