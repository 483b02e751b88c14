/** The file with the defaults of a project. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkProject, type Project } from "../../config/resolve.js";
import { errorCode, Failure } from "../../errors.js";
import { MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";
import { readDocumentText } from "../../system/files/named-file.js";

const NAME = ".docs.yaml";

/** `path`: the file, or the folder that it is in. @throws Failure usage, config */
export async function readProject(path: string): Promise<Project> {
  const file = isFolder(path) ? join(path, NAME) : path;
  const value = await parseYaml(readDocumentText(file), file);
  const { checks, ...ids } = checkProject(value, file);
  return { ...ids, ...(checks !== undefined && { checks: resolve(dirname(file), checks) }) };
}

/** Without aliases, which can stand for gigabytes, and without tags. @throws Failure config */
async function parseYaml(text: string, file: string): Promise<unknown> {
  const yaml = await import("yaml");
  const wrong = (why: string) => new Failure("config", `${file} is not YAML: ${why}`);
  if (yamlDepth(text) > MAX_DEPTH) throw wrong(`nested deeper than ${MAX_DEPTH} levels`);
  try {
    const lineCounter = new yaml.LineCounter();
    const document = yaml.parseDocument(text, { lineCounter, uniqueKeys: false });
    const [problem] = yamlKeyProblems(yaml, document.contents);
    // A tag that means nothing is a warning for others.
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake?.code === "MULTIPLE_DOCS") throw wrong("it is several documents");
    if (mistake) throw mistake;
    if (problem) throw wrong(`${problem.says} at line ${lineCounter.linePos(problem.offset).line}`);
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [line = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw wrong(line.replace(/:$/, ""));
  }
}

/** A file that cannot be looked at is read, and the failure says why not. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
