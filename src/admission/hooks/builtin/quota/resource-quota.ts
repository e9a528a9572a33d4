import type { KubeObject } from "../../../../api/meta.ts";
import { compareQuantities, formatQuantity } from "../../../../api/quantity/quantity.ts";
import { conflict, StatusError } from "../../../../api/status.ts";
import { isVirtual } from "../../../../api/virtual-resources.ts";
import { record } from "../../../../json/value.ts";
import type { LimitedResource } from "../../../../types/tables/resourcequota/v1-types.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import {
  addLists,
  growth,
  mask,
  printList,
  type ResourceList,
  resourceList,
  withoutZeros,
  ZERO,
} from "../resource-list.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";
import { readLimited, uncoveredProblem } from "./quota-limited.ts";
import { evaluatorFor, scopesHold } from "./quota-usage.ts";

/** Resources that quotas do not count. */
const IGNORED: ReadonlySet<string> = new Set([
  "bindings",
  "componentstatuses",
  "events",
  "events.events.k8s.io",
]);

const ATTEMPTS = 4;

/**
 * Charges the ResourceQuotas of the namespace by the usage in their status. It is the last of all plugins, so
 * that a request that another plugin refuses is never charged. `settings`: of the plugin
 * (apiserver/pkg/admission/plugin/resourcequota/controller.go).
 */
export function resourceQuota(settings?: string): BuiltinPlugin {
  const turns = new Turns();
  const limited = settings === undefined ? [] : readLimited(settings);
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
      return chargeAll({ ...context, object, limited }, turns);
    },
  };
}

/** A request, and the resources that need a quota. */
interface Request extends PluginContext {
  readonly object: KubeObject;
  readonly limited: readonly LimitedResource[];
}

/** Charges the quotas of a request. Most namespaces have no quota: their requests do not wait for each other. */
function chargeAll(request: Request, turns: Turns): PluginResult | Promise<PluginResult> {
  const { attributes, lookup, limited } = request;
  const { length } = lookup.list("", "resourcequotas", attributes.namespace);
  return length === 0 && limited.length === 0 ? undefined : chargeInTurn(request, turns);
}

function chargeInTurn(request: Request, turns: Turns): PluginResult | Promise<PluginResult> {
  const { attributes, lookup, object } = request;
  const { namespace, resource } = attributes;
  const evaluator = () => evaluatorFor(lookup, namespace, resource);
  // Other requests do not wait for a turn: the update that charges a quota is one of them.
  if (!evaluator().handles(attributes, object)) return undefined;
  return turns.take(namespace, () => check(request, evaluator(), ATTEMPTS));
}

const isNamespaceCreation = ({ attributes: { operation, kind } }: PluginContext): boolean =>
  operation === "CREATE" && kind.kind === "Namespace" && kind.group === "";

/** Runs one request of a namespace at a time: two requests must not both use the last unit of a quota. */
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

/** Checks and charges quotas. `only`: quotas that changed meanwhile; the others have been charged. */
async function check(
  request: Request,
  evaluator: QuotaEvaluator,
  attempts: number,
  only?: ReadonlySet<string>,
): Promise<PluginResult> {
  const all = request.lookup.list("", "resourcequotas", request.attributes.namespace);
  const quotas = only === undefined ? all : all.filter(({ metadata }) => only.has(metadata.name ?? ""));
  const charges = chargesOf(request, evaluator, quotas);
  if (charges instanceof StatusError) return charges;
  if (request.attributes.dryRun) return undefined;
  const lost = await write(request, charges);
  const [first] = lost;
  if (first === undefined) return undefined;
  if (attempts > 1) return check(request, evaluator, attempts - 1, lost);
  return conflict({ group: "", resource: "resourcequotas" }, first, MODIFIED);
}

const MODIFIED =
  "the object has been modified; please apply your changes to the latest version and try again";

interface Charge {
  readonly quota: KubeObject;
  readonly used: ResourceList;
}

