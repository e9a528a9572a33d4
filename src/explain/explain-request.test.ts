import { expect, test } from "vitest";
import { type JsonObject, records } from "../json/value.ts";
import { adding, explained, webhookManifest } from "./explained.tool.ts";
import type { Explanation } from "./explanation.ts";

/** All that an explanation says in words. */
const saidBy = ({ findings, notes }: Explanation): string =>
  [...findings.map(({ message, advice }) => `${message}; ${advice ?? ""}`), ...notes].join("\n");

const secret = (more: JsonObject, data: JsonObject = {}): JsonObject => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "shop", ...more }, data },
});
const UPDATES = webhookManifest("keeper", { operations: "UPDATE" });
const DELETED = { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 };
const finalizers = ["a.example.com/x"];

test.each([
  ["that is being deleted", DELETED, ["a.example.com/x"], true],
  ["that is being deleted, which gets another one", DELETED, ["b.example.com/y"], false],
  ["that stays", {}, ["a.example.com/x"], false],
  ["whose time of deletion is null", { deletionTimestamp: null }, ["a.example.com/x"], false],
])("a webhook adds a finalizer to an object %s", async (_, more, value, isSaid) => {
  const explanation = await explained({
    manifests: UPDATES,
    object: secret(more),
    old: secret({ ...more, finalizers }),
    answers: { "keeper.example.com": adding("/metadata/finalizers", value) },
  });
  const said = explanation.findings.filter(({ code }) => code === "deletion");
  expect(said.map(({ message }) => message)).toEqual(
    isSaid ? [expect.stringMatching(/^it adds again .*: a\.example\.com\/x stays on it/)] : [],
  );
});

test.each([
  ["MQ==", true],
  ["Mw==", false],
])("a webhook gives a field that an update changes %s", async (value, isSaid) => {
  const explanation = await explained({
    manifests: UPDATES,
    object: secret({}, { a: "Mg==" }),
    old: secret({}, { a: "MQ==" }),
    answers: { "keeper.example.com": adding("/data/a", value) },
  });
  const note = "/data/a is as it was: webhook keeper.example.com set it back";
  expect(explanation.notes.includes(note)).toBe(isSaid);
});

test("a webhook removes what an update adds: one note tells it", async () => {
  const { notes } = await explained({
    manifests: UPDATES,
    object: secret({}, { a: "MQ==", b: "Mg==" }),
    old: secret({}, { a: "MQ==" }),
    answers: { "keeper.example.com": { allowed: true, patch: [{ op: "remove", path: "/data/b" }] } },
  });
  expect(notes.filter((note) => note.includes("/data/b"))).toEqual([
    expect.stringMatching(/was removed by webhook keeper\.example\.com/),
  ]);
});

const port = (containerPort: number, name: string, protocol = "TCP"): JsonObject => ({
  ...{ containerPort, name, protocol },
});
const deployment = (ports: JsonObject[]): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "c", image: "c:1", ports }] },
    },
  },
});
const BOTH = [53, 54].map((hostPort) => ({ containerPort: 53, hostPort }));

test.each<[string, JsonObject[], JsonObject[], RegExp | undefined]>([
  ["the name of a port that stays", [port(80, "web")], [port(81, "web")], undefined],
  ["one of two ports with one number", BOTH, BOTH.slice(0, 1), /merges this list by containerPort/],
  ["nothing of two ports with one number", BOTH, BOTH, undefined],
  ["ports of different numbers", [port(1, "a"), port(2, "b")], [port(2, "b"), port(3, "c")], undefined],
])("an update keeps %s", async (_, before, after, says) => {
  const said = saidBy(await explained({ manifests: "", object: deployment(after), old: deployment(before) }));
  if (says === undefined) expect(said).not.toMatch(/merges/);
  else expect(said).toMatch(says);
});

test.each([
  ["which the request leaves", port(81, "web"), true],
  ["which the request has, too", port(80, "web"), false],
])("a stored port has the name of a new one, %s", async (_, own, isSaid) => {
  const { answer, findings } = await explained({
    manifests: JSON.stringify(deployment([port(80, "web")])),
    object: deployment(isSaid ? [own] : [own, port(81, "web")]),
    flags: { operation: "UPDATE" },
  });
  expect(answer.code).toBe(422);
  expect(
    findings[0]?.message.includes("(containerPort 80) was stored before, and is not in the request"),
  ).toBe(isSaid);
});

const hooks = (clientConfig: JsonObject): JsonObject => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "guard" },
  webhooks: [
    {
      name: "guard.example.com",
      clientConfig: { url: "https://guard.example.com/", ...clientConfig },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
});
const BUNDLE =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJkakNDQVIyZ0F3SUJBZ0lCQURBS0JnZ3Foa2pPUFFRREFqQWpNUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K";

test.each([
  ["is emptied", { caBundle: BUNDLE }, { caBundle: "" }, true],
  ["was empty", { caBundle: "" }, { caBundle: "" }, false],
  ["is left out", { caBundle: BUNDLE }, {}, false],
])("a caBundle %s", async (_, before, after, isSaid) => {
  const { notes } = await explained({ manifests: "", object: hooks(after), old: hooks(before) });
  expect(notes.some((one) => one.includes("empties caBundle of guard.example.com"))).toBe(isSaid);
});

