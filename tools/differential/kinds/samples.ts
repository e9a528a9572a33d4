import { clone } from "../../../src/json/object.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const LABELS = { app: "a" };
const POD_SPEC = { containers: [{ name: "main", image: "nginx" }] };
const CLAIM_SPEC = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

/** Valid objects of types that are seldom valid by chance. */
const SAMPLES: Readonly<Record<string, JsonObject>> = {
  "core/v1.PodSpec": POD_SPEC,
  "core/v1.PodTemplateSpec": { metadata: { labels: LABELS }, spec: POD_SPEC },
  "meta/v1.LabelSelector": { matchLabels: LABELS },
  "meta/v1.LabelSelectorRequirement": { key: "app", operator: "In", values: ["a", "b"] },
  "core/v1.Container": { name: "side", image: "busybox" },
  "core/v1.EphemeralContainer": { name: "debug", image: "busybox" },
  "core/v1.ContainerPort": { containerPort: 80 },
  "core/v1.EnvVar": { name: "A", value: "b" },
  "core/v1.EnvVarSource": { fieldRef: { fieldPath: "metadata.name" } },
  "core/v1.Probe": { httpGet: { path: "/", port: 80 } },
  "core/v1.LifecycleHandler": { exec: { command: ["true"] } },
  "core/v1.Volume": { name: "data", emptyDir: {} },
  "core/v1.VolumeMount": { name: "data", mountPath: "/data" },
  "core/v1.VolumeProjection": { configMap: { name: "c" } },
  "core/v1.KeyToPath": { key: "k", path: "p" },
  "core/v1.Toleration": { key: "k", operator: "Exists", effect: "NoSchedule" },
  "core/v1.Taint": { key: "k", value: "v", effect: "NoSchedule" },
  "core/v1.TopologySpreadConstraint": {
    maxSkew: 1,
    topologyKey: "zone",
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: LABELS },
  },
  "core/v1.PodAffinityTerm": { topologyKey: "zone", labelSelector: { matchLabels: LABELS } },
  "core/v1.NodeSelectorTerm": { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] },
  "core/v1.NodeSelectorRequirement": { key: "zone", operator: "In", values: ["a"] },
  "core/v1.NodeSelector": {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }],
  },
  "core/v1.ServicePort": { name: "http", port: 80 },
  "core/v1.PersistentVolumeClaim": { metadata: { name: "data" }, spec: CLAIM_SPEC },
  "core/v1.PersistentVolumeClaimSpec": CLAIM_SPEC,
  "core/v1.PersistentVolumeClaimTemplate": { spec: CLAIM_SPEC },
  "core/v1.ResourceRequirements": { requests: { cpu: "100m" }, limits: { cpu: "200m" } },
  "core/v1.LimitRangeItem": { type: "Container", max: { cpu: "1" } },
  "batch/v1.JobTemplateSpec": { spec: { template: { spec: { ...POD_SPEC, restartPolicy: "Never" } } } },
  "batch/v1.PodFailurePolicyRule": {
    action: "FailJob",
    onExitCodes: { operator: "In", values: [1, 2] },
  },
  "autoscaling/v2.MetricSpec": {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
  },
  "autoscaling/v2.MetricTarget": { type: "Value", value: "10" },
  "autoscaling/v2.MetricIdentifier": { name: "m" },
  "autoscaling/v2.HPAScalingPolicy": { type: "Pods", value: 4, periodSeconds: 60 },
  "networking/v1.IngressRule": {
    host: "a.example.com",
    http: {
      paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
    },
  },
  "networking/v1.HTTPIngressPath": {
    path: "/",
    pathType: "Prefix",
    backend: { service: { name: "s", port: { number: 80 } } },
  },
  "networking/v1.IngressBackend": { service: { name: "s", port: { number: 80 } } },
  "networking/v1.NetworkPolicyPeer": { podSelector: {} },
  "rbac/v1.PolicyRule": { verbs: ["get"], apiGroups: [""], resources: ["pods"] },
  "rbac/v1.Subject": { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" },
  "meta/v1.OwnerReference": {
    apiVersion: "v1",
    kind: "ConfigMap",
    name: "owner",
    uid: "01234567-89ab-cdef-0123-456789abcdef",
  },
  "meta/v1.Condition": {
    type: "Ready",
    status: "True",
    reason: "Reason",
    message: "m",
    lastTransitionTime: "2026-01-02T03:04:05Z",
  },
  "resource/v1.DeviceRequest": { name: "r", exactly: { deviceClassName: "c.example.com" } },
  "resource/v1.DeviceSubRequest": { name: "s", deviceClassName: "c.example.com" },
  "resource/v1.DeviceSelector": { cel: { expression: "device.driver == 'a'" } },
  "resource/v1.Device": { name: "dev-0", attributes: { model: { string: "x" } } },
  "resource/v1.OpaqueDeviceConfiguration": { driver: "d.example.com", parameters: { a: 1 } },
  "flowcontrol/v1.PolicyRulesWithSubjects": {
    subjects: [{ kind: "User", user: { name: "jane-{{id}}" } }],
    resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["x"] }],
  },
  "storage/v1.CSINodeDriver": { name: "d.example.com", nodeID: "n" },
  "discovery/v1.Endpoint": { addresses: ["10.1.2.3"] },
  "core/v1.ObjectReference": { kind: "Pod", name: "p", namespace: "{{ns}}", apiVersion: "v1" },
  "authorization/v1.ResourceAttributes": { verb: "get", resource: "pods", namespace: "{{ns}}" },
};

/** A copy. */
export const sampleOf = (typeName: string): JsonObject | undefined => clone(SAMPLES[typeName]);
