import type { JsonObject } from "../../../src/json/value.ts";

const LABELS = { app: "a" };
export const POD_SPEC = { containers: [{ name: "main", image: "nginx" }] };
export const TEMPLATE = { metadata: { labels: LABELS }, spec: POD_SPEC };
const POD_REFERENCE = { kind: "Pod", namespace: "{{ns}}", name: "p", apiVersion: "v1" };

/** A small valid object of every kind of the core group, without its name; several where one kind has several sorts. */
export const CORE: Readonly<Record<string, readonly JsonObject[]>> = {
  Binding: [{ target: { kind: "Node", name: "n" } }],
  ConfigMap: [{ data: { a: "1", b: "2" } }, { binaryData: { a: "YQ==" }, immutable: true }],
  Endpoints: [{ subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ name: "http", port: 80 }] }] }],
  Event: [
    { involvedObject: POD_REFERENCE, reason: "R", message: "m", type: "Normal" },
    {
      involvedObject: POD_REFERENCE,
      reason: "R",
      type: "Warning",
      eventTime: "2026-01-02T03:04:05.000000Z",
      action: "A",
      reportingComponent: "example.com/c",
      reportingInstance: "i",
    },
  ],
  LimitRange: [{ spec: { limits: [{ type: "Container", max: { cpu: "1" }, default: { cpu: "500m" } }] } }],
  Namespace: [{}, { spec: { finalizers: ["kubernetes"] } }],
  Node: [{}, { spec: { podCIDR: "10.5.0.0/24", taints: [{ key: "k", effect: "NoSchedule" }] } }],
  PersistentVolumeClaim: [
    { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  ],
  PersistentVolume: [
    { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/data" } } },
    {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        csi: { driver: "d.example.com", volumeHandle: "h" },
        storageClassName: "fast",
      },
    },
  ],
  Pod: [
    { spec: POD_SPEC },
    { metadata: { labels: LABELS }, spec: POD_SPEC },
    {
      spec: {
        containers: [
          {
            name: "main",
            image: "nginx",
            ports: [{ containerPort: 80 }],
            env: [{ name: "A", value: "b" }],
            volumeMounts: [{ name: "data", mountPath: "/data" }],
            resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: "100m", memory: "64Mi" } },
            securityContext: { runAsUser: 1000 },
            livenessProbe: { httpGet: { path: "/", port: 80 } },
          },
        ],
        initContainers: [{ name: "init", image: "busybox", restartPolicy: "Always" }],
        volumes: [{ name: "data", emptyDir: {} }],
        securityContext: { runAsNonRoot: true },
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone", labelSelector: {} }],
          },
        },
        tolerations: [{ key: "k", operator: "Exists" }],
        schedulingGates: [{ name: "example.com/gate" }],
      },
    },
  ],
  PodTemplate: [{ template: TEMPLATE }],
  ReplicationController: [
    { spec: { selector: LABELS, template: TEMPLATE } },
    { spec: { template: TEMPLATE } },
  ],
  ResourceQuota: [
    { spec: { hard: { pods: "10", "requests.cpu": "5" } } },
    { spec: { hard: { pods: "10" }, scopes: ["NotTerminating"] } },
  ],
  Secret: [
    { data: { a: "YQ==" } },
    { type: "kubernetes.io/basic-auth", stringData: { username: "u", password: "p" } },
    { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": '{"auths":{}}' } },
  ],
  ServiceAccount: [{}, { secrets: [{ name: "s" }], imagePullSecrets: [{ name: "p" }] }],
  Service: [
    { spec: { selector: LABELS, ports: [{ port: 80 }] } },
    {
      spec: {
        type: "NodePort",
        selector: LABELS,
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81 },
        ],
      },
    },
    { spec: { type: "LoadBalancer", ports: [{ port: 80 }], externalTrafficPolicy: "Local" } },
    { spec: { type: "ExternalName", externalName: "web.example.com" } },
    { spec: { clusterIP: "None", ports: [{ port: 80 }] } },
  ],
};
