import { mapGet, mapKey, mapKeys } from "../../src/cel/values/containers.ts";
import { parseTimestamp } from "../../src/cel/values/time.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  intValue,
  isInt,
  isList,
  isMap,
  type MapKey,
  type Value,
} from "../../src/cel/values/values.ts";
import { unlimited } from "../../src/cel/values/work.ts";

/** A value with its type, as JSON: `["int", "1"]`, `["list", […]]`, `["map", [[key, value], …]]` sorted by keys. */
export type Tagged = readonly [tag: string, content?: unknown];

const numberOf = (text: unknown): number => Number(String(text).replace(/Inf$/, "Infinity"));

/** Text of a double as Go prints it with the fewest digits: `0.1`, `+Inf`, `1e+21`. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

export function tagged(given: Value): Tagged {
  const value = adapt(given);
  if (value === null) return ["null"];
  if (typeof value === "boolean") return ["bool", value];
  if (isInt(value)) return ["int", String(value)];
  if (typeof value === "string") return ["string", value];
  if (isList(value)) return ["list", value.map(tagged)];
  if (isMap(value)) return ["map", entriesOf(value)];
  if (value instanceof CelUint) return ["uint", String(value.value)];
  if (value instanceof CelDouble) return ["double", doubleText(value.value)];
  if (value instanceof CelBytes) return ["bytes", Buffer.from(value.bytes).toString("base64")];
  if (value instanceof CelTimestamp) return ["timestamp", String(value.nanos)];
  if (value instanceof CelDuration) return ["duration", String(value.nanos)];
  if (value instanceof CelTypeValue) return ["type", value.name];
  if (value instanceof CelOptional)
    return value.value === undefined ? ["optional"] : ["optional", tagged(value.value)];
  return [value instanceof CelObject ? value.typeName : typeof value];
}

function entriesOf(map: Value & object): unknown[] {
  const entries = mapKeys(map as never, unlimited()).map((key) => [
    tagged(key),
    tagged(mapGet(map as never, key) as Value),
  ]);
  const text = ([key]: unknown[]): string => JSON.stringify(key);
  return entries.sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

export function fromTagged([tag, content]: Tagged): Value {
  const text = String(content);
  switch (tag) {
    case "null":
      return null;
    case "bool":
      return content === true;
    case "int":
      return intValue(BigInt(text)) ?? 0;
    case "uint":
      return new CelUint(BigInt(text));
    case "double":
      return new CelDouble(numberOf(text));
    case "string":
      return text;
    case "bytes":
      return new CelBytes(Buffer.from(text, "base64"));
    case "timestamp":
      return /^-?\d+$/.test(text) ? new CelTimestamp(BigInt(text)) : (parseTimestamp(text) ?? null);
    case "duration":
      return new CelDuration(BigInt(text));
    case "type":
      return new CelTypeValue(text);
    case "list":
      return (content as Tagged[]).map(fromTagged);
    case "map":
      return mapOf(content as [Tagged, Tagged][]);
    default:
      throw new Error(`no value of type ${tag}`);
  }
}

function mapOf(entries: readonly (readonly [Tagged, Tagged])[]): CelMap {
  const made = new Map<MapKey, { key: Value; value: Value }>();
  for (const [key, value] of entries) {
    const [made1, made2] = [fromTagged(key), fromTagged(value)];
    made.set(mapKey(made1) as MapKey, { key: made1, value: made2 });
  }
  return new CelMap(made);
}

/** A value of this project in a form that can be compared: times as instants, doubles by value. */
export function comparable([tag, content]: Tagged): unknown {
  switch (tag) {
    case "list":
      return [tag, (content as Tagged[]).map(comparable)];
    case "map":
      return [tag, (content as [Tagged, Tagged][]).map((entry) => entry.map(comparable))];
    case "optional":
      return content === undefined ? [tag] : [tag, comparable(content as Tagged)];
    case "timestamp": {
      const value = fromTagged([tag, content]);
      return [tag, value instanceof CelTimestamp ? String(value.nanos) : String(content)];
    }
    case "double":
      return [tag, doubleText(numberOf(content))];
    default:
      return content === undefined ? [tag] : [tag, content];
  }
}
