/** Environment variables that turn something on. */

const OFF = ["", "0", "false", "no", "off"];

/** True for any value but an empty one and the usual words for no. */
export const isOn = (value: string | undefined): boolean => value !== undefined && !OFF.includes(value.toLowerCase());
