import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../../json/value.ts";
import { resourceList } from "../resource-list.ts";

/**
 * True if a pod neither requests nor limits cpu and memory. If the pod itself has `resources`, those of its
 * containers are ignored (kubernetes/pkg/apis/core/v1/helper/qos/qos.go, GetPodQOS).
 */
export function isBestEffort(pod: KubeObject): boolean {
  const known = text(record(pod.status).qosClass);
  if (known !== "") return known === "BestEffort";
  const { resources, containers, initContainers } = specOf(pod);
  const holders = isJsonObject(resources)
    ? [resources]
    : [...records(containers), ...records(initContainers)].map((container) => record(container.resources));
  return !holders.some(hasAmounts);
}

const hasAmounts = ({ requests, limits }: JsonObject): boolean => [requests, limits].some(hasPositive);

const hasPositive = (list: Json | undefined): boolean =>
  [...resourceList(list)].some(([name, { digits }]) => (name === "cpu" || name === "memory") && digits > 0n);
