import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import { StatusError } from "../../../api/status.ts";
import { type Json, type JsonObject, record } from "../../../json/value.ts";
import type { Attributes } from "../../attributes.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../hook.ts";
import type { Lookup } from "../../ports.ts";
import { podCreation } from "../../stub-attributes.tool.ts";
import { stubPorts } from "../../stub-ports.ts";
import { createBuiltinPlugins } from "./builtin-plugins.ts";

const pod = (spec: JsonObject = {}): KubeObject => ({ metadata: { name: "p", namespace: "a" }, spec });

/** Stored objects by plural. */
const stored = (objects: Record<string, KubeObject[]>, more: Partial<Lookup> = {}): Lookup => ({
  get: (_group, plural, _namespace, name) => objects[plural]?.find((o) => o.metadata.name === name),
  list: (_group, plural) => objects[plural] ?? [],
  ...more,
});

interface Asked {
  readonly attributes?: Partial<Attributes>;
  readonly object?: KubeObject | null;
  readonly lookup?: Lookup;
}

function plugin(name: string): BuiltinPlugin {
  const found = createBuiltinPlugins().find((p) => p.name === name);
  if (found === undefined) throw new Error(`no plugin ${name}`);
  return found;
}

const context = ({ attributes: given, object = pod(), lookup = stored({}) }: Asked): PluginContext => ({
  attributes: podCreation(given),
  object,
  name: given?.name ?? "p",
  round: 0,
  ports: stubPorts(),
  lookup,
  warn: () => {},
  annotate: () => {},
});

async function admit(name: string, asked: Asked): Promise<PluginResult> {
  return plugin(name).admit?.(context(asked));
}
async function validate(name: string, asked: Asked): Promise<PluginResult> {
  return plugin(name).validate?.(context(asked));
}

const message = (result: PluginResult): string | undefined =>
  result instanceof StatusError ? result.message : undefined;
const specOf = (result: PluginResult): Json | undefined =>
  result === undefined || result instanceof StatusError ? undefined : result.spec;

describe("NamespaceLifecycle", () => {
  const namespace = (phase: string): KubeObject => ({ metadata: { name: "a" }, status: { phase } });
  const ofNamespace = {
    kind: { group: "", version: "v1", kind: "Namespace" },
    resource: { group: "", version: "v1", resource: "namespaces" },
  };

  it("says 404 when the namespace of new content is missing", async () => {
    expect(message(await admit("NamespaceLifecycle", {}))).toBe('namespaces "a" not found');
  });
  it("refuses new content in a namespace that is going away, with a cause", async () => {
    const lookup = stored({ namespaces: [namespace("Terminating")] });
    const result = await admit("NamespaceLifecycle", { lookup });
    expect(message(result)).toBe(
      'pods "p" is forbidden: unable to create new content in namespace a because it is being terminated',
    );
    expect(result).toMatchObject({
      status: { details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] } },
    });
  });
  it("does not concern updates, and allows deletions everywhere", async () => {
    expect(plugin("NamespaceLifecycle").operations).not.toContain("UPDATE");
    expect(await admit("NamespaceLifecycle", { attributes: { operation: "DELETE" } })).toBeUndefined();
  });
  it("protects the namespaces that every cluster has", async () => {
    const given = { ...ofNamespace, operation: "DELETE" as const, name: "default", namespace: "default" };
    expect(message(await admit("NamespaceLifecycle", { attributes: given, object: null }))).toBe(
      'namespaces "default" is forbidden: this namespace may not be deleted',
    );
  });
  it("asks the store after a deletion that the cache has not seen", async () => {
    const lifecycle = plugin("NamespaceLifecycle");
    const lookup = stored({ namespaces: [namespace("Active")] }, { live: () => namespace("Terminating") });
    await lifecycle.admit?.(
      context({ attributes: { ...ofNamespace, operation: "DELETE", name: "a" }, object: null, lookup }),
    );
    expect(message(await lifecycle.admit?.(context({ lookup })))).toContain("being terminated");
  });
});

describe("DefaultTolerationSeconds", () => {
  const own = { key: "node.kubernetes.io/not-ready", effect: "NoExecute", operator: "Exists" };
  it("adds what is missing and leaves the rest", async () => {
    const result = await admit("DefaultTolerationSeconds", { object: pod({ tolerations: [own] }) });
    expect(specOf(result)).toEqual({
      tolerations: [
        own,
        {
          key: "node.kubernetes.io/unreachable",
          operator: "Exists",
          effect: "NoExecute",
          tolerationSeconds: 300,
        },
      ],
    });
  });
  it("has nothing to add to a toleration of everything", async () => {
    const object = pod({ tolerations: [{ operator: "Exists" }] });
    expect(await admit("DefaultTolerationSeconds", { object })).toBeUndefined();
  });
});

