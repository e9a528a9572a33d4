import { compilePlan, type Plan } from "../../admission/plan.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Model } from "../model/model.ts";
import { kindOf } from "../model/names.ts";
import type { WebhookEntry } from "../model/webhooks.ts";
import { Asked } from "../requests/asked.ts";
import { Namespaces } from "../requests/namespaces.ts";
import { type Backend, backendsOf } from "./backend.ts";
import type { Needs } from "./circles.ts";
import { recoveryWrites } from "./recovery-writes.ts";
import { startWrites } from "./start-writes.ts";
import type { Write } from "./write.ts";

/** A write that a webhook refuses while nobody answers for it. */
export interface Blocked {
  readonly write: Write;
  readonly by: WebhookEntry;
  /** Labels of the namespace that would change this, and that nobody knows. */
  readonly unknown: readonly string[];
}

/** `recovery`: pods are gone, all else is there. `start`: there are webhook configurations, and nothing else. */
export type Situation = "recovery" | "start";

/** What a backend has to wait for. */
export interface Bringing {
  readonly backend: Backend;
  readonly blocked: Readonly<Record<Situation, readonly Blocked[]>>;
}

const made = new WeakMap<Model, Promise<readonly Bringing[]>>();

/** Of every backend: what has to be written until it works, and which webhooks are asked about that. */
export function bringUp(model: Model): Promise<readonly Bringing[]> {
  const known = made.get(model);
  if (known !== undefined) return known;
  const work = bringUpUnder(model, planOf(model));
  made.set(model, work);
  return work;
}

/** `backends`: default all. */
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

/** The webhooks of the manifests. `changed`: some in place of those that were stored. */
export function planOf(model: Model, changed?: ReadonlyMap<KubeObject, KubeObject>): Plan {
  const stored = (kind: string): KubeObject[] =>
    model.configurations
      .filter(({ of }) => kindOf(of) === kind)
      .flatMap(({ stored: one }) => (one === undefined ? [] : [changed?.get(one) ?? one]));
  return compilePlan(stored("MutatingWebhookConfiguration"), stored("ValidatingWebhookConfiguration"));
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

  /** Any workload will do: who keeps one of them from coming up matters if it does so to all. */
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

  /** Who is called about a write, and refuses it when nobody answers. */
  async #of(write: Write): Promise<Blocked[]> {
    const asked = await this.#asked.about(write.request);
    return asked.flatMap((hook): Blocked[] => {
      const by = this.#entries.get(`${hook.phase} ${hook.uid}`);
      if (by === undefined || hook.failurePolicy !== "Fail") return [];
      return [{ write, by, unknown: this.#namespaces.unknownLabels(hook, write.request.namespace) }];
    });
  }
}

/** Which backends each waits for, by their keys. */
export function needsOf(all: readonly Bringing[], situation: Situation): Needs {
  const owner = new Map(all.flatMap(({ backend }) => backend.hooks.map((hook) => [hook, backend.key])));
  return new Map(
    all.map(({ backend, blocked }) => [
      backend.key,
      new Set(blocked[situation].flatMap(({ by }) => owner.get(by) ?? [])),
    ]),
  );
}
