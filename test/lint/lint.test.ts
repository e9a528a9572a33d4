import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lintPaths } from "../../src/cli/lint/lint.ts";
import type { LintFlags } from "../../src/cli/lint/lint-flags.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";
import { lintText } from "./lint-text.ts";

const HOOKS = `# two documents
---
apiVersion: v1
kind: Namespace
metadata: {name: demo}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: owners
  annotations: {}
webhooks:
  - name: owners.example.com
    clientConfig: {url: "https://127.0.0.1:9443/owners"}
    rules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pod]}
    sideEffects: None
    admissionReviewVersions: [v1]
`;
const ANNOTATED = HOOKS.replace(
  "annotations: {}",
  `annotations: {ignore.lint.sallyport.dev/never-matches: "it is <planned>"}`,
);
const FLAGS: LintFlags = { service: [], failOn: "error", output: "text", color: "never" };

const folder = folderForTests();
mkdirSync(join(folder, "below"));
writeFileSync(join(folder, "below/hooks.yaml"), HOOKS);
writeFileSync(join(folder, "broken.yaml"), "a: 1\n---\nkind: [\n");
writeFileSync(join(folder, "README.md"), "# no manifest\n");

describe("sallyport lint", () => {
  test("reads folders below, and goes on after a file that is no YAML", async () => {
    const { text } = await lintPaths([folder], { ...FLAGS, output: "json" });
    const { findings, looked } = JSON.parse(text);
    expect(looked).toEqual({ objects: 2, webhooks: 1, policies: 0 });
    expect(findings).toMatchObject([
      {
        rule: "never-matches",
        severity: "error",
        object: { kind: "ValidatingWebhookConfiguration", name: "owners" },
        webhook: "owners.example.com",
        path: "/webhooks/0/rules/0/resources",
        file: join(folder, "below/hooks.yaml"),
        line: 16,
      },
      { rule: "unreadable", file: join(folder, "broken.yaml"), line: 3 },
    ]);
  });

  test("fails from the severity on that it is told", async () => {
    const file = join(folder, "below/hooks.yaml");
    expect((await lintPaths([file], FLAGS)).failed).toBe(true);
    expect((await lintPaths([file], { ...FLAGS, failOn: "info" })).failed).toBe(true);
    expect((await lintPaths([file], { ...FLAGS, failOn: "never" })).failed).toBe(false);
  });

  test("tells a message once for all webhooks of a file", async () => {
    const file = join(folder, "many.yaml");
    const hook = (name: string) => `  - name: ${name}.example.com
    clientConfig: {url: "https://${name}.example.com/"}
    rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
    sideEffects: None
    failurePolicy: Ignore
    admissionReviewVersions: [v1beta1]
`;
    const head = `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n`;
    writeFileSync(file, `${head}metadata: {name: many}\nwebhooks:\n${["a", "b", "c"].map(hook).join("")}`);
    const { text } = await lintPaths([file], FLAGS);
    expect(text).toContain("3 hints");
    expect(text).toContain(
      "! a.example.com of ValidatingWebhookConfiguration/many and 2 more: it accepts only",
    );
    expect(text).toContain(`at ${file}:10, 16, 22: use a webhook that answers v1`);
    rmSync(file);
  });

  test("tells templates in a folder in a note, and one that is named as an error", async () => {
    const other = folderForTests();
    writeFileSync(join(other, "hooks.yaml"), HOOKS);
    const template = join(other, "role.yaml");
    writeFileSync(template, "{{ if .A }}\nkind: ClusterRole\n{{ end }}\n");
    const { text } = await lintPaths([other], FLAGS);
    expect(text).not.toContain("unreadable");
    expect(text).toContain(`note: skipped, because they are templates with {{ }}`);
    expect((await lintPaths([template], FLAGS)).text).toContain("(unreadable)");
  });

  test("says when a graph shows nothing", async () => {
    const graph = join(folder, "graph.svg");
    const { text } = await lintPaths([join(folder, "below/hooks.yaml")], { ...FLAGS, graph });
    expect(text).toContain(`note: ${graph} shows nothing: the manifests contain no webhook with its Service`);
    rmSync(graph);
  });

  test("wants to know what to look at", async () => {
    await expect(lintPaths([], FLAGS)).rejects.toThrow("nothing to check");
  });

  test("writes SARIF with relative URIs, rules and suppressions", async () => {
    const file = join(folder, "annotated #1.yaml");
    writeFileSync(file, ANNOTATED);
    const { text, failed } = await lintPaths([file], { ...FLAGS, output: "sarif" });
    const [run] = JSON.parse(text).runs;
    expect(failed).toBe(false);
    expect(run.tool.driver.rules).toContainEqual(expect.objectContaining({ id: "never-matches" }));
    const [result] = run.results;
    expect(result).toMatchObject({
      ruleId: "never-matches",
      level: "error",
      suppressions: [{ kind: "inSource", justification: "it is <planned>" }],
    });
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(artifactLocation.uri).toMatch(/^[^/].*annotated%20%231\.yaml$/);
    expect(region.startLine).toBe(16);
    rmSync(file);
  });

  test("writes JUnit, of which those findings fail that count", async () => {
    const file = join(folder, "below/hooks.yaml");
    const { text } = await lintPaths([file], { ...FLAGS, output: "junit" });
    expect(text).toContain(`tests="1" failures="1"`);
    expect(text).toContain("&quot;pod&quot;");
    const { text: passed } = await lintPaths([file], { ...FLAGS, output: "junit", failOn: "never" });
    expect(passed).toContain(`tests="1" failures="0"`);
  });
});

