import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServer } from "../process/build-server.mjs";
import { endWithParent } from "../process/end-with-parent.mjs";

export const ADMIN_TOKEN = "admin-token";

const TOKENS = `${ADMIN_TOKEN},admin,admin-uid,"system:masters"
jane-token,jane,jane-uid,"developers"
`;

/** Path of the compiled program: in SALLYPORT_DIST, otherwise it is built once for each of vitest's workers. */
export function builtProgram(): string {
  dist ??= process.env.SALLYPORT_DIST ?? buildServer(`journeys-${process.env.VITEST_POOL_ID ?? "1"}`);
  return join(dist, "cli/main.js");
}

let dist: string | undefined;

/** A program that ran to its end. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `sallyport` with arguments that make it end by itself. */
export function runProgram(...args: string[]): Promise<Ended> {
  return collect(spawn(process.execPath, [builtProgram(), ...args], { cwd: tmpdir() }));
}

/** Less than the time of a test, so that a failure includes the output. */
const LONGEST_MS = 280_000;

/** Output and end of a child process, which is stopped if it takes too long. */
export function collect(child: ChildProcess): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_MS);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...said });
    }),
  );
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RequestInput {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server in another process, on a free port, with its data in a folder that exists until `remove`. */
export interface RunningServer {
  readonly url: string;
  readonly kubeconfig: string;
  readonly dir: string;
  readonly screen: string;
  readonly pid: number | undefined;
  fetch(method: string, path: string, input?: RequestInput): Promise<Response>;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<number | null>;
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), "sallyport-journey-"));

/** Removes the folder, even if a client that was stopped still writes into it. */
export const removeDataDir = (dir: string): void =>
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

/** Starts it on LMDB; tokens of `admin` (system:masters) and `jane` (developers). */
export async function startServer(dir: string, ...flags: string[]): Promise<RunningServer> {
  const tokens = join(dir, "tokens.csv");
  writeFileSync(tokens, TOKENS);
  const own = ["serve", "--data-dir", dir, "--secure-port", "0", "--token-auth-file", tokens];
  const child = endWithParent(spawn(process.execPath, [builtProgram(), ...own, ...flags], { cwd: dir }));
  const { screen, ended } = await untilReady(child);
  const url = /ready at (\S+)/.exec(screen)?.[1] ?? "";
  const ca = readFileSync(join(dir, "certs/ca.crt"), "utf8");
  return {
    url,
    dir,
    screen,
    pid: child.pid,
    kubeconfig: join(dir, "kubeconfig"),
    fetch: (method, path, input) => send(new URL(path, url), ca, method, input),
    signal: (name) => void child.kill(name),
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

async function untilReady(child: ChildProcess): Promise<{ screen: string; ended: Promise<number | null> }> {
  let screen = "";
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    const hear = (text: string): void => {
      screen += text;
      if (screen.includes("Ctrl-C stops it")) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", hear);
    child.stderr?.setEncoding("utf8").on("data", hear);
    void ended.then((code) => reject(new Error(`the server ended with ${code}:\n${screen}`)));
  });
  return { screen, ended };
}

function send(url: URL, ca: string, method: string, input: RequestInput = {}): Promise<Response> {
  const { token = ADMIN_TOKEN, headers = {}, body } = input;
  const authorization = token === "" ? {} : { authorization: `Bearer ${token}` };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const call = httpsRequest(
      url,
      { method, ca, headers: { ...authorization, ...type, ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
