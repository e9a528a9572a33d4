import { describe, expect, test } from "vitest";
import { explained } from "../../../src/explain/explained.tool.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { BOAT, MAP, told } from "./set-up.ts";

test("nothing looks wrong in the sound set-up, also for a request that a condition was not written for", async () => {
  const text = await told("team: market", "team: market");
  expect(text).toContain("Allowed (201)");
  expect(text).not.toContain("What looks wrong");
  expect(await told("team: market", "team: market", { asked: "pods.example.com" })).not.toContain(
    "no such key",
  );
});

test.each([
  [
    { metadata: { name: "a", namespace: "market", "example.com/team": "b" } },
    "/metadata/example.com~1team",
    "metadata.labels",
  ],
  [
    {
      kind: "Pod",
      data: undefined,
      spec: { containers: [{ name: "a", image: "b", resources: { "x.io/gpu": 1 } }] },
    },
    "/spec/containers/0/resources/x.io~1gpu",
    "resources.requests.x.io/gpu",
  ],
])("a name with dots one level too high: %j", async (more, at, says) => {
  const { findings } = await explained({ manifests: "", object: { ...MAP, ...more } });
  expect(findings[0]).toMatchObject({ code: "unknown-field", at, message: expect.stringContaining(says) });
});

describe("a manifest that the server does not take", () => {
  test.each([
    [
      "v1\nkind: Namespace",
      "v1\nkidn: Namespace",
      'the object "market": the server refuses it: it has no kind ("kidn"',
    ],
    [
      "apiVersion: v1\nkind: Namespace",
      "kind: Namespace",
      "Namespace/market: the server refuses it: it has no apiVersion",
    ],
    [
      "kind: Namespace",
      "kind: Namespcae",
      'no kind Namespcae of v1 is served; "Namespace" is probably meant',
    ],
    [
      "kind: MutatingWebhookConfiguration",
      "kind: Webhook",
      "no kind Webhook of admissionregistration.k8s.io/v1 is served",
    ],
    ["kind: RoleBinding", "kind: RoleBniding", '"RoleBinding" is probably meant'],
    ["v1\nkind: ConfigMap", "v1\nkind: ConfigMpa", '"ConfigMap" is probably meant'],
    ["v1\nkind: ConfigMap", "v2\nkind: ConfigMap", "no kind ConfigMap of v2 is served; it is served in v1"],
    [
      "rbac.authorization.k8s.io/v1\nkind: ClusterRole\n",
      "ClusterRole\nkind: rbac.authorization.k8s.io/v1\n",
      "which is a version, and its apiVersion",
    ],
    ["metadata: { name: editor }", "metadata: {}", "ClusterRole without a name: the server refuses it"],
  ])("%j as %j", async (from, to, expected) => {
    const text = await told(from, to);
    expect(text).toContain(expected);
    expect(text).not.toContain("undefined");
  });

  test("kinds of servers that are not known are no mistake", async () => {
    const knative =
      "apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: { name: a, namespace: market }\n---\n";
    expect(
      await told("apiVersion: v1\nkind: Namespace", `${knative}apiVersion: v1\nkind: Namespace`),
    ).not.toContain("What looks wrong");
  });

  test.each([
    ["metadata: { name: boats.example.com }", "metadata: {}", "CustomResourceDefinition without a name"],
    [
      "kind: CustomResourceDefinition",
      "kind: CustomResourceDefintion",
      '"CustomResourceDefinition" is probably meant',
    ],
    ["  names: { plural", "  Names: { plural", "spec.names"],
  ])("a definition without which a kind is not served: %j as %j", async (from, to, expected) => {
    await expect(told(from, to, { object: BOAT, flags: {} })).rejects.toThrow(expected);
  });

  test("the webhook that has the wrong type is named, not the first one", async () => {
    const rules = `configmaps]\n    sideEffects: None`;
    const text = await told(rules, `[configmaps]]\n    sideEffects: None`);
    expect(text).toMatch(
      /maps\.example\.com of Mut.*: webhooks\.rules\.resources is a list, it must be a text\n.*yaml:77/,
    );
    expect(
      await told(rules, `[configmaps]]\n    sideEffects: None`, { asked: "pods.example.com" }),
    ).toContain("webhooks.rules.resources is a list");
  });
});

test.each([
  ["name: dora, api", "name: carl, api", "RoleBinding market/editors gives this right to User carl only"],
  [
    "subjects:\n  - { kind: User, name: dora, apiGroup: rbac.authorization.k8s.io }\n",
    "",
    "to no user: it has no subjects",
  ],
  [
    "ClusterRole, name: editor",
    "ClusterRole, name: edtior",
    'which does not exist ("editor" is probably meant)',
  ],
  [
    "ClusterRole, name: editor",
    "Role, name: editor",
    "which does not exist (there is a ClusterRole of that name)",
  ],
])("a right that is not given: %j as %j", async (from, to, expected) => {
  expect(await told(from, to)).toContain(expected);
});

