import { createAuthority, issueServing, type KeyPair } from "../../../http/certificates/issue.ts";
import { ApiServers, callsOfAll } from "./api-servers.ts";
import { Load } from "./load.ts";
import { type Order, ordersOf, type Step } from "./orders.ts";
import { Pods } from "./pods.ts";
import type { Rotation, Target } from "./targets.ts";

/** Number of calls, and their rate. */
export interface Amount {
  /** Calls after each step; more where it takes more for every kind of API server to call each webhook at each pod. */
  readonly calls: number;
  /** Calls per second of all orders together. */
  readonly perSecond: number;
}

/** Calls that were lost during and after one step. */
interface Loss {
  /** Its place in the order. */
  readonly step: number;
  readonly target: Target;
  readonly count: number;
  /** Why the first was lost. */
  readonly message: string;
}

/** Result of one order. */
export interface Rehearsed {
  readonly order: Order;
  readonly sent: number;
  readonly lost: number;
  readonly losses: readonly Loss[];
}

/**
 * Maximum number of pods: two represent all, because during a rotation a pod has the old certificate or the
 * new one.
 */
const MOST_PODS = 2;
/** Orders at a time, and calls of each without an answer: all handshakes are made in this process. */
const BESIDE = 6;
const UNANSWERED = 4;

/** Number of pods that are played. */
export const podsOf = ({ replicas = MOST_PODS }: Rotation): number => Math.min(replicas, MOST_PODS);

/** Plays every order, each with servers of its own. */
export async function rehearseAll(rotation: Rotation, { calls, perSecond }: Amount): Promise<Rehearsed[]> {
  const pairs = await pairsFor(rotation);
  const orders = ordersOf(podsOf(rotation));
  const results = new Map<Order, Rehearsed>();
  const waiting = [...orders];
  const amount = {
    calls: Math.max(calls, callsOfAll(rotation.targets.length, podsOf(rotation))),
    perSecond: perSecond / Math.min(BESIDE, orders.length),
  };
  const work = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift())
      results.set(order, await new Rehearsal(rotation, order, pairs, amount).play());
  };
  await Promise.all(Array.from({ length: BESIDE }, work));
  return orders.flatMap((order) => results.get(order) ?? []);
}

interface Pairs {
  /** Authorities, PEM. */
  readonly old: string;
  readonly next: string;
  readonly serving: KeyPair;
  /** Certificate issued by the old authority. */
  readonly renewed: KeyPair;
  /** Certificate issued by the new authority. */
  readonly other: KeyPair;
}

async function pairsFor({ service: { name, namespace } }: Rotation): Promise<Pairs> {
  const now = Date.now();
  const serving = { hosts: [`${name}.${namespace}.svc`], now };
  const old = await createAuthority({ commonName: "old", now });
  const next = await createAuthority({ commonName: "new", now });
  return {
    old: old.cert,
    next: next.cert,
    serving: await issueServing(old, serving),
    renewed: await issueServing(old, serving),
    other: await issueServing(next, serving),
  };
}

class Rehearsal {
  readonly #rotation: Rotation;
  readonly #order: Order;
  readonly #pairs: Pairs;
  readonly #amount: Amount;
  readonly #losses = new Map<string, Loss>();
  #bundle: readonly string[];
  #step = -1;
  #turn = 0;

  constructor(rotation: Rotation, order: Order, pairs: Pairs, amount: Amount) {
    this.#rotation = rotation;
    this.#order = order;
    this.#pairs = pairs;
    this.#amount = amount;
    this.#bundle = [pairs.old];
  }

  async play(): Promise<Rehearsed> {
    const { service, targets } = this.#rotation;
    const paths = targets.map(({ path }) => path);
    const pods = await Pods.start(podsOf(this.#rotation), paths, this.#pairs.serving);
    const servers = new ApiServers(service, pods.ports);
    const load = new Load(() => this.#call(servers), this.#amount.perSecond, UNANSWERED);
    try {
      await load.during(Promise.resolve(), this.#amount.calls);
      if (this.#losses.size > 0)
        throw new Error(`calls are lost before anything changes: ${[...this.#losses.values()][0]?.message}`);
      for (const [index, step] of this.#order.steps.entries()) {
        this.#step = index;
        await load.during(this.#take(step, pods), this.#amount.calls);
      }
    } finally {
      await servers.close();
      await pods.close();
    }
    const losses = [...this.#losses.values()];
    return {
      order: this.#order,
      sent: load.sent,
      lost: losses.reduce((sum, { count }) => sum + count, 0),
      losses,
    };
  }

  async #take(step: Step, pods: Pods): Promise<void> {
    const { old, next, renewed, other } = this.#pairs;
    switch (step.kind) {
      case "add":
        this.#bundle = [...this.#bundle, next];
        return;
      case "remove":
        this.#bundle = this.#bundle.filter((one) => one !== old);
        return;
      case "replace":
        this.#bundle = [next];
        return;
      case "serve":
        return pods.renew(step.pod, this.#order.authority === "same" ? renewed : other);
    }
  }

  async #call(servers: ApiServers): Promise<void> {
    const { targets } = this.#rotation;
    const target = targets[this.#turn++ % targets.length];
    if (target === undefined) return;
    const step = this.#step;
    const message = await servers.call(target, this.#bundle.join("\n"));
    if (message === undefined) return;
    const key = `${step} ${target.of} ${target.webhook}`;
    const known = this.#losses.get(key) ?? { step, target, count: 0, message };
    this.#losses.set(key, { ...known, count: known.count + 1 });
  }
}