describe("annotations", () => {
  test("take findings back, with a reason", async () => {
    const { findings, suppressed } = await lintText(ANNOTATED);
    expect(findings).toEqual([]);
    expect(suppressed).toMatchObject([{ reason: "it is <planned>", finding: { rule: "never-matches" } }]);
  });

  test("do not without one, which is a finding itself", async () => {
    const { findings } = await lintText(ANNOTATED.replace(`"it is <planned>"`, `" "`));
    expect(findings.map(({ rule }) => rule).sort()).toEqual(["never-matches", "suppression"]);
  });

  test("name the rule that was probably meant", async () => {
    const { findings } = await lintText(ANNOTATED.replace("dev/never-matches", "dev/never-match"));
    expect(findings.find(({ rule }) => rule === "suppression")).toMatchObject({
      fix: "ignore.lint.sallyport.dev/never-matches",
    });
  });
});

describe("misspelt kinds, groups and versions", () => {
  const V1 = "apiVersion: admissionregistration.k8s.io/v1";
  const KIND = "kind: ValidatingWebhookConfiguration";
  test.each([
    [
      V1,
      "kind: ValidatingWebhokConfiguration",
      'there is no kind "ValidatingWebhokConfiguration" in admissionregistration.k8s.io: ValidatingWebhookConfiguration is probably meant',
    ],
    [
      "apiVersion: admissionregistration.k8s.i/v1",
      KIND,
      "there is no ValidatingWebhookConfiguration in admissionregistration.k8s.i: it is in admissionregistration.k8s.io",
    ],
    [
      "apiVersion: v1",
      KIND,
      "there is no ValidatingWebhookConfiguration in the core group: it is in admissionregistration.k8s.io",
    ],
    [
      "apiVersion: admissionregistration.k8s.io/v2",
      KIND,
      'admissionregistration.k8s.io has no version "v2" of ValidatingWebhookConfiguration: the API server refuses it',
    ],
    [
      "apiVersion: admissionregistration.k8s.io/v1alpha1",
      KIND,
      'admissionregistration.k8s.io has no version "v1alpha1" of ValidatingWebhookConfiguration: the API server refuses it',
    ],
    [
      "apiVersion: admissionregistration.k8s.io/v1beta1",
      "kind: ValidatingAdmissionPolicyBinding",
      "admissionregistration.k8s.io/v1beta1 of ValidatingAdmissionPolicyBinding is not served since Kubernetes 1.34: the API server refuses it",
    ],
    [
      "apiVersion: admissionregistration.k8s.io/v1beta1",
      "kind: MutatingAdmissionPolicyBinding",
      "admissionregistration.k8s.io/v1beta1 of MutatingAdmissionPolicyBinding is not served by default (--runtime-config): the API server refuses it",
    ],
  ])("%s, %s is found", async (apiVersion, kind, message) => {
    const { findings } = await lintText(`${apiVersion}\n${kind}\nmetadata: {name: a}\n`);
    expect(findings.map((finding) => finding.message)).toEqual([message]);
  });

  test.each(["kind: ValidatingWebhookConfigurationList\nitems: []", `${KIND}\nmetadata: {name: a}`])(
    "%s is not found",
    async (text) => {
      const { findings } = await lintText(`${V1}\n${text}\n`);
      expect(findings).toEqual([]);
    },
  );
});

test("a check of nothing does not pass: a command before a pipe may have failed", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  await expect(lintPaths([empty], FLAGS)).rejects.toThrow(`nothing to check: there is no object in ${empty}`);
});
