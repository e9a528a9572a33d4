import { spawn } from "node:child_process";

/**
 * Kills a child when this process has ended, however that came, also by SIGKILL: a watcher waits for the end of a pipe that only
 * this process writes to. Gives the child back.
 */
export function endWithParent(child) {
  if (child.pid === undefined) return child;
  // In a group of its own: Ctrl-C in a terminal reaches all of a group.
  const watcher = spawn("sh", ["-c", 'read -r _; kill -9 "$1"', "sh", String(child.pid)], {
    ...{ stdio: ["pipe", "ignore", "ignore"], detached: true },
  });
  watcher.on("error", () => {});
  watcher.unref();
  watcher.stdin.unref();
  child.once("exit", () => watcher.kill("SIGKILL"));
  return child;
}
