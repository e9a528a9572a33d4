import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Versions of Kubernetes whose end-to-end tests can be built. */
const RELEASES = { 1.36: "1.36.3", 1.37: "1.37.2" };

/** Programs of the tests: the tests themselves, and the webhooks and clients that they start. */
const PACKAGES = ["test/e2e", "test/images/agnhost"];

/**
 * Builds Kubernetes' end-to-end tests of a minor version such as `1.37`, by the import paths of its Go module, if they are not
 * built yet. Returns the folder of `e2e/bin/e2e.test` and `e2e/bin/agnhost`: `CACHE`, or one for each version. Throws an Error
 * for an unknown version, and with Go's output if the build fails.
 */
export function buildTests(minor) {
  const release = RELEASES[minor];
  if (release === undefined)
    throw new Error(`no end-to-end tests of ${minor}: one of ${Object.keys(RELEASES).join(", ")}`);
  const cache = process.env.CACHE ?? join(homedir(), `.cache/sallyport-reality-${minor}`);
  const folder = join(cache, "e2e");
  const bin = join(folder, "bin");
  if (PROGRAMS.every((name) => existsSync(join(bin, name)))) return cache;
  mkdirSync(bin, { recursive: true });
  const go = (...args) => runGo(folder, args);
  writeFileSync(join(folder, "go.mod"), moduleFile(go, release));
  const imports = PACKAGES.map((path) => `\t_ "k8s.io/kubernetes/${path}"\n`).join("");
  writeFileSync(join(folder, "tools.go"), `//go:build tools\n\npackage tools\n\nimport (\n${imports})\n`);
  go("mod", "tidy");
  const version = "k8s.io/component-base/version";
  const set = { gitVersion: `v${release}`, gitMajor: "1", gitMinor: minor.slice(2) };
  const values = Object.entries(set).map(([name, value]) => `-X ${version}.${name}=${value}`);
  const flags = ["-p", "2", "-ldflags", ["-s -w", ...values].join(" "), "-o"];
  go("test", "-c", ...flags, "bin/e2e.test", "k8s.io/kubernetes/test/e2e");
  go("build", ...flags, "bin/", "k8s.io/kubernetes/test/images/agnhost");
  return cache;
}

const PROGRAMS = ["e2e.test", "agnhost"];

/** Kubernetes' module replaces its libraries by folders of its repository, and a module that uses it by their releases. */
function moduleFile(go, release) {
  const module = `k8s.io/kubernetes@v${release}`;
  const { GoMod, Error: problem } = JSON.parse(go("mod", "download", "-json", module));
  if (problem) throw new Error(problem);
  const libraries = [...readFileSync(GoMod, "utf8").matchAll(/^\t(k8s\.io\/[\w-]+) v0\.0\.0$/gm)].map(
    ([, name]) => name,
  );
  const replaced = libraries.map((name) => `replace ${name} => ${name} v0${release.slice(1)}\n`);
  return `module tests\ngo 1.26.0\nrequire k8s.io/kubernetes v${release}\n${replaced.join("")}`;
}

function runGo(cwd, args) {
  const { status, stdout, stderr, error } = spawnSync("go", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, GOFLAGS: "-buildvcs=false" },
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`go ${args[0]} failed:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  return stdout;
}
