import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

const policy = (name: string, list: string, field: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods, pods/ephemeralcontainers]}
  validations: [{expression: "object.spec.?${list}.orValue([]).all(c, c.?${field}.orValue('') != 'x')"}]
---`;

const found = async (...policies: string[]): Promise<string[]> =>
  (await lintText(policies.join(""))).findings
    .filter(({ rule }) => rule === "containers-gap")
    .map(({ object, message }) => `${object.name}: ${message}`);

const OWN = policy("own", "containers", "image");

test.each([
  ["the same field of init containers", policy("init", "initContainers", "image"), "ephemeralContainers"],
  [
    "another field of init containers",
    policy("init", "initContainers", "name"),
    "initContainers or ephemeral",
  ],
])("containers-gap, beside a policy that checks %s", async (_what, other, left) => {
  expect(await found(OWN, other)).toEqual([
    expect.stringContaining(`own: it checks containers, but not ${left}`),
  ]);
});

test.each(["resources", "ports"])(
  "ephemeral containers have no %s, which containers-gap does not ask for",
  async (field) => {
    expect(await found(policy("own", "containers", field))).toEqual([
      "own: it checks containers, but not initContainers",
    ]);
  },
);

test("containers-gap says nothing of a policy for each list", async () => {
  const others = ["initContainers", "ephemeralContainers"].map((list) =>
    policy(list.toLowerCase(), list, "image"),
  );
  expect(await found(OWN, ...others)).toEqual([]);
});
