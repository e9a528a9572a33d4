import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { writeQuery } from "../kinds/play.ts";
import type { Random } from "../random.ts";
import {
  type Actor,
  apiVersionOf,
  bodyOf,
  collectionOf,
  metadataOf,
  NAMESPACE,
  OTHER_OWNER,
  OWNER,
} from "./scene.ts";

export const NAME = "n-{{id}}";
const objectPath = (actor: Actor): string => `${collectionOf(actor)}/${NAME}`;

/** A write, or another request for which webhooks are called. */
export function requestOf(random: Random, actor: Actor, name: string): Step {
  const special = specials(actor);
  if (special.length > 0 && random.chance(0.4)) return { ...random.pick(special)(random), name };
  const make = random.pick([
    created,
    created,
    created,
    updated,
    updated,
    patched,
    patched,
    deleted,
    deleted,
    collectionDeleted,
  ]);
  return { ...make(random, actor), name };
}

type Request = Omit<Step, "name">;

const query = (random: Random): [string, string][] => writeQuery(random, 0.12);

function created(random: Random, actor: Actor): Request {
  const body = bodyOf(actor, random.pick(["new-{{id}}", "new-{{id}}", NAME]), metadataOf(random));
  if (random.chance(0.15)) {
    const meta = body.metadata as JsonObject;
    delete meta.name;
    meta.generateName = "gen-";
  }
  return { method: "POST", path: collectionOf(actor), query: query(random), body };
}

function updated(random: Random, actor: Actor): Request {
  const edits = random.times(1, 2, () => random.pick(EDITS));
  const status = actor.hasStatus && random.chance(0.2) ? "/status" : "";
  return {
    method: "PUT",
    path: `${objectPath(actor)}${status}`,
    query: query(random),
    body: bodyOf(actor, NAME),
    from: {
      step: "prepare",
      edits: [...(random.chance(0.8) ? [{ at: "/metadata/resourceVersion" }] : []), ...edits],
    },
  };
}

const EDITS: readonly { at: string; set?: Json }[] = [
  { at: "/metadata/labels", set: { app: "a", more: "x" } },
  { at: "/metadata/annotations", set: { note: "other" } },
  { at: "/metadata/finalizers" },
  { at: "/metadata/finalizers", set: ["example.com/three"] },
  { at: "/metadata/ownerReferences", set: [OWNER] },
  { at: "/metadata/ownerReferences", set: [OTHER_OWNER, OTHER_OWNER] },
  { at: "/data/a", set: "Yg==" },
  { at: "/spec/replicas", set: 2 },
  { at: "/status", set: { replicas: 1 } },
];

const TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

function patched(random: Random, actor: Actor): Request {
  const sort = random.pick(["json", "merge", "strategic", "apply"] as const);
  const sub = actor.hasStatus && random.chance(0.2) ? "/status" : "";
  const merge: JsonObject = random.pick<JsonObject>([
    { metadata: { labels: { more: "y" } } },
    { metadata: { annotations: { note: null } } },
    { metadata: { ownerReferences: [OTHER_OWNER] } },
    { metadata: { finalizers: null } },
    { status: { replicas: 1 } },
    {},
  ]);
  const head = {
    method: "PATCH",
    path: `${objectPath(actor)}${sub}`,
    headers: { "content-type": TYPES[sort] },
  };
  if (sort === "json")
    return {
      ...head,
      query: query(random),
      body: [{ op: "add", path: "/metadata/labels", value: { more: "z" } }],
    };
  if (sort !== "apply") return { ...head, query: query(random), body: merge };
  const target = random.pick([NAME, NAME, "applied-{{id}}"]);
  return {
    ...head,
    path: `${collectionOf(actor)}/${target}${sub}`,
    query: [
      ["fieldManager", "m"],
      ...(random.chance(0.5) ? ([["force", "true"]] as [string, string][]) : []),
    ],
    body: random.chance(0.5)
      ? bodyOf(actor, target, metadataOf(random))
      : {
          apiVersion: apiVersionOf(actor),
          kind: actor.kind,
          metadata: { name: target, ...metadataOf(random) },
        },
  };
}

function deleteOptions(random: Random): Json | undefined {
  return random.pick<Json | undefined>([
    undefined,
    undefined,
    {},
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: 10 },
    { gracePeriodSeconds: 1 },
    { gracePeriodSeconds: -1 },
    { propagationPolicy: "Foreground" },
    { propagationPolicy: "Orphan" },
    { propagationPolicy: "Background" },
    { orphanDependents: true },
    { preconditions: { uid: "21234567-89ab-4def-8123-456789abcdef" } },
    { dryRun: ["All"] },
    { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 3, dryRun: ["All"] },
  ]);
}

