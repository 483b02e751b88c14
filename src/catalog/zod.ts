/**
 * zod/mini, put off: a schema is made when somebody looks into it. A command looks into few of the hundreds that its
 * catalog names, and making one costs more than sending a request that is as documented.
 */
import * as zod from "./zod-parts.js";

export type { input, output, ZodMiniLiteral, ZodMiniString, ZodMiniType } from "zod/mini";

/** Stands for what `make` gives until it is needed. Nobody writes to a schema. */
function later<S extends object>(make: () => S): S {
  let made: S | undefined;
  const real = (): S => {
    made ??= make();
    return made;
  };
  const traps: ProxyHandler<S> = {
    // A schema with limits is another schema: it can wait as well.
    get: (_, name) =>
      name === "check" && !made
        ? (...checks: never[]) => later(() => checked(real(), checks))
        : Reflect.get(real(), name),
    has: (_, name) => Reflect.has(real(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  };
  // The traps answer for the object that it will be.
  return new Proxy({} as S, traps);
}

// Only schemas are asked for `check`, and they have it.
const checked = (schema: object, checks: never[]): object =>
  (schema as { check: (...checks: never[]) => object }).check(...checks);

/** The same function, its result put off; zod itself is not touched before. */
const deferred = <F extends (...given: never[]) => object>(find: () => F): F =>
  // As F in all but time.
  ((...given: never[]) => later(() => find()(...given))) as F;

export const string = deferred(() => zod.string);
export const number = deferred(() => zod.number);
export const boolean = deferred(() => zod.boolean);
export const unknown = deferred(() => zod.unknown);
export const literal = deferred(() => zod.literal);
export const optional = deferred(() => zod.optional);
export const nullable = deferred(() => zod.nullable);
export const array = deferred(() => zod.array);
export const object = deferred(() => zod.object);
export const looseObject = deferred(() => zod.looseObject);
export const record = deferred(() => zod.record);
export const union = deferred(() => zod.union);
export const url = deferred(() => zod.url);
const enumeration = deferred(() => zod.enum);

export { enumeration as enum };

export const minLength = deferred(() => zod.minLength);
export const maxLength = deferred(() => zod.maxLength);
export const maximum = deferred(() => zod.maximum);
export const regex = deferred(() => zod.regex);
