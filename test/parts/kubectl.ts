import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_BIN } from "../process/reference.mjs";
import { collect, type Ended, type RunningServer } from "./server.ts";

/** A kubectl of this machine. */
export interface Kubectl {
  readonly path: string;
  /** `1.20`. */
  readonly version: string;
}

/** The programs that KUBECTL names; otherwise all different ones in the PATH and in the folder of the reference. */
export function findKubectls(): readonly Kubectl[] {
  const named = process.env.KUBECTL;
  const candidates =
    named === undefined || named === "" ? ["kubectl", join(REFERENCE_BIN, "kubectl")] : named.split(",");
  const found = new Map<string, Kubectl>();
  for (const path of candidates) {
    const version = versionOf(path);
    if (version !== undefined && !found.has(version)) found.set(version, { path, version });
  }
  return [...found.values()];
}

function versionOf(path: string): string | undefined {
  if (path.includes("/") && !existsSync(path)) return undefined;
  const { stdout, status } = spawnSync(path, ["version", "--client", "-o", "json"], { encoding: "utf8" });
  return status === 0 ? /"gitVersion":\s*"v(\d+\.\d+)/.exec(stdout)?.[1] : undefined;
}

export interface KubectlResult extends Ended {
  /** Standard output and error together. */
  readonly said: string;
}

/** Runs kubectl on a server; `input` is its standard input. */
export type RunKubectl = (args: string, input?: string) => Promise<KubectlResult>;

/** Arguments are words, parted by spaces. Its caches live in the server's folder. */
export function kubectlOn(kubectl: Kubectl, server: RunningServer): RunKubectl {
  return async (args, input) => {
    const child = startKubectl(kubectl, server, args);
    // A command that reads nothing may have ended before.
    child.stdin?.on("error", () => {}).end(input ?? "");
    const ended = await collect(child);
    return { ...ended, said: ended.stdout + ended.stderr };
  };
}

/** Starts a command that does not end by itself, such as a watch. */
export function startKubectl(kubectl: Kubectl, server: RunningServer, args: string): ChildProcess {
  const env = { ...process.env, KUBECONFIG: server.kubeconfig, HOME: server.dir };
  return spawn(kubectl.path, args.split(" "), { env, stdio: "pipe" });
}
