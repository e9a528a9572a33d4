import { spawn } from "node:child_process";
import { once } from "node:events";

/** A Node program that runs until it is stopped. */
export interface RunningProgram {
  /** Output on both streams. */
  readonly output: () => string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
}

export function startProgram(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): RunningProgram {
  const child = spawn(process.execPath, [file, ...args], { cwd, env: { ...process.env, ...env } });
  const closed = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return {
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    async stop() {
      child.kill("SIGTERM");
      await closed;
      return child.exitCode;
    },
  };
}
