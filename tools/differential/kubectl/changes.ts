import type { Json } from "../../../src/json/value.ts";
import { POOL, podSpec, WORKLOADS } from "./manifests.ts";
import type { Topic, Walk } from "./walk.ts";

const DRY = ["--dry-run=client", "--dry-run=server"];
const OUTPUT = ["-o yaml", "-o json --show-managed-fields", "-o name", "-o jsonpath={.metadata.labels}"];

const common = (walk: Walk): string =>
  `${walk.maybe(0.2, ...DRY)}${walk.maybe(0.3, ...OUTPUT)}${walk.maybe(0.1, "--field-manager=me")}`;

function mark(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const verb = walk.random.pick(["label", "annotate"]);
  const change = walk.random.pick([
    "stage=test",
    "app-",
    "stage=",
    "a=b c=d",
    "bad/name/x=1",
    "none-",
    "a=b a-",
    "x=é",
    "app=other",
  ]);
  const flags = `${walk.maybe(0.4, "--overwrite")}${walk.maybe(0.1, "--resource-version=1", "--list", "--all")}`;
  walk.run(`${verb} ${what.name} ${change}${flags}${common(walk)}`);
  walk.look(what.path);
}

function markMany(walk: Walk): void {
  const verb = walk.random.pick(["label", "annotate"]);
  const kinds = walk.random.pick(["deployments,services", "pods", "all", "configmaps,secrets", "nothings"]);
  const which = walk.random.pick([
    "--all",
    "-l app=web",
    "--field-selector=metadata.name=conf",
    "-l app=web --all",
  ]);
  walk.run(`${verb} ${kinds} many=yes ${which}${common(walk)}`);
}

function scale(walk: Walk): void {
  const what = walk.random.pick(WORKLOADS);
  const flags = `${walk.maybe(0.3, "--current-replicas=2", "--resource-version=1", "--timeout=1s")}${common(walk).replace(/ --field-manager=me/, "")}`;
  walk.run(`scale ${what.name} --replicas=${walk.random.pick([0, 1, 3, 5, -1])}${flags}`);
  walk.look(what.path);
}

const SETS = [
  "image NAME web=nginx:2",
  "image NAME web=nginx:2 side=busybox:2",
  "image NAME *=nginx:3",
  "image NAME none=x",
  "image deployments,rc web=nginx:4 --all",
  "env NAME A=1 D=2",
  "env NAME A-",
  "env NAME --list",
  "env NAME --list --resolve",
  "env NAME --from=configmap/conf",
  "env NAME --from=configmap/conf --prefix=X_ --keys=a",
  "env NAME --from=secret/none",
  "env NAME -c side A=2",
  "resources NAME --limits=cpu=200m,memory=512Mi",
  "resources NAME --limits=cpu=0 --requests=cpu=0",
  "resources NAME -c web --requests=cpu=9",
  "resources NAME --limits=x=y",
  "serviceaccount NAME robot",
  "selector service/web app=other",
  "selector NAME a=b",
  "selector service/web a=b --resource-version=1",
  "subject rolebinding/readers --user=joe --group=dev",
  "subject rolebinding/readers --serviceaccount={{ns}}:bot",
  "subject role/reader --user=x",
];

function set(walk: Walk): void {
  const what = walk.random.pick(WORKLOADS);
  const line = walk.random.pick(SETS).replace("NAME", what.name);
  walk.run(`set ${line}${common(walk)}`);
  walk.look(what.path);
}

function rollout(walk: Walk): void {
  const what = walk.random.pick(WORKLOADS.slice(0, 4));
  const line = walk.random.pick([
    `status ${what.name} --timeout=1s`,
    `status ${what.name} --watch=false`,
    `status ${what.name} --revision=3 --watch=false`,
    `history ${what.name}`,
    `history ${what.name} --revision=1`,
    `history ${what.name} -o yaml`,
    `undo ${what.name}`,
    `undo ${what.name} --to-revision=1${walk.maybe(0.5, ...DRY)}`,
    `restart ${what.name} -o name`,
    `restart ${what.name}`,
    "restart deployment -l app=web",
    `pause ${what.name}${walk.maybe(0.4, "-o yaml")}`,
    `resume ${what.name}${walk.maybe(0.4, "-o yaml")}`,
  ]);
  walk.run(`rollout ${line}`);
  walk.look(what.path);
}

