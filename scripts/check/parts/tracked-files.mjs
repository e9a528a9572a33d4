import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";

/** Paths of all files of the repository, those that are not committed yet included, relative to its root. */
export function trackedFiles() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const paths = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return paths.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
}
