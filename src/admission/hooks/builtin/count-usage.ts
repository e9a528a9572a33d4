import { setImmediate } from "node:timers/promises";
import type { KubeObject } from "../../../api/meta.ts";
import { addAmounts } from "../../../api/pod-requirements.ts";
import { formatQuantity, type Quantity } from "../../../api/quantity.ts";
import type { Lookup } from "../../ports.ts";
import { specOf } from "./fields.ts";
import { evaluatorFor, scopesHold } from "./quota-usage.ts";
import { mask, resourceList, ZERO } from "./resource-list.ts";

/** Resources that quotas limit by names of their own; all others are counted as `count/RESOURCE.GROUP`. */
const NAMED = [
  "pods",
  "persistentvolumeclaims",
  "services",
  "configmaps",
  "resourcequotas",
  "replicationcontrollers",
  "secrets",
] as const;

/** A quota may name tens of thousands of resources, and others wait for the event loop. */
const WITHOUT_TURN = 100;

/** What a quota's namespace uses now of what it limits: `{ pods: "3" }`. Names that nobody can count are left out. */
export async function countUsage(lookup: Lookup, quota: KubeObject): Promise<Record<string, string>> {
  const names = [...resourceList(specOf(quota).hard).keys()];
  const counted: Record<string, string> = {};
  let lists = 0;
  for (const { group, plural, candidates } of resourcesIn(names)) {
    const evaluator = evaluatorFor(group, plural);
    const own = new Set(candidates.filter((name) => evaluator.counts(name)));
    if (own.size === 0) continue;
    if (++lists % WITHOUT_TURN === 0) await setImmediate();
    const objects = await lookup.list(group, plural, quota.metadata.namespace ?? "");
    const used = new Map<string, Quantity>();
    for (const object of objects.filter((one) => scopesHold(evaluator, quota, one)))
      addAmounts(used, mask(evaluator.usage(object), own));
    for (const name of own) counted[name] = formatQuantity(used.get(name) ?? ZERO);
  }
  return counted;
}

interface Counted {
  readonly group: string;
  readonly plural: string;
  /** Names that may be about it. */
  readonly candidates: readonly string[];
}

function resourcesIn(names: readonly string[]): Counted[] {
  const others = names.flatMap((name): Counted[] => {
    const [, plural = "", group = ""] = /^count\/([^.]+)(?:\.(.+))?$/.exec(name) ?? [];
    const isNamed = group === "" && NAMED.some((known) => known === plural);
    return plural === "" || isNamed ? [] : [{ group, plural, candidates: [name] }];
  });
  return [...NAMED.map((plural) => ({ group: "", plural, candidates: names })), ...others];
}
