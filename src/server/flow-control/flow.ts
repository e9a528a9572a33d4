import type { UserInfo } from "../../api/meta.ts";
import { remembered } from "../../async/remembered.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { PriorityLevel } from "./levels/priority-level.ts";
import { dealHand, hashFlow } from "./queues/deal.ts";
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
