// node scripts/fetch-lmdb.mjs: fetches LMDB for the systems that this one is not, so that the next build has all of them.
// npm installs the one for this system only. `npm pack` does not compare a file with package-lock.json, so this does.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integrityComplaint, lockedPackage } from "./parts/build/package-integrity.mjs";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);
const modules = join(ROOT, "node_modules");
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const { optionalDependencies } = lock.packages["node_modules/lmdb"];
const folder = mkdtempSync(join(tmpdir(), "sallyport-lmdb-"));
try {
  for (const name of Object.keys(optionalDependencies)) {
    const target = join(modules, name);
    if (!existsSync(target)) fetchInto(target, name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Throws an Error for a file that is not the one of the lock file; nothing of it is unpacked then. */
function fetchInto(target, name) {
  const { version, integrity } = lockedPackage(lock, name);
  const args = ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`];
  const file = join(folder, execFileSync("npm", args, { encoding: "utf8" }).trim());
  const complaint = integrityComplaint(`${name}@${version}`, readFileSync(file), integrity);
  if (complaint !== undefined) throw new Error(complaint);
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", target, "--strip-components=1"]);
  console.log(`${name} ${version}`);
}
