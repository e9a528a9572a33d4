import { explained } from "../../../src/explain/explained.tool.ts";
import { explanationText, paragraphText } from "../../../src/explain/text/explanation-text.ts";
import type { JsonObject } from "../../../src/json/value.ts";

/** A sound set-up: each test changes one place of it. */
export const SET_UP = `apiVersion: v1
kind: Namespace
metadata:
  name: market
  labels: { team: market }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: editor }
rules:
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [create, get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: editors, namespace: market }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: editor }
subjects:
  - { kind: User, name: dora, apiGroup: rbac.authorization.k8s.io }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: boats, kind: Boat }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: market }
data: { most: "3" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limits }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
  validations:
    - expression: size(object.data) <= int(params.data.most)
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limits }
spec:
  policyName: limits
  validationActions: [Deny]
  paramRef: { name: limits, namespace: market, parameterNotFoundAction: Deny }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: platform }
webhooks:
  - name: pods.example.com
    clientConfig: { url: "https://127.0.0.1:9/pods" }
    rules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
    matchConditions:
      - { name: image, expression: "object.spec.containers.all(c, c.image != '')" }
    sideEffects: None
    admissionReviewVersions: [v1]
  - name: maps.example.com
    clientConfig: { url: "https://127.0.0.1:9/maps" }
    rules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [configmaps]
    sideEffects: None
    admissionReviewVersions: [v1]
`;
/** The object of the request, which the set-up allows. */
export const MAP: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "colors", namespace: "market" },
  data: { sky: "blue" },
};
/** A custom resource of the set-up. */
export const BOAT: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name: "a", namespace: "market" },
};

interface Asked {
  readonly object?: JsonObject;
  readonly flags?: Parameters<typeof explained>[0]["flags"];
  readonly answer?: JsonObject;
  readonly asked?: string;
}

/** The text about a request to the set-up with one change. */
export async function told(from: string, to: string, { object = MAP, flags, answer, asked }: Asked = {}) {
  if (!SET_UP.includes(from)) throw new Error(`${from} is not in the set-up`);
  const explanation = await explained({
    manifests: SET_UP.replace(from, to),
    object,
    flags: flags ?? { as: "dora" },
    ...(answer && { answers: { "maps.example.com": answer } }),
    ...(asked !== undefined && { asked }),
  });
  return asked === undefined ? explanationText(explanation) : paragraphText(explanation, asked);
}
