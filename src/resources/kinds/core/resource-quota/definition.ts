import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { at } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere, validates } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { validate, validateStatus, warnings } from "./validate.ts";

/** True for names that begin with `limits.`. */
const isLimit = (name: string): boolean => name.startsWith("limits.");

/** Prints used and hard amounts of each resource. */
function showAmounts(object: KubeObject, isShown: (name: string) => boolean): string {
  const hard = objectAt(object, "status.hard");
  const used = objectAt(object, "status.used");
  return Object.keys(hard)
    .sort()
    .filter(isShown)
    .map((name) => `${name}: ${String(used[name] ?? "0")}/${String(hard[name])}`)
    .join(", ");
}

function objectAt(object: JsonObject, path: string): JsonObject {
  const value: Json | undefined = at(object, path);
  return isJsonObject(value) ? value : {};
}

export const resourceQuota = defineResource({
  group: "",
  kind: "ResourceQuota",
  scope: "Namespaced",
  shortNames: ["quota"],
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Request: ${(object) => showAmounts(object, (name) => !isLimit(name))} Request represents a minimum amount of cpu/memory that a container may consume.`,
    column`Limit: ${(object) => showAmounts(object, isLimit)} Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.`,
    AGE,
  ],
  subresources: [status({ validateUpdate: validateStatus })],
  strategy: {
    returnDeletedObject: true,
    ...statusOnlyElsewhere("core/v1.ResourceQuota"),
    ...validates(validate),
    warnings: (object, old) => (old === undefined ? warnings(object) : []),
  },
});
