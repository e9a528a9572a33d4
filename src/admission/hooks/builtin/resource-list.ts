import type { Json, JsonObject } from "../../../api/json.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  subtractQuantities,
} from "../../../api/quantity.ts";
import { record, records, text } from "./fields.ts";

/** Amounts by name of resource: `cpu`, `requests.memory`, `count/configmaps`. */
export type ResourceList = ReadonlyMap<string, Quantity>;

export const ZERO: Quantity = parseQuantity("0");

/** A stored ResourceList; quantities that cannot be read are left out. */
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

export function addLists(a: ResourceList, b: ResourceList): ResourceList {
  const sum = new Map(a);
  for (const [name, amount] of b) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addQuantities(before, amount));
  }
  return sum;
}

/** What the first has more than the second, never below zero. */
export function growth(now: ResourceList, before: ResourceList): ResourceList {
  const more = new Map<string, Quantity>();
  for (const [name, amount] of now) {
    const old = before.get(name);
    const difference = old === undefined ? amount : subtractQuantities(amount, old);
    more.set(name, compareQuantities(difference, ZERO) < 0 ? ZERO : difference);
  }
  return more;
}

export function maxLists(a: ResourceList, b: ResourceList): ResourceList {
  const max = new Map(a);
  for (const [name, amount] of b) {
    const other = max.get(name);
    if (other === undefined || compareQuantities(amount, other) > 0) max.set(name, amount);
  }
  return max;
}

export const mask = (list: ResourceList, names: Iterable<string>): ResourceList => {
  const wanted = new Set(names);
  return new Map([...list].filter(([name]) => wanted.has(name)));
};

export const withoutZeros = (list: ResourceList): ResourceList =>
  new Map([...list].filter(([, amount]) => amount.digits !== 0n));

/** `cpu=1,pods=2`, by name. */
export function printList(list: ResourceList): string {
  return [...list]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${formatQuantity(amount)}`)
    .join(",");
}

/**
 * What a pod asks for: its containers together, or what its init containers need at most if that is more; amounts for
 * the whole pod come before both.
 */
export function podResources(spec: JsonObject, key: "requests" | "limits"): ResourceList {
  const of = (container: JsonObject) => resourceList(record(container.resources)[key]);
  let running = records(spec.containers).map(of).reduce(addLists, new Map());
  let sidecars: ResourceList = new Map();
  let initial: ResourceList = new Map();
  for (const container of records(spec.initContainers)) {
    const own = of(container);
    if (text(container.restartPolicy) === "Always") {
      running = addLists(running, own);
      sidecars = addLists(sidecars, own);
      initial = maxLists(initial, sidecars);
    } else initial = maxLists(initial, addLists(own, sidecars));
  }
  const total = new Map(maxLists(running, initial));
  for (const [name, amount] of resourceList(record(spec.resources)[key])) {
    if (name === "cpu" || name === "memory") total.set(name, amount);
  }
  return total;
}