const PATCHES: readonly (readonly [string, Json])[] = [
  ["merge", { metadata: { labels: { p: "1" } } }],
  ["merge", { spec: { replicas: 7 } }],
  ["merge", { metadata: { labels: null } }],
  ["merge", { metadata: { finalizers: ["example.com/wait"] } }],
  ["merge", { metadata: { finalizers: null } }],
  ["merge", { spec: { unknown: 1 } }],
  ["merge", { metadata: { resourceVersion: "1" } }],
  ["merge", { metadata: { name: "other" } }],
  ["json", [{ op: "add", path: "/metadata/labels/j", value: "1" }]],
  ["json", [{ op: "replace", path: "/spec/replicas", value: 2 }]],
  ["json", [{ op: "test", path: "/metadata/name", value: "x" }]],
  ["json", [{ op: "remove", path: "/metadata/none" }]],
  ["json", { op: "remove" }],
  ["strategic", { spec: { template: { spec: { containers: [{ name: "side", image: "busybox" }] } } } }],
  ["strategic", { spec: { template: { spec: { containers: [{ name: "web", $patch: "delete" }] } } } }],
  [
    "strategic",
    {
      spec: {
        ports: [
          { port: 80, nodePort: 31999 },
          { port: 81, name: "b" },
        ],
      },
    },
  ],
  ["strategic", { metadata: { annotations: { "k/x": "y", note: null } } }],
  ["strategic", { spec: { replicas: "x" } }],
  ["strategic", { $patch: "replace", data: { z: "1" } }],
  ["strategic", { data: 1 }],
  ["strategic", { status: { phase: "Running" } }],
];

function patch(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const [type, body] = walk.random.pick(PATCHES);
  const flags = `${walk.maybe(0.15, "--subresource=status", "--subresource=scale", "--subresource=resize", "--subresource=none")}${common(walk)}`;
  walk.run(`patch ${what.name} --type=${type}${flags} -p`, [JSON.stringify(body)]);
  walk.look(what.path);
}

const STATUSES: readonly Json[] = [
  {
    status: {
      replicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
      updatedReplicas: 2,
      observedGeneration: 1,
    },
  },
  { status: { conditions: [{ type: "Available", status: "True", reason: "R", message: "m" }] } },
  { status: { conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }] } },
  { status: { phase: "Running", podIP: "10.1.1.1", startTime: "2026-01-02T03:04:05Z" } },
  { status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }, { hostname: "a.example.com" }] } } },
  { status: { active: 1, succeeded: 1, startTime: "2026-01-02T03:04:05Z" } },
  {
    status: {
      phase: "Running",
      containerStatuses: [
        {
          name: "web",
          ready: true,
          restartCount: 3,
          image: "nginx",
          imageID: "x",
          state: { running: { startedAt: "2026-01-02T03:04:05Z" } },
          lastState: { terminated: { exitCode: 1, reason: "Error", finishedAt: "2026-01-02T03:04:05Z" } },
        },
      ],
    },
  },
  { status: { phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } },
  { status: { currentReplicas: 1, desiredReplicas: 2, currentMetrics: [] } },
  { status: { disruptionsAllowed: 1, expectedPods: 2, currentHealthy: 2, desiredHealthy: 1 } },
];

/** Statuses as controllers would write them, and their output. */
function status(walk: Walk): void {
  const what = walk.random.pick(POOL);
  walk.run(`patch ${what.name} --subresource=status --type=merge -p`, [
    JSON.stringify(walk.random.pick(STATUSES)),
  ]);
  walk.run(`get ${what.name} -o wide`);
  walk.run(`describe ${what.name}`);
}

const EDITORS = [
  "sed -i s/web/wib/",
  "sed -i /labels:/d",
  "sed -i s/replicas:.*/replicas:9/",
  "sed -i s/name:/name:x/",
  "true",
  "false",
  "sed -i 1i:",
  "sed -i s/^spec:/specs:/",
  "truncate -s 0",
];

function edit(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const flags = walk.maybe(
    0.4,
    "--save-config",
    "--subresource=status",
    "-o json",
    "--output-patch",
    "--validate=false",
    "--windows-line-endings",
  );
  walk.run(`edit ${what.name}${flags}`, [], { editor: walk.random.pick(EDITORS) });
  walk.look(what.path);
}

/** Another template, as if it had been written by hand. */
function retemplate(walk: Walk): void {
  const what = walk.random.pick(WORKLOADS);
  const body = { spec: { template: { spec: podSpec(walk.random) } } };
  walk.run(`patch ${what.name} -p`, [JSON.stringify(body)]);
  walk.look(what.path);
}

export const changeTopics: readonly Topic[] = [
  mark,
  mark,
  markMany,
  scale,
  set,
  set,
  rollout,
  patch,
  patch,
  status,
  edit,
  retemplate,
];
