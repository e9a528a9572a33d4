import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

const RULES = new Set(["denies-own-pods", "refuses-own-params"]);

const found = async (text: string): Promise<string[]> =>
  (await lintText(text)).findings
    .filter(({ rule }) => RULES.has(rule))
    .map(({ rule, object, message }) => `${rule} ${object.name}: ${message}`);

interface Given {
  readonly spec?: string;
  readonly binding?: string;
  readonly expression?: string;
  readonly resource?: string;
  readonly template?: string;
  readonly more?: string;
  readonly namespace?: string;
}

/** A policy, its binding and a workload. */
function manifests({
  spec = "",
  binding = "validationActions: [Deny]",
  expression = "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
  resource = "pods",
  template = "",
  more = "",
  namespace = "namespace: shop",
}: Given): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: rules}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [${resource}]}]
  validations: [{expression: "${expression}", message: not so}]
  ${spec}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: rules}
spec:
  policyName: rules
  ${binding}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, ${namespace}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:latest"}]${template}}
${more}`;
}

const DENIED =
  "denies-own-pods rules: it denies the pods of Deployment shop/web, with the templates in the manifests: not so";

test("a policy denies the pods of a workload beside it", async () => {
  expect(await found(manifests({}))).toEqual([DENIED]);
});

test("an expression that fails denies them, too", async () => {
  const [message] = await found(manifests({ expression: "object.spec.nodeSelector.disk == 'ssd'" }));
  expect(message).toMatch(/^denies-own-pods rules: .*no such key: nodeSelector/);
});

const mutating = `---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: images}
webhooks:
  - name: images.example.com
    clientConfig: {url: "https://images.example.com/"}
    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
    sideEffects: None
    admissionReviewVersions: [v1]
`;

test.each<[string, Given]>([
  ["a binding that only warns", { binding: "validationActions: [Warn]" }],
  [
    "failurePolicy Ignore and an error",
    { spec: "failurePolicy: Ignore", expression: "object.spec.nodeSelector.a == 'b'" },
  ],
  [
    "a condition that is false",
    { spec: "matchConditions: [{name: a, expression: \"request.namespace == 'prod'\"}]" },
  ],
  ["a mutating webhook that may mend the image", { more: mutating }],
  [
    "labels of a namespace that nobody declares",
    {
      binding: "validationActions: [Deny]\n  matchResources: {namespaceSelector: {matchLabels: {env: prod}}}",
    },
  ],
  [
    "a namespace that has other labels",
    {
      binding: "validationActions: [Deny]\n  matchResources: {namespaceSelector: {matchLabels: {env: prod}}}",
      more: "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {env: test}}\n",
    },
  ],
  [
    "rights of a user",
    { expression: "authorizer.group('').resource('pods').check('get').allowed() && false" },
  ],
  ["what a plugin fills in", { expression: "object.spec.serviceAccountName == 'default'" }],
  ["the token that a plugin mounts", { expression: "object.spec.volumes.size() == 1" }],
  [
    "a parameter that is elsewhere",
    {
      spec: "paramKind: {apiVersion: v1, kind: ConfigMap}",
      binding:
        "validationActions: [Deny]\n  paramRef: {name: a, namespace: b, parameterNotFoundAction: Deny}",
    },
  ],
  [
    "a namespace that is left open and selected",
    {
      namespace: "labels: {a: b}",
      spec: "matchConditions: [{name: a, expression: \"request.namespace != 'prod'\"}]",
    },
  ],
])("nothing is said of %s", async (_what, given) => {
  expect(await found(manifests(given))).toEqual([]);
});

test("the labels of a namespace that is declared are known", async () => {
  const selected = manifests({
    binding: "validationActions: [Deny]\n  matchResources: {namespaceSelector: {matchLabels: {env: prod}}}",
    more: "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {env: prod}}\n",
  });
  expect(await found(selected)).toEqual([DENIED]);
});

const settings = (namespace = "policies"): string =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: sizes, namespace: ${namespace}}\ndata: {max: "5"}\n`;
const namespaces = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: policies}\n";
const param = (action: string): string =>
  `validationActions: [Deny]\n  paramRef: {name: sizes, namespace: policies, parameterNotFoundAction: ${action}}`;
const kind = "paramKind: {apiVersion: v1, kind: ConfigMap}";
const definition = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: limits.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: limits, singular: limit, kind: Limit}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;

test("a policy about its parameter, about the namespace of it, about the kind of it", async () => {
  const about = (resource: string, more: string) =>
    found(manifests({ spec: kind, binding: param("Deny"), expression: "true", resource, more }));
  expect((await about("configmaps", settings())).map((one) => one.slice(0, 24))).toEqual([
    "refuses-own-params rules",
  ]);
  const [namespace] = await about("namespaces", namespaces + settings());
  expect(namespace).toContain('CREATE namespaces "policies", which the parameter needs');
  const all = manifests({
    spec: "paramKind: {apiVersion: example.com/v1, kind: Limit}",
    binding: "validationActions: [Deny]\n  paramRef: {name: a, parameterNotFoundAction: Allow}",
    expression: "true",
    more: definition,
  }).replace(
    'apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]',
    'apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE], resources: ["*"]',
  );
  const [own] = await found(all);
  expect(own).toContain('CREATE customresourcedefinitions.apiextensions.k8s.io "limits.example.com"');
});

test.each<[string, Given]>([
  ["a parameter that need not be there", { binding: param("Allow"), more: settings() }],
  ["failurePolicy Ignore", { spec: `${kind}\n  failurePolicy: Ignore`, more: settings() }],
  ["another resource", { resource: "secrets", more: settings() }],
  ["a parameter that is not among the manifests", { more: "" }],
])("of a parameter nothing is said with %s", async (_what, given) => {
  const all = { spec: kind, binding: param("Deny"), expression: "true", resource: "configmaps", ...given };
  expect(await found(manifests(all))).toEqual([]);
});
