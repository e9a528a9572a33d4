import { record, text } from "../../../json/value.ts";
import { serviceKey } from "../../bring-up/backend.ts";
import { planOf } from "../../bring-up/bring-up.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { nameText } from "../../outage/outage.ts";
import { type Endpoint, endpointsOf, requestTo } from "../../requests/every-request.ts";
import { type LintRequest, resourceText } from "../../requests/lint-request.ts";
import { NAME_LABEL } from "../../requests/namespaces.ts";
import { Asked } from "../../requests/player.ts";
import { satisfying } from "../../requests/satisfying.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Highest number of webhooks at one address that are compared. */
const MOST_AT_ONE_ADDRESS = 20;

/**
 * A program that is registered twice: an old release besides a new one, or two configurations that overlap.
 */
export const askedTwice: Rule = {
  id: "asked-twice",
  severity: "warning",
  summary: "The API server calls two webhooks at the same address for the same requests",
  async check(model) {
    const together = new AskedTogether(model);
    const problems: Problem[] = [];
    for (const group of sameAddress(model.webhooks)) problems.push(...(await inGroup(group, together)));
    return problems;
  },
};

function sameAddress(webhooks: readonly WebhookEntry[]): WebhookEntry[][] {
  const groups = new Map<string, WebhookEntry[]>();
  for (const one of webhooks) {
    const { url, service } = one.hook.target.clientConfig;
    const { namespace = "", name = "", path = "/", port = 443 } = service ?? {};
    const key = `${one.phase} ${url ?? `${namespace}/${name}:${port}${path}`}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else if (known.length < MOST_AT_ONE_ADDRESS) known.push(one);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

async function inGroup(group: readonly WebhookEntry[], together: AskedTogether): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, one] of group.entries())
    for (const other of group.slice(0, index)) {
      const request = await together.find(other, one);
      if (request === undefined) continue;
      problems.push({
        of: one.of,
        path: one.base,
        webhook: one.name,
        message: `it has the same address as ${nameText(other)}, and both are called for ${request.operation} ${resourceText(request)}${labelsText(request)}: the same program is called twice`,
        ...(areOptIns(one, other) && { severity: "info" }),
        fix: "remove one of them, or make their selectors exclude each other",
      });
      break;
    }
  return problems;
}

/** True if each webhook requires a label that the other does not: few objects have both. */
function areOptIns(one: WebhookEntry, other: WebhookEntry): boolean {
  const [labels, others] = [one, other].map(({ hook }) => Object.keys(satisfying(hook.objectSelector) ?? {}));
  const isMore = (own: readonly string[] = [], theirs: readonly string[] = []): boolean =>
    own.some((key) => !theirs.includes(key));
  return isMore(labels, others) && isMore(others, labels);
}

/** ` with the labels a=b, c=d`. */
function labelsText({ object, oldObject }: LintRequest): string {
  const labels = Object.entries(record(record((object ?? oldObject)?.metadata).labels));
  if (labels.length === 0) return "";
  return ` with the labels ${labels.map(([key, value]) => `${key}=${text(value)}`).join(", ")}`;
}

/** Highest number of webhooks for pods that are compared; a longer list would not be readable. */
const MOST = 30;

/** Mutating webhooks are called in the order of the names of their configurations. */
export const notAskedAgain: Rule = {
  id: "not-asked-again",
  severity: "info",
  summary: "A mutating webhook for pods is called before other webhooks, and is not called again after them",
  async check(model) {
    const together = new AskedTogether(model);
    const all = model.webhooks.filter(({ phase, hook }) => phase === "mutating" && mayTakePods(hook.rules));
    const ordered = [...all].sort((a, b) =>
      Buffer.compare(Buffer.from(a.configuration), Buffer.from(b.configuration)),
    );
    const problems: Problem[] = [];
    for (const [index, one] of ordered.slice(0, MOST).entries()) {
      if (one.hook.reinvocationPolicy === "IfNeeded") continue;
      const later = ordered.slice(index + 1, MOST).filter((other) => isOther(one, other));
      const after: WebhookEntry[] = [];
      for (const other of later)
        if ((await together.find(one, other, "CREATE pods")) !== undefined) after.push(other);
      if (after.length > 0) problems.push(problemOf(one, after));
    }
    return problems;
  },
};

const mayTakePods = (rules: WebhookEntry["hook"]["rules"]): boolean =>
  rules.some(({ resources }) => resources.some((name) => ["pods", "*", "*/*"].includes(name)));

/** True if two webhooks belong to different programs. */
const isOther = (one: WebhookEntry, other: WebhookEntry): boolean =>
  one.configuration !== other.configuration &&
  (serviceKey(one) === "" || serviceKey(one) !== serviceKey(other));

function problemOf(one: WebhookEntry, after: readonly WebhookEntry[]): Problem {
  const message = `in the order of names, it is called before ${after.map(nameText).join(", ")} for new pods, and reinvocationPolicy is Never: it does not see their changes, such as added containers`;
  const fix = "write reinvocationPolicy: IfNeeded, if a second call for the same pod is harmless";
  return { of: one.of, path: one.base, webhook: one.name, message, fix };
}

/** Finds requests for which several webhooks are called. */
class AskedTogether {
  readonly #model: Model;
  readonly #asked: Asked;
  readonly #endpoints = new Map<WebhookEntry, ReadonlyMap<string, Endpoint>>();
  #labels: Readonly<Record<string, string>> = {};

  constructor(model: Model) {
    this.#model = model;
    this.#asked = new Asked({
      registry: model.registry,
      plan: planOf(model),
      labelsOf: (name) => ({ [NAME_LABEL]: name, ...this.#labels }),
    });
  }

  /**
   * Returns a request that the engine sends to both; undefined if none was found. `only` limits the search to
   * one operation and resource: `CREATE pods`.
   */
  async find(one: WebhookEntry, other: WebhookEntry, only?: string): Promise<LintRequest | undefined> {
    const hooks = [one.hook, other.hook];
    const namespace = satisfying(...hooks.map(({ namespaceSelector }) => namespaceSelector));
    const labels = satisfying(...hooks.map(({ objectSelector }) => objectSelector));
    if (labels === undefined) return undefined;
    this.#labels = namespace ?? {};
    for (const endpoint of this.#shared(one, other, only)) {
      const request = requestTo(endpoint, namespace?.[NAME_LABEL] ?? "any", labels);
      if (endpoint.namespaced && namespace === undefined) continue;
      if (await this.#isSentTo(request, [one, other])) return request;
    }
    return undefined;
  }

  #shared(one: WebhookEntry, other: WebhookEntry, only: string | undefined): Endpoint[] {
    const [own, others] = [this.#endpointsOf(one), this.#endpointsOf(other)];
    const names = only === undefined ? [...own.keys()] : [only];
    return names.flatMap((name) => (others.has(name) ? (own.get(name) ?? []) : []));
  }

  #endpointsOf(one: WebhookEntry): ReadonlyMap<string, Endpoint> {
    const known = this.#endpoints.get(one);
    if (known !== undefined) return known;
    const all = endpointsOf(this.#model, [one]).flat();
    const found = new Map(all.map((endpoint) => [endpointText(endpoint), endpoint]));
    this.#endpoints.set(one, found);
    return found;
  }

  async #isSentTo(request: LintRequest, entries: readonly WebhookEntry[]): Promise<boolean> {
    const asked = await this.#asked.about(request);
    return entries.every(({ hook }) => asked.some((one) => one.uid === hook.uid && one.phase === hook.phase));
  }
}

const endpointText = (endpoint: Endpoint): string => `${endpoint.operation} ${resourceText(endpoint)}`;
