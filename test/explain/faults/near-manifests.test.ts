import { expect, test } from "vitest";
import { explained, webhookManifest } from "../../../src/explain/explained.tool.ts";
import { MAP, SET_UP, told } from "./set-up.ts";

test("a class of priority with nearly the name", async () => {
  const manifests =
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: high }\nvalue: 5\n";
  const spec = { priorityClassName: "hihg", containers: [{ name: "a", image: "b" }] };
  const { findings } = await explained({ manifests, object: { ...MAP, kind: "Pod", spec, data: undefined } });
  expect(findings[0]).toMatchObject({ of: "PriorityClass/high", at: "hooks.yaml:3" });
  expect(findings[0]?.message).toContain('("high" is among the manifests)');
});

test("a role that an aggregationRule does not gather", async () => {
  const gathering = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: all }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to-all: "true" } }] }
rules: []
`;
  const explanation = await explained({
    manifests: SET_UP.replace(
      "metadata: { name: editor }\n",
      'metadata: { name: editor, labels: { to-all: "treu" } }\n',
    )
      .replace("ClusterRole, name: editor", "ClusterRole, name: all")
      .concat("---\n", gathering),
    object: MAP,
    flags: { as: "dora" },
  });
  expect(explanation.findings[0]?.message).toMatch(
    /ClusterRole editor gives this right, but all does not gather it \(it wants to-all=true, hooks.yaml:\d+\): it has the labels to-all=treu/,
  );
});

test("a group with nearly the name", async () => {
  const group = "subjects:\n  - { kind: Group, name: edtiors, apiGroup: rbac.authorization.k8s.io }";
  const user = "subjects:\n  - { kind: User, name: dora, apiGroup: rbac.authorization.k8s.io }";
  expect(await told(user, group, { flags: { as: "dora", asGroup: ["editors"] } })).toContain(
    "gives this right to Group edtiors, and the request is of dora in the group editors",
  );
});

test("the labels of parameters that a selector does not find", async () => {
  const from = "paramRef: { name: limits, namespace: market, parameterNotFoundAction: Deny }";
  const to = "paramRef: { selector: { matchLabels: { ues: a } }, parameterNotFoundAction: Deny }";
  expect(await told(from, to)).toMatch(
    /has the labels of its selector \(.*"limits" has no labels at hooks.yaml:\d+/,
  );
});

test("an update without a name", async () => {
  const object = { ...MAP, metadata: { namespace: "market" } };
  const text = await told("team: market", "team: market", { object, flags: { operation: "UPDATE" } });
  expect(text).toContain("has no metadata.name, and an update goes to the URL of one object");
});

test("names of a pod and its containers are not values that a policy set", async () => {
  const manifests = `${webhookManifest("side", { resources: "pods" })}apiVersion: v1
kind: ResourceQuota
metadata: { name: pods, namespace: market }
spec: { hard: { pods: "0" } }
`;
  const { findings } = await explained({
    manifests,
    object: {
      ...MAP,
      kind: "Pod",
      data: undefined,
      metadata: { name: "gpu", namespace: "market" },
      spec: { containers: [{ name: "gpu", image: "a" }] },
    },
    answers: {
      "side.example.com": {
        allowed: true,
        patch: [{ op: "add", path: "/spec/schedulerName", value: "gpu" }],
      },
    },
  });
  expect(findings[0]?.message).toContain("exceeded quota");
  expect(findings[0]?.message).not.toContain("side.example.com");
});

test("a required key with nearly the name", async () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { stoarge: "1Gi" } } };
  const { findings } = await explained({
    manifests: "",
    object: { ...MAP, kind: "PersistentVolumeClaim", data: undefined, spec },
  });
  expect(findings[0]).toMatchObject({ at: "/spec/resources/requests/storage" });
  expect(findings[0]?.message).toContain('("stoarge" is there: "storage" is probably meant)');
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
  expect(wrong?.message).toMatch(
    /but limit is 3; of the pod, it is about \/spec\/containers\/0\/resources\/limits\/cpu$/,
  );
  expect(wrong?.at).toMatch(/yaml:16$/);
  const [right] = (await explained_("3", "1")).findings;
  expect(right?.message).toContain("webhook side.example.com added the container proxy");
});

test.each([
  [
    { allowed: true },
    'leaves out what has the label mesh/inject, and the object has mesh/injcet=false: "mesh/inject" is probably',
  ],
  [{ allowed: false }, "leaves out what has the label mesh/inject, and the object has mesh/injcet=false"],
])("a label that leaves an object out, and is misspelt: %j", async (answer, expected) => {
  const selector = "{ matchExpressions: [{ key: mesh/inject, operator: NotIn, values: ['false'] }] }";
  const explanation = await explained({
    manifests: webhookManifest("side", { resources: "configmaps", more: `objectSelector: ${selector}` }),
    object: { ...MAP, metadata: { name: "a", labels: { "mesh/injcet": "false" } } },
    answers: { "side.example.com": answer },
    asked: "side.example.com",
  });
  expect([...explanation.notes, ...explanation.findings.map(({ message }) => message)].join("\n")).toContain(
    expected,
  );
});

test("the object of a request that only identifies it is not called one that could not be stored", async () => {
  const { findings, notes } = await explained({
    manifests:
      "apiVersion: v1\nkind: Pod\nmetadata: { name: web-1 }\nspec: { containers: [{ name: a, image: a }] }\n",
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "we-b1" } },
    flags: { operation: "CONNECT", subresource: "exec", option: ["command=sh"] },
  });
  expect(findings.map(({ code }) => code)).toEqual(["not-found"]);
  expect(notes.join("\n")).toContain("(Pod/web-1 at hooks.yaml:1 is probably meant)");
});
