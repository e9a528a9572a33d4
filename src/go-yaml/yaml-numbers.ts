import { isGoFloat } from "../go/float.ts";
import { setKey } from "../json/object.ts";
import { isJsonObject, type Json } from "../json/value.ts";

/**
 * Gives the numbers of a value that was read from YAML the types that they have in an unstructured object, in place. Go writes
 * YAML as JSON before it reads an object: an integer beyond int64, which YAML has up to 64 bits, becomes a float, and a
 * float without a fraction an integer (apimachinery/pkg/util/json/json.go, ConvertInterfaceNumbers).
 */
export function unstructuredNumbers(value: Json): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      const changed = changedNumber(item);
      if (changed === undefined) unstructuredNumbers(item);
      else value[i] = changed;
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const member = value[key] ?? null;
      const changed = changedNumber(member);
      if (changed === undefined) unstructuredNumbers(member);
      else setKey(value, key, changed);
    }
  }
}

function changedNumber(value: Json): number | bigint | undefined {
  if (typeof value === "bigint") return isGoFloat(value) ? Number(value) : undefined;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return undefined;
  return isGoFloat(value) ? undefined : BigInt(value);
}
