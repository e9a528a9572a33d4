import type { JsonObject } from "../../../api/json.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
} from "../../quantity.ts";
import { part, parts } from "./fill.ts";

type Amounts = Map<string, Quantity>;

/**
 * What all containers of a pod need together at the worst moment: the running ones and sidecars, or one init container
 * with the sidecars before it. Canonical texts by resource.
 */
export function aggregateRequirements(spec: JsonObject, side: "limits" | "requests"): Record<string, string> {
  const total: Amounts = new Map();
  for (const container of parts(spec, "containers")) add(total, amountsOf(container, side));
  const sidecars: Amounts = new Map();
  const initial: Amounts = new Map();
  for (const container of parts(spec, "initContainers")) {
    const own = amountsOf(container, side);
    if (container.restartPolicy === "Always") {
      add(total, own);
      add(sidecars, own);
      raise(initial, sidecars);
    } else {
      add(own, sidecars);
      raise(initial, own);
    }
  }
  raise(total, initial);
  return Object.fromEntries([...total].map(([name, amount]) => [name, formatQuantity(amount)]));
}

function amountsOf(container: JsonObject, side: "limits" | "requests"): Amounts {
  const amounts: Amounts = new Map();
  for (const [name, text] of Object.entries(part(part(container, "resources"), side) ?? {})) {
    if (typeof text === "string") amounts.set(name, parseQuantity(text));
  }
  return amounts;
}

function add(to: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const known = to.get(name);
    to.set(name, known === undefined ? amount : addQuantities(known, amount));
  }
}

function raise(to: Amounts, least: Amounts): void {
  for (const [name, amount] of least) {
    const known = to.get(name);
    if (known === undefined || compareQuantities(amount, known) > 0) to.set(name, amount);
  }
}
