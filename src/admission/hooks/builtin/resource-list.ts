import { addAmounts } from "../../../api/pods/pod-requirements.ts";
import {
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  subtractQuantities,
} from "../../../api/quantity/quantity.ts";
import { type Json, record } from "../../../json/value.ts";

/** Amounts by resource name: `cpu`, `requests.memory`, `count/configmaps`. */
export type ResourceList = ReadonlyMap<string, Quantity>;

export const ZERO: Quantity = parseQuantity("0");

/** Reads a stored ResourceList; quantities that cannot be read are omitted. */
export function resourceList(value: Json | undefined): ResourceList {
  const list = new Map<string, Quantity>();
  for (const [name, amount] of Object.entries(record(value))) {
    const quantity = readQuantity(amount);
    if (quantity !== undefined) list.set(name, quantity);
  }
  return list;
}

function readQuantity(value: Json | undefined): Quantity | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    return parseQuantity(String(value));
  } catch {
    return undefined;
  }
}

/** Sum of two lists. A resource of one list only is part of the sum. */
export function addLists(a: ResourceList, b: ResourceList): ResourceList {
  const sum = new Map(a);
  addAmounts(sum, b);
  return sum;
}

/** Returns the amounts that the first list has more than the second, never below zero. */
export function growth(now: ResourceList, before: ResourceList): ResourceList {
  const more = new Map<string, Quantity>();
  for (const [name, amount] of now) {
    const old = before.get(name);
    const difference = old === undefined ? amount : subtractQuantities(amount, old);
    more.set(name, compareQuantities(difference, ZERO) < 0 ? ZERO : difference);
  }
  return more;
}

/** Returns the amounts with one of the names. */
export const mask = (list: ResourceList, names: ReadonlySet<string>): ResourceList =>
  new Map([...list].filter(([name]) => names.has(name)));

/** The list without resources whose amount is 0. */
export const withoutZeros = (list: ResourceList): ResourceList =>
  new Map([...list].filter(([, amount]) => amount.digits !== 0n));

/** Text of a list, sorted by name: `cpu=1,pods=2`. */
export function printList(list: ResourceList): string {
  return [...list]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${formatQuantity(amount)}`)
    .join(",");
}
