import type { Json, JsonObject } from "../../../../src/json/value.ts";
import { DRY, Scenario } from "../scenario.ts";
import { patched } from "./review-answers.ts";

const HOOKS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const GROUP = "{{id}}.example.com";

const replaced = (path: string, ...values: Json[]): JsonObject[] =>
  values.map((value) => ({ op: "replace", path, value }));
const removed = (path: string): JsonObject => ({ op: "remove", path });
const added = (metadata: JsonObject): JsonObject[] =>
  Object.entries(metadata).map(([name, value = null]) => ({ op: "add", path: `/metadata/${name}`, value }));

const OPERATIONS: readonly JsonObject[] = [
  ...replaced("", {}, [], "x", null, 5, { a: "b" }, { kind: "Boat" }),
  ...replaced("", { apiVersion: "x/v1", kind: "Boat", metadata: { name: "z" } }),
  ...replaced("/apiVersion", "v2", "", 5, null, "a/b/c", "apps/v1", `${GROUP}/v2`, `${GROUP}/v9`),
  removed("/apiVersion"),
  ...replaced("/kind", "Secret", "", 5, null, "Status", "BoatList"),
  removed("/kind"),
  { op: "add", path: "/apiversion", value: "v2" },
  { op: "add", path: "/apiversion", value: 5 },
  { op: "add", path: "/Kind", value: "Secret" },
  { op: "add", path: "/KIND", value: 5 },
  ...replaced("/metadata", {}, { name: "z" }, { name: "a", namespace: "other" }),
  removed("/metadata"),
  ...replaced("/metadata/name", "other", "", 5, null),
  removed("/metadata/name"),
  removed("/metadata/namespace"),
  ...replaced("/metadata/namespace", "other"),
  ...added({ generation: 9, uid: "u", resourceVersion: "5", creationTimestamp: "x" }),
  ...added({ creationTimestamp: null, deletionTimestamp: "2001-01-01T00:00:00Z", labels: { a: 5 } }),
  ...added({ labels: "x", annotations: [], finalizers: ["x"], ownerReferences: [{}], managedFields: "x" }),
  ...added({ labels: null, finalizers: "x", ownerReferences: "x", managedFields: [{ manager: 5 }] }),
  ...added({ selfLink: "x", generateName: 5, foo: 1 }),
  ...added({ namespace: 5, uid: 5, generation: "x", resourceVersion: 5, selfLink: 5 }),
  ...added({ deletionTimestamp: "x", deletionGracePeriodSeconds: "x" }),
  { op: "add", path: "/foo", value: 1 },
  { op: "add", path: "/data", value: "x" },
  { op: "add", path: "/data", value: { a: 5 } },
  { op: "copy", from: "", path: "/x" },
  { op: "move", from: "/metadata", path: "/x" },
  { op: "copy", from: "/metadata", path: "/metadata/labels" },
];

const text = { type: "object", additionalProperties: { type: "string" } };
const schema = { type: "object", properties: { data: text } };
const definition: JsonObject = {
  metadata: { name: `boats.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural: "boats", kind: "Boat" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema: schema },
    })),
  },
};
const webhook = {
  name: "m1.example.com",
  clientConfig: { url: "{{hooks}}/m1", caBundle: "{{caBundle}}" },
  rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["boats", "configmaps"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "{{ns}}" } },
};

function webhookIdentities(name: string, path: string, type: JsonObject): Scenario {
  const s = new Scenario(name);
  s.post(DEFINITIONS, definition);
  s.removes(`${DEFINITIONS}/boats.${GROUP}`);
  s.until(`/apis/${GROUP}/v1/namespaces/{{ns}}/boats`);
  s.post(path, { ...type, metadata: { name: "b" }, data: { k: "v" } });
  s.hook("m1", ...OPERATIONS.flatMap((one) => Array(3).fill(patched([one]))), { text: "" });
  s.post(HOOKS, { metadata: { name: "c-{{id}}" }, webhooks: [webhook] }, [], { silent: true });
  s.removes(`${HOOKS}/c-{{id}}`);
  s.settle("webhooks");
  for (const _ of OPERATIONS) {
    s.post(path, { ...type, metadata: { name: "a" }, data: { k: "v" } }, DRY);
    s.patch("merge", `${path}/b`, { data: { z: "y" } }, DRY);
    s.apply(`${path}/b`, { ...type, metadata: { name: "b" }, data: { k: "w" } }, "m", true, DRY);
  }
  return s;
}

/** Webhooks whose patches change the identity of a custom resource, or the type of its metadata. */
export const webhookCustomIdentities = (): Scenario =>
  webhookIdentities("webhooks-identities-custom", `/apis/${GROUP}/v1/namespaces/{{ns}}/boats`, {
    apiVersion: `${GROUP}/v1`,
    kind: "Boat",
  });

/** The same patches for a built-in object. */
export const webhookBuiltinIdentities = (): Scenario =>
  webhookIdentities("webhooks-identities-builtin", "/api/v1/namespaces/{{ns}}/configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
  });
