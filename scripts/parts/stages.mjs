// The parts of `npm test` and `npm test -- --long`. Stages run one after the other, the parts of a stage at the same time; parts
// in a list of their own run one after the other, those of a list in that one at the same time, and so on.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hasReference } from "../../bench/against/reference.mjs";
import { newestEtcd } from "../../test/process/etcd.mjs";
import { countChecks, countGolden, countLine, countVitest, failedFiles } from "./counts.mjs";
import { PACKED, ROOT, sharedPath } from "./shared.mjs";
import { DEFAULTS, VERBS } from "./verb-table.mjs";

const node = process.execPath;
const bin = (path) => join(ROOT, "node_modules", path);
const dist = ["--dist", join(ROOT, "dist")];
const needs = (path, what) => (existsSync(path) ? undefined : `${what} is not there (${path})`);
const recordings = needs(sharedPath("golden/replay.mjs"), "the folder of recordings");
const referenceCommit = hasReference()
  ? undefined
  : "the commit of bench/reference.json is not in this clone";
const etcd = newestEtcd() === undefined ? "there is no etcd here" : undefined;

/**
 * `lacking` says in words why a part cannot run here; `count` reads out of its output what passed and failed; `again`
 * makes of the output of a run that failed the command that runs only what failed. After `minutes` it is stopped (default: see `run`).
 * A `sampled` part takes one case in SALLYPORT_SAMPLE; a `whole` part runs those again with all their cases.
 */
const part = (name, title, command, more = {}) => ({
  ...{ name, title, command, count: countChecks, again: () => command },
  ...more,
});

/** One checker for all files takes less of the processors than several, which check what they share again. */
const types = (project, ...flags) => [
  ...[node, bin("typescript/bin/tsc"), "-p", project, "--singleThreaded", ...flags],
];
const vitest = (paths, ...flags) => [node, bin("vitest/vitest.mjs"), "run", ...paths, ...flags];
/** The same with another version of Node. */
const vitestOn = (version, paths, ...flags) => [node, "scripts/on-node.mjs", version, ...paths, ...flags];
/** A part of vitest: alone, it runs the files that failed. `on`: a version of Node; default: the own one. */
const tests = (name, title, paths, { flags, on, ...more }) => {
  const command = (files) => (on === undefined ? vitest(files, ...flags) : vitestOn(on, files, ...flags));
  return part(name, title, command(paths), {
    ...{ count: countVitest, minutes: 25, isVitest: true },
    again: (output) => {
      const failed = failedFiles(output);
      return command(failed.length > 0 ? failed : paths);
    },
    ...more,
  });
};

/**
 * Tests across folders that start no servers in processes of their own: they run with those beside the source, whose
 * modules they share.
 */
const IN_PROCESS = [
  ...["access/", "bench/ratios", "cel/", "explain/", "lint/", "types/"],
  ...["console/request", "console/yaml-enter", "fuzz/fuzz.test.ts"],
  ...["architecture", "page-yaml", "site"].map((name) => `docs/${name}.test.ts`),
  ...["changelog", "docstrings", "module-pages"].map((name) => `process/${name}.test.ts`),
]
  .map((path) => `test/${path}`)
  .concat([
    "tools/differential/manifests/",
    "tools/differential/rules/",
    "tools/differential/unsteady",
    "tools/versions/",
  ]);

/**
 * These wait for etcd or for times to pass, or listen to signals of their process: each has one of its own. vitest ends
 * without a summary when a worker that many files share does not end in time.
 */
const WAITING = [
  ...["encrypted", "etcd-", "grpc/connection", "http2/http2-client", "leases", "members", "upkeep"].map(
    (start) => `src/storage/etcd/${start}`,
  ),
  ...["src/storage/moves/", "src/workloads/several-servers.test.ts"],
  ...["src/http/serve-limits.test.ts", "src/webhook/serve.test.ts", "src/webhook/under-load.test.ts"],
  ...["test/lint/deadlocks/play.test.ts", "test/lint/outages/with-controllers.test.ts"],
];
/**
 * Tests of packages that npm packs and installs in empty folders, and of the quick start. They rarely change, and npm and
 * compilers take long: each runs with one version of Node or two.
 */
const DELIVERED_ON = {
  own: ["packages/package", "packages/webhook-project"],
  22: ["packages/sdk-package"],
  24: ["docs/quick-start"],
  26: ["packages/package"],
};
const deliveredOn = (version) => DELIVERED_ON[version].map((name) => `test/${name}.test.ts`);
const DELIVERED = Object.keys(DELIVERED_ON).flatMap(deliveredOn);
const without = (paths) => paths.flatMap((path) => ["--exclude", `${path}**`]);

