/** What a schema cannot say: values of an open enumeration that are known, and what the service takes when none is given. */
export const hints = new WeakMap<object, { known?: readonly string[]; default?: string | boolean }>();
