/** The file with the defaults of a project. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkProject, type Project } from "../../config/project.js";
import { Failure } from "../../errors.js";
import { readNamedFile } from "./named-file.js";

const NAME = ".docs.yaml";

/** `path`: the file, or the folder that it is in. @throws Failure usage, config */
export async function readProject(path: string): Promise<Project> {
  const file = isFolder(path) ? join(path, NAME) : path;
  const text = readNamedFile(file).toString("utf8");
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0, uniqueKeys: true });
  } catch (error) {
    const [first = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new Failure("config", `${file} is not YAML: ${first.replace(/:$/, "")}`);
  }
  const { checks, ...ids } = checkProject(value, file);
  return { ...ids, ...(checks !== undefined && { checks: resolve(dirname(file), checks) }) };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
