import { record } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { compareQuantities, formatQuantity } from "../../../api/quantity.ts";
import { conflict, StatusError } from "../../../api/status.ts";
import { isVirtual } from "../../../api/virtual-resources.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../hook.ts";
import { forbid } from "./forbid.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";
import { evaluatorOf, scopesHold } from "./quota-usage.ts";
import {
  addLists,
  growth,
  mask,
  printList,
  type ResourceList,
  resourceList,
  withoutZeros,
  ZERO,
} from "./resource-list.ts";

/** Not worth counting. */
const IGNORED: ReadonlySet<string> = new Set([
  "bindings",
  "componentstatuses",
  "events",
  "events.events.k8s.io",
]);

const ATTEMPTS = 4;

/**
 * ResourceQuotas of the namespace, by what their status says. The last of all plugins: what somebody refused is never
 * charged.
 */
export function resourceQuota(): BuiltinPlugin {
  const turns = new Turns();
  return {
    kind: "builtin",
    name: "ResourceQuota",
    operations: new Set(["CREATE", "UPDATE"]),
    validate: (context) => {
      const { attributes, object } = context;
      const { group, resource } = attributes.resource;
      if (object === null || attributes.namespace === "" || isNamespaceCreation(context)) return undefined;
      if (IGNORED.has(group === "" ? resource : `${resource}.${group}`)) return undefined;
      if (isVirtual(group, resource)) return undefined;
      const evaluator = evaluatorOf(attributes);
      if (!evaluator.handles(attributes, object)) return undefined;
      return chargeAll(context, object, evaluator, turns);
    },
  };
}

/** Most namespaces have no quota: their requests need not wait for one another. */
async function chargeAll(
  context: PluginContext,
  object: KubeObject,
  evaluator: QuotaEvaluator,
  turns: Turns,
): Promise<PluginResult> {
  const { namespace } = context.attributes;
  const quotas = await context.lookup.list("", "resourcequotas", namespace);
  if (quotas.length === 0) return undefined;
  return turns.take(namespace, () => check(context, object, evaluator, ATTEMPTS));
}

const isNamespaceCreation = ({ attributes: { operation, kind } }: PluginContext): boolean =>
  operation === "CREATE" && kind.kind === "Namespace" && kind.group === "";

/** One request of a namespace at a time: two must not both take the last place. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** `only`: quotas that somebody else changed meanwhile; the others have been charged. */
async function check(
  context: PluginContext,
  object: KubeObject,
  evaluator: QuotaEvaluator,
  attempts: number,
  only?: ReadonlySet<string>,
): Promise<PluginResult> {
  const quotas = await context.lookup.list("", "resourcequotas", context.attributes.namespace);
  const charges: Charge[] = [];
  for (const quota of quotas) {
    if (only !== undefined && !only.has(quota.metadata.name ?? "")) continue;
    const charge = chargeOf(context, object, evaluator, quota);
    if (charge instanceof StatusError) return charge;
    if (charge !== undefined) charges.push(charge);
  }
  if (context.attributes.dryRun) return undefined;
  const lost = await write(context, charges);
  const [first] = lost;
  if (first === undefined) return undefined;
  if (attempts > 1) return check(context, object, evaluator, attempts - 1, lost);
  return conflict({ group: "", resource: "resourcequotas" }, first, MODIFIED);
}

const MODIFIED =
  "the object has been modified; please apply your changes to the latest version and try again";

interface Charge {
  readonly quota: KubeObject;
  readonly used: ResourceList;
}

/** Names of the quotas that could not be written. */
async function write({ lookup }: PluginContext, charges: readonly Charge[]): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { quota, used } of charges) {
    const texts = Object.fromEntries([...used].map(([name, amount]) => [name, formatQuantity(amount)]));
    const written = (await lookup.chargeQuota?.(quota, texts)) ?? true;
    if (!written) lost.add(quota.metadata.name ?? "");
  }
  return lost;
}

function chargeOf(
  context: PluginContext,
  object: KubeObject,
  evaluator: QuotaEvaluator,
  quota: KubeObject,
): Charge | StatusError | undefined {
  const status = record(quota.status);
  const hard = resourceList(status.hard);
  const used = resourceList(status.used);
  const names = [...hard.keys()].filter((name) => evaluator.counts(name));
  if (names.length === 0 || !scopesHold(evaluator, quota, object)) return undefined;
  const problem = evaluator.constraint?.(names, object);
  const name = quota.metadata.name ?? "";
  if (problem !== undefined) return forbid(context, `failed quota: ${name}: ${problem}`);
  if (names.some((resource) => !used.has(resource))) {
    return forbid(context, `status unknown for quota: ${name}, resources: ${[...names].sort().join(",")}`);
  }
  const requested = mask(withoutZeros(deltaOf(context, object, evaluator, quota)), new Set(hard.keys()));
  if (requested.size === 0) return undefined;
  const next = addLists(used, requested);
  return exceeded(context, name, { requested, used, hard, next }) ?? { quota, used: next };
}

/** An update costs what it adds, unless the quota did not count the object before. */
function deltaOf(
  { attributes }: PluginContext,
  object: KubeObject,
  evaluator: QuotaEvaluator,
  quota: KubeObject,
): ResourceList {
  const usage = evaluator.usage(object);
  const { operation, oldObject } = attributes;
  if (operation !== "UPDATE" || oldObject === null || !oldObject.metadata.resourceVersion) return usage;
  return scopesHold(evaluator, quota, oldObject) ? growth(usage, evaluator.usage(oldObject)) : usage;
}

interface Amounts {
  readonly requested: ResourceList;
  readonly used: ResourceList;
  readonly hard: ResourceList;
  readonly next: ResourceList;
}

function exceeded(context: PluginContext, quota: string, amounts: Amounts): StatusError | undefined {
  const { requested, used, hard, next } = amounts;
  const over = [...requested.keys()].filter(
    (name) => compareQuantities(next.get(name) ?? ZERO, hard.get(name) ?? ZERO) > 0,
  );
  if (over.length === 0) return undefined;
  const print = (list: ResourceList) => printList(mask(list, new Set(over)));
  return forbid(
    context,
    `exceeded quota: ${quota}, requested: ${print(requested)}, used: ${print(used)}, limited: ${print(hard)}`,
  );
}
