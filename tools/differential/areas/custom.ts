import { escapeToken } from "../../../src/json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Case, Edit, Step } from "../case.ts";
import { Objects } from "../custom/objects.ts";
import { Schemas } from "../custom/schemas.ts";
import type { Random } from "../random.ts";

const GROUP = "g{{id}}.example.com";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OBJECTS = `/apis/${GROUP}/v1/namespaces/{{ns}}/boats`;
const OBJECT = `${OBJECTS}/a`;

/** Definitions with random schemas, and objects for them. */
export function customCase(random: Random): Case {
  const wrong = random.pick([0, 0.02, 0.1]);
  const schema = new Schemas(random, wrong).root();
  const definition = definitionOf(random, schema);
  if (wrong === 0.1) return { area: "custom", steps: [{ ...tried(definition), name: "try" }] };
  const steps: Step[] = [
    { ...tried(definition), name: "try" },
    { name: "define", method: "POST", path: DEFINITIONS, body: definition, silent: true },
    { name: "served", method: "GET", path: OBJECTS, until: 200, onlyAfter: { step: "define", status: 201 } },
    ...life(random, schema),
  ];
  return { area: "custom", steps };
}

/** A dry run, so that the response contains no later changes of the server. */
const tried = (body: JsonObject): Omit<Step, "name"> => ({
  method: "POST",
  path: DEFINITIONS,
  query: [["dryRun", "All"]],
  body,
});

function definitionOf(random: Random, schema: JsonObject): JsonObject {
  const version: JsonObject = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    ...(random.chance(0.4) ? { subresources: subresourcesOf(random) } : {}),
    ...(random.chance(0.2)
      ? { additionalPrinterColumns: random.times(1, 2, (i) => columnOf(random, i)) }
      : {}),
    ...(random.chance(0.15)
      ? { selectableFields: [{ jsonPath: random.pick([".spec.a", ".spec.b", "spec.a", ".metadata.name"]) }] }
      : {}),
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boats.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat", ...(random.chance(0.1) ? { shortNames: ["bt", "B"] } : {}) },
      versions: [version],
    },
  };
}

const subresourcesOf = (random: Random): JsonObject => ({
  ...(random.chance(0.8) ? { status: {} } : {}),
  ...(random.chance(0.3)
    ? {
        scale: {
          specReplicasPath: random.pick([".spec.a", ".spec.b", "spec.a"]),
          statusReplicasPath: ".status.a",
        },
      }
    : {}),
});

const columnOf = (random: Random, i: number): JsonObject => ({
  name: random.pick([`C${i}`, "Age", ""]),
  type: random.pick(["string", "integer", "date", "boolean", "number", "other"]),
  jsonPath: random.pick([
    ".spec.a",
    ".spec.b[0]",
    ".metadata.creationTimestamp",
    "{.spec.a}",
    ".spec['x-y']",
  ]),
  ...(random.chance(0.2) ? { priority: 1, format: random.pick(["int32", "date"]) } : {}),
});

function life(random: Random, schema: JsonObject): Step[] {
  const objects = new Objects(random, random.pick([0, 0.05, 0.15]));
  const body = (): JsonObject => ({
    apiVersion: `${GROUP}/v1`,
    kind: "Boat",
    metadata: { name: "a" },
    ...(objects.value(schema) as JsonObject),
  });
  const made = random.times(
    1,
    4,
    (i): Step => ({
      name: `create ${i}`,
      method: "POST",
      path: OBJECTS,
      query: validation(random),
      body: named(body()),
    }),
  );
  const changes = random.times(0, 4, (i) => changeOf(random, `change ${i}`, body(), objects, schema));
  const reads: Step[] = random.chance(0.3)
    ? [
        {
          name: "table",
          method: "GET",
          path: OBJECTS,
          headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
        },
      ]
    : [];
  return [...made, ...changes, ...reads];
}

const named = (body: JsonObject): JsonObject => ({
  ...body,
  apiVersion: `${GROUP}/v1`,
  kind: "Boat",
  metadata: { name: "a" },
});

const validation = (random: Random): [string, string][] =>
  random.chance(0.4) ? [["fieldValidation", random.pick(["Strict", "Warn", "Ignore"])]] : [];

function changeOf(
  random: Random,
  name: string,
  body: JsonObject,
  objects: Objects,
  schema: JsonObject,
): Step {
  const turn = random.next();
  const path = random.chance(0.2) ? `${OBJECT}/status` : OBJECT;
  const query = validation(random);
  if (turn < 0.3) {
    const edits: Edit[] = [{ at: "/spec", set: objects.value(specOf(schema)) }];
    return {
      name,
      method: "PUT",
      path,
      query,
      body: named(body),
      from: { step: "create 0", edits: [{ at: "/metadata/resourceVersion" }, ...edits] },
    };
  }
  if (turn < 0.55)
    return {
      name,
      method: "PATCH",
      path,
      query,
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: objects.value(specOf(schema)) },
    };
  if (turn < 0.7) {
    const at = random.pick(["/spec/a", "/spec/b", "/spec/c", "/spec", "/status"]);
    return {
      name,
      method: "PATCH",
      path,
      query,
      headers: { "content-type": "application/json-patch+json" },
      body: [
        {
          op: random.pick(["add", "replace", "remove"]),
          path: at,
          value: objects.value(propertyAt(schema, at)),
        },
      ],
    };
  }
  if (turn < 0.95) {
    const managed: [string, string][] = [
      ...query,
      ["fieldManager", random.pick(["m1", "m2"])],
      ...(random.chance(0.5) ? ([["force", "true"]] as [string, string][]) : []),
    ];
    return {
      name,
      method: "PATCH",
      path,
      query: managed,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: named(body),
    };
  }
  return { name, method: "GET", path: `${OBJECT}/scale` };
}

const specOf = (schema: JsonObject): Json | undefined => propertyAt(schema, "/spec");

function propertyAt(schema: JsonObject, pointer: string): Json | undefined {
  let at: Json | undefined = schema;
  for (const key of pointer.split("/").slice(1).map(escapeToken))
    at = isJsonObject(at) && isJsonObject(at.properties) ? at.properties[key] : undefined;
  return at;
}
