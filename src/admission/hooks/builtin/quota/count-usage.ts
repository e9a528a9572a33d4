import { setImmediate } from "node:timers/promises";
import type { GroupResource } from "../../../../api/group-version.ts";
import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { addAmounts } from "../../../../api/pods/pod-requirements.ts";
import { formatQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import type { Lookup } from "../../../ports.ts";
import { mask, resourceList, ZERO } from "../resource-list.ts";
import { evaluatorFor, scopesHold } from "./quota-usage.ts";

/** Resources with their own names in quotas; all others are counted as `count/RESOURCE.GROUP`. */
const NAMED: readonly GroupResource[] = [
  ...[
    "pods",
    "persistentvolumeclaims",
    "services",
    "configmaps",
    "resourcequotas",
    "replicationcontrollers",
    "secrets",
  ].map((resource) => ({ group: "", resource })),
  { group: "resource.k8s.io", resource: "resourceclaims" },
];

/**
 * Number of lists after which the event loop can run other work: a quota can name tens of thousands of
 * resources.
 */
const WITHOUT_TURN = 100;

/**
 * Returns the current usage of a quota's namespace for the resources that it limits: `{ pods: "3" }`. Names
 * that cannot be counted are omitted.
 */
export async function countUsage(lookup: Lookup, quota: KubeObject): Promise<Record<string, string>> {
  const names = [...resourceList(specOf(quota).hard).keys()];
  const { namespace = "" } = quota.metadata;
  const now = lookup.now?.() ?? 0;
  const counted = new Map<string, Quantity>();
  let lists = 0;
  for (const { group, resource, candidates } of resourcesIn(names)) {
    const evaluator = evaluatorFor(lookup, namespace, { group, resource });
    const own = new Set(candidates.filter((name) => evaluator.counts(name)));
    if (own.size === 0) continue;
    if (++lists % WITHOUT_TURN === 0) await setImmediate();
    // Requests of pods and devices can have the same name.
    for (const name of own) addAmounts(counted, [[name, ZERO]]);
    const objects = lookup.list(group, resource, namespace);
    for (const object of objects.filter((one) => scopesHold(evaluator, quota, one)))
      addAmounts(counted, mask(evaluator.usage(object, now), own));
  }
  return Object.fromEntries([...counted].map(([name, amount]) => [name, formatQuantity(amount)]));
}

interface Counted extends GroupResource {
  /** Names in the quota that can apply to the resource. */
  readonly candidates: readonly string[];
}

function resourcesIn(names: readonly string[]): Counted[] {
  const others = names.flatMap((name): Counted[] => {
    const [, resource = "", group = ""] = /^count\/([^.]+)(?:\.(.+))?$/.exec(name) ?? [];
    const isNamed = NAMED.some((known) => known.group === group && known.resource === resource);
    return resource === "" || isNamed ? [] : [{ group, resource, candidates: [name] }];
  });
  return [...NAMED.map((one) => ({ ...one, candidates: names })), ...others];
}
