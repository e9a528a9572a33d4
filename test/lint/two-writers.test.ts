import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

interface Given {
  readonly value?: string;
  readonly rule?: string;
  readonly more?: string;
  readonly bound?: string;
  readonly mutation?: string;
}

const RULE = "{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}";

function policy(
  name: string,
  { value = name, rule = RULE, more = "", bound = "", mutation }: Given = {},
): string {
  const apply = `{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{metadata: Object.metadata{labels: {"a/b": "${value}"}}}'}}`;
  const binding = `---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}${bound}}
`;
  return `---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints: {resourceRules: [${rule}]${more}}
  reinvocationPolicy: Never
  mutations: [${mutation ?? apply}]
${bound === "none" ? "" : binding}`;
}

const patch = (path: string, value: string): string =>
  `{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "${path}", value: "${value}"}]'}}`;

const found = async (...policies: string[]): Promise<string[]> =>
  (await lintText(policies.join(""))).findings
    .filter(({ rule }) => rule === "two-writers")
    .map(({ object, message }) => `${object.name}: ${message}`);

test("two constants in one place, whatever the form of the mutation", async () => {
  const patched = policy("two", { mutation: patch("/metadata/labels/a~1b", "2") });
  expect(await found(policy("one"), patched)).toEqual([
    'two: it writes "2" into /metadata/labels/a~1b, and one writes "one" there, about the same objects: only one of the two stays',
  ]);
  expect(
    await found(policy("one", { rule: RULE.replace("deployments", '"*"') }), policy("two")),
  ).toHaveLength(1);
});

test.each<[string, Given]>([
  ["the same value", { value: "one" }],
  ["another resource", { rule: RULE.replace("deployments", "daemonsets") }],
  ["another operation", { rule: RULE.replace("CREATE", "UPDATE") }],
  ["names", { rule: RULE.replace("}", ", resourceNames: [a]}") }],
  ["another selector", { more: ", objectSelector: {matchLabels: {a: b}}" }],
  ["no binding", { bound: "none" }],
  ["a binding for some", { bound: ", matchResources: {namespaceSelector: {matchLabels: {a: b}}}" }],
  ["another place", { mutation: patch("/metadata/labels/c", "2") }],
  ["the end of a list", { mutation: patch("/spec/template/spec/containers/-", "2") }],
])("nothing is said of %s", async (_what, given) => {
  expect(await found(policy("one"), policy("two", given))).toEqual([]);
});
