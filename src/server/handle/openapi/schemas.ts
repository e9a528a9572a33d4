import type { JsonObject } from "../../../api/json.ts";
import type { Field, ObjectShape, ScalarType, Shape } from "../../../schema/shape.ts";

/** Collects `components.schemas` while shapes are turned into references. */
export class Schemas {
  readonly definitions: Record<string, JsonObject> = {};
  readonly #names = new Map<ObjectShape, string>();

  /** `{$ref}` to an object type, defined at its first mention. */
  reference(shape: ObjectShape, fallbackName: string): JsonObject {
    return { $ref: `#/components/schemas/${this.define(shape, fallbackName)}` };
  }

  define(shape: ObjectShape, fallbackName: string): string {
    const known = this.#names.get(shape);
    if (known !== undefined) return known;
    const name = this.#freeName(shape.typeName === undefined ? fallbackName : schemaName(shape.typeName));
    this.#names.set(shape, name);
    const definition: JsonObject = { type: "object" };
    this.definitions[name] = definition;
    const properties: JsonObject = {};
    for (const field of shape.fields.values())
      properties[field.name] = this.#field(field, `${name}.${field.name}`);
    if (Object.keys(properties).length > 0) definition.properties = properties;
    if (shape.preserveUnknown) definition["x-kubernetes-preserve-unknown-fields"] = true;
    if (shape.atomic) definition["x-kubernetes-map-type"] = "atomic";
    return name;
  }

  #freeName(name: string): string {
    let candidate = name;
    for (let i = 2; candidate in this.definitions; i++) candidate = `${name}_${i}`;
    return candidate;
  }

  #field(field: Field, name: string): JsonObject {
    const schema = this.#schema(field.shape, name);
    if (field.shape.kind === "list") return { ...schema, ...listExtensions(field) };
    if (field.retainKeys && "$ref" in schema)
      return { allOf: [schema], "x-kubernetes-patch-strategy": "retainKeys" };
    return schema;
  }

  #schema(shape: Shape, name: string): JsonObject {
    switch (shape.kind) {
      case "scalar":
        return { ...SCALARS[shape.scalar] };
      case "any":
        return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
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
}

function listExtensions({ shape, retainKeys }: Field): JsonObject {
  if (shape.kind !== "list") return {};
  const patch = shape.mergeKey === undefined ? [] : ["merge"];
  const strategy = [...patch, ...(retainKeys ? ["retainKeys"] : [])].join(",");
  return {
    "x-kubernetes-list-type": shape.listType,
    ...(shape.keys.length === 0 ? {} : { "x-kubernetes-list-map-keys": [...shape.keys] }),
    ...(strategy === "" ? {} : { "x-kubernetes-patch-strategy": strategy }),
    ...(shape.mergeKey ? { "x-kubernetes-patch-merge-key": shape.mergeKey } : {}),
  };
}

const SCALARS: Readonly<Record<ScalarType, JsonObject>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  number: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  quantity: { oneOf: [{ type: "string" }, { type: "number" }] },
  intOrString: { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
  time: { type: "string", format: "date-time" },
  microTime: { type: "string", format: "date-time" },
  duration: { type: "string" },
};

/** `core/v1.Pod` → `io.k8s.api.core.v1.Pod`. */
export function schemaName(typeName: string): string {
  const [group = "", rest = ""] = typeName.split("/");
  const base = group === "meta" ? "io.k8s.apimachinery.pkg.apis.meta" : `io.k8s.api.${group}`;
  return `${base}.${rest}`;
}