const isBelow = (paths) => (file) => paths.some((path) => file.startsWith(path));
/** Tests that start servers in processes of their own, and those that wait. */
const JOURNEYS = ["src", "test", "tools"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith(".test.ts"))
  .filter(
    (file) =>
      isBelow(WAITING)(file) ||
      (isBelow(["test/", "tools/"])(file) && !isBelow([...IN_PROCESS, ...DELIVERED])(file)),
  )
  .map((file) => join(ROOT, file));

/** Tests with many cases of one kind. Parts that are `sampled` take each sixth case. */
const SAMPLED = [
  ...["test/explain/corpus", "test/lint/deadlocks/play", "test/lint/outages/with-controllers"],
  ...["test/access/", "test/fuzz/fuzz.test.ts", "test/cel/fuzz", "src/testing/properties/"],
  ...["src/storage/memory/memory-storage", "src/storage/lmdb/", "src/cli/webhook/rotate/rotate"],
  "tools/differential/found",
];
/**
 * The same for tests that need a process of their own: they run with each kubectl and each etcd of this machine, beside
 * kube-apiserver, under load, or start a program for each case.
 */
const SAMPLED_ALONE = [
  ...["aggregation", "custom-resource", "images", "nodes", "objects", "sign-in", "users"],
  ...["audit", "encryption", "etcd", "etcd-events", "etcd-ports", "priority-and-fairness", "life", "storage"],
  ...["envtest", "listening-webhooks", "processes"],
]
  .map((name) => `test/journeys/${name}.test.ts`)
  .concat(
    ["etcd-members", "etcd-storage", "etcd-tls", "upkeep"].map((name) => `src/storage/etcd/${name}.test.ts`),
    ["src/workloads/several-servers.test.ts", "src/webhook/under-load.test.ts"],
    ["test/versions/", "test/fuzz/wire/", "test/upgrade/planted.test.ts"],
  );

/**
 * Tests of parts that depend on Node: sockets, TLS, files, the library of LMDB, and packages. The parts `samples` and `samples-alone` run all
 * cases of storage and journeys with newer versions, too.
 */
const onNode = (version) => {
  const paths = ["src/http/", "src/webhook/", "src/storage/lmdb/", "test/journeys/life.test.ts"];
  return tests(`node-${version}`, `Node ${version}`, [...paths, ...deliveredOn(version)], {
    flags: ["--maxWorkers=1", ...without(WAITING)],
    on: version,
    env: { SALLYPORT_DIST: join(ROOT, "dist"), SALLYPORT_PACKED: PACKED, SALLYPORT_SAMPLE: "6" },
  });
};

/** Parts that take less than five minutes together on two cores. */
export const SHORT = [
  // Tests wait as often as they compute, and so do recordings: beside each other they keep two processors busy.
  [
    // They load the source as it is compiled for them, not the build.
    tests("unit", "Tests beside the source, and tests in one process", ["src/", ...IN_PROCESS], {
      flags: ["--maxWorkers=2", ...without(WAITING)],
      sampled: true,
    }),
    [
      part("build", "Build", [node, "scripts/build.mjs"]),
      [
        tests("journeys", "Journeys, and tests that wait for etcd or for times to pass", JOURNEYS, {
          flags: ["--isolate", "--maxWorkers=4"],
          env: { SALLYPORT_DIST: join(ROOT, "dist") },
          sampled: true,
        }),
        [
          ...DEFAULTS.check.map((name) => part(name, VERBS.check[name].title, VERBS.check[name].steps[0])),
          part("console-types", "the types of the console's page", types("console/tsconfig.json")),
          part("try-types", "the types of the page to try it", types("site/try/tsconfig.json")),
          part("example-types", "Types of the examples", types("examples/tsconfig.json", "--noEmit")),
          part("api", "What the package exports", [node, "scripts/check/api.mjs"]),
          part(
            "golden",
            "Recorded requests, level 1.37, and explanations of a part of them",
            [node, "scripts/compare/golden.mjs", "--explained", ...dist],
            { lacking: recordings, count: countGolden, sampled: true },
          ),
          part(
            "golden-api",
            "Recorded requests outside admission",
            [node, "scripts/compare/golden-api.mjs", ...dist],
            {
              lacking: needs(sharedPath("golden-api/replay.mjs"), "the folder of recordings"),
              count: countGolden,
            },
          ),
          part("conformance", "Conformance cases", [node, "scripts/compare/conformance.mjs"], {
            lacking: needs(sharedPath("conformance"), "the folder of upstream cases"),
            count: countLine(/^conformance: (?<passed>\d+) of (?<all>\d+)/m),
          }),
          part(
            "golden-1.20",
            "Recorded requests, level 1.20, registration-v1beta1",
            [
              node,
              "scripts/compare/golden.mjs",
              "--level",
              "1.20",
              "--topic",
              "registration-v1beta1",
              ...dist,
            ],
            { lacking: recordings, count: countGolden },
          ),
          part(
            "mutants",
            "Suites of the examples against changed configurations",
            [node, "scripts/check/mutants.mjs"],
            {
              count: countLine(/^mutants: (?<passed>\d+) of (?<all>\d+)/m),
            },
          ),
        ],
      ],
    ],
  ],
];