const pod = (spec: JsonObject, labels: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", labels },
  spec: { containers: [{ name: "data", image: "c:1" }], ...spec },
});

test("what PodSecurity refuses of a pod has its places", async () => {
  const { findings } = await explained({
    manifests:
      "{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: baseline } } }",
    object: pod({ hostPID: true, volumes: [{ name: "data", hostPath: { path: "/x" } }] }),
  });
  expect(findings[0]?.message).toMatch(/of the pod, it is about \/spec\/hostPID, \/spec\/volumes\/0$/);
});

const SECURE = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
const nfs = { name: "data", nfs: { server: "a", path: "/x" } };
const probed = { name: "b", image: "c:1", livenessProbe: { httpGet: { host: "data", port: 80 } } };

test.each<[string, string, JsonObject, string]>([
  [
    "type",
    "restricted",
    { containers: [{ name: "nfs", image: "c:1" }], volumes: [nfs] },
    "/spec/containers/0",
  ],
  ["host", "baseline", { containers: [{ name: "data", image: "c:1" }, probed] }, "/spec/containers/0"],
])(
  "a container with the name of a %s that PodSecurity refuses is not meant",
  async (_, level, spec, other) => {
    const { findings } = await explained({
      manifests: `{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: ${level} } } }`,
      object: pod({
        ...spec,
        containers: records(spec.containers).map((one) => ({ ...one, securityContext: SECURE })),
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      }),
    });
    expect(findings[0]?.message).toContain("of the pod, it is about");
    expect(findings[0]?.message).not.toContain(other);
  },
);

/** The injector of a revision of Istio, with its ConfigMaps. */
const injector = (revision: string, configs: Readonly<Record<string, string>>): string =>
  Object.entries(configs)
    .map(
      ([name, config]) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: istio-sidecar-injector${name}, namespace: istio-system }
data: { config: "policy: ${config}\\ntemplates: {}\\n" }
---`,
    )
    .join("") +
  webhookManifest("x", { resources: "pods" })
    .replace("x.example.com", "sidecar-injector.istio.io")
    .replace(/url: .*(?= \})/, `service: { name: istiod${revision}, namespace: istio-system }`);

const ALWAYS = "alwaysInjectSelector:\\n- matchLabels: { a: b }";

test.each<[string, Readonly<Record<string, string>>, JsonObject, boolean]>([
  ["", { "": "disabled" }, {}, true],
  ["-new", { "": "enabled", "-new": "disabled" }, {}, true],
  ["-new", { "": "disabled" }, {}, false],
  ["", { "": "enabled" }, {}, false],
  ["", { "": "disabled" }, { "sidecar.istio.io/inject": "true" }, false],
  ["", { "": "disabled\\nalwaysInjectSelector:\\n  []" }, {}, true],
  ["", { "": `disabled\\n${ALWAYS}` }, { a: "b" }, false],
])(
  "the injector istiod%s of Istio with the settings %j, for a pod with the labels %j",
  async (revision, configs, labels, isSaid) => {
    const { notes } = await explained({ manifests: injector(revision, configs), object: pod({}, labels) });
    expect(notes.some((one) => one.includes("the policy in its ConfigMap is disabled"))).toBe(isSaid);
  },
);

test.each([
  ["pods/status", true],
  ["pods", false],
])("a webhook for %s that one asks about", async (resources, isSaid) => {
  const object = pod({});
  const { notes } = await explained({
    manifests: webhookManifest("keeper", { operations: "UPDATE", resources: `${resources}", "pods` }),
    object: { ...object, status: { phase: "Running" } },
    old: object,
    flags: { operation: "UPDATE", ...(isSaid && { subresource: "status" }) },
    asked: "keeper.example.com",
  });
  expect(notes.some((one) => one.includes("is also for UPDATE of pods/status"))).toBe(isSaid);
});

test.each<[string, JsonObject, RegExp]>([
  [
    "a reference without its ending",
    { accessModes: [], storageClass: "fast" },
    /"storageClassName" is probably meant/,
  ],
  [
    "an object that is no amount",
    { resources: { volumeMode: { a: "b" } } },
    /spec\.volumeMode is probably meant/,
  ],
  ["an amount", { resources: { storage: "1Gi" } }, /resources\.requests\.storage/],
])("an unknown field: %s", async (_, spec, says) => {
  const object = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "a", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], ...spec },
  };
  expect(saidBy(await explained({ manifests: "", object, flags: { validate: "strict" } }))).toMatch(says);
});

test("an unknown field is not meant for a place that has its value", async () => {
  const volumes = [{ name: "tls", secret: { name: "tls" } }];
  const said = saidBy(
    await explained({ manifests: "", object: pod({ volumes }), flags: { validate: "strict" } }),
  );
  expect(said).toContain('unknown field "spec.volumes[0].secret.name"');
  expect(said).not.toContain("volumes[0].name is probably meant");
});
