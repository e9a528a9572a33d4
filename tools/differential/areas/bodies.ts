import { clone } from "../../../src/json/object.ts";
import type { Json, JsonObject } from "../../../src/json/value.ts";
import { messageType } from "../../../src/types/protobuf/message-types.ts";
import { retyped, saidType } from "../bodies/other-types.ts";
import { broken, strayJson, strayYaml } from "../bodies/texts.ts";
import type { Case, Step } from "../case.ts";
import { BOAT_GROUP, BOATS } from "../kinds/boat.ts";
import { baseOf, collectionOf, nameOf, RESOURCES, type Resource } from "../kinds/resources.ts";
import { isLonely, isOnlyTried, tameBody } from "../kinds/tame.ts";
import type { Random } from "../random.ts";

const SORTS = ["types", "stray", "broken"] as const;
type Sort = (typeof SORTS)[number];

/** Target of a body. */
interface Target {
  readonly method: string;
  readonly path: string;
  readonly base: JsonObject;
  readonly resource: Resource;
}

/** Bodies that declare another type, have stray fields, or cannot be parsed. `only`: one of these. */
export function bodiesCase(random: Random, only?: string): Case {
  const sort = SORTS.find((one) => one === only) ?? random.pick(SORTS);
  const isCustom = random.chance(0.15);
  const resource = isCustom ? BOATS : random.pick(RESOURCES);
  const base = isCustom ? (clone(BOAT) as JsonObject) : tameBody(resource, baseOf(resource, random));
  const isTried = !isCustom && (isOnlyTried(resource) || resource.verbs?.includes("update") === false);
  const setup = [...(isCustom ? DEFINED : []), ...(isTried ? [] : [createdStep(resource, base)])];
  const steps = random.times(3, 6, (i) => {
    const target = targetOf(random, resource, base, isTried);
    return { ...bodyStep(random, sort, target), name: `step ${i}` };
  });
  return { area: "bodies", steps: [...setup, ...steps], ...(isLonely(resource) ? { alone: true } : {}) };
}

const createdStep = (resource: Resource, base: JsonObject): Step => ({
  name: "create",
  method: "POST",
  path: collectionOf(resource),
  body: base,
  silent: true,
  isSetup: true,
});

function targetOf(random: Random, resource: Resource, base: JsonObject, isTried: boolean): Target {
  const path = collectionOf(resource);
  if (isTried || random.chance(0.35)) return { method: "POST", path, base, resource };
  const object = `${path}/${nameOf(resource)}`;
  const subs = resource.subresources.filter(({ style }) => style !== "connect");
  if (subs.length > 0 && random.chance(0.35)) {
    const sub = random.pick(subs);
    const method = sub.style === "create" ? "POST" : random.pick(["PUT", "PUT", "PATCH"]);
    return { method, path: `${object}/${sub.name}`, base, resource };
  }
  return { method: random.pick(["PUT", "PUT", "PATCH", "DELETE"]), path: object, base, resource };
}

const PATCHES = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
  "application/apply-patch+yaml",
];

function bodyStep(random: Random, sort: Sort, target: Target): Omit<Step, "name"> {
  const { method, path } = target;
  const head = { method, path, query: queryOf(random, target) };
  if (sort === "types") return { ...head, ...typedBody(random, target) };
  const object: Json = method === "DELETE" ? deleteOptions(random) : target.base;
  const type = typeOf(random, method);
  const yaml = type.includes("yaml") && random.chance(0.8);
  const text = yaml ? strayYaml(random, object) : strayJson(random, object);
  return {
    ...head,
    headers: { "content-type": type },
    text: sort === "broken" ? broken(random, text) : text,
  };
}

const typeOf = (random: Random, method: string): string =>
  method === "PATCH" ? random.pick(PATCHES) : random.pick(["application/json", "application/yaml"]);

function typedBody(random: Random, { method, base, resource }: Target): Partial<Step> {
  const said = saidType(random, resource);
  const plain = method === "DELETE" ? deleteOptions(random) : base;
  const body = retyped(random, plain, said);
  if (method === "PATCH") return { headers: { "content-type": random.pick(PATCHES) }, body };
  const turn = random.next();
  if (turn < 0.5) return { headers: { "content-type": "application/json" }, body };
  if (turn < 0.75) return { headers: { "content-type": "application/yaml" }, body, encoding: "yaml" };
  const message =
    (typeof said.apiVersion === "string" && typeof said.kind === "string" && random.chance(0.7)
      ? messageType(said.apiVersion, said.kind)
      : undefined) ??
    messageType(resource.apiVersion, resource.kind) ??
    "core/v1.ConfigMap";
  return { headers: { "content-type": "application/vnd.kubernetes.protobuf" }, body, encoding: { message } };
}

const deleteOptions = (random: Random): JsonObject => ({
  ...(random.chance(0.5) ? { apiVersion: "v1", kind: "DeleteOptions" } : {}),
  ...random.pick<JsonObject>([
    { gracePeriodSeconds: 0 },
    { propagationPolicy: "Background" },
    { dryRun: ["All"] },
    { preconditions: { uid: "x" } },
    { orphanDependents: true },
  ]),
});

function queryOf(random: Random, { method, resource }: Target): [string, string][] {
  const query: [string, string][] = [];
  if (isOnlyTried(resource) || random.chance(0.2)) query.push(["dryRun", "All"]);
  if (random.chance(0.7))
    query.push(["fieldValidation", random.pick(["Strict", "Strict", "Warn", "Ignore"])]);
  if (method === "PATCH" && random.chance(0.9)) query.push(["fieldManager", "m1"]);
  return query;
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const BOAT: JsonObject = {
  apiVersion: `${BOAT_GROUP}/v1`,
  kind: "Boat",
  metadata: { name: "n-{{id}}", labels: { a: "b" }, annotations: { c: "d" } },
  spec: { replicas: 1, name: "x", crew: [{ name: "a", age: 3 }, { name: "b" }], free: { x: { y: 1 } } },
  status: { replicas: 1 },
};

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
const CREW = { type: "object", properties: { name: TEXT, age: NUMBER } };

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `boats.${BOAT_GROUP}` },
  spec: {
    group: BOAT_GROUP,
    scope: "Namespaced",
    names: { plural: "boats", kind: "Boat" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              properties: {
                replicas: NUMBER,
                name: TEXT,
                crew: {
                  type: "array",
                  items: CREW,
                  "x-kubernetes-list-type": "map",
                  "x-kubernetes-list-map-keys": ["name"],
                },
                free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
              },
            },
            status: { type: "object", properties: { replicas: NUMBER } },
          },
        },
      },
      subresources: {
        status: {},
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      },
    })),
  },
};

const DEFINED: readonly Step[] = [
  { name: "define", method: "POST", path: DEFINITIONS, body: definition, silent: true, isSetup: true },
  {
    name: "served",
    method: "GET",
    path: `/apis/${BOAT_GROUP}/v1/namespaces/{{ns}}/boats`,
    until: 200,
    onlyAfter: { step: "define", status: 201 },
    isSetup: true,
  },
];