function deleted(random: Random, actor: Actor): Request {
  const body = deleteOptions(random);
  const more: [string, string][] =
    body === undefined && random.chance(0.3)
      ? [
          random.pick<[string, string]>([
            ["gracePeriodSeconds", "4"],
            ["dryRun", "All"],
            ["propagationPolicy", "Foreground"],
            ["gracePeriodSeconds", "0"],
          ]),
        ]
      : [];
  return { method: "DELETE", path: objectPath(actor), query: more, ...(body === undefined ? {} : { body }) };
}

const collectionDeleted = (random: Random, actor: Actor): Request => {
  const body = deleteOptions(random);
  return {
    method: "DELETE",
    path: collectionOf(actor),
    query: random.chance(0.3) ? [["labelSelector", "app=a"]] : [],
    ...(body === undefined ? {} : { body }),
  };
};

function specials(actor: Actor): ((random: Random) => Request)[] {
  const at = objectPath(actor);
  if (actor.scales) return [(random) => scaled(random, at)];
  if (actor.kind === "ServiceAccount") return [(random) => token(random, at)];
  if (actor.kind === "Service") return [(random) => proxied(random, `${at}/proxy`)];
  if (actor.kind === "Pod")
    return [
      (r) => bound(r, at),
      (r) => evicted(r, at),
      (r) => streamed(r, at),
      (r) => proxied(r, `${at}/proxy`),
      (r) => podUpdated(r, at),
    ];
  return [];
}

function scaled(random: Random, at: string): Request {
  const replicas: Json = random.pick<Json>([0, 2, 3, -1, null]);
  const path = `${at}/scale`;
  if (random.chance(0.4))
    return {
      method: "PUT",
      path,
      query: query(random),
      body: {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: NAME, namespace: NAMESPACE },
        spec: { replicas },
      },
    };
  const sort = random.pick(["merge", "json", "strategic", "apply"] as const);
  const head = { method: "PATCH", path, headers: { "content-type": TYPES[sort] } };
  if (sort === "json")
    return {
      ...head,
      query: query(random),
      body: [{ op: "replace", path: "/spec/replicas", value: replicas }],
    };
  if (sort !== "apply") return { ...head, query: query(random), body: { spec: { replicas } } };
  return {
    ...head,
    query: [
      ["fieldManager", "m"],
      ["force", "true"],
    ],
    body: { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: NAME }, spec: { replicas } },
  };
}

const token = (random: Random, at: string): Request => ({
  method: "POST",
  path: `${at}/token`,
  query: query(random),
  body: {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    ...(random.chance(0.3) ? { metadata: { name: NAME } } : {}),
    spec: random.pick<JsonObject>([
      {},
      { audiences: ["a"] },
      { expirationSeconds: 700 },
      { expirationSeconds: 5 },
      { audiences: ["a"], boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "none" } },
    ]),
  },
});

const proxied = (random: Random, path: string): Request => ({
  method: random.pick(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]),
  path: `${path}${random.pick(["", "/", "/a/b", "/a/"])}`,
  query: random.pick<[string, string][]>([[], [["path", "x"]], [["a", "b"]]]),
});

const bound = (random: Random, at: string): Request => ({
  method: "POST",
  path: `${at}/binding`,
  query: query(random),
  body: {
    apiVersion: "v1",
    kind: "Binding",
    metadata: { name: NAME, ...(random.chance(0.3) ? { labels: { a: "b" }, annotations: { c: "d" } } : {}) },
    target: { kind: "Node", name: "node-{{id}}" },
  },
});

const evicted = (random: Random, at: string): Request => ({
  method: "POST",
  path: `${at}/eviction`,
  query: query(random),
  body: {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: NAME },
    ...(random.chance(0.5)
      ? {
          deleteOptions: random.pick<JsonObject>([
            { gracePeriodSeconds: 0 },
            { dryRun: ["All"] },
            { gracePeriodSeconds: 5 },
          ]),
        }
      : {}),
  },
});

const streamed = (random: Random, at: string): Request => ({
  method: random.pick(["GET", "POST", "POST"]),
  path: `${at}/${random.pick(["exec", "attach", "portforward"])}`,
  query: random.pick<[string, string][]>([
    [],
    [["command", "ls"]],
    [
      ["command", "ls"],
      ["command", "-l"],
      ["stdin", "true"],
      ["container", "main"],
    ],
    [["ports", "80"]],
    [["container", "none"]],
    [["tty", "x"]],
  ]),
});

function podUpdated(random: Random, at: string): Request {
  const sub = random.pick(["status", "ephemeralcontainers", "resize"]);
  const body: JsonObject =
    sub === "status"
      ? { status: { phase: "Running", podIP: "10.9.8.7" } }
      : sub === "resize"
        ? { spec: { containers: [{ name: "main", resources: { requests: { cpu: "1" } } }] } }
        : { spec: { ephemeralContainers: [{ name: "debug", image: "busybox" }] } };
  return {
    method: "PATCH",
    path: `${at}/${sub}`,
    headers: { "content-type": TYPES.strategic },
    query: query(random),
    body,
  };
}
