/** Tools for language models on answers that a test gives. */
import { createToolbox } from "../../src/mcp/toolbox.js";
import { TOOLS } from "../../src/mcp/tools/index.js";
import type { ToolDependencies } from "../../src/mcp/types.js";

/** Answers by path, in which ids are as in the path: a list is an array, or an object with `items`, `count` and so on. */
export type Answers = Readonly<Record<string, unknown>>;

const pathOf = (template: string, params: Record<string, string> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);

export const never = (): never => {
  throw new Error("not in this test");
};

export function serving(answers: Answers): ToolDependencies["client"] {
  const at = (path: string, given: unknown): unknown => {
    // What tools pass: the parameters of the endpoint.
    const { params } = given as { params?: Record<string, string> };
    const own = pathOf(path, params);
    if (!(own in answers)) throw new Error(`no answer for ${own}`);
    return answers[own];
  };
  return {
    // Stands in for whatever endpoint is called.
    call: async (endpoint, given) => at(endpoint.path, given) as never,
    list: (endpoint, given) => ({
      async *pages() {
        const found = at(endpoint.path, given);
        const page = Array.isArray(found) ? { items: found } : (found as { items: unknown[]; count?: number });
        const { items, count = 0 } = page as { items: unknown[]; count?: number };
        // As the client says it.
        const gap = items.length < count ? `only ${items.length} of ${count} were listed` : undefined;
        yield { ...page, gap } as never;
      },
    }),
  };
}

const IDS = { organizationId: "o1", spaceId: "s1", userId: "u1", pageId: "p1", changeRequestId: "c1" };

const doorsOf = (answers: Answers, more: Partial<ToolDependencies> = {}): ToolDependencies => ({
  client: serving(answers),
  resolveParams: async (names) =>
    Object.fromEntries(names.map((name) => [name, IDS[name as keyof typeof IDS] ?? name])),
  idsIn: () => undefined,
  diff: async () => ({ lines: [], added: 0, removed: 0 }),
  command: (words) => words.join(" "),
  now: () => 0,
  ...more,
});

export async function call(name: string, input: object, answers: Answers, more?: Partial<ToolDependencies>) {
  const { value, isError } = await createToolbox(TOOLS, doorsOf(answers, more)).call(name, input);
  // Answers of many shapes, whose members the tests name.
  return { isError, error: value.error as { kind: string; message: string }, result: value.result as never };
}
