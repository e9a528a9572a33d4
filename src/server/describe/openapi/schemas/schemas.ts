import type { GroupVersionKind } from "../../../../api/group-version.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { fieldFacts } from "../../../../types/notation/tables.ts";
import type { Field, ObjectShape, ScalarType, Shape } from "../../../../types/shape.ts";
import { gvk } from "../naming.ts";
import { publishedDefault, publishedExtensions, UNIONS } from "./known-values.ts";
import { anyName, FIELDS_FIELD, FIELDS_V1, LEAVES, scalarSchema } from "./scalar-schemas.ts";

const GVK = "x-kubernetes-group-version-kind";

/** Collects `components.schemas` while shapes are converted to references. */
export class Schemas {
  readonly definitions: Record<string, JsonObject> = {};
  /** Names of the fields of built-in types in the order of declaration. */
  readonly orders = new Map<string, readonly string[]>();
  readonly #names = new Map<ObjectShape, string>();

  /** Returns a `{$ref}` to an object type, defined at its first reference. */
  reference(shape: ObjectShape, fallbackName: string, kind?: GroupVersionKind): JsonObject {
    return this.#refer(this.#define(shape, fallbackName, kind));
  }

  /** Returns a `{$ref}` to a built-in type such as `meta/v1.Status`; any object if no table has it. */
  builtin(typeName: string, kind?: GroupVersionKind): JsonObject {
    if (fieldFacts(typeName) === undefined) return { type: "object" };
    return this.reference(builtinShape(typeName), typeName, kind);
  }

  /** Returns a `{$ref}` to one of the types that are encoded as a text, a number or any value. */
  leaf(name: string): JsonObject {
    this.definitions[name] ??= LEAVES[name] ?? { type: "object" };
    return this.#refer(name);
  }

  /** Returns a `{$ref}` to a definition that the caller made. */
  add(name: string, definition: JsonObject): JsonObject {
    this.definitions[name] = definition;
    return this.#refer(name);
  }

  #refer(name: string): JsonObject {
    return { $ref: `#/components/schemas/${name}` };
  }

  #define(shape: ObjectShape, fallbackName: string, kind: GroupVersionKind | undefined): string {
    const known = this.#names.get(shape);
    if (known !== undefined) {
      if (kind !== undefined) this.#mark(known, kind);
      return known;
    }
    const name = this.#freeName(shape.typeName === undefined ? fallbackName : schemaName(shape.typeName));
    this.#names.set(shape, name);
    const definition: JsonObject = { type: "object" };
    this.definitions[name] = definition;
    const properties: JsonObject = {};
    this.orders.set(name, [...shape.fields.keys()]);
    for (const field of [...shape.fields.values()].sort(byName))
      properties[field.name] = this.#field(field, name);
    if (Object.keys(properties).length > 0) definition.properties = properties;
    const union = UNIONS[name];
    if (union !== undefined) definition["x-kubernetes-unions"] = union;
    if (shape.preserveUnknown) definition["x-kubernetes-preserve-unknown-fields"] = true;
    if (shape.atomic) definition["x-kubernetes-map-type"] = "atomic";
    const marked = kind ?? embeddedKind(shape);
    if (marked !== undefined) this.#mark(name, marked);
    return name;
  }

  /** Adds a kind to a definition: options and events belong to several groups. */
  #mark(name: string, kind: GroupVersionKind): void {
    const definition = this.definitions[name] ?? {};
    const kinds = (definition[GVK] ?? []) as Json[];
    const own = gvk(kind);
    const marked = JSON.stringify(kinds).includes(JSON.stringify(own));
    if (!marked) definition[GVK] = [...kinds, own];
  }

  #freeName(name: string): string {
    let candidate = name;
    for (let i = 2; candidate in this.definitions; i++) candidate = `${name}_${i}`;
    return candidate;
  }

  #field(field: Field, owner: string): JsonObject {
    const schema = this.#member(field.shape, `${owner}.${field.name}`, field.pointer);
    const zero =
      field.always && !field.pointer && field.shape.kind === "scalar" ? ZEROS[field.shape.scalar] : undefined;
    const preset = publishedDefault(owner, field.name) ?? ("allOf" in schema ? undefined : zero);
    return {
      ...schema,
      ...(preset === undefined ? {} : { default: preset }),
      ...publishedExtensions(owner, field.name),
      ...(field.granular ? { "x-kubernetes-map-type": "granular" } : {}),
      ...(field.replace ? { "x-kubernetes-patch-strategy": "replace" } : {}),
      ...(field.shape.kind === "list" ? listExtensions(field) : {}),
      ...(field.retainKeys && field.shape.kind !== "list"
        ? { "x-kubernetes-patch-strategy": "retainKeys" }
        : {}),
    };
  }

  /**
   * Returns the schema of a member. A reference is inside `allOf`, so that a description of the member can be
   * its sibling.
   */
  #member(shape: Shape, name: string, pointer: boolean): JsonObject {
    const schema = this.#schema(shape, name);
    if (!("$ref" in schema)) return schema;
    return { ...(pointer || shape.kind !== "object" ? {} : { default: {} }), allOf: [schema] };
  }

  #schema(shape: Shape, name: string): JsonObject {
    switch (shape.kind) {
      case "scalar":
        return this.#scalar(shape.scalar);
      case "any":
        return this.leaf(name === FIELDS_FIELD ? FIELDS_V1 : anyName(shape));
      case "map":
        return {
          type: "object",
          additionalProperties: this.#schema(shape.value, name),
          ...(shape.atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
        };
      case "list":
        return { type: "array", items: this.#schema(shape.item, name) };
      case "object":
        return this.reference(shape, name);
    }
  }

  #scalar(scalar: ScalarType): JsonObject {
    const schema = scalarSchema(scalar);
    return typeof schema === "string" ? this.leaf(schema) : { ...schema };
  }
}

