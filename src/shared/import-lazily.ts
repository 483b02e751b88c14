export type Lazy<T> = {
  [K in keyof T]: T[K] extends (...given: never[]) => Promise<unknown>
    ? T[K]
    : T[K] extends (...given: infer Given) => infer Result
      ? (...given: Given) => Promise<Result>
      : never;
};

/**
 * The functions of a module, or of what it makes, which is loaded by the first call: most commands need no engine.
 *
 *     const snapshots = importLazily(() => import(path));
 *     await snapshots.view("monday.docs");
 */
export function importLazily<T extends object>(load: () => Promise<T>): Lazy<T> {
  let loaded: Promise<T> | undefined;
  const call = async (name: string | symbol, given: unknown[]): Promise<unknown> => {
    loaded ??= load();
    const found: unknown = Reflect.get(await loaded, name);
    if (typeof found !== "function") throw new TypeError(`there is no function ${String(name)}`);
    return found(...given);
  };
  // The members are those of T; which there are is only known once it is loaded.
  return new Proxy({} as Lazy<T>, {
    // With a member `then` it would be taken for a promise.
    get: (_, name) => (name === "then" ? undefined : (...given: unknown[]) => call(name, given)),
  });
}
