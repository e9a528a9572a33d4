// The files of a release: each step makes one kind, and returns what it made.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockedPackage } from "../build/package-integrity.mjs";

/** Systems for which the package has LMDB. */
const SYSTEMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];

/** Steps as `[name, function]`. `place` has the folders, the version, and `run`. */
export const makeSteps = (place) => [
  ["LMDB", () => fetchLmdb(place)],
  ["build", () => build(place)],
  ["packages", () => pack(place)],
  ["components", () => listComponents(place)],
  ["extension for editors", () => packExtension(place)],
  ["site", () => buildSite(place)],
];

function fetchLmdb({ source, run }) {
  run(process.execPath, ["scripts/fetch-lmdb.mjs"], source);
  return readdirSync(join(source, "node_modules/@lmdb")).join(", ");
}

function build({ source, run }) {
  run(process.execPath, ["scripts/build.mjs"], source);
  const built = readdirSync(join(source, "dist/libraries/lmdb/prebuilds"));
  const missing = SYSTEMS.filter((system) => !built.includes(system));
  if (missing.length > 0) throw new Error(`there is no LMDB for ${missing.join(", ")}`);
  return `dist, with LMDB for ${SYSTEMS.length} systems`;
}

function pack({ source, out, run }) {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", out];
  run("npm", [...args, "--workspace", "packages/webhook", "--include-workspace-root"], source);
  const files = readdirSync(out).filter((name) => name.endsWith(".tgz"));
  if (files.length !== 2) throw new Error(`two packages are expected, not ${files.length}`);
  run(process.execPath, ["scripts/check/packages.mjs"], source, { SALLYPORT_PACKED: out });
  return files.join(", ");
}

/** CycloneDX, from the lock file. LMDB is not among the dependencies, because the package contains it. */
function listComponents({ source, out, version, run }) {
  const args = ["sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"];
  const bom = JSON.parse(run("npm", args, source));
  const lock = JSON.parse(readFileSync(join(source, "package-lock.json"), "utf8"));
  const { version: lmdb } = lockedPackage(lock, "lmdb");
  const purl = `pkg:npm/lmdb@${lmdb}`;
  bom.components.push({ "bom-ref": `lmdb@${lmdb}`, type: "library", name: "lmdb", version: lmdb, purl });
  if (bom.metadata.component.version !== version)
    throw new Error("the list of components has another version");
  writeFileSync(join(out, `sallyport-${version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
  return `${bom.components.length} components, CycloneDX ${bom.specVersion}`;
}

function packExtension({ source, out, version, run }) {
  if (!isInstalled(source, "editors/vscode", "vscode-languageclient"))
    return { skipped: "vscode-languageclient is not installed" };
  run(process.execPath, ["pack.mjs"], join(source, "editors/vscode"));
  const file = `sallyport-${version}.vsix`;
  cpSync(join(source, "editors/vscode/sallyport.vsix"), join(out, file));
  return file;
}

function buildSite({ source, out, run }) {
  if (!isInstalled(source, "site", "typedoc")) return { skipped: "typedoc is not installed" };
  run("npm", ["run", "build", "--workspace", "site"], source);
  mkdirSync(join(out, "site"));
  cpSync(join(source, "site/out"), join(out, "site"), { recursive: true });
  return `${readdirSync(join(out, "site"), { recursive: true }).length} files`;
}

/** True if a package is there for a workspace. */
const isInstalled = (source, workspace, name) =>
  [workspace, "."].some((folder) => existsSync(join(source, folder, "node_modules", name)));
