import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const FOLDER = process.env.SALLYPORT_NODES || join(homedir(), ".cache/sallyport-node");
const SYSTEM = process.platform === "win32" ? "win" : process.platform;
/** npm has Node's program for each system in a package of its own. */
const PACKAGE = `node-${SYSTEM}-${process.arch}`;
const PROGRAM = join("node_modules", PACKAGE, "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Node's program of a version, such as "24" (the newest that begins so) or "24.22.3". It is fetched once, and kept.
 *
 * @returns `{ node }`, the path of the program, or `{ lacking }`, the reason why it cannot be had
 */
export function fetchNode(version) {
  const folder = join(FOLDER, version);
  const node = join(folder, PROGRAM);
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    const { stderr } = spawnSync("npm", [...args, "--loglevel=error", `${PACKAGE}@${version}`], {
      encoding: "utf8",
    });
    const why = stderr?.trim().split("\n")[0] || "npm cannot fetch it";
    if (!existsSync(node)) return { lacking: `Node ${version} is not there (${PACKAGE}: ${why})` };
  }
  const { status, error } = spawnSync(node, ["--version"]);
  if (status === 0) return { node };
  return { lacking: `Node ${version} does not run here (${error?.message ?? `status ${status}`})` };
}
