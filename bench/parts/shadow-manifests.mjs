const API = "admissionregistration.k8s.io/v1";
const PODS = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] };

/** `count` webhooks for pods without a server, one in each configuration. */
export const webhooksOf = (phase, count) =>
  Array.from({ length: count }, (_, i) => ({
    apiVersion: API,
    kind: `${phase}WebhookConfiguration`,
    metadata: { name: `shadow-${i}` },
    webhooks: [
      {
        name: `shadow-${i}.bench.example.com`,
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [PODS],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
      },
    ],
  }));

/** `count` policies for pods that check every container, with their bindings. */
export const policiesOf = (count) =>
  Array.from({ length: count }, (_, i) => [
    {
      apiVersion: API,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: `shadow-${i}` },
      spec: {
        matchConstraints: { resourceRules: [PODS] },
        validations: [
          { expression: `object.spec.containers.all(c, c.image.startsWith("registry.example.com/"))` },
          { expression: `object.metadata.labels.app == "shop" && size(object.spec.containers) < ${i + 5}` },
        ],
      },
    },
    {
      apiVersion: API,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: `shadow-${i}` },
      spec: { policyName: `shadow-${i}`, validationActions: ["Deny"] },
    },
  ]).flat();
