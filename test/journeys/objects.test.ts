import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls, kubectlOn, type RunKubectl, startKubectl } from "../parts/kubectl.ts";
import { isShort, sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { newestEtcd, type RunningEtcd, startEtcd } from "../process/etcd.mjs";

const kubectls = sampled(findKubectls());

const DEPLOYMENT = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: a}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: web}]}
`;

if (kubectls.length === 0) test.skip("journeys with kubectl are skipped: there is no kubectl here", () => {});

/** The stores of the journeys. */
const ALL_STORES = [
  { store: "a folder, two processes", flags: ["--processes", "2"], isEtcd: false },
  { store: "a folder", flags: [], isEtcd: false },
  { store: "etcd, two processes", flags: ["--processes", "2"], isEtcd: true },
];
/** The short form has the first one. */
const STORES = isShort ? ALL_STORES.slice(0, 1) : ALL_STORES;
const cases = kubectls.flatMap((tool) => STORES.map((one) => ({ ...one, tool, version: tool.version })));
const etcdHere = newestEtcd();

describe.each(cases)("objects: kubectl $version, $store", ({ tool, flags, isEtcd }) => {
  if (isEtcd && etcdHere === undefined) return test.skip("there is no etcd here", () => {});
  const dir = newDataDir();
  let etcd: RunningEtcd | undefined;
  let server: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    if (isEtcd && etcdHere !== undefined) etcd = await startEtcd(etcdHere);
    const store = etcd === undefined ? [] : ["--etcd-servers", etcd.endpoint];
    server = await startServer(dir, ...store, ...flags);
    kubectl = kubectlOn(tool, server);
    await kubectl("create namespace a");
  });
  afterAll(async () => {
    await server.stop();
    await etcd?.stop();
    removeDataDir(dir);
  });

  test("create, get and delete a ConfigMap", async () => {
    const created = await kubectl("-n a create configmap c --from-literal=k=v");
    expect(created.said).toBe("configmap/c created\n");
    const again = await kubectl("-n a create configmap c --from-literal=k=v");
    expect(again.stderr).toMatch(/configmaps? "c" already exists/);
    expect(again.code).toBe(1);
    expect((await kubectl("-n a get configmap c -o jsonpath={.data.k}")).stdout).toBe("v");
    expect((await kubectl("-n a delete configmap c")).stdout).toMatch(/^configmap "c" deleted/);
    expect((await kubectl("-n a get configmap c")).stderr).toBe(
      'Error from server (NotFound): configmaps "c" not found\n',
    );
  });

  test("apply creates, changes, and leaves alone what did not change", async () => {
    expect((await kubectl("apply -f -", DEPLOYMENT(1))).said).toBe("deployment.apps/web created\n");
    expect((await kubectl("apply -f -", DEPLOYMENT(2))).said).toBe("deployment.apps/web configured\n");
    expect((await kubectl("apply -f -", DEPLOYMENT(2))).said).toBe("deployment.apps/web unchanged\n");
    expect((await kubectl("-n a get deployment web")).stdout).toMatch(
      /NAME\s+READY\s+UP-TO-DATE[\s\S]*web\s+0\/2/,
    );
  });

  test("apply on the server's side says whom it conflicts with", async () => {
    const map = (value: string): string =>
      `apiVersion: v1
kind: ConfigMap
metadata: {name: ssa, namespace: a}
data: {k: ${value}}
`;
    expect((await kubectl("apply --server-side --field-manager one -f -", map("v"))).said).toBe(
      "configmap/ssa serverside-applied\n",
    );
    const other = await kubectl("apply --server-side --field-manager two -f -", map("w"));
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('conflict with "one": .data.k');
    const forced = await kubectl("apply --server-side --field-manager two --force-conflicts -f -", map("w"));
    expect(forced.code).toBe(0);
  });

  test("scale, patch, label and annotate", async () => {
    expect((await kubectl("-n a scale deployment web --replicas 5")).said).toBe(
      "deployment.apps/web scaled\n",
    );
    expect((await kubectl("-n a get deployment web -o jsonpath={.spec.replicas}")).stdout).toBe("5");
    const patch = await kubectl('-n a patch deployment web -p {"spec":{"replicas":3}}');
    expect(patch.said).toBe("deployment.apps/web patched\n");
    const json = await kubectl(
      '-n a patch deployment web --type=json -p [{"op":"test","path":"/spec/replicas","value":9}]',
    );
    expect(json.code).toBe(1);
    expect((await kubectl("-n a label deployment web team=x")).said).toBe("deployment.apps/web labeled\n");
    expect((await kubectl("-n a get deployments -l team=x -o name")).stdout).toBe("deployment.apps/web\n");
    expect((await kubectl("-n a get deployments -l team!=x -o name")).stdout).toBe("");
    const annotated = await kubectl("-n a annotate deployment web note=y");
    expect(annotated.said).toMatch(/^deployment.apps\/web annotated/);
  });

  test("watch sees what others do", async () => {
    const watch = startKubectl(tool, server, "-n a get configmaps -w -o name");
    let seen = "";
    watch.stdout?.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
    });
    await expect.poll(() => seen).toContain("configmap/ssa");
    await kubectl("-n a create configmap watched");
    await expect.poll(() => seen).toContain("configmap/watched");
    watch.kill();
  });

  test("wait returns when a condition is there", async () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: p, namespace: a}
spec: {containers: [{name: c, image: i}]}
`;
    expect((await kubectl("apply -f -", pod)).said).toBe("pod/p created\n");
    const waiting = kubectl("-n a wait pod/p --for=condition=Ready --timeout=120s");
    const status = JSON.stringify({ status: { conditions: [{ type: "Ready", status: "True" }] } });
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    const written = await server.fetch("PATCH", "/api/v1/namespaces/a/pods/p/status", {
      body: status,
      headers,
    });
    expect(written.status).toBe(200);
    expect((await waiting).said).toBe("pod/p condition met\n");
  });

  test("dry run changes nothing", async () => {
    const dry = await kubectl("-n a create configmap dry --dry-run=server -o name");
    expect(dry.stdout).toBe("configmap/dry\n");
    expect((await kubectl("-n a get configmap dry")).code).toBe(1);
  });

  test("explain and api-resources know the kinds", async () => {
    expect((await kubectl("api-resources")).stdout).toMatch(/^deployments\s+deploy\s+(apps\/v1\s+)?/m);
    const explained = await kubectl("explain pod.spec.containers");
    expect(explained.stdout).toMatch(/KIND:\s+Pod/);
    expect(explained.stdout).toContain("imagePullPolicy");
  });

  test("a namespace goes with everything in it", async () => {
    const deleted = await kubectl("delete namespace a --timeout=120s");
    expect(deleted.stdout).toContain('namespace "a" deleted');
    expect((await kubectl("get namespace a")).stderr).toContain('namespaces "a" not found');
    expect((await kubectl("-n a get all")).said).toContain("No resources found");
  });
});
