import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/parts/shared.mjs";

/** The full hash of a commit; throws where the repository does not have it (a shallow clone). */
export function commitOf(revision) {
  const hash = git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  if (hash.status !== 0)
    throw new Error(
      `${revision} is no commit of this repository (in a shallow clone: git fetch --unshallow)`,
    );
  return hash.stdout.trim();
}

/**
 * Builds a commit in a folder of its own below node_modules/.cache, and returns the folder of the compiled modules. A
 * commit that was built before is not built again. Its dependencies are ours where the lock files agree; otherwise npm
 * installs them.
 */
export function buildCommit(commit) {
  const folder = join(ROOT, "node_modules/.cache/against", commit);
  const done = join(folder, "built");
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    checkOut(commit, folder);
    linkDependencies(commit, folder);
    run(process.execPath, ["scripts/build.mjs", ...codeOnly(commit)], folder);
    writeFileSync(done, "");
  }
  return join(folder, "dist");
}

/** Builds the working tree as a commit is built, and returns the folder of the compiled modules. */
export function buildWorkingTree() {
  run(process.execPath, ["scripts/build.mjs", "--code-only"], ROOT);
  return join(ROOT, "dist");
}

function checkOut(commit, folder) {
  const archive = join(folder, "commit.tar");
  const packed = git("archive", "--output", archive, commit);
  if (packed.status !== 0) throw new Error(`git archive ${commit}: ${packed.stderr}`);
  run("tar", ["-xf", archive], folder);
  rmSync(archive);
}

function linkDependencies(commit, folder) {
  if (git("diff", "--quiet", commit, "--", "package-lock.json").status === 0)
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
}

/** Declarations take two thirds of a build; earlier commits cannot leave them out. */
function codeOnly(commit) {
  return git("show", `${commit}:scripts/build.mjs`).stdout.includes('"code-only"') ? ["--code-only"] : [];
}

function git(...args) {
  return spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
}

function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
}
