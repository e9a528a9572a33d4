// npm run release -- [--dry-run] [--out DIR] VERSION
// Makes a release of what is committed, in a copy of its own: version, dated changelog, packages for all systems, extension for
// editors, site, list of components (SBOM) and image, and tries each from an empty folder. Then it commits the version and the
// changelog here, and sets the tag; a pushed tag publishes (docs/releases.md). --dry-run: neither commit nor tag.
// --out: folder of the files (default: node_modules/.cache/release). What this machine lacks is skipped, with the reason.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readFlags } from "./parts/read-flags.mjs";
import { datedChangelog, notesOf } from "./parts/release/changelog.mjs";
import { makeSteps } from "./parts/release/make.mjs";
import { trySteps } from "./parts/release/try.mjs";
import { setVersion, versionOf } from "./parts/release/version.mjs";
import { ROOT } from "./parts/shared.mjs";

/** Folders of installed packages. */
const INSTALLED = ["node_modules", "site/node_modules", "editors/vscode/node_modules"];

const { values: flags, positionals } = readFlags(import.meta.filename, {
  options: { "dry-run": { type: "boolean", default: false }, out: { type: "string" } },
  allowPositionals: true,
});
const [version = ""] = positionals;
if (!/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version)) stop("release: give a version, such as 0.2.0", 2);
const isDry = flags["dry-run"];
const changed = git("status", "--porcelain");
if (changed !== "" && !isDry) stop(`release: commit or remove first:\n${changed}`, 1);

const out = resolve(flags.out ?? join(ROOT, "node_modules/.cache/release"));
const folder = mkdtempSync(join(tmpdir(), "sallyport-release-"));
/** npm names the package in the list of components after its folder. */
const source = join(folder, "sallyport");
const place = { root: ROOT, source, folder, out, version, run };
try {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const steps = [["source", copySource], ["version", nameVersion], ...makeSteps(place), ...trySteps(place)];
  for (const [name, make] of steps) await step(name, make);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (isDry) stop(`\nrelease ${version}: everything is in ${out}; nothing was committed`, 0);
nameVersion(ROOT);
git("commit", "-qam", `Release ${version}`);
git("tag", `v${version}`);
console.log(
  `\nrelease ${version}: committed, with the tag v${version}. Now: git push origin main v${version}`,
);

/** Prints what a step has made, or why it was skipped; ends the program with its error. */
async function step(name, make) {
  const startedAt = performance.now();
  try {
    const made = await make();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      made.skipped === undefined
        ? `✓ ${name} (${seconds} s): ${made}`
        : `- ${name}: skipped: ${made.skipped}`,
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    stop(`✗ ${name}: ${error.message}`, 1);
  }
}

/** The commit, without what is only here; with the installed packages, which are linked, or else installed. */
function copySource() {
  run("git", ["clone", "--quiet", ROOT, source], ROOT);
  const isLinked = INSTALLED.filter((name) => existsSync(join(ROOT, name))).every(
    (name) => spawnSync("cp", ["-al", join(ROOT, name), join(source, name)]).status === 0,
  );
  if (!isLinked) run("npm", ["ci", "--no-audit", "--no-fund"], source);
  // The files of other builds.
  rmSync(join(source, "node_modules/.cache"), { recursive: true, force: true });
  return `commit ${git("rev-parse", "--short", "HEAD")}`;
}

/** Sets the version and dates the changelog; a tagged commit has both. */
function nameVersion(where = source) {
  const file = join(where, "CHANGELOG.md");
  const text = readFileSync(file, "utf8");
  const before = versionOf(where);
  const isNamed = before === version && text.includes(`## ${version} (2`);
  if (!isNamed) {
    setVersion(where, version);
    writeFileSync(file, datedChangelog(text, version, new Date().toISOString().slice(0, 10)));
  }
  const notes = notesOf(readFileSync(file, "utf8"), version);
  writeFileSync(join(out, "notes.md"), notes);
  return `${before} → ${version}; notes with ${notes.match(/^- /gm).length} entries`;
}

/** Runs a program in a folder; returns its standard output. Throws an Error with what it printed. */
function run(program, args, cwd, env = {}) {
  const done = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ${args.join(" ")}: ${done.error?.message ?? `${done.stdout}${done.stderr}`}`);
}

function git(...args) {
  return run("git", args, ROOT).trim();
}

function stop(text, code) {
  console.log(text);
  process.exit(code);
}
