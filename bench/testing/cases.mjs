const REGISTRATION = "admissionregistration.k8s.io/v1";
const text = { type: "string" };

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.bench.example.com" },
  spec: {
    group: "bench.example.com",
    scope: "Namespaced",
    names: { plural: "boats", singular: "boat", kind: "Boat", listKind: "BoatList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { length: { type: "integer", minimum: 1 }, color: text } },
            },
          },
        },
      },
    ],
  },
};

const rule = (group, resource) => ({
  apiGroups: [group],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: [resource],
});
const ALL = [
  rule("", "pods"),
  rule("", "configmaps"),
  rule("apps", "deployments"),
  rule("bench.example.com", "boats"),
];

const webhook = (name) => ({
  name,
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { service: { name: "webhooks", namespace: "default" } },
  rules: ALL,
});

const policy = (name, expression) => [
  {
    apiVersion: REGISTRATION,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: { matchConstraints: { resourceRules: ALL }, validations: [{ expression }] },
  },
  {
    apiVersion: REGISTRATION,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  },
];

const hasNoLabel = (name) => `!has(object.metadata.labels) || !('${name}' in object.metadata.labels)`;

/** Five policies, five webhooks, a custom kind. */
export const MANIFESTS = [
  definition,
  ...policy("short-names", "object.metadata.name.size() < 50"),
  ...policy("no-forbidden-label", hasNoLabel("forbidden")),
  ...policy("no-old-label", hasNoLabel("old")),
  ...policy("lower-case", "object.metadata.name.matches('^[a-z0-9-]+$')"),
  ...policy("in-default", "object.metadata.namespace == 'default'"),
  {
    apiVersion: REGISTRATION,
    kind: "MutatingWebhookConfiguration",
    metadata: { name: "bench" },
    webhooks: [webhook("team.bench.example.com"), webhook("stamp.bench.example.com")],
  },
  {
    apiVersion: REGISTRATION,
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "bench" },
    webhooks: ["a", "b", "c"].map((name) => webhook(`${name}.bench.example.com`)),
  },
];

const check = () => true;

export const WEBHOOKS = {
  "team.bench.example.com": (object) => {
    object.metadata.labels = { team: "none", ...object.metadata.labels };
  },
  "stamp.bench.example.com": (object) => {
    object.metadata.annotations = { ...object.metadata.annotations, stamp: "seen" };
  },
  "a.bench.example.com": check,
  "b.bench.example.com": check,
  "c.bench.example.com": check,
};

const podSpec = { containers: [{ name: "web", image: "registry.example.com/web:1" }] };

const KINDS = [
  { apiVersion: "v1", kind: "Pod", spec: podSpec },
  { apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: podSpec },
    },
  },
  { apiVersion: "bench.example.com/v1", kind: "Boat", spec: { length: 3, color: "red" } },
];

/** Objects of four kinds. A policy refuses every fifth. */
export function casesOf(count) {
  return Array.from({ length: count }, (_, i) => {
    const allowed = i % 5 !== 0;
    const labels = allowed ? { app: "web" } : { forbidden: "yes" };
    return { allowed, object: { ...KINDS[i % KINDS.length], metadata: { name: `case-${i}`, labels } } };
  });
}
