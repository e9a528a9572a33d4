import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { deny, on, validating } from "../../webhook/index.ts";
import { junitReport } from "./reports/junit-report.ts";
import { sarifReport } from "./reports/sarif-report.ts";
import { textReport } from "./reports/text-report.ts";
import { runSuite, runSuiteInVersions } from "./run-suite.ts";

const folder = folderForTests();
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

beforeAll(() => {
  write(
    "config.yaml",
    `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: team }
webhooks:
  - name: team.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { namespace: default, name: team } }
    rules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }
    matchConditions:
      - { name: not-quiet, expression: "!('quiet' in object.metadata.?labels.orValue({}))" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: short }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps] }
  validations:
    - { expression: "object.metadata.name.size() < 10", message: too long }
    - { expression: "true" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: short }
spec: { policyName: short, validationActions: [Deny] }
`,
  );
  write(
    "webhooks.mjs",
    "export const team = (object) => { object.metadata.labels = { ...object.metadata.labels, team: 'a' }; };\n",
  );
  write("settings.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { x: '1' }\n");
});

const HEAD = `apiVersion: test.sallyport/v1
kind: Suite
name: settings
given:
  manifests: [config.yaml]
  authorization: RBAC
  webhooks: { team.example.com: "./webhooks.mjs#team" }
cases:
`;

const GOOD = `${HEAD}  - name: gets a team
    when: { create: settings.yaml }
    expect:
      allowed: true
      called: [team.example.com, short]
      patch: { team.example.com: [{ op: add, path: /metadata/labels, value: { team: a } }] }
      object: { metadata: { labels: { team: a } }, data: { x: "1" } }
      warnings: []
  - name: a long name is refused
    when:
      create: { apiVersion: v1, kind: ConfigMap, metadata: { name: much-too-long-a-name } }
    expect: { allowed: false, by: short, code: 422, message: too long }
  - name: quiet ones are left alone
    when:
      create: { apiVersion: v1, kind: ConfigMap, metadata: { name: q, labels: { quiet: "yes" } } }
      dryRun: true
    expect: { allowed: true, notCalled: [team.example.com] }
  - name: an update of what is there
    given:
      manifests: [settings.yaml]
    when:
      patch: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
      with: { data: { x: "2" } }
    expect: { allowed: true, object: { data: { x: "2" } } }
  - name: somebody without rights
    when: { create: settings.yaml, as: jane }
    expect: { allowed: false, code: 403, reason: Forbidden, notMatched: true }
`;

describe("runSuiteInVersions", () => {
  const text = (versions: string) => `apiVersion: test.sallyport/v1
kind: Suite
name: names of hosts
given:${versions}
  manifests: []
cases:
  - name: a pod has another name of its host
    when:
      create: { apiVersion: v1, kind: Pod, metadata: { name: p }, spec: { hostnameOverride: other, containers: [{ name: c, image: i }] } }
    expect: { notMatched: true, object: { spec: { hostnameOverride: other } } }
`;
  const run = async (versions: string, options = {}) => {
    const reports = await runSuiteInVersions(write("versions.yaml", text(versions)), options);
    return reports.map(({ name, cases }) => [name, cases.map(({ problems }) => problems.length)]);
  };

  test("reports each version of Kubernetes that the suite names", async () => {
    expect(await run('\n  kubernetesVersion: ["1.34", "1.37"]')).toEqual([
      ["names of hosts (Kubernetes 1.34)", [1]],
      ["names of hosts (Kubernetes 1.37)", [0]],
    ]);
    expect(await run('\n  kubernetesVersion: "1.34"')).toEqual([["names of hosts (Kubernetes 1.34)", [1]]]);
    expect(await run("")).toEqual([["names of hosts", [0]]]);
  });

  test("runs in the versions of the options instead", async () => {
    const kubernetesVersions = ["1.36"];
    expect(await run('\n  kubernetesVersion: "1.34"', { kubernetesVersions })).toEqual([
      ["names of hosts (Kubernetes 1.36)", [0]],
    ]);
  });

  test.each([
    ["1.35", 'kubernetesVersion is a text in quotes, such as "1.35", or a list of such texts'],
    ['"1.20"', "Kubernetes 1.20 is not supported; there are 1.34, 1.35, 1.36 and 1.37"],
  ])("refuses the version %s", async (version, message) => {
    await expect(run(`\n  kubernetesVersion: ${version}`)).rejects.toThrow(message);
  });
});

