import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { explain } from "./explain.ts";

const dir = folderForTests();

const POD = `apiVersion: v1
kind: Pod
metadata: { name: a, namespace: default }
spec: { containers: [{ name: a, image: a }], initContainers: [{ name: b, image: b }] }
`;
const HOOK = `apiVersion: v1
kind: Service
metadata: { name: hook, namespace: hooks }
spec: { selector: { app: hook }, ports: [{ port: 443, targetPort: 8443 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: hook, namespace: hooks }
spec:
  replicas: 2
  selector: { matchLabels: { app: hooks } }
  template:
    metadata: { labels: { app: hooks } }
    spec: { containers: [{ name: c, image: "hook:1", ports: [{ containerPort: 8443 }] }] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hooks }
webhooks:
  - name: hooks.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { name: hook, namespace: hooks } }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
`;
const CONVERTED = `apiVersion: v1
kind: Service
metadata: { name: boats-webhook, namespace: boats-system }
spec: { selector: { app: boats }, ports: [{ port: 443 }] }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: boats, singular: boat, kind: Boat, listKind: BoatList }
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: { service: { name: webhook, namespace: system } }
  versions:
    - name: v1
      served: true
      storage: true
      schema: &any { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
    - { name: v2, served: true, storage: false, schema: *any }
`;
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: unprivileged }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods] }]
  validations: [{ expression: "object.spec.containers.all(c, c.image != 'x')" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: unprivileged }
spec: { policyName: unprivileged, validationActions: [Deny] }
`;

it.each([
  [
    "a Service that selects no pods",
    POD,
    HOOK,
    "hooks.example.com: { transport: refused }",
    "write app: hooks",
  ],
  [
    "a conversion webhook without the prefix of its Service",
    "apiVersion: example.com/v2\nkind: Boat\nmetadata: { name: a, namespace: default }\n",
    CONVERTED,
    "{}",
    "there is no Service system/webhook among these manifests: there is boats-system/boats-webhook",
  ],
  [
    "init containers that a policy does not read",
    POD,
    POLICY,
    "{}",
    "note: ValidatingAdmissionPolicy/unprivileged: it checks containers, but not initContainers",
  ],
  [
    "no gap in a pod without init containers",
    POD.replace(", initContainers: [{ name: b, image: b }]", ""),
    POLICY,
    "{}",
    "policy unprivileged",
  ],
  [
    "a field that the kind does not have, in a policy that the user asks about",
    POD,
    POLICY.replace("object.spec.containers.all(c, c.image != 'x')", "!has(object.spec.container)"),
    "{}",
    "undefined field 'container' of Pod: the API server accepts the policy, but has() of it is always false",
    "unprivileged",
  ],
])("explain tells what lint finds: %s", async (name, object, manifests, answers, says, webhook = "") => {
  const file = (what: string, text: string): string => {
    const path = join(dir, `${what}.yaml`);
    writeFileSync(path, text);
    return path;
  };
  const { text } = await explain(
    [file("object", object)],
    {
      ...{ filename: [file("manifests", manifests)], answers: file("answers", answers) },
      ...(webhook !== "" && { webhook }),
      ...{ asGroup: [], service: [], precondition: [], option: [], output: "text", color: "never" },
    },
    {},
  );
  expect(text).toContain(says);
  expect(text.includes("it checks containers, but not")).toBe(name.startsWith("init"));
});
