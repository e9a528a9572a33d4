import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runTests, type TestFlags } from "./run-tests.ts";

let folder = "";
let printed = "";
let complained = "";

beforeEach(() => {
  // A folder in which this project's esbuild is found, as a user's project finds its own.
  const cache = join(import.meta.dirname, "../../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "sallyport-suites-"));
  printed = "";
  complained = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const run = (flags: Partial<TestFlags> = {}): Promise<number> =>
  runTests([folder], { output: "text", ...flags }, (text) => {
    printed += text;
  });

const configuration = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: owners }
webhooks:
  - name: owner.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { url: "https://owners.test" }
    rules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }
`;

const suite = (name: string, source: string, allowed: boolean) => `apiVersion: test.sallyport/v1
kind: Suite
name: ${name}
given: { manifests: [config.yml], webhooks: { owner.example.com: ${source} } }
cases:
  - name: a map
    when: { create: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } } }
    expect: { allowed: ${allowed} }
`;

test("without a suite, the report is empty, and standard error says how a suite is known", async () => {
  write("config.yml", configuration);
  expect(await run({ output: "junit" })).toBe(2);
  expect(printed).toBe("");
  expect(complained).toContain(
    `there is no suite in ${folder}: a suite is a YAML file with apiVersion: test.sallyport/v1`,
  );
});

test("a suite that cannot be run is in every report, beside those that can", async () => {
  write("config.yml", configuration);
  write("a.yaml", suite("good", "allow", true));
  write("b.yaml", suite("typo", "alow", true));
  expect(await run()).toBe(2);
  expect(printed).toContain("1 passed, 0 failed, 1 suite could not be run");
  expect(printed).toContain(`✗ could not be run: ${folder}/b.yaml`);
  expect(printed).toContain(`webhook owner.example.com: there is no file ${folder}/alow`);
  expect(printed).toMatch(/^SUITE +PASSED +FAILED +REACHED\ngood +1 +0 +\d+\/\d+\n\S+b\.yaml +- +- +-$/m);
  expect(complained).toBe("");
  printed = "";
  await run({ output: "junit" });
  expect(complained).toContain(`webhook owner.example.com: there is no file ${folder}/alow`);
  expect(printed).toContain('tests="1" errors="1"');
  printed = "";
  await run({ output: "sarif" });
  expect(JSON.parse(printed).runs[0].results).toContainEqual(
    expect.objectContaining({ ruleId: "broken-suite", level: "error" }),
  );
});

test("a coverage that is too low fails", async () => {
  write("config.yml", configuration);
  write("a.yaml", suite("good", "allow", true));
  expect(await run({ minCoverage: 10 })).toBe(0);
  expect(await run({ minCoverage: 100 })).toBe(1);
  expect(complained).toMatch(/\d of \d were reached: \d+\.\d %, and --min-coverage is 100 %/);
});

test("a filter that fits no case is an error", async () => {
  write("config.yml", configuration);
  write("a.yaml", suite("good", "allow", true));
  expect(await run({ filter: "good a map" })).toBe(0);
  expect(await run({ filter: "nothing" })).toBe(2);
  expect(complained).toContain('no case has "nothing" in its name');
});

test("the first failure ends it all when that is wanted", async () => {
  write("config.yml", configuration);
  write("a.yaml", suite("wrong", "allow", false));
  write("b.yaml", suite("good", "allow", true));
  expect(await run({ bail: true })).toBe(1);
  expect(printed).toContain("0 passed, 1 failed");
});

test("handlers may be TypeScript", async () => {
  write("package.json", "{}");
  write("config.yml", configuration);
  write(
    "hooks.ts",
    "export const owner = (object: { metadata: object }): boolean => 'owner' in object.metadata;\n",
  );
  write("a.yaml", suite("typed", '"./hooks.ts#owner"', false));
  expect([await run(), printed]).toEqual([0, expect.stringContaining("1 passed")]);
});

test("a path that is not there is named in words", async () => {
  const missing = join(folder, "none");
  expect(await runTests([missing], { output: "text" }, () => undefined)).toBe(2);
  expect(complained).toBe(`sallyport: there is no file or folder ${missing}\n`);
});
