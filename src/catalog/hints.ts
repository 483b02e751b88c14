/** Facts that a schema cannot express: the known values of an open enumeration, and the service's default. */
export const hints = new WeakMap<object, { known?: readonly string[]; default?: string | boolean }>();
