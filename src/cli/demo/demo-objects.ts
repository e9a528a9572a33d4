import type { JsonObject } from "../../json/value.ts";
import { allow, deny, type Endpoint, mutating, on, validating } from "../../webhook/index.ts";

/** Namespace of the demo. Its webhooks and its policy look at no other. */
export const NAMESPACE = "demo";

const inDemo = { matchLabels: { "kubernetes.io/metadata.name": NAMESPACE } };

/** The part of a pod that the webhooks look at. */
interface Pod {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly containers: { readonly name: string; readonly image: string }[] };
}

const rules = [on("v1", "pods")];

/** The webhooks: one changes pods, one refuses pods, and a mistake in its configuration keeps the third from its calls. */
export const endpoints: readonly Endpoint[] = [
  mutating<Pod>(
    { name: "sidecar.example.com", rules, namespaceSelector: inDemo },
    {
      create: (pod) => {
        pod.spec.containers.push({ name: "log-collector", image: "registry.example.com/log-collector:1.4" });
        return allow({ warnings: ["the sidecar log-collector was added"] });
      },
    },
  ),
  validating<Pod>(
    { name: "owner.example.com", rules, namespaceSelector: inDemo },
    { create: (pod) => (pod.metadata.labels?.owner ? true : deny("the label `owner` is missing")) },
  ),
  validating<Pod>(
    {
      name: "cost.example.com",
      rules,
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.nam": NAMESPACE } },
    },
    { create: () => true },
  ),
];

const metadata = { name: "pinned.example.com" };

/** A policy that refuses images without a version. */
export const policy: readonly JsonObject[] = [
  {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata,
    spec: {
      matchConstraints: {
        namespaceSelector: inDemo,
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] },
        ],
      },
      validations: [
        {
          expression: "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
          message: "an image needs a version",
        },
      ],
    },
  },
  {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: { policyName: metadata.name, validationActions: ["Deny"] },
  },
];

/** Pod that `kubectl run NAME --image=IMAGE` creates, with labels. */
export const podOf = (name: string, image: string, labels: Readonly<Record<string, string>>): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: { ...labels } },
  spec: { containers: [{ name, image }] },
});
