import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import { createMasker } from "../../../recording/mask/masker.ts";
import { readRequest } from "../../../recording/read-request.ts";
import { recordingWriter } from "../../../recording/write-recording.ts";
import { runTests } from "../run-tests.ts";
import { writeSuite } from "./write-suite.ts";

const HOOKS = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-a }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE, DELETE], resources: [configmaps, secrets] }
  validations: [{ expression: "object == null || !('a' in object.?data.orValue({}))", message: "no a" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-a }
spec: { policyName: no-a, validationActions: [Deny] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: label }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  reinvocationPolicy: Never
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"by": "us"}}}' }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: label }
spec: { policyName: label }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: team }
webhooks:
  - name: team.example.com
    clientConfig: { url: "https://127.0.0.1:1/" }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
    namespaceSelector: { matchLabels: { team: a } }
    sideEffects: None
    admissionReviewVersions: [v1]
`;

const SECRET = "correct-horse";
const config = (name: string, data = {}, more = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "demo", ...more },
  data,
});
const patch = [{ op: "add", path: "/metadata/annotations", value: { team: "a" } }];
const call = {
  configuration: "team",
  webhook: "team.example.com",
  phase: "mutating",
  outcome: "allowed",
  patch,
};

const request = (id: string, more: object) => ({
  id,
  user: { username: "jane", groups: ["developers"] },
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "configmaps" },
  namespace: "demo",
  namespaceState: { labels: { team: "a" } },
  decision: { allowed: true, code: 201 },
  ...more,
});

const REQUESTS = [
  // The object has no namespace, as the client sent it: the URL contains it.
  request("r1", { name: "one", object: { ...config("one"), metadata: { name: "one" } }, calls: [call] }),
  request("r2", {
    name: "two",
    object: config("two", { a: "x" }),
    calls: [call],
    decision: { allowed: false },
  }),
  request("r3", {
    operation: "UPDATE",
    name: "one",
    oldObject: config("one", {}, { resourceVersion: "7" }),
    object: config("one", { b: "y" }, { resourceVersion: "7" }),
  }),
  request("r4", { operation: "DELETE", name: "one", oldObject: config("one") }),
  request("r5", {
    resource: { group: "", version: "v1", resource: "secrets" },
    name: "s",
    object: {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", namespace: "demo" },
      data: { k: Buffer.from(SECRET).toString("base64") },
    },
  }),
  request("r6", {
    resource: { group: "", version: "v1", resource: "serviceaccounts" },
    name: "free",
    object: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "free", namespace: "demo" } },
  }),
  request("r7", {
    operation: "UPDATE",
    name: "bad",
    oldObject: config("bad", { a: "1" }),
    object: config("bad"),
  }),
  request("r8", {
    operation: "CONNECT",
    name: "p",
    resource: { group: "", version: "v1", resource: "pods" },
  }),
  request("r9", {
    object: { ...config("x", { a: "1" }), metadata: { generateName: "x-", namespace: "demo" } },
    calls: [call],
  }),
];

const folder = folderForTests();
const at = (name: string): string => join(folder, name);

writeFileSync(at("hooks.yaml"), HOOKS);
const writer = recordingWriter("audit-log", createMasker());
const lines = REQUESTS.map((one) => {
  const read = readRequest(JSON.parse(JSON.stringify(one)));
  if (read === undefined) throw new Error("no request");
  return writer.line(read);
});
writeFileSync(at("recording.jsonl"), [writer.header(), ...lines].join(""));

const flags = (out: string, mostCases = 200) => ({ filename: [at("hooks.yaml")], out: at(out), mostCases });

describe("sallyport test --from-recording", () => {
  test("writeSuite pins what is decided today, and the suite passes at once", async () => {
    const told = await writeSuite(at("recording.jsonl"), flags("suite"));
    const text = readFileSync(at("suite/recorded.yaml"), "utf8");
    expect(told[0]).toBe(`${at("suite/recorded.yaml")}: 6 cases, which pass now`);
    expect(told).toContain("left out: 1: no webhook or policy is called for it");
    expect(told).toContain("left out: 1: the object before would be refused itself");
    expect(told).toContain("left out: 1: suites have no words for such a request");
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString("base64"));
    const printed: string[] = [];
    expect(await runTests([at("suite")], { output: "text" }, (line) => void printed.push(line))).toBe(0);
    expect(printed.join("")).toContain("r1 CREATE configmaps (v1) one in demo as jane");
  });

  test("writeSuite notices later what is decided in another way", async () => {
    await writeSuite(at("recording.jsonl"), flags("later"));
    const changed = HOOKS.replace("no a", "never");
    writeFileSync(at("hooks.yaml"), changed);
    const printed: string[] = [];
    expect(await runTests([at("later")], { output: "text" }, (line) => void printed.push(line))).toBe(1);
    writeFileSync(at("hooks.yaml"), HOOKS);
    const text = printed.join("");
    expect(text).toContain("never");
  });

  test("writeSuite takes patches that are the same as merge patches, and leaves no file without cases", async () => {
    const writer = recordingWriter("audit-log", undefined);
    const patched = (id: string, body: object) =>
      request(id, {
        operation: "UPDATE",
        name: "one",
        oldObject: config("one"),
        patch: { type: "merge-or-strategic", body },
      });
    const save = (name: string, requests: readonly object[]): string => {
      const lines = requests.map((one) => {
        const read = readRequest(JSON.parse(JSON.stringify(one)));
        return read === undefined ? "" : writer.line(read);
      });
      writeFileSync(at(name), [writer.header(), ...lines].join(""));
      return at(name);
    };
    const list = patched("p2", { metadata: { finalizers: ["a/b"] } });
    const recording = save("patches.jsonl", [patched("p1", { data: { a: "1" } }), list]);
    const told = await writeSuite(recording, flags("patches"));
    expect(told[0]).toMatch(/: 1 cases, which pass now$/);
    expect(told).toContain("left out: 1: suites have no words for such a request");
    const none = await writeSuite(save("none.jsonl", [list]), flags("none"));
    expect(none[0]).toBe("no case was written");
    const free = save("free.jsonl", [REQUESTS[5] ?? {}]);
    expect((await writeSuite(free, flags("free")))[0]).toBe("no case was written");
    expect(await runTests([at("free")], { output: "text" }, () => {})).toBe(2);
  });

  test("writeSuite ends with enough cases, and leaves a suite that is there", async () => {
    const told = await writeSuite(at("recording.jsonl"), flags("few", 1));
    expect(told[0]).toMatch(/: 1 cases, which pass now$/);
    await expect(writeSuite(at("recording.jsonl"), flags("few"))).rejects.toThrow("already exists");
  });
});
