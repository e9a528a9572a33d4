import type { JsonObject } from "../../../../json/value.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { fieldFacts } from "../../../../types/notation/tables.ts";
import type { Shape } from "../../../../types/shape.ts";
import { publishedTexts } from "../schemas/published-texts.ts";
import { schemaName } from "../schemas/schemas.ts";

const query = (name: string, type: string, description: string | undefined): JsonObject => ({
  name,
  in: "query",
  ...(description === undefined ? {} : { description }),
  schema: { type, uniqueItems: true },
});

/** Returns the options of a connection, `core/v1.PodExecOptions`, as query parameters. */
export function optionsOf(typeName: string): JsonObject[] {
  if (fieldFacts(typeName) === undefined) return [];
  const texts = publishedTexts(schemaName(typeName))?.fields ?? {};
  return [...builtinShape(typeName).fields.values()]
    .filter(({ name, shape }) => name !== "apiVersion" && name !== "kind" && !isTime(shape))
    .map(({ name, shape }) => query(name, parameterType(shape), texts[name]));
}

/** True for times, which are read but not described. */
const isTime = (shape: Shape): boolean => shape.kind === "scalar" && shape.scalar === "time";

/** Returns the type of a parameter; for a list, the type of its items. */
function parameterType(shape: Shape): string {
  if (shape.kind === "list") return parameterType(shape.item);
  if (shape.kind !== "scalar") return "string";
  if (shape.scalar === "boolean") return "boolean";
  return shape.scalar === "int64" || shape.scalar === "int32" ? "integer" : "string";
}

export const pathParameter: JsonObject = {
  name: "path",
  in: "path",
  description: "path to the resource",
  required: true,
  schema: { type: "string", uniqueItems: true },
};
