import { planOf } from "../bring-up/bring-up.ts";
import type { Model } from "../model/model.ts";
import type { WebhookEntry } from "../model/webhooks.ts";
import { Asked } from "../requests/asked.ts";
import { type Endpoint, endpointsOf, requestTo } from "../requests/every-request.ts";
import { type LintRequest, resourceText } from "../requests/lint-request.ts";
import { NAME_LABEL } from "../requests/namespaces.ts";
import { satisfying } from "../requests/satisfying.ts";

/** Finds requests for which several webhooks are called. */
export class AskedTogether {
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
