import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tryWebhooks } from "../../src/cli/lint/try/try-webhooks.ts";
import { parseManifests } from "../../src/explain/offline/manifests.ts";
import type { Finding } from "../../src/lint/finding.ts";
import { lint } from "../../src/lint/lint.ts";
import { selfSigned } from "../../src/webhook/tls.ts";

/** Separate modules are used, because each webhook of a module makes its test slower. */
const moduleOf = (name: string): string => fileURLToPath(new URL(`tried/${name}.ts`, import.meta.url));
const handlers = moduleOf("all");
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "of another cluster" },
  spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
};

async function tried(yaml: string, more: Partial<Parameters<typeof tryWebhooks>[0]> = {}) {
  const manifests = await parseManifests(yaml, "a.yaml");
  const given = { manifests, samples: [], handlers: undefined, services: new Map(), ...more };
  const { tried: all, notes, manifests: added } = await tryWebhooks(given);
  const report = await lint({ manifests: [...manifests, ...added], now: 0, tried: all, notes });
  return { notes, findings: report.findings.filter(({ rule }) => TRIED.has(rule)) };
}

const TRIED = new Set([
  "two-writers",
  "unusable-answer",
  "not-idempotent",
  "changes-identity",
  "order-dependent",
  "no-convergence",
  "unsafe-dry-run",
]);

const pairs = (findings: readonly Finding[]): string[] =>
  findings.map(({ rule, webhook }) => `${webhook} ${rule}`).sort();

/** A configuration that registers webhooks of the module with other rules than their own. */
const configuration = (name: string, hook: string, more = ""): string => `---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: ${name}}
webhooks:
  - name: ${hook}.example.com
    clientConfig: {service: {namespace: b, name: a}}
    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
    sideEffects: None
    admissionReviewVersions: [v1]
    ${more}
`;

test("webhooks of a module are called about pods that are made from their rules", async () => {
  const { findings, notes } = await tried("", { handlers });
  expect(pairs(findings)).toEqual([
    "adds.example.com not-idempotent",
    "adds.example.com order-dependent",
    "dry.example.com unsafe-dry-run",
    "renames.example.com changes-identity",
    "tier-a.example.com two-writers",
  ]);
  expect(notes).toEqual([
    "boats.example.com was not tried: it is called for the creation of no sample (add samples with --samples FILE)",
    expect.stringMatching(/^throws\.example\.com was not tried: it refuses each sample: .*no database/),
  ]);
});

test("the same about objects that are given, in a namespace that nobody declares", async () => {
  const { findings } = await tried("", { handlers: moduleOf("renames"), samples: [POD] });
  expect(pairs(findings)).toContain("renames.example.com changes-identity");
  const renamed = findings.find(({ rule }) => rule === "changes-identity");
  expect(renamed?.message).toContain(
    'changes /metadata/name from "web" to "other" (tried with {"apiVersion"',
  );
});

test.each([
  ["Never", "tier-a", "in the order of names, tier-b.example.com is called last, and its value stays"],
  [
    "IfNeeded",
    "tier-b",
    "in the order of names, tier-a.example.com is called first, but again after the other (reinvocationPolicy IfNeeded), and its value stays",
  ],
])("two that write one field, the first with reinvocationPolicy %s", async (policy, lost, why) => {
  const yaml = `${configuration("one", "tier-a", `reinvocationPolicy: ${policy}`)}${configuration("two", "tier-b")}`;
  const { findings } = await tried(yaml, { handlers: moduleOf("tiers") });
  const found = findings.find(({ rule }) => rule === "two-writers");
  expect(found?.webhook).toBe(`${lost}.example.com`);
  expect(found?.message).toContain(why);
});

test("samples have the labels that selectors want, in a namespace with theirs", async () => {
  const selectors = `namespaceSelector: {matchLabels: {team: shop}}
    objectSelector: {matchExpressions: [{key: inject, operator: In, values: ["yes"]}]}`;
  const { findings, notes } = await tried(configuration("one", "renames", selectors), {
    handlers: moduleOf("renames"),
  });
  expect(pairs(findings)).toContain("renames.example.com changes-identity");
  expect(notes).toEqual([]);
});

test("custom resources are made from their schema", async () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [sails, rig, crew]
              properties:
                sails: {type: integer, minimum: 2}
                rig: {type: string, enum: [sloop, ketch]}
                crew: {type: array, minItems: 1, items: {type: object, required: [name], properties: {name: {type: string}}}}
`;
  const { notes } = await tried(definition, { handlers: moduleOf("boats") });
  expect(notes).toEqual([]);
});

test("who cannot be called is not, and a note says so", async () => {
  const yaml = `${configuration("one", "far")}${configuration("two", "unsafe").replace("sideEffects: None", "sideEffects: Some").replace("/v1", "/v1beta1")}`;
  const { findings, notes } = await tried(yaml);
  expect(findings).toEqual([]);
  expect(notes).toEqual([
    "far.example.com was not tried: its Service has no address here; use --service b/a=HOST:PORT, or --handlers MODULE",
    "unsafe.example.com was not tried: sideEffects is Some",
  ]);
});

test("a webhook at a URL is called; its answer may be of no use", async () => {
  const { serving, caBundle } = await selfSigned([]);
  const server = createServer({ cert: serving.cert, key: serving.key }, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const yaml = configuration("one", "empty").replace(
    "service: {namespace: b, name: a}",
    `url: "https://127.0.0.1:${port}/", caBundle: ${caBundle}`,
  );
  try {
    const { findings, notes } = await tried(yaml);
    expect({ found: pairs(findings), notes }).toEqual({
      found: ["empty.example.com unusable-answer"],
      notes: [],
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("nobody answers at a URL: a note, no finding", async () => {
  const yaml = configuration("one", "away").replace(
    "service: {namespace: b, name: a}",
    'url: "https://127.0.0.1:1/"',
  );
  const { findings, notes } = await tried(yaml);
  expect(findings).toEqual([]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^away\.example\.com was not tried: .*connection refused/);
});
