/** The file with the defaults of a project. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkProject, type Project } from "../../config/project.js";
import { errorCode, Failure } from "../../errors.js";
import { readNamedFile } from "./named-file.js";

const NAME = ".docs.yaml";

/** `path`: the file, or the folder that it is in. @throws Failure usage, config */
export async function readProject(path: string): Promise<Project> {
  const file = isFolder(path) ? join(path, NAME) : path;
  const value = await parsed(readNamedFile(file).toString("utf8"), file);
  const { checks, ...ids } = checkProject(value, file);
  return { ...ids, ...(checks !== undefined && { checks: resolve(dirname(file), checks) }) };
}

/** Without aliases, which can stand for gigabytes, and without tags. @throws Failure config */
async function parsed(text: string, file: string): Promise<unknown> {
  const { parseAllDocuments } = await import("yaml");
  const wrong = (why: string) => new Failure("config", `${file} is not YAML: ${why}`);
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: true });
    const [first, ...more] = Array.isArray(documents) ? documents : [];
    if (more.length > 0) throw wrong("it is several documents");
    // A tag that means nothing is a warning for others.
    const [mistake] = [...(first?.errors ?? []), ...(first?.warnings ?? [])];
    if (mistake) throw mistake;
    return first?.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [line = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw wrong(line.replace(/:$/, ""));
  }
}

/** What cannot be looked at is read, and that says why not. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