const CORE = "core/v1.";

/** Returns the kind of a core object inside another kind: the template of a claim in a StatefulSet. */
function embeddedKind({ typeName = "", fields }: ObjectShape): GroupVersionKind | undefined {
  if (!typeName.startsWith(CORE) || !fields.has("apiVersion") || !fields.has("metadata")) return undefined;
  return { group: "", version: "v1", kind: typeName.slice(CORE.length) };
}

const ZEROS: Readonly<Partial<Record<ScalarType, Json>>> = {
  string: "",
  boolean: false,
  int32: 0,
  int64: 0,
  number: 0,
};

const byName = (a: Field, b: Field): number => (a.name < b.name ? -1 : 1);

/** Returns the extensions of a list. Lists of a named type do not have the mark of atomic ownership. */
function listExtensions({ shape, retainKeys }: Field): JsonObject {
  if (shape.kind !== "list" || (shape.goType !== undefined && shape.listType === "atomic")) return {};
  const patch = shape.mergeKey === undefined ? [] : ["merge"];
  const strategy = [...patch, ...(retainKeys ? ["retainKeys"] : [])].join(",");
  return {
    "x-kubernetes-list-type": shape.listType,
    ...(shape.keys.length === 0 ? {} : { "x-kubernetes-list-map-keys": [...shape.keys] }),
    ...(strategy === "" ? {} : { "x-kubernetes-patch-strategy": strategy }),
    ...(shape.mergeKey ? { "x-kubernetes-patch-merge-key": shape.mergeKey } : {}),
  };
}

/** Go packages of the tables' types, as the prefix of a schema name; all others are in `io.k8s.api`. */
const PACKAGES: Readonly<Record<string, string>> = {
  meta: "io.k8s.apimachinery.pkg.apis.meta",
  apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions",
  apiregistration: "io.k8s.kube-aggregator.pkg.apis.apiregistration",
};

/** Returns the name of a schema: `core/v1.Pod` → `io.k8s.api.core.v1.Pod`. */
export function schemaName(typeName: string): string {
  const [table = "", rest = ""] = typeName.split("/");
  return `${PACKAGES[table] ?? `io.k8s.api.${table}`}.${rest}`;
}
