import { oncePerObject } from "../../async/once.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { isJsonObject, type JsonObject, record, records } from "../../json/value.ts";
import type { Model } from "../model/model.ts";

/** A part of the schema of a definition. */
export interface SchemaPart {
  readonly of: Manifest;
  readonly path: Path;
  readonly schema: JsonObject;
  /** Name of the property; empty for the root, for items and for values of maps. */
  readonly name: string;
  readonly depth: number;
}

/** Returns the parts of all schemas of checked definitions, without branches of oneOf, anyOf, allOf and not. */
export const schemaParts = oncePerObject((model: Model): readonly SchemaPart[] =>
  model
    .of("CustomResourceDefinition")
    .filter(model.isChecked)
    .flatMap((of) =>
      records(record(of.object.spec).versions).flatMap((version, index) => {
        const path = ["spec", "versions", index, "schema", "openAPIV3Schema"];
        const schema = record(record(version.schema).openAPIV3Schema);
        return partsOf({ of, path, schema, name: "", depth: 0 });
      }),
    ),
);

const DEEPEST = 30;

function partsOf(part: SchemaPart): SchemaPart[] {
  const { path, schema, depth } = part;
  if (depth > DEEPEST) return [part];
  const below = (steps: Path, inside: unknown, name: string): SchemaPart[] =>
    isJsonObject(inside)
      ? partsOf({ of: part.of, path: [...path, ...steps], schema: inside, name, depth: depth + 1 })
      : [];
  return [
    part,
    ...Object.entries(record(schema.properties)).flatMap(([name, one]) =>
      below(["properties", name], one, name),
    ),
    ...below(["items"], schema.items, ""),
    ...below(["additionalProperties"], schema.additionalProperties, ""),
  ];
}

/** True if a schema lets fields pass that it does not declare. */
export const isOpen = (schema: JsonObject): boolean =>
  schema["x-kubernetes-preserve-unknown-fields"] === true ||
  schema["x-kubernetes-embedded-resource"] === true ||
  schema.additionalProperties !== undefined;
