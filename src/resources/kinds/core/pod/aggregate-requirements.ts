import { type ContainerAmounts, podRequirements } from "../../../../api/pods/pod-requirements.ts";
import { formatQuantity, parseQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { part, parts } from "../../../define/fill.ts";

/** Returns the total resources of all containers of a pod, as canonical texts by resource. */
export function aggregateRequirements(spec: JsonObject, side: "limits" | "requests"): Record<string, string> {
  const of = (list: string): ContainerAmounts[] =>
    parts(spec, list).map((container) => ({
      amounts: amountsOf(container, side),
      sidecar: container.restartPolicy === "Always",
    }));
  const total = podRequirements(of("containers"), of("initContainers"));
  return Object.fromEntries([...total].map(([name, amount]) => [name, formatQuantity(amount)]));
}

function amountsOf(container: JsonObject, side: "limits" | "requests"): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(part(part(container, "resources"), side) ?? {})) {
    if (typeof text === "string") amounts.set(name, parseQuantity(text));
  }
  return amounts;
}
