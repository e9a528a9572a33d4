import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { explained, webhookManifest } from "../explained.tool.ts";
import { explanationText, paragraphText } from "../text/explanation-text.ts";

/** A sound set-up: each test changes one place of it. */
const SET_UP = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { team: shop }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: editor }
rules:
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [create, get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: editors, namespace: shop }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: editor }
subjects:
  - { kind: User, name: dora, apiGroup: rbac.authorization.k8s.io }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: boats, kind: Boat }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: shop }
data: { most: "3" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limits }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
  validations:
    - expression: size(object.data) <= int(params.data.most)
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limits }
spec:
  policyName: limits
  validationActions: [Deny]
  paramRef: { name: limits, namespace: shop, parameterNotFoundAction: Deny }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: platform }
webhooks:
  - name: pods.example.com
    clientConfig: { url: "https://127.0.0.1:9/pods" }
    rules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
    matchConditions:
      - { name: image, expression: "object.spec.containers.all(c, c.image != '')" }
    sideEffects: None
    admissionReviewVersions: [v1]
  - name: maps.example.com
    clientConfig: { url: "https://127.0.0.1:9/maps" }
    rules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [configmaps]
    sideEffects: None
    admissionReviewVersions: [v1]
`;
const MAP: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "colors", namespace: "shop" },
  data: { sky: "blue" },
};
const BOAT: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name: "a", namespace: "shop" },
};

interface Asked {
  readonly object?: JsonObject;
  readonly flags?: Parameters<typeof explained>[0]["flags"];
  readonly answer?: JsonObject;
  readonly asked?: string;
}

/** The text about a request to the set-up with one change. */
async function told(from: string, to: string, { object = MAP, flags, answer, asked }: Asked = {}) {
  expect(SET_UP).toContain(from);
  const explanation = await explained({
    manifests: SET_UP.replace(from, to),
    object,
    flags: flags ?? { as: "dora" },
    ...(answer && { answers: { "maps.example.com": answer } }),
    ...(asked !== undefined && { asked }),
  });
  return asked === undefined ? explanationText(explanation) : paragraphText(explanation, asked);
}

test("nothing looks wrong in the sound set-up, also for a request that a condition was not written for", async () => {
  const text = await told("team: shop", "team: shop");
  expect(text).toContain("Allowed (201)");
  expect(text).not.toContain("What looks wrong");
  expect(await told("team: shop", "team: shop", { asked: "pods.example.com" })).not.toContain("no such key");
});

describe("a manifest that the server does not take", () => {
  test.each([
    [
      "v1\nkind: Namespace",
      "v1\nkidn: Namespace",
      'the object "shop": the server refuses it: it has no kind ("kidn"',
    ],
    [
      "apiVersion: v1\nkind: Namespace",
      "kind: Namespace",
      "Namespace/shop: the server refuses it: it has no apiVersion",
    ],
    [
      "kind: Namespace",
      "kind: Namespcae",
      'no kind Namespcae of v1 is served; "Namespace" is probably meant',
    ],
    ["kind: RoleBinding", "kind: RoleBniding", '"RoleBinding" is probably meant'],
    ["v1\nkind: ConfigMap", "v1\nkind: ConfigMpa", '"ConfigMap" is probably meant'],
    ["v1\nkind: ConfigMap", "v2\nkind: ConfigMap", "no kind ConfigMap of v2 is served; it is served in v1"],
    ["metadata: { name: editor }", "metadata: {}", "ClusterRole without a name: the server refuses it"],
  ])("%j as %j", async (from, to, expected) => {
    const text = await told(from, to);
    expect(text).toContain(expected);
    expect(text).not.toContain("undefined");
  });

  test("kinds of servers that are not known are no mistake", async () => {
    const knative =
      "apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: { name: a, namespace: shop }\n---\n";
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
  ["name: dora, api", "name: carl, api", "RoleBinding shop/editors gives this right to User carl only"],
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
    [patch({ op: "add", path: "/data/a", vlaue: "b" }), 'has no value (it has "vlaue"), and writes null'],
    [patch({ op: "add", path: "/data/a", value: 1 }), "data is a number, it must be a text, at /data/a"],
  ])("%j", async (answer, expected) => {
    expect(await told("team: shop", "team: shop", { answer })).toContain(expected);
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

test("labels of any type are no error of the program", async () => {
  const object = { ...MAP, metadata: { name: "a", namespace: "shop", labels: { team: 5 } } };
  const selector = "sideEffects: None\n    objectSelector: { matchLabels: { team: shop } }\n    admission";
  expect(await told("sideEffects: None\n    admission", selector, { object })).toContain("labels");
});

test("an answer to CONNECT that is refused", async () => {
  const hook = webhookManifest("exec", { kind: "Validating", operations: "CONNECT", resources: "pods/exec" });
  const explanation = await explained({
    manifests: hook.replace("sideEffects", "namespaceSelector: { matchLabels: {} }\n    sideEffects"),
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "shop" } },
    flags: { operation: "CONNECT", subresource: "exec", option: ["command=sh"] },
    answers: { "exec.example.com": { allowed: "yes" } },
  });
  expect(explanation.answer.code).toBe(500);
});

test("a webhook that added another container is not named for an amount that it did not set", async () => {
  const range = `apiVersion: v1
kind: LimitRange
metadata: { name: sizes, namespace: shop }
spec: { limits: [{ type: Container, max: { cpu: "2" } }] }
`;
  const container = (name: string, cpu: string) => ({ name, image: "a", resources: { limits: { cpu } } });
  const explained_ = (cpu: string, own: string) =>
    explained({
      manifests: `${webhookManifest("side", { resources: "pods" })}${range}`,
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", namespace: "shop" },
        spec: { containers: [container("big", own)] },
      },
      answers: {
        "side.example.com": {
          allowed: true,
          patch: [{ op: "add", path: "/spec/containers/-", value: container("proxy", cpu) }],
        },
      },
    });
  const [wrong] = (await explained_("100m", "3")).findings;
  expect(wrong?.message).toMatch(/but limit is 3$/);
  const [right] = (await explained_("3", "1")).findings;
  expect(right?.message).toContain("webhook side.example.com added the container proxy");
});
