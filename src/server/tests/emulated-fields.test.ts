import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { InMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { clone } from "../../json/object.ts";
import { readPointer } from "../../json/pointer.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";
import type { Gate } from "../../resources/features/gates.ts";
import { createMemoryStorage } from "../../storage/index.ts";

const CORE = "/api/v1/namespaces/default";
const APPS = "/apis/apps/v1/namespaces/default";
const DEVICES = "/apis/resource.k8s.io/v1";
const C = { name: "c", image: "i" };
const EXIT = { operator: "In", values: [1] };
const PARTS = { pool: { name: "p", generation: 1, resourceSliceCount: 1 }, driver: "d.example.com" };
const SLICE = { ...PARTS, nodeName: "n" };
const REF = { kind: "D", name: "d", apiVersion: "apps/v1" };

const pod = (spec: object): JsonObject => ({ spec: { containers: [C], ...spec } });
const claim = (exactly: object): JsonObject => ({
  spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c", ...exactly } }] } },
});
const slice = (device: object): JsonObject => ({ spec: { ...SLICE, devices: [{ name: "d", ...device }] } });

interface Sample {
  readonly collection: string;
  readonly object: JsonObject;
  /** Part of the status, written as a merge patch. */
  readonly status?: JsonObject;
  /** Path of the field. */
  readonly at: string;
}

const CONTAINER = { ...C, imageID: "", ready: true, restartCount: 0 };
const health = (resource: object): JsonObject => ({
  containerStatuses: [
    {
      ...CONTAINER,
      allocatedResourcesStatus: [{ name: "claim:a", resources: [{ resourceID: "a", ...resource }] }],
    },
  ],
});
const CLAIMED = pod({
  containers: [{ ...C, resources: { claims: [{ name: "a" }] } }],
  resourceClaims: [{ name: "a", resourceClaimName: "a" }],
});
const RESULT = { request: "r", driver: "d.example.com", pool: "p", device: "d" };
const allocated = (more: object): JsonObject => ({
  allocation: { devices: { results: [{ ...RESULT, ...more }] } },
});

/** One field of each feature that is off in 1.34. */
const SAMPLES: readonly (readonly [Gate, Sample])[] = [
  [
    "HostnameOverride",
    { collection: `${CORE}/pods`, object: pod({ hostnameOverride: "h" }), at: "/spec/hostnameOverride" },
  ],
  [
    "ContainerRestartRules",
    {
      collection: `${CORE}/pods`,
      object: pod({
        containers: [
          { ...C, restartPolicy: "Never", restartPolicyRules: [{ action: "Restart", exitCodes: EXIT }] },
        ],
      }),
      at: "/spec/containers/0/restartPolicyRules",
    },
  ],
  [
    "ImageVolume",
    {
      collection: `${CORE}/pods`,
      object: pod({ volumes: [{ name: "v", image: { reference: "r" } }] }),
      at: "/spec/volumes/0/image",
    },
  ],
  [
    "InPlacePodLevelResourcesVerticalScaling",
    {
      collection: `${CORE}/pods`,
      object: pod({}),
      status: { allocatedResources: { cpu: "1" } },
      at: "/status/allocatedResources",
    },
  ],
  [
    "ResourceHealthStatus",
    {
      collection: `${CORE}/pods`,
      object: CLAIMED,
      status: health({ health: "Healthy" }),
      at: "/status/containerStatuses/0/allocatedResourcesStatus",
    },
  ],
  [
    "ResourceHealthStatusMessage",
    {
      collection: `${CORE}/pods`,
      object: CLAIMED,
      status: health({ health: "Unhealthy", message: "m" }),
      at: "/status/containerStatuses/0/allocatedResourcesStatus/0/resources/0/message",
    },
  ],
  [
    "DeploymentReplicaSetTerminatingReplicas",
    {
      collection: `${APPS}/deployments`,
      object: {
        spec: {
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, ...pod({}) },
        },
      },
      status: { terminatingReplicas: 1 },
      at: "/status/terminatingReplicas",
    },
  ],
  [
    "HPAConfigurableTolerance",
    {
      collection: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
      object: { spec: { scaleTargetRef: REF, maxReplicas: 2, behavior: { scaleUp: { tolerance: "0.5" } } } },
      at: "/spec/behavior/scaleUp/tolerance",
    },
  ],
  [
    "NodeDeclaredFeatures",
    {
      collection: "/api/v1/nodes",
      object: { status: { declaredFeatures: ["A"] } },
      at: "/status/declaredFeatures",
    },
  ],
  [
    "KubeletInUserNamespace",
    {
      collection: "/api/v1/nodes",
      object: {},
      status: { nodeInfo: { runningInUserNamespace: true } },
      at: "/status/nodeInfo/runningInUserNamespace",
    },
  ],
  [
    "CSIServiceAccountTokenSecrets",
    {
      collection: "/apis/storage.k8s.io/v1/csidrivers",
      object: { spec: { tokenRequests: [{ audience: "a" }], serviceAccountTokenInSecrets: true } },
      at: "/spec/serviceAccountTokenInSecrets",
    },
  ],
  [
    "MutableCSINodeAllocatableCount",
    {
      collection: "/apis/storage.k8s.io/v1/csidrivers",
      object: { spec: { nodeAllocatableUpdatePeriodSeconds: 10 } },
      at: "/spec/nodeAllocatableUpdatePeriodSeconds",
    },
  ],
  [
    "DRAExtendedResource",
    {
      collection: `${DEVICES}/deviceclasses`,
      object: { spec: { extendedResourceName: "example.com/a" } },
      at: "/spec/extendedResourceName",
    },
  ],
  [
    "DRADeviceTaints",
    {
      collection: `${DEVICES}/namespaces/default/resourceclaims`,
      object: claim({ tolerations: [{ operator: "Exists" }] }),
      at: "/spec/devices/requests/0/exactly/tolerations",
    },
  ],
  [
    "DRAConsumableCapacity",
    {
      collection: `${DEVICES}/resourceslices`,
      object: slice({ allowMultipleAllocations: true }),
      at: "/spec/devices/0/allowMultipleAllocations",
    },
  ],
  [
    "DRAConsumableCapacity",
    {
      collection: `${DEVICES}/namespaces/default/resourceclaims`,
      object: claim({}),
      status: allocated({ consumedCapacity: { memory: "1Gi" } }),
      at: "/status/allocation/devices/results/0/consumedCapacity",
    },
  ],
  [
    "DRADeviceBindingConditions",
    {
      collection: `${DEVICES}/resourceslices`,
      object: slice({ bindingConditions: ["A"], bindingFailureConditions: ["B"] }),
      at: "/spec/devices/0/bindingConditions",
    },
  ],
  [
    "DRAPartitionableDevices",
    {
      collection: `${DEVICES}/resourceslices`,
      object: { spec: { ...SLICE, sharedCounters: [{ name: "s", counters: { memory: { value: "1Gi" } } }] } },
      at: "/spec/sharedCounters",
    },
  ],
];

