import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";

/** Objects in cases, by name. */
const PARTS: Readonly<Record<string, () => JsonObject>> = {
  pod: () => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
  }),
  deployment: () => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
      },
    },
  }),
  configmap: () => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings", namespace: "demo" },
    data: { a: "b" },
  }),
  account: () => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "robot", namespace: "demo" },
  }),
  job: () => ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "once", namespace: "demo" },
    spec: {
      template: {
        spec: {
          restartPolicy: "Never",
          containers: [{ name: "once", image: "registry.example.com/once:1" }],
        },
      },
    },
  }),
  ingress: () => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "web", namespace: "demo" },
    spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
  }),
  scale: () => ({
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "web", namespace: "demo" },
    spec: { replicas: 3 },
  }),
  eviction: () => ({
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "web", namespace: "demo" },
  }),
  binding: () => ({
    apiVersion: "v1",
    kind: "Binding",
    metadata: { name: "web", namespace: "demo" },
    target: { apiVersion: "v1", kind: "Node", name: "node-1" },
  }),
  token: () => ({
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    metadata: { name: "robot", namespace: "demo" },
    spec: { audiences: [] },
  }),
  boat: () => ({
    apiVersion: "example.com/v1",
    kind: "Boat",
    metadata: { name: "ada", namespace: "demo" },
    spec: { sails: 2 },
  }),
  service: () => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
    spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80 }] },
  }),
  statefulset: () => ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "demo", labels: { app: "db" } },
    spec: {
      replicas: 1,
      serviceName: "db",
      selector: { matchLabels: { app: "db" } },
      template: {
        metadata: { labels: { app: "db" } },
        spec: { containers: [{ name: "db", image: "registry.example.com/db:1" }] },
      },
    },
  }),
  cronjob: () => ({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "nightly", namespace: "demo" },
    spec: {
      schedule: "0 3 * * *",
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: "Never",
              containers: [{ name: "a", image: "registry.example.com/a:1" }],
            },
          },
        },
      },
    },
  }),
  claim: () => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "disk", namespace: "demo" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }),
  autoscaler: () => ({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web", namespace: "demo" },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
  }),
  "role binding": () => ({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "readers", namespace: "demo" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "bob" }],
  }),
  gadget: () => ({
    apiVersion: "example.com/v1",
    kind: "Gadget",
    metadata: { name: "one", namespace: "demo" },
    spec: { replicas: 2, size: "small" },
  }),
  fleet: () => ({
    apiVersion: "example.com/v1",
    kind: "Fleet",
    metadata: { name: "north" },
    spec: { ships: 3 },
  }),
  "definition of gadgets": () => converted("gadgets", "Gadget"),
  "definition of fleets": () => clustered(definition("fleets", "Fleet", { v1: true })),
  "definition of boats": () => definition("boats", "Boat", { v1: true, v1beta1: true }),
  "definition of ships": () => definition("ships", "Ship", { v1: true, v1alpha1: false }),
  "definition of sized": () =>
    definition("tanks", "Tank", { v1: true }, { type: "object", properties: { size: { type: "integer" } } }),
};

function clustered(object: JsonObject): JsonObject {
  return { ...object, spec: { ...(object.spec as JsonObject), scope: "Cluster" } };
}

/** A definition with a status and a scale, and with a conversion webhook. */
function converted(plural: string, kind: string): JsonObject {
  const object = definition(plural, kind, { v1: true, v1beta1: true });
  const spec = object.spec as JsonObject;
  const subresources = {
    status: {},
    scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
  };
  return {
    ...object,
    spec: {
      ...spec,
      versions: (spec.versions as JsonObject[]).map((version) => ({ ...version, subresources })),
      conversion: {
        strategy: "Webhook",
        webhook: {
          conversionReviewVersions: ["v1"],
          clientConfig: { url: "https://127.0.0.1:9/convert" },
        },
      },
    },
  };
}

function definition(
  plural: string,
  kind: string,
  versions: Record<string, boolean>,
  spec: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true },
): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: Object.entries(versions).map(([name, served]) => ({
        name,
        served,
        storage: name === "v1",
        schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
      })),
    },
  };
}

/** A part by its name, or `{ part: pod, metadata: …, labels: … }`: the part with changes. */
export function part(given: Json): JsonObject {
  if (typeof given === "string") return made(given);
  if (!isJsonObject(given)) throw new Error(`no part: ${JSON.stringify(given)}`);
  const { part: name, labels, metadata, template, ...changes } = given;
  const object = made(String(name));
  const own = object.metadata as JsonObject;
  const labelled =
    labels === undefined ? {} : { labels: { ...(own.labels as JsonObject), ...(labels as JsonObject) } };
  const changed = withChanges(object, {
    ...changes,
    metadata: withChanges({ ...own, ...labelled }, isJsonObject(metadata) ? metadata : {}),
  });
  if (template !== undefined)
    ((changed.spec as JsonObject).template as JsonObject).metadata = {
      labels: { app: "web", ...(template as JsonObject) },
    };
  const spec = object.spec;
  return isJsonObject(spec) && isJsonObject(changes.spec)
    ? { ...changed, spec: { ...spec, ...changes.spec } }
    : changed;
}

function made(name: string): JsonObject {
  const make = PARTS[name];
  if (make === undefined) throw new Error(`no part is called ${name}`);
  return make();
}

/** The object with members replaced; null removes one. */
export function withChanges(object: JsonObject, changes: JsonObject): JsonObject {
  const all = { ...object, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as JsonObject;
}
