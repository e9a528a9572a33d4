import { describe, expect, test } from "vitest";
import { explained } from "../../../src/explain/explained.tool.ts";
import { explanationText } from "../../../src/explain/text/explanation-text.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { MAP, SET_UP, told } from "./set-up.ts";

const DEPLOYMENT = `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: market }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web }] }
`;
const POD = `---
apiVersion: v1
kind: Pod
metadata: { name: web-1, namespace: market, labels: { app: web } }
spec: { containers: [{ name: web, image: web }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: webs, namespace: market }
spec: { minAvailable: 1, selector: { matchLabels: { app: wbe } } }
`;

describe("one fault in manifests", () => {
  const named = (kind: string, apiVersion: string, name: string): JsonObject => ({
    apiVersion,
    kind,
    metadata: { name, namespace: "market" },
  });
  const scale = { ...named("Scale", "autoscaling/v1", "web"), spec: { replicas: 2 } };
  test.each<[string, string, JsonObject, RegExp]>([
    [
      "  name: market\n",
      "  name: market\n  name: market\n",
      MAP,
      /hooks.yaml:5: the key "name" is in this map twice, and only its last value counts/,
    ],
    [
      "name: web, namespace: market }",
      "name: web }",
      scale,
      /Deployment\/web in the namespace default at hooks/,
    ],
    ["name: web, namespace: market }", "name: wbe, namespace: market }", scale, /Deployment\/wbe in the/],
    ["kind: Deployment", "kind: Deplyment", scale, /Deplyment\/web in the namespace market at/],
    ["kind: Deployment", "kind: Deplyment", MAP, /no kind Deplyment of apps\/v1 .*"Deployment" is probably/],
    ["metadata: { name: web-1", "metdata: { name: web-1", MAP, /unknown field "metdata": "metadata" is prob/],
    [
      "{ app: web } }\n  template",
      "{ app: wbe } }\n  template",
      { ...named("Deployment", "apps/v1", "web"), spec: { replicas: 2 } },
      /could not be stored .* wants app=wbe, and the template has app=web/,
    ],
    [
      "minAvailable",
      "minAvailable",
      named("Eviction", "policy/v1", "web-1"),
      /budget|PodDisruptionBudget\/webs does not select the pod: it wants app=wbe \(.*\), and the pod has app=web/,
    ],
  ])("%j as %j", async (from, to, object, expected) => {
    const manifests = `${SET_UP}${DEPLOYMENT}${POD}`.replace(from, to);
    const flags = object.kind === "Deployment" ? { operation: "UPDATE" } : {};
    const found = await explained({ manifests, object, flags }).then(explanationText, String);
    expect(found).toMatch(expected);
  });

  test("manifests that are no objects of a server are no mistake", async () => {
    const manifests = `${SET_UP}---\nname: chart\nversion: 1\n---\napiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization\nresources: [a.yaml]\n---\nkind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nname: a\n`;
    expect((await explained({ manifests, object: MAP })).findings).toEqual([]);
  });
});

describe("one fault in the request", () => {
  test.each<[JsonObject, Parameters<typeof explained>[0]["flags"], string]>([
    [
      { ...MAP, metadata: { name: "a", namespace: "makret" } },
      { as: "dora" },
      'it is needed in makret, which is not among the manifests: "market" is probably meant\n      at /metadata/namespace',
    ],
    [
      { ...MAP, metadata: { name: "a" } },
      { as: "dora" },
      "needed in default, the namespace of a request without metadata.namespace\n      at /metadata/namespace",
    ],
    [
      { ...MAP, metadata: { name: "a" } },
      {},
      "namespace default (the object has no metadata.namespace) is not among",
    ],
    [
      { ...MAP, metadata: { name: "a", namespace: ["market"] } },
      {},
      "namespace default (metadata.namespace of the object is no text) is not among",
    ],
    [
      { ...MAP, metadata: { namespace: "market" } },
      { operation: "DELETE" },
      "the object has no metadata.name: all configmaps in market are deleted",
    ],
    [{ ...MAP, metadata: {}, name: "a" }, {}, "metadata.name is probably meant"],
    [
      { ...MAP, apiVersion: "ConfigMap", kind: "v1" },
      {},
      "its kind is a version: is its apiVersion the kind?",
    ],
  ])("%j %j", async (object, flags, expected) => {
    const found = await explained({ manifests: SET_UP, object, ...(flags && { flags }) }).then(
      explanationText,
      String,
    );
    expect(found).toContain(expected);
  });

  test("a denial without a message", async () => {
    expect(await told("team: market", "team: market", { answer: { allowed: false } })).toContain(
      "the answer of maps.example.com has no response.status.message",
    );
  });
});

test("a rule that a role has gathered is named where it is written", async () => {
  const gathering = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: all }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to-all: "true" } }] }
rules: []
`;
  const manifests = SET_UP.replace(
    "metadata: { name: editor }\n",
    'metadata: { name: editor, labels: { to-all: "true" } }\n',
  )
    .replace("ClusterRole, name: editor", "ClusterRole, name: all")
    .replace("verbs: [create, get]", "verbs: [get]")
    .concat(gathering);
  const { findings } = await explained({ manifests, object: MAP, flags: { as: "dora" } });
  expect(findings[0]).toMatchObject({ of: "ClusterRole/editor", at: "hooks.yaml:13" });
  expect(findings[0]?.message).toContain("(it gathers this rule of ClusterRole editor)");
});

test("the key of a default class that is misspelt", async () => {
  const manifests = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast, annotations: { storageclass.kubernetes.io/is-defualt-class: "true" } }
provisioner: a
`;
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const object = { ...MAP, kind: "PersistentVolumeClaim", data: undefined, spec };
  const { notes } = await explained({ manifests, object });
  expect(notes.join("\n")).toContain(
    "storageclass.kubernetes.io/is-default-class is probably meant (hooks.yaml:3)",
  );
});
