import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { explained, webhookManifest } from "../explained.tool.ts";
import { explanationText, paragraphText } from "../text/explanation-text.ts";

/** A sound set-up: each test changes one place of it. */
const SET_UP = `apiVersion: v1
kind: Namespace
metadata:
  name: market
  labels: { team: market }
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
metadata: { name: editors, namespace: market }
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
metadata: { name: limits, namespace: market }
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
  paramRef: { name: limits, namespace: market, parameterNotFoundAction: Deny }
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
  metadata: { name: "colors", namespace: "market" },
  data: { sky: "blue" },
};
const BOAT: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name: "a", namespace: "market" },
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
  const text = await told("team: market", "team: market");
  expect(text).toContain("Allowed (201)");
  expect(text).not.toContain("What looks wrong");
  expect(await told("team: market", "team: market", { asked: "pods.example.com" })).not.toContain(
    "no such key",
  );
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

test("a class of priority with nearly the name", async () => {
  const manifests =
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: high }\nvalue: 5\n";
  const spec = { priorityClassName: "hihg", containers: [{ name: "a", image: "b" }] };
  const { findings } = await explained({ manifests, object: { ...MAP, kind: "Pod", spec, data: undefined } });
  expect(findings[0]).toMatchObject({ of: "PriorityClass/high", at: "hooks.yaml:3" });
  expect(findings[0]?.message).toContain('("high" is among the manifests)');
});

test("labels of any type are no error of the program", async () => {
  const object = { ...MAP, metadata: { name: "a", namespace: "market", labels: { team: 5 } } };
  const selector = "sideEffects: None\n    objectSelector: { matchLabels: { team: market } }\n    admission";
  expect(await told("sideEffects: None\n    admission", selector, { object })).toContain("labels");
});

test("an answer to CONNECT that is refused", async () => {
  const hook = webhookManifest("exec", { kind: "Validating", operations: "CONNECT", resources: "pods/exec" });
  const explanation = await explained({
    manifests: hook.replace("sideEffects", "namespaceSelector: { matchLabels: {} }\n    sideEffects"),
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "market" } },
    flags: { operation: "CONNECT", subresource: "exec", option: ["command=sh"] },
    answers: { "exec.example.com": { allowed: "yes" } },
  });
  expect(explanation.answer.code).toBe(500);
});

test("a webhook that added another container is not named for an amount that it did not set", async () => {
  const range = `apiVersion: v1
kind: LimitRange
metadata: { name: sizes, namespace: market }
spec: { limits: [{ type: Container, max: { cpu: "2" } }] }
`;
  const container = (name: string, cpu: string) => ({ name, image: "a", resources: { limits: { cpu } } });
  const explained_ = (cpu: string, own: string) =>
    explained({
      manifests: `${webhookManifest("side", { resources: "pods" })}${range}`,
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", namespace: "market" },
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
  expect(wrong?.at).toMatch(/yaml:16$/);
  const [right] = (await explained_("3", "1")).findings;
  expect(right?.message).toContain("webhook side.example.com added the container proxy");
});
