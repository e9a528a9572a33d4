import { compilePlan, type Plan } from "../../admission/plan.ts";
import type { KubeObject } from "../../api/meta.ts";
import { oncePerObject } from "../../async/once.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { kindOf } from "../model/names.ts";
import { Namespaces } from "../requests/namespaces.ts";
import { Asked } from "../requests/player.ts";
import { type Backend, backendsOf } from "./backend.ts";
import type { Needs } from "./circles.ts";
import type { Write } from "./recovery-writes.ts";
import { recoveryWrites } from "./recovery-writes.ts";
import { startWrites } from "./start-writes.ts";

/** A write that is refused while its webhook does not answer. */
export interface Blocked {
  readonly write: Write;
  readonly by: WebhookEntry;
  /** Unknown labels of the namespace that could prevent the call. */
  readonly unknown: readonly string[];
}

/** `recovery`: all objects exist except the pods. `start`: only the webhook configurations exist. */
export type Situation = "recovery" | "start";

/** A backend with the writes that it depends on and that webhooks block. */
export interface Bringing {
  readonly backend: Backend;
  readonly blocked: Readonly<Record<Situation, readonly Blocked[]>>;
}

/** Returns, for every backend, the blocked writes among those that are needed until it works. */
export const bringUp = oncePerObject((model: Model) => bringUpUnder(model, planOf(model)));

/** Returns the same under a plan. `backends` limits the backends; default all. */
export function bringUpUnder(
  model: Model,
  plan: Plan,
  backends: readonly Backend[] = backendsOf(model),
): Promise<readonly Bringing[]> {
  const namespaces = new Namespaces(model);
  const asked = new Asked({ registry: model.registry, plan, labelsOf: namespaces.labelsOf });
  const blockers = new Blockers(model, asked, namespaces);
  return blockers.all(backends);
}

/**
 * Returns the plan with the webhooks of the manifests. `changed` has replacements for stored configurations.
 */
export function planOf(model: Model, changed?: ReadonlyMap<KubeObject, KubeObject>): Plan {
  const stored = (kind: string): KubeObject[] =>
    model.configurations
      .filter(({ of }) => kindOf(of) === kind)
      .flatMap(({ stored: one }) => (one === undefined ? [] : [changed?.get(one) ?? one]));
  return compilePlan(stored("MutatingWebhookConfiguration"), stored("ValidatingWebhookConfiguration"), {
    excludeVirtualResources: model.excludesVirtualResources,
  });
}

class Blockers {
  readonly #model: Model;
  readonly #asked: Asked;
  readonly #namespaces: Namespaces;
  readonly #entries: ReadonlyMap<string, WebhookEntry>;

  constructor(model: Model, asked: Asked, namespaces: Namespaces) {
    this.#model = model;
    this.#asked = asked;
    this.#namespaces = namespaces;
    this.#entries = new Map(model.webhooks.map((one) => [`${one.phase} ${one.hook.uid}`, one]));
  }

  async all(backends: readonly Backend[]): Promise<Bringing[]> {
    const all: Bringing[] = [];
    for (const backend of backends) {
      const recovery = await this.#inAll(recoveryWrites(backend, this.#model));
      const start = await this.#inAll(startWrites(backend, this.#model));
      all.push({ backend, blocked: { recovery, start } });
    }
    return all;
  }

  /** Returns the webhooks that block all workloads: one workload is enough for the Service to work. */
  async #inAll(perWorkload: readonly (readonly Write[])[]): Promise<Blocked[]> {
    const all: Blocked[][] = [];
    for (const writes of perWorkload) all.push(await this.#ofAll(writes));
    const [first = [], ...others] = all;
    return first.filter(({ by }) => others.every((other) => other.some((one) => one.by === by)));
  }

  async #ofAll(writes: readonly Write[]): Promise<Blocked[]> {
    const all: Blocked[] = [];
    for (const write of writes) all.push(...(await this.#of(write)));
    return all;
  }

  /**
   * Returns the webhooks that are called for a write, and whose failurePolicy refuses it when they do not
   * answer.
   */
  async #of(write: Write): Promise<Blocked[]> {
    const asked = await this.#asked.about(write.request);
    return asked.flatMap((hook): Blocked[] => {
      const by = this.#entries.get(`${hook.phase} ${hook.uid}`);
      if (by === undefined || hook.failurePolicy !== "Fail") return [];
      return [{ write, by, unknown: this.#namespaces.unknownLabels(hook, write.request.namespace) }];
    });
  }
}

/** Returns the keys of the backends that each backend depends on. */
export function needsOf(all: readonly Bringing[], situation: Situation): Needs {
  const owner = new Map(all.flatMap(({ backend }) => backend.hooks.map((hook) => [hook, backend.key])));
  return new Map(
    all.map(({ backend, blocked }) => [
      backend.key,
      new Set(blocked[situation].flatMap(({ by }) => owner.get(by) ?? [])),
    ]),
  );
}
