/** A service whose module is loaded by the first call to one of its methods, all of which return promises. */
export function lazyService<F, T extends object>(load: (flags: F) => Promise<T>): (flags: F) => T {
  return (flags) => {
    let loaded: Promise<T> | undefined;
    return new Proxy({} as T, {
      get: (_, name) =>
        // With a method of this name, `await` would take the service for a promise and wait for ever.
        name === "then"
          ? undefined
          : async (...args: unknown[]) => {
              loaded ??= load(flags);
              // Callers are typed, so they only call methods that exist.
              const service = (await loaded) as Record<PropertyKey, (...args: unknown[]) => unknown>;
              return service[name]?.(...args);
            },
    });
  };
}