/** Long runs, each with a bound. What is measured runs alone. Random comparison is none of them: it looks for news. */
export const LONG = [
  [part("build", "Build", [node, "scripts/build.mjs"])],
  [
    part(
      "chaos",
      "Servers over etcd that are killed, stopped and cut off",
      [node, "test/chaos/chaos.mjs", "--seconds", "60", ...dist],
      { lacking: etcd },
    ),
    part(
      "chaos-processes",
      "The same with two processes in each server",
      [node, "test/chaos/chaos.mjs", "--seconds", "60", "--processes", "2", ...dist],
      { lacking: etcd },
    ),
    part("kill", "Killed and opened again", [node, "test/kill/kill.mjs", "--rounds", "3", ...dist]),
    part(
      "explained",
      "Explanations of the recorded requests",
      [node, "scripts/compare/golden.mjs", "--explained", ...dist],
      {
        lacking: recordings,
        count: countLine(/^explained: (?<passed>\d+) of (?<all>\d+)/m),
        whole: true,
      },
    ),
    part("informers", "Informers whose connections break", [
      ...[node, "test/informers/informers.mjs", "--rounds", "1", "--seconds", "5"],
      ...dist,
    ]),
  ],
  [
    [
      part(
        "site",
        "The site: reference of the API, links between pages",
        ["npm", "run", "build", "--workspace", "site"],
        {
          lacking: needs(join(ROOT, "site/node_modules/typedoc"), "typedoc"),
        },
      ),
      onNode("24"),
    ],
    [
      part("pack", "The packages as files", [node, "scripts/pack.mjs"]),
      part(
        "package-files",
        "The packages as publint and attw see them",
        [node, "scripts/check/packages.mjs"],
        {
          env: { SALLYPORT_PACKED: PACKED },
        },
      ),
      tests("packages", "The packages as npm installs them", deliveredOn("own"), {
        flags: ["--maxWorkers=2"],
        env: { SALLYPORT_PACKED: PACKED },
      }),
      onNode("22"),
      onNode("26"),
    ],
    part(
      "pages",
      "Commands of all pages, typed into bash or zsh",
      [node, "test/pages/pages.mjs", "--turns", ...dist],
      { count: countLine(/^pages: (?<passed>\d+) of (?<all>\d+)/m) },
    ),
    tests("samples", "All cases of the tests that the short run samples, with Node 24", SAMPLED, {
      flags: ["--no-isolate", "--or-own"],
      on: "24",
      whole: true,
    }),
    tests(
      "samples-alone",
      "The same with every kubectl and etcd, beside kube-apiserver, and under load, with Node 26",
      SAMPLED_ALONE,
      {
        flags: ["--maxWorkers=2", "--or-own"],
        on: "26",
        env: { SALLYPORT_DIST: join(ROOT, "dist") },
        whole: true,
      },
    ),
  ],
  [
    part("attack", "Hostile clients beside ordinary ones", [
      node,
      "test/attack/attack.mjs",
      ...["--quick", ...dist],
    ]),
  ],
  [
    part(
      "speed",
      "Processor time of a write, beside the commit of bench/reference.json",
      [node, "bench/run.mjs", "--against", "reference", "--quick", "--minutes", "3", ...dist],
      { lacking: referenceCommit },
    ),
  ],
  // Programs that measure, but judge nothing that is near its limit: on two cores, the two lists do not disturb each other.
  [
    part(
      "borders",
      "Time that everything at the borders takes, as inputs double",
      [node, "bench/borders/run.mjs", "--largest", "65536"],
      { count: countLine(/^borders: (?<passed>\d+) of (?<all>\d+)/m) },
    ),
    [
      part(
        "longest",
        "How long one great request holds the event loop, quick",
        // Other parts leave the machine busy, and many machines are slower.
        [node, "test/attack/longest.mjs", "--quick", "--factor", "5", ...dist],
        { count: countLine(/^longest: (?<passed>\d+) of (?<all>\d+)/m) },
      ),
      part("bench", "Measurements, quick", [node, "bench/run.mjs", "--quick", ...dist]),
      part("bench-sdk", "Measurements of the SDK, quick", [node, "bench/sdk/run.mjs", "--quick", ...dist]),
      part("bench-testing", "Measurements of control planes inside tests, quick", [
        ...[node, "bench/testing/run.mjs", "--quick"],
        ...dist,
      ]),
    ],
  ],
];
