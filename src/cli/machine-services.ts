/** Access to this machine and to the program that started the command; main.ts connects them. */
import type { Shell } from "./completion/shells.js";

/** What a command uses of the machine as it is: the same for each run of the process. */
export interface Machine {
  mcp: McpService;
  doctor: DoctorService;
  extensions: ExtensionService;
  tour: TourService;
  /** Opens a URL in the browser, without a shell. */
  browse(url: string): Promise<void>;
  /** The completion script of a shell. */
  completion(shell: Shell): Promise<string>;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** What came of one look at this installation. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "failed" | "skipped";
  detail: string;
  hint?: string;
}

interface DoctorService {
  /** What can be told without the service. */
  examine(): Promise<Finding[]>;
}

/** A program that runs as a command. */
export interface Extension {
  name: string;
  path: string;
  state: "active" | "hidden by a command" | "hidden by an earlier one";
}

/** A tour under way, in a sandbox of its own. */
export interface StartedTour {
  /** Shows the question and waits for a key: Enter, or q. @throws Failure canceled for Ctrl-C and the end of the input */
  key(question: string): Promise<"go" | "quit">;
  /** Runs this program with these arguments; its failure is its own. */
  run(args: readonly string[]): Promise<void>;
  /** Deletes the sandbox. */
  end(): Promise<void>;
}

interface TourService {
  start(): Promise<StartedTour>;
}

interface ExtensionService {
  list(): Promise<Extension[]>;
}

/** What people attach to a question in their host. Each method throws Failure usage. */
export interface ResourceServer {
  templates: readonly { uriTemplate: string; name: string }[];
  list(
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ resources: { uri: string; name: string }[]; nextCursor?: string }>;
  read(uri: string, signal: AbortSignal): Promise<{ mimeType: string; text: string }>;
}

/** Jobs that people start in their host by name. `text` throws Failure usage. */
export interface PromptServer {
  all: readonly { name: string }[];
  text(name: string, given: Readonly<Record<string, string>> | undefined): { description: string; text: string };
}

/** Tools for programs that reason. */
export interface ToolServer {
  tools: readonly { name: string; inputSchema: { type: "object"; [key: string]: unknown } }[];
  instructions: string;
  /** Undefined if tools that read them are not served. */
  resources: ResourceServer | undefined;
  prompts: PromptServer;
  /** Never rejects. `signal`: nobody waits for the answer any more. */
  call(
    name: string,
    input: unknown,
    signal: AbortSignal,
    /** Tells how far the call is. */
    progress: (done: number, total: number) => void,
  ): Promise<{ value: Record<string, unknown>; isError: boolean }>;
}

interface McpService {
  /** All tools as the build listed them, so that none has to be loaded for it; undefined where there was no build. */
  listed(): Promise<ToolServer["tools"] | undefined>;
  /** Serves on standard input and output until the host closes standard input. */
  serve(server: ToolServer): Promise<void>;
}
