import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";

type Shape = NonNullable<ReturnType<FoundKind["kind"]["shape"]["fields"]["get"]>>["shape"];

/**
 * Returns the patch that changes one object to another: a strategic one with the shape of a built-in kind, otherwise a
 * merge patch.
 */
export function difference(from: JsonObject, to: JsonObject, shape: Shape | undefined): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch[key] = null;
  for (const [key, value = null] of Object.entries(to)) {
    const before = Object.hasOwn(from, key) ? (from[key] ?? null) : undefined;
    if (before !== undefined && equal(before, value)) continue;
    const own = below(shape, key);
    if (isJsonObject(value)) patch[key] = difference(isJsonObject(before) ? before : {}, value, own);
    else if (Array.isArray(value) && Array.isArray(before))
      Object.assign(patch, ofList(key, before, value, own));
    else patch[key] = value;
  }
  return patch;
}

function below(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape?.kind === "object") return shape.fields.get(key)?.shape;
  return shape?.kind === "map" ? shape.value : undefined;
}

/** The members of a patch for a list. Items of a list that is merged go only if the patch says so. */
function ofList(key: string, from: readonly Json[], to: Json[], shape: Shape | undefined): JsonObject {
  if (shape?.kind !== "list" || shape.mergeKey === undefined) return { [key]: to };
  const { mergeKey, item } = shape;
  if (mergeKey === "") {
    const gone = from.filter((one) => !to.some((other) => equal(one, other)));
    return { [key]: to, ...(gone.length > 0 && { [`$deleteFromPrimitiveList/${key}`]: gone }) };
  }
  const keyed = (list: readonly Json[]): JsonObject[] =>
    list.flatMap((one) => (isJsonObject(one) && one[mergeKey] !== undefined ? [one] : []));
  const same = (list: readonly JsonObject[], one: JsonObject): JsonObject | undefined =>
    list.find((other) => equal(other[mergeKey], one[mergeKey]));
  const [before, after] = [keyed(from), keyed(to)];
  if (before.length < from.length || after.length < to.length) return { [key]: to };
  const gone = before.filter((one) => same(after, one) === undefined);
  const changed = after.map((one) => ({
    ...difference(same(before, one) ?? {}, one, item),
    [mergeKey]: one[mergeKey] ?? null,
  }));
  const deleted = gone.map((one) => ({ [mergeKey]: one[mergeKey] ?? null, $patch: "delete" }));
  return { [key]: [...changed, ...deleted] };
}
