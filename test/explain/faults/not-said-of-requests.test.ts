import { expect, test } from "vitest";
import { explained, webhookManifest } from "../../../src/explain/explained.tool.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";
import type { JsonObject } from "../../../src/json/value.ts";

interface Case {
  readonly manifests?: string;
  readonly object: string;
  readonly old?: string;
  readonly operation?: string;
  /** The patches of the webhooks. */
  readonly patches?: Readonly<Record<string, readonly JsonObject[]>>;
}

const read = (text: string): JsonObject => parseYaml(text) as JsonObject;

/** All causes and notes of a request. */
async function saidOf({ manifests = "", object, old, operation, patches = {} }: Case): Promise<string> {
  const answers = Object.entries(patches).map(([name, patch]) => {
    const base64 = Buffer.from(JSON.stringify(patch)).toString("base64");
    return [name, { allowed: true, patchType: "JSONPatch", patch: base64 }];
  });
  const { findings, notes } = await explained({
    manifests,
    object: read(object),
    ...(old !== undefined && { old: read(old) }),
    ...(operation !== undefined && { flags: { operation } }),
    answers: Object.fromEntries(answers),
  });
  return [...findings.map(({ message, advice = "" }) => `${message} ${advice}`), ...notes].join("\n");
}

const base = (rules: string, spec: string): { manifests: string; object: string } => ({
  manifests: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: bases.books.example.org }
spec:
  group: books.example.org
  scope: Namespaced
  names: { plural: bases, kind: Base }
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
              properties:
                a: { type: string }
                b: { type: string }
                c: { type: string }
                all: { type: array, items: { type: object, properties: { name: { type: string }, size: { type: string } } } }
              x-kubernetes-validations: ${rules}`,
  object: baseOf(spec),
});
const baseOf = (spec: string): string => `
apiVersion: books.example.org/v1
kind: Base
metadata: { name: ledger, namespace: default }
spec: ${spec}`;

const CLASS = `
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: high }
value: 1000
---`;
const pod = (spec: string): string => `
apiVersion: v1
kind: Pod
metadata: { name: batch, namespace: default }
spec: { ${spec} containers: [{ name: batch, image: batch }] }`;
const HOOKS = `${CLASS}
${webhookManifest("first", { resources: "pods" })}
---
${webhookManifest("second", { resources: "pods" })}`;

const namespace = (status: string): string => `
apiVersion: v1
kind: Namespace
metadata: { name: lobby, uid: 33333333-3333-3333-3333-333333333333, deletionTimestamp: "2026-01-01T00:00:00Z" }
spec: { finalizers: [kubernetes] }
status: { phase: Terminating, conditions: [${status}] }`;
const SYSTEM = "apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system }";

const claim = (size: string, phase = "Pending", more = ""): string => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: archive, namespace: default }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: ${size} } }${more} }
status: { phase: ${phase} }`;
const classes = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: slow, annotations: { storageclass.kubernetes.io/is-default-class: "true" } }
provisioner: disks.example.com
---
${webhookManifest("classes", { resources: "persistentvolumeclaims" })}`;

const service = (ports: string): string => `
apiVersion: v1
kind: Service
metadata: { name: dns, namespace: default }
spec: { ports: [${ports}, { name: x, port: 54 }] }`;
const PORT = { name: "dns", port: 53, protocol: "TCP", targetPort: 53 };

test.each<[string, Case, RegExp]>([
  [
    "one field of two that are needed",
    {
      ...base('[{ rule: "has(self.a)" }, { rule: "has(self.b) || has(self.c)" }]', "{}"),
      old: baseOf("{ a: x, b: x, c: x }"),
    },
    /takes away \/spec\/a, and is accepted/,
  ],
  [
    "a field of an item that was moved",
    {
      ...base('[{ rule: "has(self.all[0].size)" }]', "{ all: [{ name: b }, { name: a, size: x }] }"),
      old: baseOf("{ all: [{ name: a, size: x }, { name: b }] }"),
    },
    /takes away/,
  ],
  [
    "a class that a webhook replaces",
    {
      manifests: classes,
      object: claim("1Gi", "Pending", ", storageClassName: fast"),
      patches: {
        "classes.example.com": [{ op: "replace", path: "/spec/storageClassName", value: "slow" }],
      },
    },
    /StorageClass fast/,
  ],
  [
    "the right priority of a request",
    {
      manifests: HOOKS,
      object: pod("priority: 1000, priorityClassName: high,"),
      patches: { "first.example.com": [{ op: "replace", path: "/spec/priority", value: 9 }] },
    },
    /the request itself/,
  ],
  [
    "a webhook that writes the right class",
    {
      manifests: HOOKS,
      object: pod(""),
      patches: {
        "first.example.com": [
          { op: "add", path: "/spec/priorityClassName", value: "high" },
          { op: "replace", path: "/spec/priority", value: 1000 },
        ],
        "second.example.com": [{ op: "replace", path: "/spec/priority", value: 7 }],
      },
    },
    /webhook first\.example\.com set/,
  ],
  [
    "finalizers of a namespace that the server keeps",
    {
      manifests: `${SYSTEM}\nspec: { finalizers: [kubernetes, a.example.com/keep] }`,
      object: SYSTEM,
      operation: "DELETE",
    },
    /finalizers/,
  ],
  [
    "other conditions of a namespace, and empty ones",
    {
      manifests: namespace(
        '{ type: Audited, status: "True", message: done }, { type: NamespaceContentRemaining, status: "True" }',
      ),
      object: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu, namespace: lobby }",
    },
    /status says/,
  ],
  ["a claim that gets smaller", { object: claim("1Gi"), old: claim("3Gi") }, /only a bound claim/],
  ["a claim whose volume is lost", { object: claim("3Gi"), old: claim("1Gi", "Lost") }, /only a bound claim/],
  [
    "a port that a webhook adds again",
    {
      manifests: webhookManifest("ports", { resources: "services", operations: "UPDATE" }),
      object: service("{ name: dns, port: 55 }"),
      old: service(JSON.stringify(PORT)),
      patches: { "ports.example.com": [{ op: "add", path: "/spec/ports/-", value: PORT }] },
    },
    /merges this list/,
  ],
])("nothing is said of %s", async (_, one, not) => {
  const said = await saidOf(one);
  expect(said).not.toBe("");
  expect(said).not.toMatch(not);
});
