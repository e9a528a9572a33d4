import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { joinedProgram } from "../joined-program.tool.ts";

/** For tests: a process that tries to lock a directory. */
export interface Contender {
  readonly process: ChildProcess;
  /** Tries to take the lock, and returns `held` or the error. */
  tryLock(): Promise<string>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
}

let program: string | undefined;

/** Resolves when it is ready to try. `before`: a command that runs the process, such as `unshare …`. */
export async function startContender(path: string, before: readonly string[] = []): Promise<Contender> {
  program ??= joinedProgram(fileURLToPath(new URL("./lock-process.tool.ts", import.meta.url)));
  const [command = "", ...args] = [...before, process.execPath, program, path];
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value ?? "ended";
  await next();
  return {
    process: child,
    tryLock() {
      child.stdin.write("\n");
      return next();
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "close");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Runs a command in a PID namespace of its own, as in a container; it ends with the process that started it. */
export const IN_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
