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

const file = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const item = (key: string): string => `{ "f:data": { "f:${key}": {} } }`;
const manager = (name: string, operation: string, key: string): string =>
  `{ manager: ${name}, operation: ${operation}, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: ${item(key)} }`;
const HEAD = "apiVersion: v1\nkind: ConfigMap\n";
const map = (data: string, fields = ""): string =>
  `${HEAD}metadata: { name: m, namespace: default${fields} }\ndata: ${data}\n`;
const old = file("old.yaml", map("{ a: one, b: two }"));
const owned = file(
  "owned.yaml",
  map(
    "{ a: one, b: two }",
    `, managedFields: [${manager("kubectl", "Apply", "a")}, ${manager("other", "Update", "b")}]`,
  ),
);
const added = file("added.json", '[{ "op": "add", "path": "/data", "value": { "c": "three" } }]');
const merged = file("merged.yaml", "data: { a: null, c: 3 }");
const applied = file("applied.yaml", map("{ b: four }"));

const POD_OF_TWO = `apiVersion: v1
kind: Pod
metadata: { name: two, namespace: default }
spec: { containers: [{ name: a, image: x }, { name: b, image: z }] }
`;
const two = file("two.yaml", POD_OF_TWO);
const cut = file("cut.yaml", "spec: { containers: [{ name: a }] }");
const hosts = map("{}")
  .replace("ConfigMap", "ServiceAccount")
  .replace("data: {}", "secrets: [{ name: NAME }]");
const account = file("account.yaml", hosts.replace("[{ name: NAME }]", "[{ name: a }, { name: b }]"));
const secrets = file("secrets.yaml", "secrets: [{ name: c }, { name: b }]");

describe("explain of a patch", () => {
  it.each<[string, Partial<ExplainFlags>, RegExp]>([
    [added, { patch: "json", old }, /operation 0 of the patch \(add\) replaces all of \/data, so that a, b/],
    [merged, { patch: "merge", old }, /data is a number, it must be a text\n {6}at \/data\/c/],
    [cut, { patch: "merge", old: two }, /replaces whole lists, so that "a" has only what the patch says/],
    [secrets, { patch: "merge", old: account }, /replaces all of \/secrets, so that a is gone/],
    [applied, { patch: "apply", old: owned }, /"other" owns \.data\.b.*\n {6}at \/data\/b/],
    [applied, { patch: "apply", old: owned, forceConflicts: true }, /overwrites \.data\.b, which "other"/],
    [applied, { patch: "apply", old, fieldManager: "ci" }, /it is taken as applied by "ci"/],
    [applied, { patch: "apply" }, /^Allowed \(201\)\nCREATE configmaps/],
  ])("%s", async (path, more, says) => {
    expect((await explain([path], flags(more), {})).text).toMatch(says);
  });

  it("a patch that leaves out a container is not told to change resources", async () => {
    const { text } = await explain([cut], flags({ patch: "merge", old: two }), {});
    expect(text).toContain("spec of a pod is nearly fixed");
    expect(text).not.toContain("resize");
  });

  it("an apply removes what its manager applied before, and leaves what another one has set", async () => {
    const more: Partial<ExplainFlags> = { patch: "apply", old: owned, output: "json", blame: true };
    const none = file("none.yaml", map("{}"));
    const { blame } = JSON.parse((await explain([none], flags(more), {})).text);
    const paths = blame.fields.map(({ path }: { path: string }) => path);
    expect(paths.filter((path: string) => path.startsWith("/data/"))).toEqual(["/data/b"]);
  });

  it.each<[Partial<ExplainFlags>, string]>([
    [{ patch: "merge" }, "give it with --old"],
    [{ patch: "merge", old, forceConflicts: true }, "--force-conflicts is for --patch apply"],
    [{ old, forceConflicts: true }, "--force-conflicts is for --patch apply"],
    [{ patch: "merge", old, operation: "UPDATE" }, "--operation"],
    [{ patch: "merge", old, kubeconfig: "k", call: true }, "--call sends no patch"],
  ])("refuses %j", async (more, says) => {
    await expect(explain([merged], flags(more), {})).rejects.toThrow(says);
  });

  it("refuses a list for an apply, and several patches", async () => {
    await expect(explain([added], flags({ patch: "apply" }), {})).rejects.toThrow("a manifest, no list");
    await expect(explain([merged, added], flags({ patch: "merge", old }), {})).rejects.toThrow("there are 2");
  });
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
