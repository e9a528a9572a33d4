import type { JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import type { Random } from "../random.ts";

export const NAMESPACE = "x-{{id}}";
export const NAME = "n-{{id}}";
const GROUP = "g{{id}}.example.com";
const LABELS = { app: "a" };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: "main", image: "nginx" }] } };

/** Subject of the requests in a case: one resource, in several versions. Requests are sent in each. */
export interface Subject {
  readonly group: string;
  readonly versions: readonly string[];
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly body: JsonObject;
  readonly subresources: readonly string[];
  /** Versions that rules may name but that are not served. */
  readonly unserved?: readonly string[];
  /** Steps that must come first. */
  readonly before?: readonly Step[];
}

export function subjectOf(random: Random, only?: string): Subject {
  const found = SUBJECTS.filter(({ kind }) => only === undefined || kind === only);
  return random.chance(0.15) || only === "Boat" ? boats(random) : random.pick(found);
}

const SUBJECTS: readonly Subject[] = [
  subject("", ["v1"], "configmaps", "ConfigMap", { data: { a: "1" } }),
  subject("", ["v1"], "pods", "Pod", { spec: TEMPLATE.spec }, [
    "status",
    "exec",
    "binding",
    "eviction",
    "ephemeralcontainers",
  ]),
  subject(
    "apps",
    ["v1"],
    "deployments",
    "Deployment",
    { spec: { replicas: 1, selector: { matchLabels: LABELS }, template: TEMPLATE } },
    ["status", "scale"],
  ),
  subject(
    "autoscaling",
    ["v1", "v2"],
    "horizontalpodautoscalers",
    "HorizontalPodAutoscaler",
    { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } } },
    ["status"],
  ),
  subject("", ["v1"], "serviceaccounts", "ServiceAccount", {}, ["token"]),
  {
    ...subject("rbac.authorization.k8s.io", ["v1"], "clusterroles", "ClusterRole", { rules: [] }),
    namespaced: false,
  },
  {
    ...subject(
      "",
      ["v1"],
      "persistentvolumes",
      "PersistentVolume",
      { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/d" } } },
      ["status"],
    ),
    namespaced: false,
  },
  { ...subject("", ["v1"], "namespaces", "Namespace", {}, ["status", "finalize"]), namespaced: false },
];

function subject(
  group: string,
  versions: readonly string[],
  plural: string,
  kind: string,
  body: JsonObject,
  subresources: readonly string[] = [],
): Subject {
  return { group, versions, plural, kind, namespaced: true, body, subresources };
}

/** Custom resources in several versions, one of them declared but not served. */
function boats(random: Random): Subject {
  const version = (name: string, served: boolean, storage = false): JsonObject => ({
    name,
    served,
    storage,
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: {
          spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          status: { type: "object" },
        },
      },
    },
    subresources: {
      status: {},
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    },
  });
  const definition: JsonObject = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boats.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [version("v1", true, true), version("v2", true), version("v3", false)],
    },
  };
  const made = subject(GROUP, ["v1", "v2"], "boats", "Boat", { spec: { replicas: random.int(0, 2) } }, [
    "status",
    "scale",
  ]);
  const before: Step[] = [
    {
      name: "define",
      method: "POST",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      body: definition,
      isSetup: true,
    },
    {
      name: "served",
      method: "GET",
      path: `/apis/${GROUP}/v2/namespaces/${NAMESPACE}/boats`,
      until: 200,
      onlyAfter: { step: "define", status: 201 },
    },
  ];
  return { ...made, unserved: ["v3"], before };
}

export const apiVersion = (group: string, version: string): string =>
  group === "" ? version : `${group}/${version}`;

export function collectionOf({ group, namespaced, plural }: Subject, version: string): string {
  const root = `${group === "" ? "/api" : "/apis"}/${apiVersion(group, version)}`;
  return namespaced ? `${root}/namespaces/${NAMESPACE}/${plural}` : `${root}/${plural}`;
}

/** An object with the label that webhooks and policies of this case select. */
export function objectOf(
  { group, kind, body }: Subject,
  version: string,
  name: string,
  labels: JsonObject = {},
): JsonObject {
  return {
    apiVersion: apiVersion(group, version),
    kind,
    metadata: { name, labels: { case: "{{id}}", ...labels } },
    ...structuredClone(body),
  };
}
