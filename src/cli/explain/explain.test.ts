import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { explain } from "./explain.ts";
import type { ExplainFlags } from "./explain-flags.ts";

const dir = folderForTests();
const deploy = join(dir, "deploy.yaml");
const policies = join(dir, "policies.yaml");

const POD = `apiVersion: v1
kind: Pod
metadata: { name: NAME, namespace: default, labels: { owner: "OWNER" } }
spec: { containers: [{ name: a, image: x }] }
`;
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: owned.example.com }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  validations: [{ expression: "object.metadata.labels.owner != ''", message: "who owns it?" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: owned }
spec: { policyName: owned.example.com, validationActions: [Deny] }
`;

const pod = (name: string, owner: string) => POD.replace("NAME", name).replace("OWNER", owner);
writeFileSync(deploy, [pod("one", "ada"), pod("two", "")].join("---\n"));
writeFileSync(policies, POLICY);

const flags = (more: Partial<ExplainFlags> = {}): ExplainFlags => ({
  ...{ filename: [policies], asGroup: [], service: [], precondition: [], option: [] },
  ...{ output: "text", color: "never", ...more },
});

describe("explain of several requests", () => {
  it("explain prints a table, and says whether all are allowed", async () => {
    const { text, allowed } = await explain([deploy], flags(), {});
    expect(text).toContain(`✓ allowed  CREATE pods one in default  ${deploy}:1\n`);
    expect(text).toMatch(/✗ refused {2}CREATE pods two in default {2}\S+deploy.yaml:6 {2}.*who owns it\?/);
    expect(text).toContain("2 requests: 1 allowed, 1 refused");
    expect(allowed).toBe(false);
  });

  it("explain prints a list of explanations as JSON", async () => {
    const { items } = JSON.parse((await explain([deploy], flags({ output: "json" }), {})).text);
    expect(items.map(({ manifest }: { manifest: string }) => manifest)).toEqual([
      `${deploy}:1`,
      `${deploy}:6`,
    ]);
    expect(items[1]).toMatchObject({ kind: "Explanation", answer: { allowed: false } });
  });

  it("explain refuses flags about one request", async () => {
    await expect(explain([deploy], flags({ webhook: "owned.example.com" }), {})).rejects.toThrow(
      "--webhook is for one request: there are 2",
    );
  });
});

it.each<[Partial<ExplainFlags>, string]>([
  [{ as: "" }, "--as: the name of a user cannot be empty"],
  [{ timeout: "abc" }, '--timeout: "abc" is not a duration, such as 5s'],
  [{ service: ["foo"] }, '--service: "foo" must look like namespace/name=127.0.0.1:9443'],
])("explain with the flags %j is an error about the flag", async (wrong, message) => {
  await expect(explain([deploy], flags(wrong), {})).rejects.toThrow(message);
});

it("explain refuses the name of a webhook that is not there", async () => {
  const one = join(dir, "one.yaml");
  writeFileSync(one, POD);
  await expect(explain([one], flags({ webhook: "owned.exmple.com" }), {})).rejects.toThrow(
    '--webhook: there is no webhook, policy or binding "owned.exmple.com"; there is "owned.example.com"',
  );
});

describe("explain of an error", () => {
  it("explain says how a file is given", async () => {
    await expect(explain([], flags({ error: policies }), {})).rejects.toThrow(`--error - < ${policies}`);
  });

  const told = `the pod "two" is forbidden: ValidatingAdmissionPolicy 'owned.example.com' with binding 'owned' denied request: who owns it?`;

  it("explain finds the policy, and its place", async () => {
    const { text, allowed } = await explain([], flags({ error: told }), {});
    expect(text).toContain(
      "1 error\n\n  ! ValidatingAdmissionPolicy/owned.example.com: it refused the request (binding owned): who owns it?\n",
    );
    expect(text).toContain(`      at ${policies}:7\n`);
    expect(allowed).toBe(false);
  });

  it("explain prints a list of causes as JSON", async () => {
    const { items } = JSON.parse((await explain([], flags({ error: told, output: "json" }), {})).text);
    expect(items).toMatchObject([{ lines: 1, cause: { code: "denied" } }]);
  });

  it.each([
    ["all is well", [], /no known error of an API server is in it/],
    [told, [deploy], /give no manifest/],
  ])("explain refuses %s with %j", async (error, requests, expected) => {
    await expect(explain(requests, flags({ error }), {})).rejects.toThrow(expected);
  });
});
