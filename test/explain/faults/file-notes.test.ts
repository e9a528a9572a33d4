import { expect, test } from "vitest";
import { explained } from "../../../src/explain/explained.tool.ts";
import { parseManifests } from "../../../src/explain/offline/manifests.ts";
import { MAP } from "./set-up.ts";

test("keys that are twice in a map are noted, with their lines in the file", async () => {
  const text = "kind: A\n---\nkind: B\nspec:\n  size: 1\n  colour: red\n  size: 2\n";
  const [first, second] = await parseManifests(text, "a.yaml");
  expect(first?.repeated).toBeUndefined();
  expect(second?.repeated).toEqual([
    'a.yaml:7: the key "size" is in this map twice, and only its last value counts',
  ]);
  const manifests = "apiVersion: v1\nkind: Namespace\nmetadata: { name: market, name: market }";
  const { notes } = await explained({ manifests, object: MAP });
  expect(notes).toContainEqual(expect.stringContaining('hooks.yaml:3: the key "name"'));
});

const template = (rego: string, kind = "ConfigMap"): string => `
apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: { name: owner }
spec:
  crd: { spec: { names: { kind: Owner } } }
  targets:
    - target: admission.k8s.gatekeeper.sh
      rego: ${JSON.stringify(rego)}
---
apiVersion: constraints.gatekeeper.sh/v1beta1
kind: Owner
metadata: { name: all }
spec: { match: { kinds: [{ apiGroups: [""], kinds: [${kind}] }] } }
`;

test.each([
  [template("violation[x] { not input.request.object.spec }"), "reads input.request"],
  [template("# input.request is of others\nviolation[x] { not input.review.object.spec }"), undefined],
  [template("violation[x] { not input.request.object.spec }", "Secret"), undefined],
  [template('violation["no owner"] { true }'), 'has a rule violation["…"], which is a text'],
  [template('violation[{"msg": "no owner"}] { true }'), undefined],
  [template('violation[{"msg": "no"}] { true }\ntest_it {\n  violation["no"]\n}'), undefined],
])("a template that is meant for another program: %s", async (manifests, says) => {
  const { notes } = await explained({ manifests, object: MAP });
  const told = notes.filter((note) => note.includes("ConstraintTemplate"));
  expect(told).toEqual(
    says === undefined ? [] : [expect.stringContaining(`ConstraintTemplate owner ${says}`)],
  );
});

test("a policy that is just created does not have its binding yet", async () => {
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "rule" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["secrets"] },
        ],
      },
      validations: [{ expression: "1 < 2" }],
    },
  };
  const { findings } = await explained({ manifests: "", object });
  expect(findings).toEqual([]);
});
