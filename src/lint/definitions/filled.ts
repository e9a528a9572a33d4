import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
import type { Step } from "./declared-rules.ts";

/** Adds the part at a place to the values around it that lack it, with its default or the empty value of its type. */
export function filled(value: Json, schema: JsonObject, [step, ...rest]: readonly Step[]): Json {
  if (step === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => filled(one, record(schema.items), rest));
  if (!isJsonObject(value)) return value;
  const { properties, additionalProperties } = schema;
  const name = step.kind === "member" ? step.name : undefined;
  const names =
    name === undefined ? Object.keys(value) : rest.length > 0 && value[name] === undefined ? [] : [name];
  const parts = names.map((key) => {
    const part = record(name === undefined ? additionalProperties : record(properties)[key]);
    return [key, filled(value[key] ?? emptyOf(part), part, rest)];
  });
  return { ...value, ...Object.fromEntries(parts) };
}

const emptyOf = ({ type, default: given }: JsonObject): Json => given ?? EMPTY[String(type)] ?? "";

const EMPTY: Readonly<Record<string, Json>> = {
  object: {},
  array: [],
  boolean: false,
  integer: 0,
  number: 0,
};
