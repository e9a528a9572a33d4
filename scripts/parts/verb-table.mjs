// The named commands of the scripts in package.json: their titles, and the programs that they run, one after the other.
import { execPath as node } from "node:process";

const BUILD = [node, "scripts/build-if-old.mjs"];
const bin = (path) => [node, `node_modules/${path}`];
const command = (title, ...steps) => ({ title, steps });
const script = (title, path, ...args) => command(title, [node, path, ...args]);

export const VERBS = {
  check: {
    style: command("the style of the code (Biome)", [...bin("@biomejs/biome/bin/biome"), "check", "."]),
    types: command("the types of src/, test/ and tools/", [
      ...bin("typescript/bin/tsc"),
      "-p",
      "tsconfig.json",
      "--singleThreaded",
    ]),
    layers: script("imports, READMEs of modules, tools of tests", "scripts/check/layers.mjs"),
    words: script(
      "language that is hard to read: --list PATH, --write lowers limits",
      "scripts/check/words.mjs",
    ),
    lock: script("the lock file", "scripts/check/lock.mjs"),
    regexes: script("regular expressions that were not checked before", "scripts/check/regexes.mjs"),
    dead: command("exports, files and dependencies without a use (knip)", bin("knip/bin/knip.js")),
    packages: script("the packages as users get them (publint, attw)", "scripts/check/packages.mjs"),
    mutants: command("suites of the examples against changed configurations", BUILD, [
      node,
      "scripts/check/mutants.mjs",
    ]),
    pages: command("commands of all pages, typed into shells", BUILD, [node, "test/pages/pages.mjs"]),
  },
  update: {
    api: command(
      "api/*.api.md: the exports of the entry points",
      [node, "scripts/build.mjs"],
      [node, "scripts/check/api.mjs", "--write"],
    ),
    commands: command("docs/commands.md, from --help", [
      ...bin("vitest/vitest.mjs"),
      "run",
      "src/cli/document-commands.test.ts",
      "--update",
    ]),
    "write-path": command("docs/write-path.md, from the lists of steps", [
      ...bin("vitest/vitest.mjs"),
      "run",
      "src/server/handle/write-path.test.ts",
      "--update",
    ]),
    pictures: command("docs/pictures; --modules: only the picture of the modules", BUILD, [
      node,
      "scripts/update/pictures.mjs",
    ]),
    site: command("site/out, from docs/ and docstrings", ["npm", "run", "build", "--workspace", "site"]),
    regexes: script(
      "the list of regular expressions that need linear time",
      "scripts/check/regexes.mjs",
      "--write",
    ),
    "object-types": script("types of kinds, from the tables of fields", "scripts/update/object-types.mjs"),
  },
  record: {
    kinds: script("answers of kube-apiserver for every built-in kind", "scripts/record/kinds.mjs"),
    versions: script("answers of kube-apiserver with --emulated-version", "scripts/record/versions.mjs"),
    access: script("answers of kube-apiserver about authentication", "scripts/record/access.mjs"),
    explain: script("the examples of test/explain/corpus on kube-apiserver", "scripts/record/explain.mjs"),
  },
  compare: {
    golden: script("recorded requests", "scripts/compare/golden.mjs"),
    "golden-api": script("recorded requests outside admission", "scripts/compare/golden-api.mjs"),
    conformance: script("upstream cases of the admission chain", "scripts/compare/conformance.mjs"),
    differential: script("random requests, beside kube-apiserver", "scripts/compare/differential.mjs"),
    versions: script("two versions of kube-apiserver, as a work list", "scripts/compare/versions.mjs"),
    vary: script("recorded requests with random changes, beside kube-apiserver", "scripts/compare/vary.mjs"),
    replay: script("replay, beside kube-apiserver", "scripts/compare/replay.mjs"),
    upgrade: script("an upgrade, beside two versions of kube-apiserver", "scripts/compare/upgrade.mjs"),
    cel: script("random expressions, beside cel-go", "scripts/compare/cel.mjs"),
    clients: script("kubectl and the clients of Node, Go and Helm", "scripts/compare/clients.mjs"),
  },
  stress: {
    kill: script("a server that is killed and opened again", "test/kill/kill.mjs"),
    chaos: script("servers over etcd that are killed and cut off", "test/chaos/chaos.mjs"),
    informers: script("informers whose connections break", "test/informers/informers.mjs"),
    attack: script("hostile clients beside ordinary ones", "test/attack/attack.mjs"),
    longest: script("how long one request holds the event loop", "test/attack/longest.mjs"),
    fuzz: script("random and malformed inputs at every border", "scripts/stress/fuzz.mjs"),
    ahead: script("the tests with the clock a day, a month and a year ahead", "scripts/stress/ahead.mjs"),
  },
  bench: {
    writes: script("writes per second; --against REV, --mixed --minutes N", "bench/run.mjs"),
    borders: script("time of everything at the borders, as inputs double", "bench/borders/run.mjs"),
    cel: script("expressions", "bench/cel/run.mjs"),
    sdk: script("the SDK beside a plain HTTPS server", "bench/sdk/run.mjs"),
    testing: script("clusters in tests", "bench/testing/run.mjs"),
  },
  e2e: {
    admission: script("Kubernetes' end-to-end tests of the API server", "scripts/compare/e2e.mjs"),
    workloads: script("Kubernetes' end-to-end tests of workloads", "scripts/compare/e2e-workloads.mjs"),
  },
};

/** The commands of a verb without a name. */
export const DEFAULTS = {
  check: ["style", "types", "layers", "words", "lock", "regexes", "dead"],
  bench: ["writes"],
  e2e: ["admission"],
};
