import { describe, expect, test } from "vitest";
import { explained, stepsOf } from "../explained.tool.ts";
import { explanationText } from "../text/explanation-text.ts";

const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "key", namespace: "bank" } };

interface Validating {
  readonly failurePolicy: "Fail" | "Ignore";
  readonly condition: string;
  readonly action?: "Deny" | "Warn";
}

const validating = ({ failurePolicy, condition, action = "Deny" }: Validating): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: keys }
spec:
  failurePolicy: ${failurePolicy}
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
  matchConditions: [{ name: tier, expression: "${condition}" }]
  validations: [{ expression: "false", message: never }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: keys }
spec: { policyName: keys, validationActions: [${action}] }
`;

const mutating = (failurePolicy: string, first: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: stamp }
spec:
  failurePolicy: ${failurePolicy}
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
  ${first}
  mutations:
    - patchType: JSONPatch
      jsonPatch:
        expression: '[JSONPatch{op: "add", path: "/metadata/labels", value: {"a": object.metadata.labels.b}}]'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: stamp }
spec: { policyName: stamp }
`;

describe("a policy whose match condition fails", () => {
  const condition = "object.metadata.labels.tier == 'gold'";

  test("was not asked under Ignore", async () => {
    const manifests = validating({ failurePolicy: "Ignore", condition });
    const explanation = await explained({ manifests, object, asked: "keys" });
    const [step] = stepsOf("keys", explanation);
    expect(step).toMatchObject({ called: false, checks: [], why: { code: "condition-error" } });
    expect(step?.why?.message).toMatch(/failurePolicy Ignore: it was passed over$/);
    expect(explanationText(explanation)).toMatch(/^Not asked: keys; allowed/);
  });

  test("refuses the request under Fail, and no validation is blamed", async () => {
    const explanation = await explained({
      manifests: validating({ failurePolicy: "Fail", condition }),
      object,
    });
    const [step] = stepsOf("keys", explanation);
    expect(step).toMatchObject({ called: false, checks: [] });
    expect(step?.why).toMatchObject({ code: "condition-error", at: "hooks.yaml:9" });
    expect(explanation.end.message).toBe("refused (422) by ValidatingAdmissionPolicy keys");
  });

  test("refuses nothing if its binding only warns", async () => {
    const manifests = validating({ failurePolicy: "Fail", condition, action: "Warn" });
    const explanation = await explained({ manifests, object });
    expect(explanation.answer.allowed).toBe(true);
    expect(stepsOf("keys", explanation)[0]?.why?.message).toMatch(
      /validationActions Warn: the request was not refused$/,
    );
  });
});

describe("a mutation that fails", () => {
  test("is passed over under Ignore", async () => {
    const explanation = await explained({ manifests: mutating("Ignore", ""), object });
    const [step] = stepsOf("stamp", explanation);
    expect(explanation.end.message).toBe("allowed (201)");
    expect(step).toMatchObject({ called: true, checks: [{ actions: [] }] });
    expect(step?.why?.message).toMatch(/failurePolicy Ignore: it was passed over$/);
    expect(explanationText(explanation)).not.toMatch(/✗|deny|refused/);
  });

  test("refuses the request under Fail", async () => {
    const explanation = await explained({ manifests: mutating("Fail", ""), object });
    expect(explanation.end.message).toMatch(/^refused \(\d+\) by MutatingAdmissionPolicy stamp$/);
    expect(stepsOf("stamp", explanation)[0]).toMatchObject({ checks: [{ actions: ["deny"] }] });
  });

  test("of a condition refuses the request under Fail only", async () => {
    const condition = `matchConditions: [{ name: tier, expression: "object.metadata.labels.tier == 'a'" }]`;
    const refused = await explained({ manifests: mutating("Fail", condition), object });
    expect(refused.end.message).toMatch(/^refused \(\d+\) by MutatingAdmissionPolicy stamp$/);
    const passed = await explained({ manifests: mutating("Ignore", condition), object });
    expect(stepsOf("stamp", passed)[0]?.why?.message).toMatch(/it was passed over$/);
  });
});

describe("the reason for a failed expression", () => {
  const whyOf = async (condition: string, validation: string, operation = "CREATE", more = "") => {
    const manifests = validating({ failurePolicy: "Fail", condition })
      .replace('expression: "false"', `expression: "${validation}"`)
      .replace("operations: [CREATE]", "operations: [CREATE, UPDATE, DELETE]")
      .replace("  validations:", `  ${more}\n  validations:`);
    const explanation = await explained({ manifests, object, flags: { operation } });
    return stepsOf("keys", explanation)[0]?.why?.message;
  };

  test.each([
    ["CREATE", "request.operation == 'CREATE' ? object.data.mode == 'a' : oldObject.data.mode == 'a'"],
    ["UPDATE", "object.data.mode == 'a' || object.data.mode == oldObject.data.x"],
  ])("is what was absent, on %s", async (operation, validation) => {
    expect(await whyOf("true", validation, operation)).toContain(
      "no such key: data (ask first: has(object.data)); ",
    );
  });

  test.each([
    ["object.metadata.label.a == 'b'", '(a Secret cannot have metadata.label: "labels" is probably meant)'],
    ["object.dta.mode == 'a'", '(a Secret cannot have dta: "data" is probably meant)'],
    ["object.spec.x == 1", "(a Secret cannot have spec)"],
    ["object.data.mode == 'a'", "(ask first: has(object.data))"],
  ])("is a field that the kind does not have, in %s", async (validation, told) => {
    expect(await whyOf("true", validation)).toContain(told);
  });

  test("is the null object of a DELETE", async () => {
    const message = await whyOf("true", "object.metadata.name != oldObject.metadata.name", "DELETE");
    expect(message).toContain("no such key: metadata (object is null on DELETE: oldObject has it); ");
  });

  test("is the namespace that no match condition sees", async () => {
    expect(await whyOf("namespaceObject.metadata.name == 'bank'", "true")).toContain(
      "(namespaceObject is null in match conditions: ",
    );
    expect(await whyOf("true", "namespaceObject.metadata.labels.a == 'b'")).toContain("no such key: a ");
  });

  test("is inside the variable that failed", async () => {
    const more = "variables: [{ name: team, expression: \"object.metadata.annotations['team']\" }]";
    expect(await whyOf("true", "variables.team == 'a'", "CREATE", more)).toContain(
      "no such key: annotations (ask first: has(object.metadata.annotations)); ",
    );
  });

  test("shows the values that it saw, the namespace too", async () => {
    const manifests = validating({ failurePolicy: "Fail", condition: "true" }).replace(
      'expression: "false"',
      `expression: "namespaceObject.metadata.name == 'shop'"`,
    );
    const [step] = stepsOf("keys", await explained({ manifests, object }));
    expect(step?.why?.saw).toEqual({ "namespaceObject.metadata.name": "bank" });
  });
});