/** Writes the charges. Returns the names of the quotas that could not be written. */
async function write({ lookup }: PluginContext, charges: readonly Charge[]): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { quota, used } of charges) {
    const texts = Object.fromEntries([...used].map(([name, amount]) => [name, formatQuantity(amount)]));
    const written = (await lookup.chargeQuota?.(quota, texts)) ?? true;
    if (!written) lost.add(quota.metadata.name ?? "");
  }
  return lost;
}

/** Returns the new usage of each quota after the request, or the refusal. */
function chargesOf(
  request: Request,
  evaluator: QuotaEvaluator,
  quotas: readonly KubeObject[],
): readonly Charge[] | StatusError {
  const matching: KubeObject[] = [];
  const covered = new Set<string>();
  for (const quota of quotas) {
    const names = restrictedNames(request, evaluator, quota);
    if (names instanceof StatusError) return names;
    if (names === undefined) continue;
    matching.push(quota);
    for (const name of names) covered.add(name);
  }
  const usage = usageOf(request, evaluator);
  const deltas = (matching.length === 0 ? [usage.growth] : matching.map(usage.chargedTo)).map(withoutZeros);
  if (deltas.every(({ size }) => size === 0)) return [];
  const uncovered = uncoveredProblem(request, evaluator, { usage: usage.whole, quotas, covered });
  if (uncovered !== undefined) return uncovered;
  return charged(request, matching, deltas);
}

/** Returns the names in a quota that apply to the object; undefined: none applies. */
function restrictedNames(
  request: Request,
  evaluator: QuotaEvaluator,
  quota: KubeObject,
): readonly string[] | StatusError | undefined {
  const status = record(quota.status);
  const names = [...resourceList(status.hard).keys()].filter((name) => evaluator.counts(name)).sort();
  if (names.length === 0 || !scopesHold(evaluator, quota, request.object)) return undefined;
  const problem = evaluator.constraint?.(names, request.object);
  const { name } = quota.metadata;
  if (problem !== undefined) return forbid(request, `failed quota: ${name}: ${problem}`);
  const used = resourceList(status.used);
  if (names.every((resource) => used.has(resource))) return names;
  return forbid(request, `status unknown for quota: ${name}, resources: ${names.join(",")}`);
}

interface Usage {
  readonly whole: ResourceList;
  /** Usage that an update adds. */
  readonly growth: ResourceList;
  /** Returns the usage to charge: all of it if the quota did not count the old object. */
  chargedTo(quota: KubeObject): ResourceList;
}

function usageOf({ attributes, object, lookup }: Request, evaluator: QuotaEvaluator): Usage {
  const now = lookup.now?.() ?? 0;
  const whole = evaluator.usage(object, now);
  const { operation, oldObject } = attributes;
  if (operation !== "UPDATE" || oldObject === null || !oldObject.metadata.resourceVersion)
    return { whole, growth: whole, chargedTo: () => whole };
  const more = growth(whole, evaluator.usage(oldObject, now));
  const chargedTo = (quota: KubeObject) => (scopesHold(evaluator, quota, oldObject) ? more : whole);
  return { whole, growth: more, chargedTo };
}

function charged(
  request: Request,
  quotas: readonly KubeObject[],
  deltas: readonly ResourceList[],
): readonly Charge[] | StatusError {
  const charges: Charge[] = [];
  for (const [index, quota] of quotas.entries()) {
    const status = record(quota.status);
    const [hard, used] = [resourceList(status.hard), resourceList(status.used)];
    const requested = mask(deltas[index] ?? new Map(), new Set(hard.keys()));
    if (requested.size === 0) continue;
    const next = addLists(used, requested);
    const problem = exceeded(request, quota.metadata.name ?? "", { requested, used, hard, next });
    if (problem !== undefined) return problem;
    charges.push({ quota, used: next });
  }
  return charges;
}

interface Amounts {
  readonly requested: ResourceList;
  readonly used: ResourceList;
  readonly hard: ResourceList;
  readonly next: ResourceList;
}

/**
 * Returns the refusal if a quota is exceeded. Updates of a status are not refused, because the resources are
 * in use already: a controller writes the state of a claim into its status.
 */
function exceeded(context: PluginContext, quota: string, amounts: Amounts): StatusError | undefined {
  if (context.attributes.subresource === "status") return undefined;
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
