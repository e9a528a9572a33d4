import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { type Step, stepsText } from "./declared-rules.ts";

const NO_PARTS: ReadonlySet<string> = new Set();
/** Texts of formats, which are otherwise any text. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  duration: "1s",
  byte: "c2FtcGxl",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  uri: "https://example.com/",
};

/**
 * Returns the smallest value that an OpenAPI schema probably accepts: its required parts, with their defaults.
 * `wanted` has optional parts that it has, too, as `stepsText` writes them; `steps` is the place of the value.
 */
export function sampleValue(
  schema: JsonObject,
  wanted: ReadonlySet<string> = NO_PARTS,
  steps: readonly Step[] = [],
): Json {
  const { default: given, enum: choices, type, minItems = 0, minProperties = 0, items } = schema;
  const inside = (step: Step, part: JsonObject): Json => sampleValue(part, wanted, [...steps, step]);
  const isWanted = (step: Step): boolean => wanted.has(stepsText([...steps, step]));
  if (type === "object") {
    const values = schema.additionalProperties;
    const step: Step = { kind: "value" };
    const hasValue = isJsonObject(values) && (Number(minProperties) > 0 || isWanted(step));
    const object = objectOf(schema, isWanted, inside);
    return hasValue ? { ...object, sample: inside(step, values) } : object;
  }
  if (type === "array" && isJsonObject(items)) {
    const step: Step = { kind: "item" };
    return Number(minItems) > 0 || isWanted(step) ? [inside(step, items)] : [];
  }
  if (given !== undefined) return given;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  return scalarOf(schema);
}

function objectOf(
  { properties, required }: JsonObject,
  isWanted: (step: Step) => boolean,
  inside: (step: Step, part: JsonObject) => Json,
): JsonObject {
  const demanded = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, part]) => {
      const step: Step = { kind: "member", name };
      if (!isJsonObject(part) || !(demanded.includes(name) || isWanted(step))) return [];
      return [[name, inside(step, part)]];
    }),
  );
}

function scalarOf({ type, format, minimum = 0, minLength = 0, maxLength = 6 }: JsonObject): Json {
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return Number(minimum);
  const known = FORMATS[String(format)];
  return known ?? "sample".slice(0, Number(maxLength)).padEnd(Number(minLength), "s");
}