describe("Priority", () => {
  const high = { metadata: { name: "high" }, value: 10, preemptionPolicy: "Never" };
  const lookup = stored({ priorityclasses: [high] });
  it("gives the priority of the class", async () => {
    const result = await admit("Priority", { object: pod({ priorityClassName: "high" }), lookup });
    expect(specOf(result)).toEqual({ priorityClassName: "high", priority: 10, preemptionPolicy: "Never" });
  });
  it("gives zero where there is no class", async () => {
    expect(specOf(await admit("Priority", {}))).toEqual({
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
    });
  });
  it("refuses an unknown class and another number", async () => {
    const unknown = await admit("Priority", { object: pod({ priorityClassName: "x" }), lookup });
    expect(message(unknown)).toBe('pods "p" is forbidden: no PriorityClass with name x was found');
    const other = await admit("Priority", {
      object: pod({ priorityClassName: "high", priority: 5 }),
      lookup,
    });
    expect(message(other)).toBe(
      'pods "p" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 10 from the given PriorityClass name',
    );
  });
});

describe("LimitRanger", () => {
  const range = (limit: JsonObject): KubeObject => ({ metadata: { name: "l" }, spec: { limits: [limit] } });
  const container = { name: "c", resources: { requests: { cpu: "100m" } } };
  it("fills in defaults and notes them", async () => {
    const limit = {
      type: "Container",
      default: { cpu: "1" },
      defaultRequest: { cpu: "500m", memory: "1Gi" },
    };
    const lookup = stored({ limitranges: [range(limit)] });
    const result = await admit("LimitRanger", { object: pod({ containers: [container] }), lookup });
    expect(result).toMatchObject({
      metadata: {
        annotations: {
          "kubernetes.io/limit-ranger":
            "LimitRanger plugin set: memory request for container c; cpu limit for container c",
        },
      },
      spec: {
        containers: [{ resources: { requests: { cpu: "100m", memory: "1Gi" }, limits: { cpu: "1" } } }],
      },
    });
  });
  it("refuses what is out of bounds", async () => {
    const lookup = stored({
      limitranges: [range({ type: "Container", max: { cpu: "50m" }, min: { cpu: "200m" } })],
    });
    const result = await validate("LimitRanger", { object: pod({ containers: [container] }), lookup });
    expect(message(result)).toBe(
      'pods "p" is forbidden: [minimum cpu usage per Container is 200m, but request is 100m, maximum cpu usage per Container is 50m.  No limit is specified]',
    );
  });
});

describe("ResourceQuota", () => {
  const quota = (status: JsonObject): KubeObject => ({ metadata: { name: "q" }, spec: {}, status });
  const configMaps = {
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    name: "one",
  };
  it("refuses what goes beyond", async () => {
    const status = { hard: { "count/configmaps": "0" }, used: { "count/configmaps": "0" } };
    const lookup = stored({ resourcequotas: [quota(status)] });
    expect(message(await validate("ResourceQuota", { attributes: configMaps, lookup }))).toBe(
      'configmaps "one" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=0, limited: count/configmaps=0',
    );
  });
  it("charges what it lets pass, once", async () => {
    const charged: unknown[] = [];
    const status = { hard: { pods: "2", "requests.cpu": "1" }, used: { pods: "0", "requests.cpu": "500m" } };
    const lookup = stored(
      { resourcequotas: [quota(status)] },
      {
        chargeQuota: (_, used) => {
          charged.push(used);
          return true;
        },
      },
    );
    const object = pod({ containers: [{ name: "c", resources: { requests: { cpu: "250m" } } }] });
    expect(await validate("ResourceQuota", { object, lookup })).toBeUndefined();
    expect(charged).toEqual([{ pods: "1", "requests.cpu": "750m" }]);
    expect(await validate("ResourceQuota", { object, lookup, attributes: { dryRun: true } })).toBeUndefined();
    expect(charged).toHaveLength(1);
  });
  it("demands that containers say what they need", async () => {
    const status = { hard: { "limits.cpu": "2" }, used: { "limits.cpu": "0" } };
    const lookup = stored({ resourcequotas: [quota(status)] });
    const object = pod({ containers: [{ name: "c" }] });
    expect(message(await validate("ResourceQuota", { object, lookup }))).toBe(
      'pods "p" is forbidden: failed quota: q: must specify limits.cpu for: c',
    );
  });
  it("reads the quota again when it was changed meanwhile", async () => {
    let tries = 0;
    const status = { hard: { pods: "2" }, used: { pods: "0" } };
    const lookup = stored({ resourcequotas: [quota(status)] }, { chargeQuota: () => ++tries > 1 });
    expect(await validate("ResourceQuota", { lookup })).toBeUndefined();
    expect(tries).toBe(2);
  });
});

