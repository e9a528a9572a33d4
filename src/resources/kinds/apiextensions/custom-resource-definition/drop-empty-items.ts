import type { KubeObject } from "../../../../api/meta.ts";
import { type JsonObject, record, records } from "../../../../json/value.ts";

const ONE = ["items", "additionalItems", "additionalProperties", "not"];
const LISTS = ["items", "allOf", "oneOf", "anyOf"];
const MAPS = ["properties", "patternProperties", "definitions"];

/**
 * Drops `items` that contain no schema (`[]`, a text), in place: validation uses them, but they are not
 * stored.
 */
export function dropEmptyItems({ spec }: KubeObject): void {
  const versions = records(record(spec).versions);
  const left = versions.map(({ schema }) => record(record(schema).openAPIV3Schema));
  for (let schema = left.pop(); schema !== undefined; schema = left.pop()) {
    if (schema.items === null) delete schema.items;
    left.push(...schemasBelow(schema));
  }
}

const schemasBelow = (schema: JsonObject): JsonObject[] => [
  ...ONE.flatMap((name) => records([schema[name]])),
  ...LISTS.flatMap((name) => records(schema[name])),
  ...MAPS.flatMap((name) => records(Object.values(record(schema[name])))),
];
