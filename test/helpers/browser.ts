/** A page in chromium, driven by its debugging protocol: at a width, light or dark, clicked, measured. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { WebSocket } from "undici";

export interface Look {
  width: number;
  height?: number;
  scheme?: "light" | "dark";
  /** As on paper. */
  print?: boolean;
}

export interface Browser {
  open(file: string, look: Look): Promise<void>;
  /** The value of an expression in the page. */
  // Tests look at values of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: literal expectations check what is read
  evaluate(expression: string): Promise<any>;
  /** A key press as a person makes it: "Tab", "Enter". */
  press(key: string): Promise<void>;
  /** A picture of the page as PNG: all of it, or the part that begins so many pixels from its top. */
  picture(part?: { y: number; width: number; height: number }): Promise<Buffer>;
  close(): Promise<void>;
}

/** The address on which it listens is the first thing that it says. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += String(chunk);
      const found = /listening on (ws:\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error(said)));
  });
}

export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "docs-browser-"));
  const child = spawn(
    "chromium",
    ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(await addressOf(child));
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  // biome-ignore lint/suspicious/noExplicitAny: answers of every method
  const waiting = new Map<number, { resolve: (value: any) => void; reject: (error: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  let session: string | undefined;
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every method
  const send = (method: string, params: object = {}): Promise<any> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, ...(session && { sessionId: session }) }));
    });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  return {
    async open(file, { width, height = 900, scheme = "light", print = false }) {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
      await send("Emulation.setEmulatedMedia", {
        media: print ? "print" : "screen",
        features: [{ name: "prefers-color-scheme", value: scheme }],
      });
      const url = pathToFileURL(file).href;
      await send("Page.navigate", { url });
      while (!(await evaluate(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`)));
    },
    evaluate,
    async press(key) {
      const text = key === "Enter" ? { text: "\r" } : {};
      const code = { Tab: 9, Enter: 13 }[key];
      await send("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, windowsVirtualKeyCode: code, ...text });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: code });
    },
    async picture(part) {
      const clip = part && { x: 0, scale: 1, ...part };
      const { data } = await send("Page.captureScreenshot", { captureBeyondViewport: true, ...(clip && { clip }) });
      return Buffer.from(data, "base64");
    },
    async close() {
      // Its own children write into the profile until they have closed its standard error.
      const gone = new Promise((resolve) => child.once("close", resolve));
      // Not by a message: its answer may be lost with the connection.
      child.kill();
      await gone;
      socket.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