describe("ServiceAccount", () => {
  const lookup = stored({
    serviceaccounts: [{ metadata: { name: "default" }, imagePullSecrets: [{ name: "pull" }] }],
  });
  it("sets the default account, its pull secrets and a token volume", async () => {
    const result = await admit("ServiceAccount", { object: pod({ containers: [{ name: "c" }] }), lookup });
    expect(specOf(result)).toMatchObject({
      serviceAccountName: "default",
      imagePullSecrets: [{ name: "pull" }],
      containers: [{ volumeMounts: [{ mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }] }],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-[a-z0-9]{5}$/) }],
    });
  });
  it("refuses an account that does not exist", async () => {
    const object = pod({ serviceAccountName: "x" });
    expect(message(await admit("ServiceAccount", { object, lookup }))).toBe(
      'pods "p" is forbidden: error looking up service account a/x: serviceaccount "x" not found',
    );
  });
});

describe("small plugins", () => {
  it("StorageObjectInUseProtection adds its finalizer once", async () => {
    const claims = { resource: { group: "", version: "v1", resource: "persistentvolumeclaims" } };
    const result = await admit("StorageObjectInUseProtection", { attributes: claims });
    expect(result).toMatchObject({ metadata: { finalizers: ["kubernetes.io/pvc-protection"] } });
    const object = result as KubeObject;
    expect(await admit("StorageObjectInUseProtection", { attributes: claims, object })).toBeUndefined();
  });
  it("TaintNodesByCondition taints new nodes", async () => {
    const nodes = { resource: { group: "", version: "v1", resource: "nodes" } };
    expect(specOf(await admit("TaintNodesByCondition", { attributes: nodes }))).toEqual({
      taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }],
    });
  });
  const zone = { "topology.kubernetes.io/zone": "z", other: "o" };
  const node: KubeObject = {
    metadata: { name: "n", labels: { ...zone, "kubernetes.io/os": "linux" } },
    status: { allocatable: { cpu: "2", memory: "1Gi" }, declaredFeatures: [] },
  };
  const bound = (spec: JsonObject = {}, generation = 1): KubeObject => ({
    metadata: { name: "p", namespace: "a", generation },
    spec: { nodeName: "n", ...spec },
  });
  it.each([
    ["a pod on a node", {}, bound()],
    ["a binding", { subresource: "binding" }, { metadata: {}, target: { kind: "Node", name: "n" } }],
  ])("PodTopologyLabels gives %s the zone of the node", async (_what, given, object) => {
    const lookup = stored({ nodes: [node] });
    const labelled = await admit("PodTopologyLabels", { attributes: given, object, lookup });
    expect(labelled).toMatchObject({ metadata: { labels: { "topology.kubernetes.io/zone": "z" } } });
    expect(JSON.stringify(labelled)).not.toContain("other");
  });
  it.each([
    ["a pod without a node", {}, pod()],
    ["a pod on a node that is not there", {}, { ...bound(), spec: { nodeName: "x" } }],
    ["a binding to something else", { subresource: "binding" }, { metadata: {}, target: { name: "n" } }],
    ["an eviction", { subresource: "eviction" }, bound()],
  ])("PodTopologyLabels leaves %s alone", async (_what, given, object) => {
    expect(
      await admit("PodTopologyLabels", { attributes: given, object, lookup: stored({ nodes: [node] }) }),
    ).toBeUndefined();
  });

  const container = (cpu: string): JsonObject => ({ name: "c", resources: { requests: { cpu } } });
  const resize = { operation: "UPDATE", subresource: "resize", oldObject: bound() } as const;
  const resized = (cpu: string, generation = 2): KubeObject =>
    bound({ containers: [container(cpu)] }, generation);
  const windows: KubeObject = { metadata: { name: "n", labels: { "kubernetes.io/os": "windows" } } };
  it.each([
    [
      "is too large",
      resized("2001m"),
      [node],
      "node didn't have enough allocatable resources: cpu, requested: 2001, allocatable: 2000",
    ],
    [
      "is on Windows",
      resized("1"),
      [windows],
      'pod resize is only supported on linux nodes, node "n" is "windows"',
    ],
    ["has no node", resized("1"), [], 'node "n" not found'],
    ["fits", resized("2"), [node], undefined],
    ["has not changed", resized("9", 1), [node], undefined],
  ])("PodResizeValidator looks at a pod that %s", async (_what, object, nodes, why) => {
    const result = await validate("PodResizeValidator", {
      attributes: resize,
      object,
      lookup: stored({ nodes }),
    });
    expect(message(result)).toEqual(why === undefined ? undefined : `pods "p" is forbidden: ${why}`);
  });

  const initial = (cpu: string, more: JsonObject = {}): JsonObject => ({
    initContainers: [{ ...container(cpu), ...more }],
  });
  it.each([
    ["an init container", initial("1"), initial("2"), "InPlacePodVerticalScalingInitContainers"],
    [
      "the whole pod",
      {},
      { resources: { requests: { cpu: "1" } } },
      "InPlacePodLevelResourcesVerticalScaling",
    ],
    [
      "a sidecar",
      initial("1", { restartPolicy: "Always" }),
      initial("2", { restartPolicy: "Always" }),
      undefined,
    ],
    ["a container", { containers: [container("1")] }, { containers: [container("2")] }, undefined],
  ])(
    "NodeDeclaredFeatureValidator looks at what resizing %s needs",
    async (_what, before, after, feature) => {
      const asked = {
        attributes: { ...resize, oldObject: bound(before) },
        object: bound(after, 2),
      };
      const why = `pod update requires features ${feature} which are not available on node "n"`;
      const result = await validate("NodeDeclaredFeatureValidator", {
        ...asked,
        lookup: stored({ nodes: [node] }),
      });
      expect(message(result)).toEqual(feature === undefined ? undefined : `pods "p" is forbidden: ${why}`);
      const able = { ...node, status: { declaredFeatures: [feature ?? ""] } };
      expect(
        await validate("NodeDeclaredFeatureValidator", { ...asked, lookup: stored({ nodes: [able] }) }),
      ).toBeUndefined();
    },
  );
  it("DefaultStorageClass takes the newest default", async () => {
    const storageClass = (name: string, creationTimestamp: string): KubeObject => ({
      metadata: {
        name,
        creationTimestamp,
        annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
      },
    });
    const storageclasses = [
      storageClass("old", "2020-01-01T00:00:00Z"),
      storageClass("new", "2021-01-01T00:00:00Z"),
    ];
    const claims = { resource: { group: "", version: "v1", resource: "persistentvolumeclaims" } };
    const result = await admit("DefaultStorageClass", {
      attributes: claims,
      lookup: stored({ storageclasses }),
    });
    expect(specOf(result)).toEqual({ storageClassName: "new" });
  });
  it("RuntimeClass brings overhead and refuses unknown classes", async () => {
    const lookup = stored({
      runtimeclasses: [{ metadata: { name: "r" }, overhead: { podFixed: { cpu: "1" } } }],
    });
    const result = await admit("RuntimeClass", { object: pod({ runtimeClassName: "r" }), lookup });
    expect(specOf(result)).toEqual({ runtimeClassName: "r", overhead: { cpu: "1" } });
    const unknown = await admit("RuntimeClass", { object: pod({ runtimeClassName: "x\n" }), lookup });
    expect(message(unknown)).toBe('pods "p" is forbidden: pod rejected: RuntimeClass "x\\n" not found');
  });
  it("RuntimeClass keeps only tolerations that no other one covers", async () => {
    const narrow = { key: "a", operator: "Equal", value: "x", effect: "NoExecute" };
    const wide = { key: "a", operator: "Exists" };
    const other = { key: "b", operator: "Exists" };
    const tolerationsOf = async (own: JsonObject[], ofClass: JsonObject[]) => {
      const found = { metadata: { name: "r" }, scheduling: { tolerations: ofClass } };
      const object = pod({ runtimeClassName: "r", tolerations: own });
      const lookup = stored({ runtimeclasses: [found] });
      return record(specOf(await admit("RuntimeClass", { object, lookup }))).tolerations;
    };
    expect(await tolerationsOf([narrow, other], [wide])).toEqual([other, wide]);
    expect(await tolerationsOf([wide], [narrow])).toEqual([wide]);
    expect(await tolerationsOf([narrow, wide], [])).toEqual([wide]);
  });
  it("PersistentVolumeClaimResize lets only bound claims grow", async () => {
    const claim = (storage: string, phase: string): KubeObject => ({
      metadata: { name: "p" },
      spec: { resources: { requests: { storage } }, storageClassName: "s" },
      status: { phase },
    });
    const claims = {
      operation: "UPDATE" as const,
      resource: { group: "", version: "v1", resource: "persistentvolumeclaims" },
    };
    const grow = (phase: string, allowVolumeExpansion: boolean) =>
      validate("PersistentVolumeClaimResize", {
        attributes: { ...claims, oldObject: claim("1Gi", phase) },
        object: claim("2Gi", phase),
        lookup: stored({ storageclasses: [{ metadata: { name: "s" }, allowVolumeExpansion }] }),
      });
    expect(await grow("Bound", true)).toBeUndefined();
    expect(message(await grow("Pending", true))).toContain(
      "Only bound persistent volume claims can be expanded",
    );
    expect(message(await grow("Bound", false))).toContain("must support resize");
  });
});
