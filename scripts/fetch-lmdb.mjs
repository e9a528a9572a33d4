// node scripts/fetch-lmdb.mjs: fetches LMDB for the systems that this one is not, so that the next build has all of them.
// npm installs the one for this system only.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);
const modules = join(ROOT, "node_modules");
const { optionalDependencies } = JSON.parse(readFileSync(join(modules, "lmdb/package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "sallyport-lmdb-"));
for (const [name, version] of Object.entries(optionalDependencies)) {
  const target = join(modules, name);
  if (existsSync(target)) continue;
  const args = ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`];
  const file = execFileSync("npm", args, { encoding: "utf8" }).trim();
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, file), "-C", target, "--strip-components=1"]);
  console.log(`${name} ${version}`);
}
rmSync(folder, { recursive: true, force: true });
