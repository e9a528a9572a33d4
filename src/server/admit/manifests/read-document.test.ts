import { expect, it } from "vitest";
import { compileExpression } from "../../../cluster/compile-expressions.ts";
import { admissionregistration } from "../../../resources/kinds/admissionregistration/group.ts";
import { createRegistry } from "../../../resources/registry.ts";
import { manifestReader } from "./read-document.ts";

const registry = createRegistry(
  admissionregistration({ v1beta1: true, compile: compileExpression }).resources,
);
const read = manifestReader(() => registry);
const WEBHOOKS = new Set(["ValidatingWebhookConfiguration"]);
const POLICIES = new Set(["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"]);

async function objectsIn(text: string, kinds: ReadonlySet<string> = WEBHOOKS) {
  const objects = [];
  for await (const one of read(text, kinds)) objects.push(one);
  return objects;
}

const HEAD = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n";
const HOOK = `webhooks:
- name: test.webhook.io
  admissionReviewVersions: [v1]
  clientConfig: {url: "https://example.com"}
  sideEffects: None
`;
const GOOD = `${HEAD}metadata: {name: test.static.k8s.io}\n${HOOK}`;
const POLICY = GOOD.replace("ValidatingWebhookConfiguration", "ValidatingAdmissionPolicy");

it("manifestReader fills in defaults", async () => {
  const [one] = await objectsIn(GOOD);
  expect(one?.base).toEqual([]);
  expect(one?.object).toMatchObject({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "test.static.k8s.io" },
    webhooks: [{ failurePolicy: "Fail", matchPolicy: "Equivalent", timeoutSeconds: 10 }],
  });
});

it("manifestReader says where the items of lists stand", async () => {
  const item = { metadata: { name: "a.static.k8s.io" } };
  const apiVersion = "admissionregistration.k8s.io/v1";
  const typed = { apiVersion, kind: "ValidatingWebhookConfigurationList", items: [item, item] };
  const bases = async (list: object) => (await objectsIn(JSON.stringify(list))).map(({ base }) => base);
  expect(await bases(typed)).toEqual([
    ["items", 0],
    ["items", 1],
  ]);
  expect(await bases({ apiVersion: "v1", kind: "List", items: [typed] })).toEqual([
    ["items", 0, "items", 0],
    ["items", 0, "items", 1],
  ]);
});

// The errors of kube-apiserver 1.36.3 for the same documents.
it.each([
  ["no kind", "foo: bar", "Object 'Kind' is missing in 'foo: bar'"],
  ["no version", "kind: X", "Object 'apiVersion' is missing in 'kind: X'"],
  ["no YAML", "a: b: c", "yaml: mapping values are not allowed in this context"],
  [
    "half of a JSON",
    '{"apiVersion":"v1"',
    "couldn't get version/kind; json parse error: unexpected end of JSON input",
  ],
  [
    "a kind of another group",
    "apiVersion: v1\nkind: Pod",
    'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  ["a Status", "apiVersion: v1\nkind: Status", "unsupported resource type *v1.Status"],
  [
    "configurations of the other phase",
    GOOD.replace("Validating", "Mutating"),
    "unsupported resource type *v1.MutatingWebhookConfiguration",
  ],
  [
    "an old version",
    GOOD.replace("/v1", "/v1beta1"),
    "unsupported resource type *v1beta1.ValidatingWebhookConfiguration",
  ],
  ["an unknown field", `${GOOD}  foo: bar\n`, 'strict decoding error: unknown field "webhooks[0].foo"'],
  ["an unknown field of another kind", POLICY, 'strict decoding error: unknown field "webhooks"'],
  [
    "a number for a text",
    GOOD.replace("test.webhook.io", "5"),
    "json: cannot unmarshal number into Go struct field ValidatingWebhook.webhooks.name of type string",
  ],
  [
    "fields given twice",
    '{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"a"},"metadata":{"name":"b"},"x":1}',
    'strict decoding error: duplicate field "metadata", unknown field "x"',
  ],
  [
    "no name",
    `${HEAD}metadata: {name: ""}\n${HOOK}`,
    'ValidatingWebhookConfiguration "": metadata.name: Required value: name or generateName is required',
  ],
  [
    "no url",
    GOOD.replace('{url: "https://example.com"}', "{}"),
    'ValidatingWebhookConfiguration "test.static.k8s.io": webhooks[0].clientConfig: Required value: exactly one of url or service is required',
  ],
  [
    "an unknown operator",
    `${GOOD}  namespaceSelector:\n    matchExpressions:\n    - {key: a, operator: BadOp, values: [x]}\n`,
    'ValidatingWebhookConfiguration "test.static.k8s.io": webhooks[0].namespaceSelector.matchExpressions[0].operator: Invalid value: "BadOp": not a valid selector operator',
  ],
  [
    "a pod in a list",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n",
    'failed to decode list item: no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    "an item without a kind",
    "apiVersion: v1\nkind: List\nitems:\n- foo: bar\n",
    `failed to decode list item: Object 'Kind' is missing in '{"foo":"bar"}'`,
  ],
])("manifestReader refuses %s as the reference does", async (_name, text, expected) => {
  const thrown = await objectsIn(text).catch((error: Error) => error.message);
  expect(thrown).toBe(expected);
});

it("manifestReader compiles the expressions of policies", async () => {
  const text = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: p.static.k8s.io}
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  mutations: [{patchType: JSONPatch, jsonPatch: {expression: "object.spec"}}]
`;
  await expect(objectsIn(text, POLICIES)).rejects.toThrow(
    'MutatingAdmissionPolicy "p.static.k8s.io": spec.mutations[0].jsonPatch.expression: Invalid value: "object.spec"',
  );
});
