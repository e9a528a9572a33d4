import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { type JsonObject, text } from "../../../../json/value.ts";

/** True if every toleration is covered by an allowed one (kubernetes/pkg/util/tolerations/tolerations.go). */
export const areAllowed = (tolerations: readonly JsonObject[], allowed: readonly JsonObject[]): boolean =>
  allowed.length === 0 || tolerations.every((one) => allowed.some((wide) => isSuperset(wide, one)));

/** Merges both lists without tolerations that another one covers (the same file, MergeTolerations). */
export function mergeTolerations(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const all = [...first, ...second];
  const merged: JsonObject[] = [];
  for (const [index, one] of all.entries()) {
    const isCovered =
      merged.some((other) => isSuperset(other, one)) ||
      all.slice(index + 1).some((other) => !semanticEqual(one, other) && isSuperset(other, one));
    if (!isCovered) merged.push(one);
  }
  return merged;
}

function isSuperset(wide: JsonObject, one: JsonObject): boolean {
  if (semanticEqual(one, wide)) return true;
  const isForAllKeys = text(wide.key) === "" && wide.operator === "Exists";
  if (text(one.key) !== text(wide.key) && !isForAllKeys) return false;
  if (text(wide.effect) !== "" && text(one.effect) !== text(wide.effect)) return false;
  if (wide.effect === "NoExecute" && !isAsShort(one, wide)) return false;
  if (wide.operator === "Exists") return true;
  const isEqual = text(wide.operator) === "" || wide.operator === "Equal";
  return isEqual && one.operator === "Equal" && text(one.value) === text(wide.value);
}

function isAsShort({ tolerationSeconds: own }: JsonObject, { tolerationSeconds: most }: JsonObject): boolean {
  if (most === undefined || most === null) return true;
  return own !== undefined && own !== null && Number(own) <= Number(most);
}
