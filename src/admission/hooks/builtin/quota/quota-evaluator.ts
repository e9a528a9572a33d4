import type { KubeObject } from "../../../../api/meta.ts";
import { parseQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import type { ResourceList } from "../resource-list.ts";

/** Rules that quotas use to count the objects of one resource. */
export interface QuotaEvaluator {
  /** True if a request can change the usage. */
  handles(attributes: Attributes, object: KubeObject): boolean;
  /** True if a resource name in a quota applies to these objects. */
  counts(name: string): boolean;
  /** Returns the usage of an object. `now`: in milliseconds since 1970. */
  usage(object: KubeObject, now: number): ResourceList;
  /** Returns the requirement of a quota with these names that the object does not meet, or undefined. */
  constraint?(names: readonly string[], object: KubeObject): string | undefined;
  /** True if the object is in a scope of a quota; absent: it is in none. */
  inScope?(scope: JsonObject, object: KubeObject): boolean;
}

export const ONE: Quantity = parseQuantity("1");
/** A count as a quantity. */
export const number = (n: number): Quantity => parseQuantity(String(n));

/** True if a scope that selects class names matches this name. */
export function nameInScope({ operator, values }: JsonObject, name: string): boolean {
  const listed = Array.isArray(values) && values.includes(name);
  if (operator === "Exists") return name !== "";
  if (operator === "DoesNotExist") return name === "";
  if (operator === "In") return name !== "" && listed;
  return operator === "NotIn" && (name === "" || !listed);
}
