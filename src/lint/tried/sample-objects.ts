import { type JsonObject, record } from "../../json/value.ts";
import { sampleValue } from "../definitions/sample-value.ts";

const container: JsonObject = { name: "app", image: "registry.example.com/app:1.0" };
const selector: JsonObject = { matchLabels: { app: "sample" } };
const template = (spec: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app: "sample" } },
  spec: { containers: [container], ...spec },
});
const once = template({ restartPolicy: "Never" });

/** The spec of a pod with many optional fields, so that the lists to which webhooks add exist already. */
const richPod: JsonObject = {
  containers: [
    {
      ...container,
      args: ["--port", "8080"],
      env: [{ name: "STAGE", value: "test" }],
      ports: [{ containerPort: 8080 }],
      resources: { requests: { cpu: "100m", memory: "64Mi" } },
      volumeMounts: [{ name: "work", mountPath: "/work" }],
    },
    { name: "cache", image: "registry.example.com/cache:1.0" },
  ],
  volumes: [{ name: "work", emptyDir: {} }],
  nodeSelector: { disk: "fast" },
  tolerations: [{ key: "spot", operator: "Exists" }],
};

/**
 * Required fields of the kinds that webhooks are most often called for, besides metadata, by group and
 * plural.
 */
const OBJECTS: Readonly<Record<string, readonly JsonObject[]>> = {
  "/pods": [{ spec: { containers: [container] } }, { spec: richPod }],
  "/services": [{ spec: { selector: { app: "sample" }, ports: [{ port: 80 }] } }],
  "/configmaps": [{ data: { key: "value" } }],
  "/secrets": [{ stringData: { key: "value" } }],
  "/serviceaccounts": [{}],
  "/namespaces": [{}],
  "/persistentvolumeclaims": [
    { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  ],
  "apps/deployments": [{ spec: { replicas: 1, selector, template: template() } }],
  "apps/statefulsets": [{ spec: { replicas: 1, serviceName: "sample", selector, template: template() } }],
  "apps/daemonsets": [{ spec: { selector, template: template() } }],
  "apps/replicasets": [{ spec: { replicas: 1, selector, template: template() } }],
  "batch/jobs": [{ spec: { template: once } }],
  "batch/cronjobs": [{ spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: once } } } }],
  "networking.k8s.io/ingresses": [
    { spec: { defaultBackend: { service: { name: "sample", port: { number: 80 } } } } },
  ],
  "networking.k8s.io/networkpolicies": [{ spec: { podSelector: {} } }],
  "policy/poddisruptionbudgets": [{ spec: { minAvailable: 1, selector } }],
  "autoscaling/horizontalpodautoscalers": [
    {
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "sample" } },
    },
  ],
  "rbac.authorization.k8s.io/roles": [{ rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] }],
  "rbac.authorization.k8s.io/clusterroles": [
    { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
  ],
};

/** Returns objects of a built-in kind without metadata; none for kinds that few webhooks are called for. */
export const sampleObjects = (group: string, plural: string): readonly JsonObject[] =>
  OBJECTS[`${group}/${plural}`] ?? [];

/**
 * Returns the smallest object that an OpenAPI schema probably accepts, with `spec` if there is one: its required
 * fields, with their defaults.
 */
export function objectOfSchema(schema: JsonObject): JsonObject {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: _metadata,
    ...rest
  } = record(sampleValue({ ...schema, type: "object" }, new Set([".spec"])));
  return rest;
}
