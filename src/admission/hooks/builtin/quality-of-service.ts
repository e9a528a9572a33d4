import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { specOf } from "./fields.ts";
import { resourceList } from "./resource-list.ts";

/**
 * Whether a pod neither requests nor limits processors and memory. Amounts of the whole pod count alone where they may be
 * said (kubernetes/pkg/apis/core/v1/helper/qos/qos.go, GetPodQOS).
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
