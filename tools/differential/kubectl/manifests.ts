import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

/** An object of the pool: its name in commands, its path, and a manifest that differs each time. */
export interface Pooled {
  /** `deployment/web`. */
  readonly name: string;
  readonly path: string;
  readonly manifest: (random: Random) => JsonObject;
}

const NS = "namespaces/{{ns}}";
const IMAGES = ["nginx:1.29", "nginx", "busybox:1.36", `example.com:5000/team/web@sha256:${"a".repeat(64)}`];

const labels = (random: Random): JsonObject => ({
  app: "web",
  ...(random.chance(0.5) ? { tier: random.pick(["front", "back"]) } : {}),
  ...(random.chance(0.3) ? { "example.com/stage": "test" } : {}),
});

function metadata(random: Random, name: string): JsonObject {
  const annotations = { note: random.pick(["a", "two\nlines", "it's <&>", "é", "null", "12"]) };
  return { name, labels: labels(random), ...(random.chance(0.3) ? { annotations } : {}) };
}

function container(random: Random, name: string): JsonObject {
  const more: JsonObject = {};
  if (random.chance(0.5))
    more.ports = [
      { name: "http", containerPort: 80 },
      ...(random.chance(0.4) ? [{ containerPort: 443 }] : []),
    ];
  if (random.chance(0.5))
    more.env = random.shuffled<Json>([
      { name: "A", value: random.pick(["1", "", "x y"]) },
      { name: "B", valueFrom: { configMapKeyRef: { name: "conf", key: "a" } } },
      { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ]);
  if (random.chance(0.4))
    more.resources = {
      limits: { cpu: random.pick(["100m", "0.5", "1"]), memory: "64Mi" },
      requests: { cpu: "50m" },
    };
  if (random.chance(0.3)) more.livenessProbe = { httpGet: { path: "/", port: "http" }, periodSeconds: 5 };
  if (random.chance(0.3)) more.volumeMounts = [{ name: "data", mountPath: "/data" }];
  if (random.chance(0.3)) more.command = ["sh", "-c", "sleep 1"];
  return { name, image: random.pick(IMAGES), ...more };
}

export function podSpec(random: Random): JsonObject {
  const containers = [container(random, "web"), ...(random.chance(0.3) ? [container(random, "side")] : [])];
  const spec: JsonObject = { containers, volumes: [{ name: "data", emptyDir: {} }] };
  if (random.chance(0.2)) spec.initContainers = [container(random, "init")];
  if (random.chance(0.2)) spec.nodeSelector = { disk: "ssd" };
  if (random.chance(0.2)) spec.tolerations = [{ key: "a", operator: "Exists", effect: "NoSchedule" }];
  if (random.chance(0.2)) spec.serviceAccountName = "robot";
  return spec;
}

const template = (random: Random): JsonObject => ({
  metadata: { labels: { app: "web" } },
  spec: podSpec(random),
});
const selector = { matchLabels: { app: "web" } };
const jobTemplate = (random: Random): JsonObject => ({
  template: { spec: { ...podSpec(random), restartPolicy: random.pick(["Never", "OnFailure"]) } },
});

function pooled(
  apiVersion: string,
  kind: string,
  plural: string,
  name: string,
  rest: (random: Random) => JsonObject,
): Pooled {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return {
    name: `${kind.toLowerCase()}/${name}`,
    path: `${root}/${NS}/${plural}/${name}`,
    manifest: (random) => ({ apiVersion, kind, metadata: metadata(random, name), ...rest(random) }),
  };
}

const replicas = (random: Random): JsonObject => (random.chance(0.7) ? { replicas: random.int(0, 4) } : {});

/** Kinds with a template of pods. */
export const WORKLOADS: readonly Pooled[] = [
  pooled("apps/v1", "Deployment", "deployments", "web", (random) => ({
    spec: {
      ...replicas(random),
      selector,
      template: template(random),
      ...(random.chance(0.3) ? { strategy: { type: "Recreate" } } : {}),
    },
  })),
  pooled("apps/v1", "StatefulSet", "statefulsets", "db", (random) => ({
    spec: { ...replicas(random), serviceName: "db", selector, template: template(random) },
  })),
  pooled("apps/v1", "DaemonSet", "daemonsets", "each", (random) => ({
    spec: { selector, template: template(random) },
  })),
  pooled("apps/v1", "ReplicaSet", "replicasets", "set", (random) => ({
    spec: { ...replicas(random), selector, template: template(random) },
  })),
  pooled("v1", "ReplicationController", "replicationcontrollers", "old", (random) => ({
    spec: { ...replicas(random), selector: { app: "web" }, template: template(random) },
  })),
  pooled("batch/v1", "Job", "jobs", "once", (random) => ({ spec: jobTemplate(random) })),
  pooled("batch/v1", "CronJob", "cronjobs", "often", (random) => ({
    spec: { schedule: random.pick(["*/5 * * * *", "@hourly"]), jobTemplate: { spec: jobTemplate(random) } },
  })),
  pooled("v1", "Pod", "pods", "one", (random) => ({ spec: podSpec(random) })),
];

export const OTHERS: readonly Pooled[] = [
  pooled("v1", "ConfigMap", "configmaps", "conf", (random) => ({
    data: { a: random.pick(["1", "2"]), ...(random.chance(0.5) ? { "b.yaml": "x: 1\ny:\n- z\n" } : {}) },
  })),
  pooled("v1", "Secret", "secrets", "pass", (random) => ({
    stringData: { password: random.pick(["a", "b"]) },
    ...(random.chance(0.4) ? { type: "example.com/own" } : {}),
  })),
  pooled("v1", "Service", "services", "web", (random) => ({
    spec: {
      selector: { app: "web" },
      ports: [{ name: "http", port: 80, targetPort: random.pick<Json>(["http", 8080]) }],
      type: random.pick(["ClusterIP", "NodePort", "LoadBalancer"]),
    },
  })),
  pooled("v1", "ServiceAccount", "serviceaccounts", "robot", () => ({})),
  pooled("v1", "PersistentVolumeClaim", "persistentvolumeclaims", "disk", (random) => ({
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: random.pick(["1Gi", "2Gi"]) } },
      storageClassName: random.pick(["", "fast"]),
    },
  })),
  pooled("v1", "ResourceQuota", "resourcequotas", "quota", (random) => ({
    spec: { hard: { secrets: String(random.int(5, 9)), "count/jobs.batch": "3" } },
  })),
  pooled("v1", "LimitRange", "limitranges", "limits", () => ({
    spec: { limits: [{ type: "Container", max: { cpu: "4" }, defaultRequest: { cpu: "10m" } }] },
  })),
  pooled("v1", "Endpoints", "endpoints", "ends", () => ({
    subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ name: "http", port: 80 }] }],
  })),
  pooled("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", "slice", (random) => ({
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: random.chance(0.5) } }],
    ports: [{ name: "http", port: 80 }],
  })),
  pooled("networking.k8s.io/v1", "Ingress", "ingresses", "entry", (random) => ({
    spec: {
      rules: [
        {
          host: random.pick(["a.example.com", "*.example.com"]),
          http: {
            paths: [
              { path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } },
            ],
          },
        },
      ],
      ...(random.chance(0.5) ? { tls: [{ hosts: ["a.example.com"], secretName: "pass" }] } : {}),
    },
  })),
  pooled("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", "walls", (random) => ({
    spec: {
      podSelector: { matchLabels: { app: "web" } },
      policyTypes: random.pick<Json>([["Ingress"], ["Egress"], ["Ingress", "Egress"]]),
      ingress: [
        { from: [{ namespaceSelector: {} }, { ipBlock: { cidr: "10.0.0.0/8" } }], ports: [{ port: 80 }] },
      ],
    },
  })),
  pooled("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", "guard", (random) => ({
    spec: { selector, ...(random.chance(0.5) ? { minAvailable: 1 } : { maxUnavailable: "25%" }) },
  })),
  pooled("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", "scaler", (random) => ({
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      minReplicas: 1,
      maxReplicas: random.int(2, 5),
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
        },
      ],
    },
  })),
  pooled("rbac.authorization.k8s.io/v1", "Role", "roles", "reader", (random) => ({
    rules: [
      {
        apiGroups: ["", "apps"],
        resources: ["pods", "deployments"],
        verbs: random.pick<Json>([["get"], ["*"]]),
      },
    ],
  })),
  pooled("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", "readers", (random) => ({
    subjects: [
      { kind: "User", name: "jane" },
      ...(random.chance(0.5) ? [{ kind: "ServiceAccount", name: "robot", namespace: "{{ns}}" }] : []),
    ],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
  })),
  pooled("coordination.k8s.io/v1", "Lease", "leases", "lock", () => ({
    spec: { holderIdentity: "me", leaseDurationSeconds: 15 },
  })),
];

export const POOL: readonly Pooled[] = [...WORKLOADS, ...OTHERS];
