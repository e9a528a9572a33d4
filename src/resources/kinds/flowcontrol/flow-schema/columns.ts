import type { KubeObject } from "../../../../api/meta.ts";
import { count, items, nameOf, text } from "../../../define/cell.ts";

/** Status of the condition Dangling: `True` if the priority level does not exist; `?` if it is not known. */
export function missingLevel(object: KubeObject): string {
  const dangling = items(object, "status.conditions").find(({ type }) => type === "Dangling");
  return dangling === undefined ? "?" : text(dangling, "status");
}

/** Orders flow schemas as the server matches them: by precedence, then by name. */
export function byPrecedence(a: KubeObject, b: KubeObject): number {
  return precedence(a) - precedence(b) || (nameOf(a) < nameOf(b) ? -1 : 1);
}

const precedence = (schema: KubeObject): number => count(schema, "spec.matchingPrecedence");
