import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { TypeFact } from "../../../src/types/notation/notation.ts";
import { fieldsOf } from "../kinds/types.ts";

/** A value in CEL, with plain maps: `{'a': 1}`. */
export function literalOf(value: Json): string {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(literalOf).join(", ")}]`;
  if (!isJsonObject(value)) return numberOf(value);
  return mapOf(value, literalOf);
}

/** The escapes of JSON are also those of CEL, except for the slash and for surrogates. */
const textOf = (value: string): string => JSON.stringify(value).replace(/\\u[dD][89a-fA-F].{2}/g, "?");

const numberOf = (value: Json): string =>
  typeof value === "number" && !Number.isSafeInteger(value) ? value.toExponential() : String(value);

const mapOf = (value: JsonObject, each: (item: Json) => string): string =>
  `{${Object.entries(value)
    .map(([key, item = null]) => `${textOf(key)}: ${each(item)}`)
    .join(", ")}}`;

/**
 * `literalOf` with the types of apply configurations: `Object.spec{replicas: 1}`. `path`: path of the type,
 * `Object.spec`.
 */
export function typedLiteral(value: Json, type: TypeFact | undefined, path: string): string {
  if (type === undefined || type.kind === "scalar") return literalOf(value);
  if (Array.isArray(value) && type.kind === "list")
    return `[${value.map((item) => typedLiteral(item, type.item, path)).join(", ")}]`;
  if (!isJsonObject(value)) return literalOf(value);
  if (type.kind === "map") return mapOf(value, (item) => typedLiteral(item, type.value, path));
  return type.kind === "message" ? messageOf(value, type.name, path) : literalOf(value);
}

function messageOf(value: JsonObject, typeName: string, path: string): string {
  const fields = fieldsOf(typeName);
  const members = Object.entries(value).map(([key, item = null]) => {
    const type = fields.find(({ name }) => name === key)?.type;
    return `${identifierOf(key)}: ${typedLiteral(item, type, `${path}.${identifierOf(key)}`)}`;
  });
  return `${path}{${members.join(", ")}}`;
}

/** Names that CEL keeps for itself are written otherwise. */
const RESERVED = new Set(["namespace", "if", "in", "for", "const", "function", "import", "package", "as"]);
const identifierOf = (name: string): string =>
  RESERVED.has(name) ? `__${name}__` : name.replaceAll("-", "__dash__").replaceAll("$", "");
