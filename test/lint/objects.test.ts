import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

const found = async (text: string): Promise<string[]> => {
  const { findings } = await lintText(text);
  return findings.map(({ rule, path, message }) => `${rule} ${path} ${message}`);
};

const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: carts.example.com}
spec:
  group: example.com
  names: {kind: Cart, listKind: CartList, plural: carts, singular: cart}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: 9}
---
`;
const CART = "apiVersion: example.com/v1\nkind: Cart\nmetadata: {name: a}\n";
const POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
const ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: robot}\n---\n";
const ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n";
const MUTATING = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: carts}
webhooks:
- name: carts.example.com
  clientConfig: {url: "https://carts.example.com/"}
  rules: [{apiGroups: [example.com], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [carts]}]
  sideEffects: None
  admissionReviewVersions: [v1]
---
`;

test.each([
  [
    "a misspelt field",
    `${POD}spec: {containers: [{name: a, image: b, securityContext: {allowPrivilegedEscalation: false}}]}`,
    [
      "unknown-field /spec/containers/0/securityContext/allowPrivilegedEscalation",
      "allowPrivilegeEscalation",
    ],
  ],
  [
    "a mount without its volume",
    `${POD}spec: {containers: [{name: a, image: b, volumeMounts: [{name: c, mountPath: /c}]}]}`,
    ["invalid-object /spec/containers/0/volumeMounts/0/name", 'Not found: "c"'],
  ],
  [
    "a boolean as the value of a variable",
    `${POD}spec: {containers: [{name: a, image: b, env: [{name: C, value: true}]}]}`,
    ["invalid-object /spec/containers/0/env/0/value", "is a boolean, it must be a text"],
  ],
  [
    "a value that the protocol does not have",
    `${POD}spec: {containers: [{name: a, image: b, ports: [{containerPort: 80, protocol: HTTP}]}]}`,
    ["invalid-object /spec/containers/0/ports/0/protocol", 'Unsupported value: "HTTP"'],
  ],
  [
    "an object without a name",
    "apiVersion: v1\nkind: ConfigMap\ndata: {a: b}",
    ["invalid-object /metadata", "metadata.name: Required value"],
  ],
  [
    "an amount that is none",
    `${POD}spec: {containers: [{name: a, image: b, livenessProbe: {httpGet: {port: 80, scheme: HTTPS}}, resources: {limits: {memory: 64MiB}}}]}`,
    ["invalid-object /spec/containers/0/resources/limits/memory", "quantities must match"],
  ],
  [
    "a misspelt kind",
    "apiVersion: apps/v1\nkind: Deploymnet\nmetadata: {name: a}",
    ["unknown-kind /kind", "Deployment is probably meant"],
  ],
  [
    "a kind of another group",
    "apiVersion: v1\nkind: Deployment\nmetadata: {name: a}",
    ["unknown-kind /apiVersion", "it is in apps"],
  ],
  [
    "a misspelt group",
    "apiVersion: app/v1\nkind: Deployment\nmetadata: {name: a}",
    ["unknown-kind /apiVersion", "there is no Deployment in app: it is in apps"],
  ],
  [
    "a misspelt account",
    `${ACCOUNT}${POD}spec: {serviceAccountName: robto, containers: [{name: a, image: b}]}`,
    [
      "near-reference /spec/serviceAccountName",
      "there is no ServiceAccount robto",
      "robot: it is probably meant",
    ],
  ],
  [
    "a misspelt map of a variable",
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n---\n${POD}spec: {containers: [{name: a, image: b, envFrom: [{configMapRef: {name: setings}}]}]}`,
    ["near-reference /spec/containers/0/envFrom/0/configMapRef/name", "settings"],
  ],
  [
    "a group with its version",
    `${ROLE}- {apiGroups: [apps/v1], resources: [deployments], verbs: [get]}`,
    ["role-name /rules/0/apiGroups/0", "there is no API group apps/v1"],
  ],
  [
    "the name of the core group",
    `${ROLE}- {apiGroups: [core], resources: [pods], verbs: [get]}`,
    ["role-name /rules/0/apiGroups/0", "there is no API group core"],
  ],
  [
    "a resource of another group",
    `${ROLE}- {apiGroups: [""], resources: [deployments], verbs: [get]}`,
    ["role-name /rules/0/resources/0", "the core group has no deployments"],
  ],
  [
    "the singular of a resource",
    `${ROLE}- {apiGroups: [apps], resources: [deployment], verbs: [get]}`,
    ["role-name /rules/0/resources/0", "apps has no deployment"],
  ],
  [
    "a misspelt subresource",
    `${ROLE}- {apiGroups: [""], resources: [pods/logs], verbs: [get]}`,
    ["role-name /rules/0/resources/0", "the core group has no pods/logs"],
  ],
  [
    "a misspelt verb",
    `${ROLE}- {apiGroups: [apps], resources: [deployments], verbs: [udpate]}`,
    ["role-name /rules/0/verbs/0", "there is no verb udpate"],
  ],
  [
    "a version that the definition does not have",
    `${DEFINITION}${CART.replace("example.com/v1", "example.com/v1beta1")}spec: {size: 1}`,
    ["removed-version /apiVersion", '"v1beta1" is no served version of Cart, which has v1'],
  ],
  [
    "a version that Kubernetes does not have",
    "apiVersion: apps/v2\nkind: Deployment\nmetadata: {name: a}",
    ["removed-version /apiVersion", "which has v1"],
  ],
  [
    "a custom resource beyond its schema",
    `${DEFINITION}${CART}spec: {size: 10}`,
    ["invalid-object /spec/size"],
  ],
  [
    "a custom resource without a field",
    `${DEFINITION}${CART}spec: {}`,
    ["invalid-object /spec", "Required value"],
  ],
  [
    "a field that the schema does not have",
    `${DEFINITION}${CART}spec: {size: 1, sise: 2}`,
    ["unknown-field /spec/sise"],
  ],
])("%s is found", async (_name, text, parts) => {
  const all = await found(text);
  expect(all).toHaveLength(1);
  for (const part of parts) expect(all[0]).toContain(part);
});

test.each([
  [
    "a Job with a generated name",
    "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: a-}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}",
  ],
  ["a Service", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}"],
  [
    "a headless Service without ports",
    "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: None}",
  ],
  [
    "a Service of the type LoadBalancer with its local policy",
    "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}",
  ],
  [
    "a name that another program writes",
    `${POD.replace("{name: a}", "{name: a, namespace: REPLACE_ME}")}spec: {containers: [{name: a, image: b}]}`,
  ],
  [
    "a number that another program writes",
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: "\${REPLICAS}", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}`,
  ],
  [
    "a part of a Deployment",
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}",
  ],
  ["an expected object", 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {"(length(ports))": 1}'],
  [
    "an object of the cluster with a namespace",
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: b}",
  ],
  ["a custom resource that a mutating webhook may complete", `${DEFINITION}${MUTATING}${CART}spec: {}`],
  ["a custom resource whose definition is there twice", `${DEFINITION}${DEFINITION}${CART}spec: {}`],
  [
    "an account of another release",
    `${ACCOUNT.replace("robot", "robot-1")}${POD}spec: {serviceAccountName: robot-2, containers: [{name: a, image: b}]}`,
  ],
  [
    "an optional map",
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n---\n${POD}spec: {containers: [{name: a, image: b, envFrom: [{configMapRef: {name: setings, optional: true}}]}]}`,
  ],
  [
    "a name beside one that something refers to",
    `${ACCOUNT}${POD}spec: {serviceAccountName: robto, containers: [{name: a, image: b}]}\n---\n${POD.replace("{name: a}", "{name: b}")}spec: {serviceAccountName: robot, containers: [{name: a, image: b}]}`,
  ],
  ["values of a chart", "kind: CronJob\nimage: {tag: v1}"],
  [
    "a role with groups of other projects",
    `${ROLE}- {apiGroups: [extensions, apps], resources: [deployments, ingresses], verbs: [get, "*"]}\n- {apiGroups: [metrics.k8s.io], resources: [pods], verbs: [get]}\n- {apiGroups: [policy], resources: [podsecuritypolicies], verbs: [use]}\n- {apiGroups: [""], resources: [nodes/stats, namespaces/finalizers, users], verbs: [get, impersonate]}`,
  ],
  [
    "a version of a kind whose definition is there twice",
    `${DEFINITION}${DEFINITION}${CART.replace("example.com/v1", "example.com/v1beta1")}spec: {size: 1}`,
  ],
  [
    "an earlier version that a flag could turn on",
    "apiVersion: coordination.k8s.io/v1alpha9\nkind: Lease\nmetadata: {name: a}",
  ],
  ["a file for kubectl", "apiVersion: v1\nkind: Config\nclusters: []"],
  [
    "a kind of another project with a name that Kubernetes has",
    "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: a}",
  ],
  ["a kind that is not known", "apiVersion: example.com/v2\nkind: Cart\nmetadata: {name: a}\nspec: 5"],
])("%s is sound", async (_name, text) => {
  expect(
    (await found(text)).filter((one) =>
      /^(?:invalid-object|unknown-(?:field|kind)|near-reference|role-name|removed-version)/.test(one),
    ),
  ).toEqual([]);
});

test("the finding has the advice that explain gives about the same text", async () => {
  const { findings } = await lintText(
    `${POD}spec: {containers: [{name: a, image: b, resources: {limits: {memory: 64MiB}}}]}`,
  );
  expect(findings.map(({ fix }) => fix)).toEqual(["an amount is a number with a unit: 500m, 2, 64Mi, 1Gi"]);
});

test("a policy is checked with the name that it has", async () => {
  const text = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  auditAnnotations: [{key: a, valueExpression: "'b'"}]
`;
  expect(await found(text)).toContainEqual(
    expect.stringMatching(
      /^invalid-configuration \/spec\/auditAnnotations\/0\/key .*requires metadata.name be non-empty/,
    ),
  );
});

test("stored objects of a cluster are not checked again", async () => {
  const { findings } = await lintText(`${POD}spec: {containers: []}`, { complete: true });
  expect(findings).toEqual([]);
});

test.each([
  "names: {}",
  "names: {kind: Cart}",
  "names: [{kind: Cart, plural: carts}]",
  "group: [example.com]",
])("a definition with broken names is refused: %s", async (broken) => {
  const text = DEFINITION.replace(/ {2}(?:names|group): .*/g, (line) =>
    line.trim().startsWith(broken.slice(0, 5)) ? `  ${broken}` : line,
  );
  const rules = (await found(`${text}${CART}spec: {size: 1}`)).map((one) => one.split(" ", 1)[0]);
  expect(new Set(rules)).toEqual(new Set(["invalid-configuration"]));
});
