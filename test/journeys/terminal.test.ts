import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtProgram } from "../parts/server.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

/** Escaped as in YAML and JSON: a title, a color, a link, a direction, and the one-byte form of an escape sequence. */
const MARK = String.raw`\u001b]0;x\u0007\u001b[31mRED\u001b]8;;http://x\u0007y\u202eRTL\u009b31m\u2028\u007f`;
const HOSTILE = JSON.parse(`"${MARK}"`);
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** The colors of this program. */
const OWN = new RegExp(`${String.fromCharCode(27)}\\[(?:[0123]|3[123])m`, "g");

const CONFIGURATION = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: `a${HOSTILE}` },
  webhooks: [
    {
      name: `b${HOSTILE}`,
      clientConfig: { url: `https://${HOSTILE}` },
      rules: [{ apiGroups: ["", HOSTILE], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      matchConditions: [{ name: HOSTILE, expression: `'${HOSTILE}' == ''` }],
      namespaceSelector: { matchLabels: { [HOSTILE]: HOSTILE } },
    },
  ],
};
const POLICY = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "p" },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    },
    validations: [{ expression: "false", messageExpression: "'denied ' + object.metadata.annotations.team" }],
  },
};
const BINDING = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "p" },
  spec: { policyName: "p", validationActions: ["Deny"] },
};
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default", annotations: { team: HOSTILE } },
  spec: { containers: [{ name: "c", image: HOSTILE }] },
};
const SUITE = {
  apiVersion: "test.sallyport/v1",
  kind: "Suite",
  given: { manifests: ["policy.json"] },
  cases: [{ name: HOSTILE, when: { create: POD }, expect: { allowed: true } }],
};

const folder = folderForTests();
const write = (name: string, ...objects: object[]): void =>
  writeFileSync(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
write("configurations.json", CONFIGURATION, POLICY, BINDING);
write("policy.json", POLICY, BINDING);
write("pod.json", POD);
write("suite.json", SUITE);

function run(...args: string[]): { readonly shown: string; readonly stdout: string } {
  const { stdout, stderr } = spawnSync(process.execPath, [builtProgram(), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { shown: stdout + stderr, stdout };
}

test.each([
  [["lint", "configurations.json", "pod.json", "--color", "always"]],
  [["lint", "configurations.json", "-o", "sarif"]],
  [["lint", "configurations.json", "-o", "junit"]],
  [["lint", "configurations.json", "--down", `b${HOSTILE}`]],
  [["explain", "pod.json", "-f", "configurations.json", "--color", "always"]],
  [["explain", "pod.json", "-f", "policy.json"]],
  [["explain", "pod.json", "-f", "policy.json", "--webhook", "p"]],
  [["explain", "pod.json", "-f", "configurations.json", "--as", HOSTILE]],
  [["explain", `${HOSTILE}.json`]],
  [["cel", "object.metadata.annotations.team", "--object", "pod.json"]],
  [["cel", `'${HOSTILE}'.`]],
  [["test", "suite.json"]],
  [["test", "suite.json", "-o", "junit"]],
  [["replay", `${HOSTILE}.jsonl`, "-f", "policy.json"]],
  [["serve", `--${HOSTILE}`]],
  [["webhook", "manifest", `${HOSTILE}.ts`, "--name", "x"]],
])("%j prints no control characters of its input", (args) => {
  const { shown } = run(...args);
  expect(shown.replace(OWN, "")).not.toMatch(CONTROLS);
  expect(shown).toMatch(/RED/);
});

test("the JSON of explain has the texts unchanged", () => {
  const { stdout, shown } = run("explain", "pod.json", "-f", "policy.json", "-o", "json");
  expect(shown).not.toMatch(CONTROLS);
  expect(JSON.parse(stdout).answer.message).toContain(`denied ${HOSTILE}`);
});
