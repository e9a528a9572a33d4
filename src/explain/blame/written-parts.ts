import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/**
 * The changed object without what the configuration of a policy does not name and the object before did not have: the
 * server filled this in.
 */
export function writtenParts(before: JsonObject, after: JsonObject, configuration: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) => {
      const [old, own] = [before[key], configuration[key]];
      if (value === undefined || (old === undefined && own === undefined)) return [];
      return [[key, partsOf(old, value, own)]];
    }),
  );
}

function partsOf(before: Json | undefined, after: Json, configuration: Json | undefined): Json {
  if (isJsonObject(after)) {
    const old = isJsonObject(before) ? before : {};
    return writtenParts(old, after, isJsonObject(configuration) ? configuration : {});
  }
  if (!Array.isArray(after) || equal(before, after)) return after;
  return after.map((item) => partsOf(sameItem(before, item), item, sameItem(configuration, item)));
}

/** Members that identify an item in the lists of Kubernetes. */
const KEYS = ["name", "mountPath", "containerPort", "port", "key", "type", "ip", "uid", "topologyKey"];

function sameItem(list: Json | undefined, item: Json): Json | undefined {
  if (!Array.isArray(list) || !isJsonObject(item)) return undefined;
  const key = KEYS.find((member) => item[member] !== undefined);
  return list.find((one) =>
    key === undefined ? equal(one, item) : isJsonObject(one) && one[key] === item[key],
  );
}
