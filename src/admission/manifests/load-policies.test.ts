import { expect, it } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import type { ReadDocument } from "./load-manifests.ts";
import { loadPolicies } from "./load-policies.ts";

const policy = (name: string, spec: JsonObject = {}) => ({
  kind: "ValidatingAdmissionPolicy",
  metadata: { name },
  spec,
});
const binding = (name: string, spec: JsonObject) => ({
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name },
  spec,
});
const POLICY = policy("p.static.k8s.io");

const read: ReadDocument = async function* (text) {
  for (const object of JSON.parse(text)) yield { kind: object.kind, object, base: [] };
};

/** One file for each list of objects. */
function load(...files: object[][]) {
  const texts = new Map(files.map((objects, at) => [`/m/${at}.json`, JSON.stringify(objects)]));
  return loadPolicies("/m", "ValidatingAdmissionPolicy", {
    files: {
      read: (path) => texts.get(path) ?? "",
      list: () => [...texts.keys()].map((path) => path.slice("/m/".length)),
    },
    read,
  });
}

it("loadPolicies sorts policies and bindings by name", async () => {
  const { manifests } = await load(
    [policy("b.static.k8s.io"), policy("a.static.k8s.io")],
    [binding("x.static.k8s.io", { policyName: "b.static.k8s.io" })],
  );
  const names = (list: typeof manifests.policies) => list.map(({ object }) => object.metadata.name);
  expect(names(manifests.policies)).toEqual(["a.static.k8s.io", "b.static.k8s.io"]);
  expect(names(manifests.bindings)).toEqual(["x.static.k8s.io"]);
});

it("loadPolicies takes a policy and a binding of one name", async () => {
  const same = binding("p.static.k8s.io", { policyName: "p.static.k8s.io" });
  await expect(load([POLICY, same])).resolves.toBeDefined();
});

it.each([
  ["no name", [policy("")], 'resource in file "/m/0.json" must have a name'],
  [
    "a name of the API",
    [policy("p")],
    '"p" in file "/m/0.json" must have a name ending with ".static.k8s.io"',
  ],
  [
    "a name twice",
    [POLICY, POLICY],
    'duplicate name "p.static.k8s.io" found in file "/m/0.json" (previously seen in "/m/0.json")',
  ],
  [
    "parameters",
    [policy("p.static.k8s.io", { paramKind: { apiVersion: "v1", kind: "ConfigMap" } })],
    'ValidatingAdmissionPolicy "p.static.k8s.io": spec.paramKind is not supported for static manifests',
  ],
  [
    "a binding with parameters",
    [POLICY, binding("b.static.k8s.io", { policyName: "p.static.k8s.io", paramRef: {} })],
    'binding "b.static.k8s.io": spec.paramRef is not supported for static manifests',
  ],
  [
    "a binding of nothing",
    [binding("b.static.k8s.io", {})],
    'binding "b.static.k8s.io" must reference a policy (spec.policyName)',
  ],
  [
    "a binding of a policy of the API",
    [binding("b.static.k8s.io", { policyName: "p" })],
    'binding "b.static.k8s.io": spec.policyName "p" must end with ".static.k8s.io"',
  ],
])("loadPolicies refuses %s", async (_name, objects, expected) => {
  await expect(load(objects)).rejects.toThrow(`error loading /m/0.json: ${expected}`);
});

it("loadPolicies refuses a binding of a policy that is not there", async () => {
  const lonely = binding("b.static.k8s.io", { policyName: "p.static.k8s.io" });
  await expect(load([lonely])).rejects.toThrow(
    'binding "b.static.k8s.io" references policy "p.static.k8s.io" which does not exist in the manifest directory',
  );
});
