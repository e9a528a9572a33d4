import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { parseQuantity, type Quantity } from "../../../api/quantity.ts";
import type { Attributes } from "../../attributes.ts";
import type { ResourceList } from "./resource-list.ts";

/** What objects of one resource cost. */
export interface QuotaEvaluator {
  /** Whether a request can change what is used. */
  handles(attributes: Attributes, object: KubeObject): boolean;
  /** Whether a quota's name of a resource is about these objects. */
  counts(name: string): boolean;
  /** `now`: in milliseconds since the epoch. */
  usage(object: KubeObject, now: number): ResourceList;
  /** What a quota on these names demands of the object, or undefined. */
  constraint?(names: readonly string[], object: KubeObject): string | undefined;
  /** Whether the object is in the scope of a quota; absent: in none. */
  inScope?(scope: JsonObject, object: KubeObject): boolean;
}

export const ONE: Quantity = parseQuantity("1");
export const number = (n: number): Quantity => parseQuantity(String(n));

/** Whether a scope that selects names of classes holds for an object with this one. */
export function nameInScope({ operator, values }: JsonObject, name: string): boolean {
  const listed = Array.isArray(values) && values.includes(name);
  if (operator === "Exists") return name !== "";
  if (operator === "DoesNotExist") return name === "";
  if (operator === "In") return name !== "" && listed;
  return operator === "NotIn" && (name === "" || !listed);
}
