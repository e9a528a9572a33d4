/** Pieces of which set-ups are put together. */
export const namespace = (name, labels = {}) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels },
});

export const rule = (changes = {}) => ({
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
  resources: ["pods"],
  ...changes,
});

export const webhook = (changes = {}) => ({
  name: "hook.example.com",
  clientConfig: { url: "https://127.0.0.1:9/" },
  rules: [rule()],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  ...changes,
});

export const validating = (...webhooks) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "validators" },
  webhooks,
});

export const mutating = (...webhooks) => ({
  ...validating(...webhooks),
  kind: "MutatingWebhookConfiguration",
  metadata: { name: "mutators" },
});

export const policy = (spec = {}, name = "rules.example.com") => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name },
  spec: {
    matchConstraints: { resourceRules: [rule({ operations: ["CREATE", "UPDATE"] })] },
    validations: [{ expression: "true" }],
    ...spec,
  },
});

export const binding = (spec = {}, policyName = "rules.example.com") => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "everywhere" },
  spec: { policyName, validationActions: ["Deny"], ...spec },
});

export const pod = (metadata = {}, spec = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "demo", labels: { app: "web" }, ...metadata },
  spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }], ...spec },
});

export const deployment = (metadata = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "demo", labels: { app: "web" }, ...metadata },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: pod().spec },
  },
});

export const configMap = (metadata = {}, data = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "demo", ...metadata },
  data,
});

export const scale = () => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "web", namespace: "demo" },
  spec: { replicas: 3 },
});

export const definition = () => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "boats", singular: "boat", kind: "Boat", shortNames: ["bt"] },
    versions: ["v1", "v1beta1"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      },
    })),
  },
});

export const boat = (version = "v1") => ({
  apiVersion: `example.com/${version}`,
  kind: "Boat",
  metadata: { name: "ada", namespace: "demo" },
  spec: { sails: 2 },
});
