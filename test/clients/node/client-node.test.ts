import {
  AppsV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  V1MicroTime,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../../parts/server.ts";
import { BOATS, eventually } from "./parts.ts";

const namespace = "default";
const dir = newDataDir();
const config = new KubeConfig();
let server: RunningServer;
let core: CoreV1Api;

beforeAll(async () => {
  server = await startServer(dir);
  config.loadFromFile(server.kubeconfig);
  core = config.makeApiClient(CoreV1Api);
});
afterAll(async () => {
  await server.stop();
  removeDataDir(dir);
});

const configMap = (name: string, data: Record<string, string> = {}): V1ConfigMap => ({
  metadata: { name },
  data,
});
const make = (name: string, data?: Record<string, string>): Promise<V1ConfigMap> =>
  core.createNamespacedConfigMap({ namespace, body: configMap(name, data) });
/** Status code of the error that the client throws for a refused request; 0 if there is none. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 0,
    (error: { code?: number }) => error.code,
  );

describe("@kubernetes/client-node: objects", () => {
  test("knows the server", async () => {
    const { gitVersion } = await config.makeApiClient(VersionApi).getCode();
    expect(gitVersion).toMatch(/^v1\.37/);
  });

  test("creates, reads, replaces, lists by label and deletes", async () => {
    const made = await make("crud", { a: "1" });
    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date);
    expect(await codeOf(make("crud"))).toBe(409);
    const labels = { app: "crud" };
    const body = { ...made, metadata: { ...made.metadata, labels }, data: { a: "2" } };
    await core.replaceNamespacedConfigMap({ namespace, name: "crud", body });
    expect(await codeOf(core.replaceNamespacedConfigMap({ namespace, name: "crud", body }))).toBe(409);
    const { items } = await core.listNamespacedConfigMap({ namespace, labelSelector: "app=crud" });
    expect(items.map(({ data }) => data)).toEqual([{ a: "2" }]);
    await core.deleteNamespacedConfigMap({ namespace, name: "crud" });
    expect(await codeOf(core.readNamespacedConfigMap({ namespace, name: "crud" }))).toBe(404);
  });

  test("reads a list page by page", async () => {
    for (const name of ["page-1", "page-2", "page-3"])
      await core.createNamespacedConfigMap({
        namespace,
        body: { ...configMap(name), metadata: { name, labels: { paged: "yes" } } },
      });
    const names: unknown[] = [];
    let _continue: string | undefined;
    do {
      const page = await core.listNamespacedConfigMap({
        namespace,
        labelSelector: "paged=yes",
        limit: 2,
        ...(_continue === undefined ? {} : { _continue }),
      });
      names.push(...page.items.map(({ metadata }) => metadata?.name));
      _continue = page.metadata?._continue;
    } while (_continue);
    expect(names).toEqual(["page-1", "page-2", "page-3"]);
  });

  test("tells what is wrong with an object in a Status", async () => {
    const refused = core.createNamespacedConfigMap({ namespace, body: configMap("Not A Name") });
    const error = (await refused.catch((e: unknown) => e)) as { code: number; body: string };
    expect(error.code).toBe(422);
    expect(JSON.parse(error.body)).toMatchObject({ kind: "Status", reason: "Invalid" });
  });

  test("makes a token of a service account", async () => {
    await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name: "robot" } } });
    const { status } = await core.createNamespacedServiceAccountToken({
      namespace,
      name: "robot",
      body: { spec: { audiences: [], expirationSeconds: 600 } },
    });
    expect(status?.token.split(".")).toHaveLength(3);
  });

  test("scales a Deployment and reads its scale", async () => {
    const apps = config.makeApiClient(AppsV1Api);
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: labels }, template };
    await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: "web" }, spec } });
    const patch = { namespace, name: "web", body: { spec: { replicas: 3 } } };
    await apps.patchNamespacedDeploymentScale(patch, asPatch(PatchStrategy.MergePatch));
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name: "web" });
    expect(scale.spec?.replicas).toBe(3);
  });
});

const asPatch = (strategy: PatchStrategy) => setHeaderOptions("Content-Type", strategy);

describe("@kubernetes/client-node: patches", () => {
  const patch = (name: string, strategy: PatchStrategy, body: object): Promise<V1ConfigMap> =>
    core.patchNamespacedConfigMap({ namespace, name, body }, asPatch(strategy));

  test.each<[string, PatchStrategy, object]>([
    ["json", PatchStrategy.JsonPatch, [{ op: "replace", path: "/data/a", value: "2" }]],
    ["merge", PatchStrategy.MergePatch, { data: { a: "2" } }],
    ["strategic", PatchStrategy.StrategicMergePatch, { data: { a: "2" } }],
  ])("%s", async (kind, strategy, body) => {
    await make(`patch-${kind}`, { a: "1", b: "1" });
    expect((await patch(`patch-${kind}`, strategy, body)).data).toEqual({ a: "2", b: "1" });
  });

  test("server-side apply, with a conflict and by force", async () => {
    const apply = (fieldManager: string, value: string, force = false) =>
      core.patchNamespacedConfigMap(
        {
          namespace,
          name: "applied",
          fieldManager,
          force,
          body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: { a: value } },
        },
        asPatch(PatchStrategy.ServerSideApply),
      );
    await apply("alice", "1");
    expect(await codeOf(apply("bob", "2"))).toBe(409);
    const { metadata, data } = await apply("bob", "2", true);
    expect(data).toEqual({ a: "2" });
    expect(metadata?.managedFields?.map(({ manager }) => manager)).toEqual(["bob"]);
  });
});

describe("@kubernetes/client-node: watches", () => {
  test("an informer keeps a cache of what is there, by label", async () => {
    const labelSelector = "informed=yes";
    const labels = { informed: "yes" };
    const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list, labelSelector);
    const seen: string[] = [];
    for (const verb of ["add", "update", "delete"] as const)
      informer.on(verb as "add", ({ metadata }) => void seen.push(`${verb} ${metadata?.name}`));
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "first", labels } } });
    await informer.start();
    await eventually(() => seen.includes("add first"));
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "second", labels } } });
    await eventually(() => seen.includes("add second"));
    await core.patchNamespacedConfigMap(
      { namespace, name: "second", body: { data: { a: "1" } } },
      asPatch(PatchStrategy.MergePatch),
    );
    await eventually(() => seen.includes("update second"));
    // For this informer, an object without the label is deleted.
    await core.patchNamespacedConfigMap(
      { namespace, name: "first", body: { metadata: { labels: null } } },
      asPatch(PatchStrategy.MergePatch),
    );
    await eventually(() => seen.includes("delete first"));
    expect(informer.list().map(({ metadata }) => metadata?.name)).toEqual(["second"]);
    await informer.stop();
  });

  test("a watch goes on where a list ended, with bookmarks, and ends when it is told to", async () => {
    const { metadata } = await core.listNamespacedConfigMap({ namespace });
    await make("watched");
    const events: string[] = [];
    let ended = false;
    const query = { resourceVersion: metadata?.resourceVersion, allowWatchBookmarks: true };
    const controller = await new Watch(config).watch(
      `/api/v1/namespaces/${namespace}/configmaps`,
      query,
      (phase, object: KubernetesObject) => void events.push(`${phase} ${object.metadata?.name}`),
      () => {
        ended = true;
      },
    );
    await eventually(() => events.includes("ADDED watched"));
    await core.deleteNamespacedConfigMap({ namespace, name: "watched" });
    await eventually(() => events.includes("DELETED watched"));
    controller.abort();
    await eventually(() => ended);
  });
});

describe("@kubernetes/client-node: leases", () => {
  test("of two candidates that renew the same lease one loses", async () => {
    const leases = config.makeApiClient(CoordinationV1Api);
    const body = {
      metadata: { name: "leader" },
      spec: { holderIdentity: "a", leaseDurationSeconds: 15, renewTime: new V1MicroTime() },
    };
    const lease = await leases.createNamespacedLease({ namespace, body });
    // The client hands on the text that the server sent.
    expect(new Date(String(lease.spec?.renewTime)).getTime()).toBe(body.spec.renewTime.getTime());
    const claim = (holderIdentity: string) =>
      leases.replaceNamespacedLease({
        namespace,
        name: "leader",
        body: { ...lease, spec: { ...lease.spec, holderIdentity, renewTime: new V1MicroTime() } },
      });
    const results = await Promise.all([codeOf(claim("a")), codeOf(claim("b"))]);
    expect(results.sort()).toEqual([0, 409]);
  });
});

describe("@kubernetes/client-node: any kind", () => {
  test("custom resources, by the client of custom objects and by the one of all objects", async () => {
    const objects = KubernetesObjectApi.makeApiClient(config);
    await objects.create(BOATS);
    const boat = {
      apiVersion: "example.com/v1",
      kind: "Boat",
      metadata: { name: "b", namespace },
      spec: { length: 3 },
    };
    const custom = config.makeApiClient(CustomObjectsApi);
    const place = { group: "example.com", version: "v1", namespace, plural: "boats" };
    await custom.createNamespacedCustomObject({ ...place, body: boat });
    const applied = { ...boat, spec: { length: 4 } };
    await objects.patch(
      applied,
      undefined,
      undefined,
      "journey",
      true,
      PatchStrategy.ServerSideApply as never,
    );
    const { items } = (await custom.listNamespacedCustomObject(place)) as { items: { spec: object }[] };
    expect(items.map(({ spec }) => spec)).toEqual([{ length: 4 }]);
    await objects.delete(boat);
    expect(await codeOf(objects.read(boat))).toBe(404);
  });
});
