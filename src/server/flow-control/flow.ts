import { createHash } from "node:crypto";
import type { UserInfo } from "../../api/meta.ts";
import { remembered } from "../../async/remembered.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { PriorityLevel } from "./levels/priority-level.ts";
import type { FlowCounts } from "./queues/flow-counts.ts";

/** Criterion that separates the requests of one schema into flows. Undefined means one flow for all. */
export type Distinguisher = "ByUser" | "ByNamespace" | undefined;

/** Maximum number of remembered hands. There can be many names of users and namespaces. */
const MOST_HANDS = 1000;

const NO_QUEUES: Hand = { distinguisher: "", queues: [] };

/** A flow, and the indexes of the queues that its requests may wait in. */
export interface Hand {
  readonly distinguisher: string;
  readonly queues: readonly number[];
}

/** The flow schema of a request, with its priority level. */
export class Flow {
  readonly schemaUid: string;
  readonly level: PriorityLevel;
  readonly counts: FlowCounts;
  readonly #distinguisher: Distinguisher;
  readonly #handOf = remembered((text) => this.#deal(text), { entries: MOST_HANDS });

  constructor(schemaUid: string, level: PriorityLevel, counts: FlowCounts, distinguisher: Distinguisher) {
    this.schemaUid = schemaUid;
    this.level = level;
    this.counts = counts;
    this.#distinguisher = distinguisher;
  }

  get levelUid(): string {
    return this.level.uid;
  }

  /** Returns the hand of the request's flow. Hands are dealt once for each flow with a short name. */
  handOf(user: UserInfo, info: RequestInfo): Hand {
    const { overflow } = this.level;
    if (typeof overflow === "string") return NO_QUEUES;
    const distinguisher = overflow.queues > 1 ? this.#textOf(user, info) : "";
    return this.#handOf(distinguisher);
  }

  #textOf(user: UserInfo, info: RequestInfo): string {
    if (this.#distinguisher === undefined) return "";
    return this.#distinguisher === "ByUser" ? user.username : info.namespace;
  }

  #deal(distinguisher: string): Hand {
    const { overflow } = this.level;
    if (typeof overflow === "string") return NO_QUEUES;
    const { queues, handSize } = overflow;
    const hash = queues > 1 ? hashFlow(this.counts.schema, distinguisher) : 0n;
    return { distinguisher, queues: dealHand(hash, queues, handSize) };
  }
}

/** Returns a hash of 64 bits for a flow (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, hashFlowID). */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0);
}

/**
 * Returns `size` different numbers below `queues`, which depend on the hash only (shuffle sharding). Two
 * flows seldom have all of them in common (k8s.io/apiserver/pkg/util/shufflesharding/shufflesharding.go).
 */
export function dealHand(hash: bigint, queues: number, size: number): readonly number[] {
  const picks: number[] = [];
  let left = hash;
  for (let dealt = 0; dealt < size; dealt++) {
    const cards = BigInt(queues - dealt);
    picks.push(Number(left % cards));
    left /= cards;
  }
  return picks.map((_, i) => cardOf(picks, i));
}

/** Returns the number of a card among all cards. A pick is its number among the cards that are left. */
function cardOf(picks: readonly number[], i: number): number {
  let card = picks[i] ?? 0;
  for (let before = i - 1; before >= 0; before--) if (card >= (picks[before] ?? 0)) card += 1;
  return card;
}