describe("the answer of a webhook", () => {
  const patch = (...operations: JsonObject[]) => ({ allowed: true, patch: operations });
  test.each<[JsonObject, string]>([
    [
      { alolwed: true },
      "its answer has response.alolwed, which the API server does not read: it reads response.allowed",
    ],
    [{ warnings: [] }, "its answer has no response.allowed, which counts as false"],
    [{ allowed: true, pacth: [] }, "it reads response.patch"],
    [
      patch({ op: "ad", path: "/data/a", value: "b" }),
      'operation 0 (/data/a) has the op "ad", "add" is probably meant',
    ],
    [patch({ po: "add", path: "/data/a", value: "b" }), 'operation 0 (/data/a) has no op (it has "po")'],
    [patch({ op: "add", paht: "/data/a", value: "b" }), 'operation 0 has no path (it has "paht")'],
    [patch({ op: "add", path: "/data/a", vlaue: "b" }), 'has no value (it has "vlaue"), and writes null'],
    [patch({ op: "add", path: "/data/a", value: 1 }), "data is a number, it must be a text, at /data/a"],
  ])("%j", async (answer, expected) => {
    expect(await told("team: market", "team: market", { answer })).toContain(expected);
  });

  test("a patch with an amount that cannot be read", async () => {
    const object = {
      ...MAP,
      kind: "Pod",
      data: undefined,
      spec: { containers: [{ name: "a", image: "b" }] },
    };
    const answer = patch({
      op: "add",
      path: "/spec/containers/0/resources",
      value: { limits: { cpu: "many" } },
    });
    const text = await told("[configmaps]\n    sideE", "[pods]\n    sideE", { object, answer, flags: {} });
    expect(text).toContain(", at /spec/containers/0/resources/limits/cpu");
  });
});

describe("what the request is about", () => {
  const heads = (object: JsonObject) => told("team: market", "team: market", { object });
  test.each<[JsonObject, string]>([
    [
      { ...MAP, metadata: { name: "a", namepsace: "market" } },
      '"metadata.namepsace": "namespace" is probably meant',
    ],
    [
      { apiVersion: "v1", kind: "ConfigMap", metaadta: { name: "a" } },
      '"metaadta": "metadata" is probably meant',
    ],
    [
      { ...MAP, metadata: { name: "a", namespace: "makret" } },
      'namespace makret is not among the manifests ("market" is)',
    ],
  ])("the head of the object: %j", async (object, expected) => {
    expect(await heads(object)).toContain(expected);
  });

  test.each<[JsonObject, string]>([
    [
      { apiVersion: "v1", kidn: "ConfigMap", metadata: { name: "a" } },
      'no kind: "kidn" is probably meant so',
    ],
    [
      { apiVersoin: "v1", kind: "ConfigMap", metadata: { name: "a" } },
      'no apiVersion: "apiVersoin" is probably',
    ],
  ])("%j", async (object, expected) => {
    await expect(heads(object)).rejects.toThrow(expected);
  });

  const deletion = (from: string, to: string, kind = "ConfigMap", name = "limits") =>
    told(from, to, {
      object: {
        apiVersion: kind === "Boat" ? "example.com/v1" : "v1",
        kind,
        metadata: { name, namespace: "market" },
      },
      flags: { operation: "DELETE" },
    });
  test.each([
    [
      "name: limits, namespace: market }\ndata",
      "name: limtis, namespace: market }\ndata",
      "ConfigMap/limtis at hooks.yaml:",
    ],
    [
      "name: limits, namespace: market }\ndata",
      "name: limits, namespace: ops }\ndata",
      "limits in the namespace ops at",
    ],
    ["v1\nkind: ConfigMap", "v1\nkind: ConfgiMap", "ConfgiMap/limits at hooks.yaml:"],
  ])("a manifest that is nearly it: %j as %j", async (from, to, expected) => {
    expect(await deletion(from, to)).toContain(expected);
  });

  test("a manifest that could not be stored is the reason that nothing is found", async () => {
    const text = await deletion('data: { most: "3" }', "data: { most: 3 }");
    expect(text).toMatch(/ConfigMap\/limits: it could not be stored before the request: .*data is a number/);
    expect(text).not.toContain("create it first");
  });
});

test.each([
  [
    "name: limits, namespace: market }\ndata",
    "name: limits, namespace: makret }\ndata",
    "ConfigMap/limits at hooks.yaml:",
  ],
  [
    "name: editors, namespace: market",
    "name: editors, namespace: makret",
    "gives this right in the namespace makret only",
  ],
])("a namespace misspelt: %j as %j", async (from, to, expected) => {
  const text = await told(from, to);
  expect(text).toContain(expected);
  expect(text).toContain(
    'in the namespace makret, which is not among the manifests: "market" is probably meant',
  );
});

test("a field of a definition that the server does not know is named with the refusal", async () => {
  const asked = told("openAPIV3Schema: { type: object }", "openAPIV3Schema: { tpye: object }", {
    object: BOAT,
    flags: {},
  });
  await expect(asked).rejects.toThrow('openAPIV3Schema.tpye": "type" is probably meant');
});

test("the label that a template lacks for its selector", async () => {
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "b" }] } };
  const { findings } = await explained({
    manifests: "",
    object: {
      ...MAP,
      apiVersion: "apps/v1",
      kind: "Deployment",
      data: undefined,
      spec: { selector: { matchLabels: { aap: "a" } }, template },
    },
  });
  expect(findings[0]?.message).toContain(
    "(spec.selector.matchLabels wants aap=a, and the template has app=a)",
  );
});