const storage = createMemoryStorage();
const now = await clusterForTests({ storage });
const older = await clusterForTests({ storage, features: featuresOf(34) });

const MERGE = { "content-type": "application/merge-patch+json" };

/** Returns the stored object that this server creates, with its status. */
async function created(api: InMemoryCluster, { collection, object, status }: Sample, name: string) {
  const { status: code, body } = await api.ask("POST", collection, { metadata: { name }, ...clone(object) });
  expect(body).toMatchObject(code === 201 ? {} : { message: "" });
  if (status === undefined) return body;
  const patched = await api.ask("PATCH", `${collection}/${name}/status`, { status: clone(status) }, MERGE);
  expect(patched.body).toMatchObject(patched.status === 200 ? {} : { message: "" });
  return patched.body;
}

describe.each(SAMPLES.map(([gate, sample], i) => ({ gate, sample, name: `x${i}` })))(
  "$gate: $sample.at",
  ({ gate, sample, name }) => {
    test("is kept where the gate is on, dropped where it is off", async () => {
      expect(featuresOf(34).isOn(gate)).toBe(false);
      expect(readPointer(await created(now, sample, name), sample.at)).toBeDefined();
      const dropped = await created(older, sample, `${name}-older`);
      expect(readPointer(dropped, sample.at)).toBeUndefined();
    });

    test("stays in an object that has it", async () => {
      const path = `${sample.collection}/${name}${sample.status ? "/status" : ""}`;
      const stored = (await older.ask("GET", `${sample.collection}/${name}`)).body;
      const labels = { labels: { changed: "yes" } };
      const put = { ...stored, metadata: { ...record(stored.metadata), ...labels } };
      const answer = await older.ask("PUT", path, put);
      expect(answer.body).toMatchObject(answer.status === 200 ? {} : { message: "" });
      expect(readPointer(answer.body, sample.at)).toEqual(readPointer(stored, sample.at));
    });
  },
);

test("the generation of a slice counts fields that are dropped", async () => {
  const sample: Sample = { collection: `${DEVICES}/resourceslices`, object: { spec: { ...SLICE } }, at: "" };
  const stored = await created(older, sample, "counted");
  const sharedCounters = [{ name: "s", counters: { memory: { value: "1Gi" } } }];
  const changed = { ...stored, spec: { ...record(stored.spec), sharedCounters } };
  const { body } = await older.ask("PUT", `${sample.collection}/counted`, changed);
  expect(body.metadata).toMatchObject({ generation: 2 });
  expect(body.spec).not.toHaveProperty("sharedCounters");
});
