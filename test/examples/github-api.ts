/** What the kits have gh ask GitHub for: the comments on a pull request, one issue, code scanning. Kept in files. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";

interface GithubApi {
  /** A folder with settings that lead gh here. */
  settings: string;
  close(): Promise<void>;
}

/** CI installs it; somewhere else it may be absent. */
export const HAS_GH = execFileSync("sh", ["-c", "command -v gh || true"], { encoding: "utf8" }) !== "";

/** Number of the comment, and of the issue. */
const [COMMENT, ISSUE] = [5, 8];
const TITLE = "docs: the nightly snapshot is not complete";

/**
 * @param notes the file with the comment; `.issue` and `.sarif` are beside it
 * @param sent gets a line for each change of the comment
 */
export async function serveGithub(folder: string, notes: string, sent: (line: string) => void): Promise<GithubApi> {
  const settings = join(folder, "gh");
  const socket = join(settings, "api.sock");
  mkdirSync(settings);
  // gh sends everything here, without TLS, whatever host it means.
  writeFileSync(join(settings, "config.yml"), `http_unix_socket: ${socket}\n`);
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      expect(headers).toMatchObject({ host: "api.github.com", authorization: "token gh-secret" });
      const sentText = await text(request);
      const body = sentText === "" ? {} : JSON.parse(sentText);
      answer(
        200,
        url === "/graphql" ? { data: graph(notes, body, sent) } : rest(notes, `${method} ${url}`, body, sent),
      );
    } catch (error) {
      // gh prints it, and the job fails.
      answer(400, { message: String(error) });
    }
  });
  await new Promise<void>((done) => server.listen(socket, done));
  return { settings, close: () => new Promise((done) => server.close(() => done())) };
}

interface Fields {
  body?: string;
  sarif?: string;
}

function rest(notes: string, line: string, fields: Fields, sent: (line: string) => void): object {
  const at = `/repos/team/docs/issues/comments/${COMMENT}`;
  switch (line) {
    case "GET /repos/team/docs/issues/3/comments?per_page=100": {
      const other = { id: 4, body: "Looks good" };
      return existsSync(notes) ? [other, { id: COMMENT, body: readFileSync(notes, "utf8") }] : [other];
    }
    case `PATCH ${at}`:
      sent("PATCH");
      writeFileSync(notes, fields.body ?? "");
      return {};
    case `DELETE ${at}`:
      sent("DELETE");
      rmSync(notes);
      return {};
    case "POST /repos/team/docs/code-scanning/sarifs":
      expect(fields).toEqual({
        commit_sha: "0123456789abcdef0123456789abcdef01234567",
        ref: "refs/heads/main",
        sarif: expect.any(String),
      });
      writeFileSync(`${notes}.sarif`, gunzipSync(Buffer.from(fields.sarif ?? "", "base64")));
      return { id: "1" };
    default:
      throw new Error(`no kit asks for ${line}`);
  }
}

interface Question {
  query: string;
  variables: { input?: { subjectId?: string; issueId?: string; title?: string; body?: string } };
}

function graph(notes: string, { query, variables }: Question, sent: (line: string) => void): object {
  const file = `${notes}.issue`;
  const { input = {} } = variables;
  const name = /\b(?:query|mutation) (\w+)/.exec(query)?.[1];
  const repository = { owner: "team", repo: "docs" };
  const issue = { __typename: "Issue", id: "issue", number: ISSUE, url: "https://github.com/team/docs/issues/8" };
  switch (name) {
    case "PullRequestByNumber":
      expect(variables).toMatchObject({ ...repository, pr_number: 3 });
      return { repository: { pullRequest: { id: "pull", number: 3, url: "https://github.com/team/docs/pull/3" } } };
    case "CommentCreate":
      expect(["pull", "issue"]).toContain(input.subjectId);
      if (input.subjectId === "pull") sent("POST");
      appendFileSync(input.subjectId === "pull" ? notes : file, input.body ?? "");
      return { addComment: { commentEdge: { node: { url: "https://github.com/team/docs/pull/3#issuecomment-5" } } } };
    case "IssueList": {
      expect(variables).toMatchObject({ ...repository, states: ["OPEN"] });
      const nodes = [{ number: 9, title: "another" }, ...(existsSync(file) ? [{ number: ISSUE, title: TITLE }] : [])];
      const issues = { totalCount: nodes.length, nodes, pageInfo: { hasNextPage: false } };
      return { repository: { hasIssuesEnabled: true, issues } };
    }
    case "RepositoryInfo":
      return { repository: { id: "repository", name: "docs", owner: { login: "team" }, hasIssuesEnabled: true } };
    case "IssueCreate":
      expect(input).toMatchObject({ repositoryId: "repository", title: TITLE });
      writeFileSync(file, input.body ?? "");
      return { createIssue: { issue } };
    case "IssueByNumber":
      expect(variables).toMatchObject({ ...repository, number: ISSUE });
      return { repository: { hasIssuesEnabled: true, issue: { ...issue, title: TITLE, state: "OPEN" } } };
    case "IssueClose":
      expect(input.issueId).toBe("issue");
      rmSync(file);
      return { closeIssue: { issue: { id: "issue" } } };
    default:
      throw new Error(`no kit asks for ${name}`);
  }
}