describe("runSuite", () => {
  test("runs each case from the same beginning, and says what none of them reached", async () => {
    const files: string[] = [];
    const report = await runSuite(write("good.yaml", GOOD), {
      onFile: (file) => files.push(file),
    });
    expect(report.cases.map(({ name, problems }) => [name, problems])).toEqual([
      ["gets a team", []],
      ["a long name is refused", []],
      ["quiet ones are left alone", []],
      ["an update of what is there", []],
      ["somebody without rights", []],
    ]);
    expect(
      report.coverage.filter(({ reached }) => !reached).map(({ message, at }) => `${message} ${at}`),
    ).toEqual([
      `validation 2 of policy short never failed ${folder}/config.yaml:24`,
      `rule 2 of webhook team.example.com was never used ${folder}/config.yaml:11`,
    ]);
    expect(report.coverage.length).toBe(6);
    for (const name of ["good.yaml", "config.yaml", "settings.yaml", "webhooks.mjs"])
      expect(files).toContain(join(folder, name));
    expect(textReport([report])).toContain("5 passed, 0 failed");
  });

  test("a webhook of the SDK that nothing configures registers itself; anything else is refused", async () => {
    const own = validating(
      { name: "own.example.com", rules: [on("v1", "configmaps")] },
      { create: () => deny("not yours") },
    );
    const loadModule = async () => ({ exports: { own, plain: () => true }, files: [] });
    const text = (name: string, source: string) =>
      `apiVersion: test.sallyport/v1
kind: Suite
name: own
given: { webhooks: { ${name}: ./own.mjs#${source} } }
cases:
  - { name: refused, when: { create: settings.yaml }, expect: { by: own.example.com, message: not yours } }
`;
    const { cases } = await runSuite(write("own.yaml", text("own.example.com", "own")), { loadModule });
    expect(cases.map(({ problems }) => problems)).toEqual([[]]);
    for (const [name, source] of [
      ["own.exmple.com", "own"],
      ["own.example.com", "plain"],
    ] as const)
      await expect(runSuite(write("plain.yaml", text(name, source)), { loadModule })).rejects.toThrow(
        `no configuration has a webhook ${name}`,
      );
  });

  test("a case in which nothing matched is red unless it says so, and what is red is explained", async () => {
    const text = `${HEAD}  - name: nobody asked
    when:
      create: { apiVersion: v1, kind: ServiceAccount, metadata: { name: a } }
    expect: { allowed: true }
  - name: wrong in many ways
    when: { create: settings.yaml }
    expect: { allowed: false, called: [other.example.com], notCalled: [short], object: { data: { x: "3" } } }
`;
    const report = await runSuite(write("bad.yaml", text));
    const [nobody, wrong] = report.cases;
    expect(nobody?.problems).toEqual([expect.stringContaining("nothing matched")]);
    expect(wrong?.problems).toEqual([
      "it was allowed",
      "there is no webhook or policy other.example.com; there are: team.example.com, short",
      "short was called",
      'the object has "1" at /data/x, not "3"',
    ]);
    expect(wrong?.explanation).toContain("CREATE configmaps");
    expect(wrong?.at).toBe(`${folder}/bad.yaml:13`);
    expect(textReport([report])).toContain("0 passed, 2 failed");
    expect(junitReport([report])).toContain('tests="2" failures="2"');
    const { runs } = JSON.parse(sarifReport([report], "1"));
    expect(runs[0].results[1]).toMatchObject({
      ruleId: "failed-case",
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 13 } } }],
    });
  });

  test.each([
    ["apiVersion: v1\nkind: Suite\n", "a suite has apiVersion: test.sallyport/v1 and kind: Suite"],
    [HEAD, "there are no cases"],
    [
      `${HEAD}  - { name: a, when: { create: {} }, expect: {} }\n`,
      "x.yaml:9: the object needs apiVersion and kind",
    ],
    [
      `${HEAD}  - { name: a, when: {}, expect: {} }\n`,
      "when needs exactly one of create, update, apply, patch, delete",
    ],
    [
      `${HEAD}  - { name: a, when: { create: settings.yaml }, expect: { alowed: true } }\n`,
      'unknown field "alowed"; there are allowed, by',
    ],
    [
      `${HEAD}  - { name: a, when: { create: settings.yaml }, expect: { allowed: "yes" } }\n`,
      "allowed has to be a boolean",
    ],
    [`${HEAD}  - { name: a, when: { create: nowhere.yaml }, expect: {} }\n`, "there is no file"],
  ])("refuses a suite that is none, with file and line", async (text, message) => {
    await expect(runSuite(write("x.yaml", text))).rejects.toThrow(message);
  });

  test("runs the cases with a text in their names, and says nothing of what only others reach", async () => {
    const report = await runSuite(write("z.yaml", GOOD), { filter: "settings a long" });
    expect(report.cases.map(({ name }) => name)).toEqual(["a long name is refused"]);
    expect(report.coverage).toEqual([]);
  });

  test("ends with the first case that fails when that is wanted", async () => {
    const text = GOOD.replace('data: { x: "1" }', 'data: { x: "2" }');
    const { cases } = await runSuite(write("w.yaml", text), { bail: true });
    expect(cases.map(({ name, problems }) => [name, problems.length])).toEqual([["gets a team", 1]]);
  });

  test("names the webhook whose module has no such export", async () => {
    const text = GOOD.replace("#team", "#nobody");
    await expect(runSuite(write("y.yaml", text))).rejects.toThrow(
      "webhook team.example.com: ./webhooks.mjs exports no function or webhook nobody; it exports ",
    );
  });
});
