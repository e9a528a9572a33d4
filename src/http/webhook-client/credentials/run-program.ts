import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { ExecConfig } from "../../../types/tables/clientcmd/v1-types.ts";
import { goError } from "../go-error.ts";
import { isPath } from "./kubeconfig.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface RunOptions {
  /** Environment in whose PATH the program is searched for. */
  readonly environment: Environment;
  /** Environment of the program. */
  readonly env: Environment;
  /** True: a person is there, who can log in. */
  readonly hasTerminal: boolean;
  /** True: the program reads the standard input of this process, a terminal. */
  readonly interactive: boolean;
}

/** Time of a program, in milliseconds. A login takes longer, also one in a browser without standard input. */
const LIMIT_MS = { alone: 60_000, withPerson: 300_000 };
const MOST_BYTES = 1 << 20;

/**
 * Runs a credential plugin, without a shell, and returns what it writes to standard output. Its standard error is that of this
 * process. Rejects with client-go's text, and when a limit is reached.
 */
export function runProgram(
  config: ExecConfig,
  { environment, env, hasTerminal, interactive }: RunOptions,
): Promise<string> {
  const { command, args } = config;
  const program = programIn(environment, command);
  if (program === undefined) return Promise.reject(goError(notFoundText(config)));
  const limit = hasTerminal ? LIMIT_MS.withPerson : LIMIT_MS.alone;
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      env,
      stdio: [interactive ? "inherit" : "ignore", "pipe", "inherit"],
    });
    const stop = (why: string): void => {
      reject(goError(`exec: executable ${command} was stopped: ${why}`));
      child.kill("SIGKILL");
      child.stdout?.destroy();
    };
    const timer = setTimeout(() => stop(`it did not end in ${limit / 1000} s`), limit);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) stop(`it wrote more than ${MOST_BYTES} bytes`);
      else chunks.push(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(goError(`exec: fork/exec ${command}: ${reasonOf(error)}`, error));
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else reject(goError(`exec: executable ${command} failed with exit code ${code ?? -1}`));
    });
  });
}

/**
 * Returns the path of a program; undefined: it is not in PATH. As in Go's exec.LookPath, relative folders of PATH do not count:
 * the folder of a stranger may be the current one.
 */
function programIn({ PATH = "" }: Environment, command: string): string | undefined {
  if (isPath(command)) return command;
  const names = process.platform === "win32" ? [`${command}.exe`, command] : [command];
  return PATH.split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "EACCES") return "permission denied";
  return code === "ENOENT" ? "no such file or directory" : message;
}

const HELP = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`;

const notFoundText = ({ command, installHint }: ExecConfig): string =>
  `exec: executable ${command} not found${HELP}${installHint === "" ? "" : `\n\n${installHint}`}`;
